//! Messages between nodes, and their encryption.
//!
//! The NATS server can neither read nor forge messages: each is sealed under a key derived from a secret in
//! the database, the sender and the receiver. Messages between two nodes carry sequence numbers, to detect
//! losses and drop replays.

use std::net::IpAddr;

use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hmac;
use serde::{Deserialize, Serialize};
use upcard_table::wire::{ClientMessage, TableError};
use upcard_table::{Guest, Hex, compact};

/// Address of a node: random bytes chosen by each process at startup.
pub type Address = Hex<16>;

/// Secret shared by all nodes of a database.
pub type ClusterKey = [u8; 32];

/// Message from one node to another. `link` is always the front's number of a connection: the sender's in
/// messages to the holder, the receiver's in messages to the front.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Message {
    /// The sender is alive.
    Heartbeat,
    /// Messages were lost: all connections between the two nodes are closed.
    Reset,
    /// To the holder: a client connects to a table.
    Open(Open),
    /// To the holder: a message of a connection.
    FromClient {
        /// Number of the connection at the front.
        link: u64,
        /// Cost, charged to the guest's rate limit.
        cost: u32,
        /// The message.
        message: ClientMessage,
    },
    /// To the holder: a connection has ended.
    Disconnected {
        /// Number of the connection at the front.
        link: u64,
    },
    /// To the front: messages for a connection.
    ToClient {
        /// Number of the connection at the front.
        link: u64,
        /// The messages, in order.
        parts: Vec<Part>,
    },
    /// To the front: the holder has closed a connection.
    Closed {
        /// Number of the connection at the front.
        link: u64,
        /// Whether another node holds the table.
        elsewhere: bool,
    },
    /// Request about a table.
    Ask {
        /// Request number, chosen by the sender.
        number: u64,
        /// Id of the table.
        table: String,
        /// The request.
        question: Question,
    },
    /// Response to a request.
    Answer {
        /// Request number.
        number: u64,
        /// The response.
        answer: Answer,
    },
}

/// A connection to a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Open {
    /// Its number at the front.
    pub link: u64,
    /// Id of the table.
    pub table: String,
    /// The connected guest.
    pub guest: Guest,
    /// Address of the client.
    pub address: IpAddr,
    /// Whether it uses the binary encoding.
    pub compact: bool,
}

/// An encoded message for a connection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Part {
    /// JSON.
    Text(String),
    /// Binary.
    Bytes(Vec<u8>),
}

/// Request about a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Question {
    /// How often this guest's seat has moved to another device.
    Moves {
        /// The guest.
        guest: Guest,
    },
    /// Move a seat.
    Move(SeatMove),
    /// Remove the table, on behalf of the administrator.
    Remove,
}

/// Move of a seat to another device.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatMove {
    /// Current owner of the seat.
    pub from: Guest,
    /// New owner.
    pub to: Guest,
    /// Expected number of earlier moves.
    pub moves: u32,
    /// `false` to only check whether the move is possible.
    pub carry_out: bool,
}

/// Response to a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// Number of moves; `None` if the guest has no seat.
    Moves(Option<u32>),
    /// Name of the player, or the reason for rejecting the move.
    Moved(Result<String, TableError>),
    /// The table was removed.
    Removed,
    /// The table is not here, or cannot respond.
    Elsewhere,
}

/// Error of opening a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenError {
    /// Not sealed by a node of this database for this one.
    Forged,
    /// Replayed.
    Repeated,
}

fn key(secret: &ClusterKey, from: Address, to: Address) -> LessSafeKey {
    let text = [b"upcard nodes 1".as_slice(), &from.0, &to.0].concat();
    let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, secret), &text);
    // An HMAC-SHA-256 tag is as long as an AES-256 key.
    match UnboundKey::new(&AES_256_GCM, tag.as_ref()) {
        Ok(key) => LessSafeKey::new(key),
        Err(_) => unreachable!("32 bytes are a key of AES-256"),
    }
}

