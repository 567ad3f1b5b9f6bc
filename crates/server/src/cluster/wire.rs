//! The messages between nodes, and how they are sealed.
//!
//! The message server carries bytes that it can neither read nor make: each is sealed under a key that
//! follows from a secret in the database and from sender and receiver. Messages between two nodes are
//! numbered, so that a lost one is noticed and a repeated one is dropped.

use std::net::IpAddr;

use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hmac;
use serde::{Deserialize, Serialize};
use upcard_table::wire::{ClientMessage, TableError};
use upcard_table::{Guest, Hex, compact};

/// Where a node is reached: bytes that each process makes for itself at its start.
pub type Address = Hex<16>;

/// The secret that all nodes of a database share.
pub type ClusterKey = [u8; 32];

/// A message from one node to another. A link is the sender's number of one of its connections where
/// the sender is the front, and the receiver's where it is the holder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Message {
    /// The sender is alive.
    Heartbeat,
    /// Something was lost: all connections between us are cut.
    Reset,
    /// To the holder: somebody connects to a table.
    Open(Open),
    /// To the holder: a message of a connection, and what it costs.
    FromClient {
        /// The connection's number at the front.
        link: u64,
        /// What it counts against its rate.
        cost: u32,
        /// The message.
        message: ClientMessage,
    },
    /// To the holder: a connection has ended.
    Disconnected {
        /// The connection's number at the front.
        link: u64,
    },
    /// To the front: messages for a connection.
    ToClient {
        /// The connection's number at the front.
        link: u64,
        /// The messages, in order.
        parts: Vec<Part>,
    },
    /// To the front: the table lets go of a connection; `elsewhere` where it is not here.
    Closed {
        /// The connection's number at the front.
        link: u64,
        /// Is the table another node's?
        elsewhere: bool,
    },
    /// A question about a table.
    Ask {
        /// The asker's number of the question.
        number: u64,
        /// The table's id.
        table: String,
        /// What is asked.
        question: Question,
    },
    /// Its answer.
    Answer {
        /// The asker's number of the question.
        number: u64,
        /// The answer.
        answer: Answer,
    },
}

/// A connection to a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Open {
    /// Its number at the front.
    pub link: u64,
    /// The table's id.
    pub table: String,
    /// Whose it is.
    pub guest: Guest,
    /// Where it comes from.
    pub address: IpAddr,
    /// Does it speak bytes?
    pub compact: bool,
}

/// A message for a connection, as it goes out there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Part {
    /// In JSON.
    Text(String),
    /// In bytes.
    Bytes(Vec<u8>),
}

/// A question about a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Question {
    /// How often was this guest's seat moved to another device?
    Moves {
        /// The guest.
        guest: Guest,
    },
    /// A seat goes to another device.
    Move {
        /// Who has it.
        from: Guest,
        /// Who is to have it.
        to: Guest,
        /// How often it has moved.
        moves: u32,
        /// Or is it only asked about?
        carry_out: bool,
    },
    /// The host of the server removes the table.
    Remove,
}

/// The answer to a question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// None where the guest has no seat.
    Moves(Option<u32>),
    /// The name of the person, or why not.
    Moved(Result<String, TableError>),
    /// It is done.
    Removed,
    /// The table is not here, or cannot answer.
    Elsewhere,
}

/// Why bytes are no message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsealable {
    /// Not sealed by a node of this database for this one.
    Forged,
    /// Seen before.
    Repeated,
}

fn key(secret: &ClusterKey, from: Address, to: Address) -> LessSafeKey {
    let text = [b"upcard nodes 1".as_slice(), &from.0, &to.0].concat();
    let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, secret), &text);
    // An HMAC-SHA-256 has as many bytes as the key of AES-256.
    match UnboundKey::new(&AES_256_GCM, tag.as_ref()) {
        Ok(key) => LessSafeKey::new(key),
        Err(_) => unreachable!("32 bytes are a key of AES-256"),
    }
}

