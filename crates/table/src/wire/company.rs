//! Presence beyond the seats: visitors, their requests, pauses. Sent outside the numbered changes, always in
//! full, whenever any of it changes; rate-limited at tables with many spectators.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use upcard_engine::{Seat, Seats};

/// Number of selectable faces; face numbers are below it.
pub const FACES: u8 = 16;

/// Maximum length of a pause, in minutes.
pub const MAX_PAUSE_MINUTES: u8 = 60;

/// The whole state. Identical for all clients except `you`, `claimed` and the time left in `pause`.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Company {
    /// People without a seat, in order of arrival.
    pub visitors: Vec<Visitor>,
    /// The client's own visitor number, if it has no seat.
    pub you: Option<u32>,
    /// Faces chosen by the people in the seats, by seat.
    pub faces: Vec<Option<u8>>,
    /// Who may sit down.
    pub admission: Admission,
    /// Seats to act whose people are present but have been silent for long.
    pub silent: Seats,
    /// The current pause.
    pub pause: Option<Pause>,
    /// Seat that somebody else has claimed from the client in this deal; the client may object.
    pub claimed: Option<Seat>,
    /// `true` if the host is away; a claim to a seat then needs the consent of everybody else.
    pub host_away: bool,
}

/// A person at the table without a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Visitor {
    /// Number by which the host refers to this visitor; never reused at this table.
    pub number: u32,
    /// Name, if given.
    pub name: Option<String>,
    /// Chosen face.
    pub face: Option<u8>,
    /// Current request.
    pub wish: Wish,
    /// Seats that have agreed to the visitor's claim, where all must.
    pub agreed: Seats,
}

/// Seats open to a visitor, by way of getting them. Computed by the table; clients offer these and derive
/// nothing themselves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Opening {
    /// [`Visitor::number`].
    pub visitor: u32,
    /// Seats that the visitor can take at once: [`super::ClientMessage::Sit`].
    pub sit: Seats,
    /// Seats that the visitor can get by asking the host: [`Wish::Seat`].
    pub ask: Seats,
    /// Seats that the visitor can claim as theirs: [`Wish::Mine`].
    pub claim: Seats,
    /// Seats that the host can give to this visitor, during a match with the hand: [`super::Power::Give`].
    /// Requires a name.
    pub give: Seats,
}

/// Request of a person without a seat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wish {
    /// None: the visitor is a spectator.
    #[default]
    Nothing,
    /// Any seat.
    Seat,
    /// A seat that the visitor claims as theirs, from another device or with a browser that lost its
    /// identity.
    Mine {
        /// The seat.
        seat: Seat,
    },
}

/// Who may sit down on a free seat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Admission {
    /// Anybody.
    #[default]
    Open,
    /// Anybody whom the host approves.
    Approved,
    /// Nobody; the host can still assign seats.
    Locked,
}

impl Admission {
    /// All values.
    pub const ALL: [Admission; 3] = [Admission::Open, Admission::Approved, Admission::Locked];

    /// Identifier of this value.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.into()
    }

    pub(crate) fn is_open(&self) -> bool {
        *self == Admission::Open
    }
}

/// A pause of the match. It lasts until somebody ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Pause {
    /// Seat that asked for it.
    pub by: Seat,
    /// Announced length, in minutes.
    pub minutes: u8,
    /// Seconds left of the announced length.
    pub left: u16,
}

/// Why a bot covers a person who did not ask for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum CoverWhy {
    /// Their time ran out.
    TimeUp,
    /// Their connection was lost.
    Away,
    /// The host decided it.
    Host,
    /// They were silent for long, and another player decided it.
    Silent,
    /// The host started the match without waiting for them.
    NotReady,
}

impl CoverWhy {
    /// Identifier of this reason.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.into()
    }
}
