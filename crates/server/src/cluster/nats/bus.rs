//! The connection to the message server.

use std::time::Duration;

pub(crate) use async_nats::Client;
use async_nats::connection::State;
use async_nats::{ConnectOptions, Subscriber};
use futures_util::StreamExt;
use tokio::sync::mpsc;

use super::error::BusError;
use crate::cluster::peers::Parcel;
use crate::cluster::wire::Address;

/// How long the first connection may take.
const CONNECT: Duration = Duration::from_secs(5);

/// How long a lost connection waits before it is tried again.
const AGAIN: Duration = Duration::from_millis(200);

/// How often the message server is pinged. After three pings without an answer the connection is given
/// up.
const PING: Duration = Duration::from_millis(500);

/// The connection to the message server.
pub(crate) struct Bus {
    client: Client,
    subscriber: Subscriber,
}

/// The subject of messages from one node to another.
fn subject(to: Address, from: &str) -> String {
    format!("upcard.{to}.{from}")
}

impl Bus {
    /// Connects, and listens to what is for this node.
    pub(crate) async fn connect(url: &str, own: Address) -> Result<Bus, BusError> {
        let failed = |error: &dyn std::fmt::Display| BusError::new(error);
        let client = ConnectOptions::new()
            .name("upcard")
            .connection_timeout(CONNECT)
            .ping_interval(PING)
            .reconnect_delay_callback(|_| AGAIN)
            .event_callback(|event| async move { tracing::info!(%event, "message server") })
            .connect(url)
            .await
            .map_err(|error| failed(&error))?;
        let subscriber = client.subscribe(subject(own, "*")).await;
        let subscriber = subscriber.map_err(|error| failed(&error))?;
        client.flush().await.map_err(|error| failed(&error))?;
        Ok(Bus { client, subscriber })
    }

    /// A handle to the connection, to look at its state.
    pub(crate) fn client(&self) -> Client {
        self.client.clone()
    }

    /// Sends what is in the queue, and passes on what comes in with the address of its sender, until
    /// the connection is closed for good.
    pub(crate) async fn run(
        self,
        own: Address,
        mut parcels: mpsc::Receiver<Parcel>,
        mut take: impl FnMut(Address, &[u8]),
    ) {
        let Bus { client, mut subscriber } = self;
        let from = own.to_string();
        let sending = async {
            while let Some(Parcel { to, bytes }) = parcels.recv().await {
                // It waits while there is no connection. What is lost is noticed by its number.
                let _ = client.publish(subject(to, &from), bytes.into()).await;
            }
        };
        let taking = async {
            while let Some(message) = subscriber.next().await {
                let from = message.subject.as_str().rsplit('.').next();
                if let Some(from) = from.and_then(|from| from.parse().ok()) {
                    take(from, &message.payload);
                }
            }
        };
        tokio::join!(sending, taking);
    }
}

/// Is the message server there?
pub(crate) fn is_connected(client: &Client) -> bool {
    client.connection_state() == State::Connected
}