/// Addresses are made once for a process, and numbers are not used twice: nor is a nonce.
fn nonce(number: u64) -> Nonce {
    let mut bytes = [0; NONCE_LEN];
    bytes[NONCE_LEN - 8..].copy_from_slice(&number.to_be_bytes());
    Nonce::assume_unique_for_key(bytes)
}

/// Seals the messages of one node to another.
pub struct Sealer {
    key: LessSafeKey,
    next: u64,
}

impl Sealer {
    /// For one direction between two nodes.
    pub fn new(secret: &ClusterKey, from: Address, to: Address) -> Sealer {
        Sealer { key: key(secret, from, to), next: 0 }
    }

    /// A message as it is sent, under the next number.
    pub fn seal(&mut self, message: &Message) -> Vec<u8> {
        let number = self.next;
        self.next += 1;
        let mut text = compact::write(message);
        // It fails for messages of many gigabytes alone; the number is used up all the same.
        if self.key.seal_in_place_append_tag(nonce(number), Aad::empty(), &mut text).is_err() {
            text.clear();
        }
        [number.to_be_bytes().as_slice(), &text].concat()
    }
}

/// Opens what a [`Sealer`] has sealed.
pub struct Opener {
    key: LessSafeKey,
    expected: u64,
}

impl Opener {
    /// For one direction between two nodes.
    pub fn new(secret: &ClusterKey, from: Address, to: Address) -> Opener {
        Opener { key: key(secret, from, to), expected: 0 }
    }

    /// The message, and whether some before it were lost.
    ///
    /// # Errors
    /// Where it is none for this node, or not a new one.
    pub fn open(&mut self, sealed: &[u8]) -> Result<(Message, bool), Unsealable> {
        let (number, text) = sealed.split_first_chunk().ok_or(Unsealable::Forged)?;
        let number = u64::from_be_bytes(*number);
        let mut text = text.to_vec();
        let opened = self.key.open_in_place(nonce(number), Aad::empty(), &mut text);
        let opened = opened.map_err(|_| Unsealable::Forged)?;
        if number < self.expected {
            return Err(Unsealable::Repeated);
        }
        let lost = number > self.expected;
        self.expected = number + 1;
        // Nodes of another version may send messages that are not known here: as if they were lost.
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
    fn a_message_server_can_neither_read_nor_forge_nor_repeat() {
        let mut sealer = Sealer::new(&SECRET, ANN, BO);
        let mut opener = Opener::new(&SECRET, ANN, BO);
        let to_client =
            |text: &str| Message::ToClient { link: 3, parts: vec![Part::Text(text.into())] };
        let first = sealer.seal(&to_client("queen of hearts"));
        assert!(!first.windows(5).any(|part| part == b"queen"));
        assert_eq!(opener.open(&first), Ok((to_client("queen of hearts"), false)));
        assert_eq!(opener.open(&first), Err(Unsealable::Repeated));
        // Every bit counts, and a message for one is none for another.
        let second = sealer.seal(&to_client("jack"));
        for place in 0..second.len() * 8 {
            let mut changed = second.clone();
            changed[place / 8] ^= 1 << (place % 8);
            assert_eq!(opener.open(&changed), Err(Unsealable::Forged), "bit {place}");
        }
        for (secret, from, to) in
            [(SECRET, BO, ANN), (SECRET, ANN, ANN), (SECRET, BO, BO), ([8; 32], ANN, BO)]
        {
            let opened = Opener::new(&secret, from, to).open(&second);
            assert_eq!(opened, Err(Unsealable::Forged));
        }
        assert_eq!(opener.open(b"1234567"), Err(Unsealable::Forged));
        // What is lost is noticed with what comes next, and comes too late then.
        let third = sealer.seal(&Message::Heartbeat);
        assert_eq!(opener.open(&third), Ok((Message::Heartbeat, true)));
        assert_eq!(opener.open(&second), Err(Unsealable::Repeated));
        let fourth = sealer.seal(&Message::Heartbeat);
        assert_eq!(opener.open(&fourth), Ok((Message::Heartbeat, false)));
    }
}
