//! Connection to the NATS server.

use std::time::Duration;

pub(crate) use async_nats::Client;
use async_nats::connection::State;
use async_nats::{ConnectOptions, Subscriber};
use futures_util::StreamExt;
use tokio::sync::mpsc;

use super::error::BusError;
use crate::cluster::peers::SealedMessage;
use crate::cluster::wire::Address;

/// Timeout of the first connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

const RECONNECT_DELAY: Duration = Duration::from_millis(200);

/// Ping interval. After three unanswered pings the connection is dropped.
const PING_INTERVAL: Duration = Duration::from_millis(500);

pub(crate) struct Bus {
    client: Client,
    subscriber: Subscriber,
}

/// NATS subject of messages from one node to another.
fn subject(to: Address, from: &str) -> String {
    format!("upcard.{to}.{from}")
}

impl Bus {
    /// Connects, and subscribes to messages for this node.
    pub(crate) async fn connect(url: &str, own: Address) -> Result<Bus, BusError> {
        let client = ConnectOptions::new()
            .name("upcard")
            .connection_timeout(CONNECT_TIMEOUT)
            .ping_interval(PING_INTERVAL)
            .reconnect_delay_callback(|_| RECONNECT_DELAY)
            .event_callback(|event| async move { tracing::info!(%event, "NATS connection") })
            .connect(url)
            .await
            .map_err(|error| BusError::new(&error))?;
        let subscriber = client.subscribe(subject(own, "*")).await;
        let subscriber = subscriber.map_err(|error| BusError::new(&error))?;
        client.flush().await.map_err(|error| BusError::new(&error))?;
        Ok(Bus { client, subscriber })
    }

    /// Returns a handle for querying the connection's state.
    pub(crate) fn client(&self) -> Client {
        self.client.clone()
    }

    /// Publishes queued messages, and passes received ones to `take` with the sender's address, until the
    /// connection is closed for good.
    pub(crate) async fn run(
        self,
        own: Address,
        mut outgoing: mpsc::Receiver<SealedMessage>,
        mut take: impl FnMut(Address, &[u8]),
    ) {
        let Bus { client, mut subscriber } = self;
        let from = own.to_string();
        let sending = async {
            while let Some(SealedMessage { to, bytes }) = outgoing.recv().await {
                // Waits while disconnected. Sequence numbers reveal lost messages.
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

pub(crate) fn is_connected(client: &Client) -> bool {
    client.connection_state() == State::Connected
}