/// Addresses are unique to a process and sequence numbers are never reused, so nonces are unique per key.
fn nonce(number: u64) -> Nonce {
    let mut bytes = [0; NONCE_LEN];
    bytes[NONCE_LEN - 8..].copy_from_slice(&number.to_be_bytes());
    Nonce::assume_unique_for_key(bytes)
}

/// Seals messages from one node to another.
pub struct Sealer {
    key: LessSafeKey,
    next: u64,
}

impl Sealer {
    /// Creates a sealer for one direction between two nodes.
    pub fn new(secret: &ClusterKey, from: Address, to: Address) -> Sealer {
        Sealer { key: key(secret, from, to), next: 0 }
    }

    /// Seals a message under the next sequence number.
    pub fn seal(&mut self, message: &Message) -> Vec<u8> {
        let number = self.next;
        self.next += 1;
        let mut text = compact::write(message);
        // Fails only for messages of many gigabytes; the sequence number is used up all the same.
        if self.key.seal_in_place_append_tag(nonce(number), Aad::empty(), &mut text).is_err() {
            text.clear();
        }
        [number.to_be_bytes().as_slice(), &text].concat()
    }
}

/// Opens messages sealed by a [`Sealer`].
pub struct Opener {
    key: LessSafeKey,
    expected: u64,
}

impl Opener {
    /// Creates an opener for one direction between two nodes.
    pub fn new(secret: &ClusterKey, from: Address, to: Address) -> Opener {
        Opener { key: key(secret, from, to), expected: 0 }
    }

    /// Returns the message, and whether earlier ones were lost.
    pub fn open(&mut self, sealed: &[u8]) -> Result<(Message, bool), OpenError> {
        let (number, text) = sealed.split_first_chunk().ok_or(OpenError::Forged)?;
        let number = u64::from_be_bytes(*number);
        let mut text = text.to_vec();
        let opened = self.key.open_in_place(nonce(number), Aad::empty(), &mut text);
        let opened = opened.map_err(|_| OpenError::Forged)?;
        if number < self.expected {
            return Err(OpenError::Repeated);
        }
        let lost = number > self.expected;
        self.expected = number + 1;
        // Unknown messages from other versions count as lost.
        Ok(compact::read(opened).map_or((Message::Heartbeat, true), |message| (message, lost)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: ClusterKey = [7; 32];
    const ANN: Address = Hex([1; 16]);
    const BO: Address = Hex([2; 16]);

    #[test]
    fn the_nats_server_cannot_read_forge_or_replay_messages() {
        let mut sealer = Sealer::new(&SECRET, ANN, BO);
        let mut opener = Opener::new(&SECRET, ANN, BO);
        let to_client =
            |text: &str| Message::ToClient { link: 3, parts: vec![Part::Text(text.into())] };
        let first = sealer.seal(&to_client("queen of hearts"));
        assert!(!first.windows(5).any(|part| part == b"queen"));
        assert_eq!(opener.open(&first), Ok((to_client("queen of hearts"), false)));
        assert_eq!(opener.open(&first), Err(OpenError::Repeated));
        // Every bit is authenticated, and so are sender and receiver.
        let second = sealer.seal(&to_client("jack"));
        for place in 0..second.len() * 8 {
            let mut changed = second.clone();
            changed[place / 8] ^= 1 << (place % 8);
            assert_eq!(opener.open(&changed), Err(OpenError::Forged), "bit {place}");
        }
        for (secret, from, to) in
            [(SECRET, BO, ANN), (SECRET, ANN, ANN), (SECRET, BO, BO), ([8; 32], ANN, BO)]
        {
            let opened = Opener::new(&secret, from, to).open(&second);
            assert_eq!(opened, Err(OpenError::Forged));
        }
        assert_eq!(opener.open(b"1234567"), Err(OpenError::Forged));
        // The next message reveals a loss; the lost message is rejected if it arrives later.
        let third = sealer.seal(&Message::Heartbeat);
        assert_eq!(opener.open(&third), Ok((Message::Heartbeat, true)));
        assert_eq!(opener.open(&second), Err(OpenError::Repeated));
        let fourth = sealer.seal(&Message::Heartbeat);
        assert_eq!(opener.open(&fourth), Ok((Message::Heartbeat, false)));
    }
}
