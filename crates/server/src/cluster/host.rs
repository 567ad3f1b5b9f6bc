//! Holder: serves connections that end at another node, to tables held here.

use std::sync::Arc;

use axum::extract::ws::Message as Frame;
use tokio::sync::mpsc;
use upcard_table::wire::ServerMessage;

use crate::cluster::peers::{FromClient, Peer};
use crate::cluster::wire::{Answer, Message, Open, Part, Question};
use crate::connections::encoding::{Batch, Channel, ClientSender, Encoding};
use crate::connections::error::Refusal;
use crate::operations::quotas::Payer;
use crate::rooms::registry::Registry;
use crate::rooms::room::Command;

/// Converts a batch of messages for the node where the connection ends.
fn to_parts(batch: Batch) -> Vec<Part> {
    let part = |frame| match frame {
        Frame::Text(text) => Some(Part::Text(text.as_str().to_owned())),
        Frame::Binary(bytes) => Some(Part::Bytes(bytes.to_vec())),
        // A table sends no control frames.
        Frame::Ping(_) | Frame::Pong(_) | Frame::Close(_) => None,
    };
    batch.into_iter().filter_map(part).collect()
}

/// Serves a connection that ends at another node, as [`crate::connections::socket`] does for local ones.
pub(super) async fn serve(
    registry: Registry,
    takes: impl Fn() -> bool,
    peer: Arc<Peer>,
    open: Open,
    mut incoming: mpsc::Receiver<FromClient>,
) {
    let there = open.link;
    let answered = relay(&registry, &peer, open, &mut incoming).await;
    peer.remove_hosted(there);
    // A node that is handing over its tables says `elsewhere` even if it held this one a moment ago.
    let elsewhere = !answered || !takes();
    peer.send(&Message::Closed { link: there, elsewhere });
}

/// Relays messages until the connection or the table ends. Returns `false` if nothing was sent, which means
/// that the table is not here: a room that rejects a client sends the reason.
async fn relay(
    registry: &Registry,
    peer: &Peer,
    open: Open,
    incoming: &mut mpsc::Receiver<FromClient>,
) -> bool {
    let encoding = if open.compact { Encoding::Compact } else { Encoding::Json };
    let link = registry.shared.new_link();
    let who = Payer { guest: open.guest, address: open.address };
    let (sender, mut receiver, channel) = ClientSender::new(encoding, None);
    let send = |batch: Batch| {
        peer.send(&Message::ToClient { link: open.link, parts: to_parts(batch) });
    };
    let connect = Command::Connect { link, who, sender, from_peer: true };
    let room = match registry.send(&open.table, connect).await {
        Ok(room) => room,
        Err(_) if registry.shared.is_stopping() => return false,
        Err(refusal) => {
            let error = ServerMessage::Error { error: refusal.as_table_error() };
            send(encoding.write(&error).into_iter().collect());
            return true;
        }
    };
    let mut answered = false;
    loop {
        tokio::select! {
            biased;
            batch = receiver.recv() => {
                let Some(batch) = batch else { break };
                channel.mark_sent(Channel::size(&batch));
                answered = true;
                send(batch);
            }
            message = incoming.recv() => {
                let Some(FromClient { cost, message }) = message else { break };
                if !room.message(link, message, cost).await {
                    break;
                }
            }
            () = channel.overflowed() => break,
        }
    }
    room.disconnect(link).await;
    answered
}

pub(super) async fn answer(registry: &Registry, table: &str, question: Question) -> Answer {
    match question {
        Question::Moves { guest } => match registry.moves(table, guest).await {
            Ok(moves) => Answer::Moves(Some(moves)),
            Err(Refusal::NoSeat) => Answer::Moves(None),
            Err(_) => Answer::Elsewhere,
        },
        Question::Move(wish) => {
            registry.move_seat(table, wish).await.map_or(Answer::Elsewhere, Answer::Moved)
        }
        Question::Remove => match registry.remove_here(table).await {
            Ok(()) => Answer::Removed,
            Err(_) => Answer::Elsewhere,
        },
    }
}
