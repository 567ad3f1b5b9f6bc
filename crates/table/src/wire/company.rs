//! Who else is at a table, what they wish, and what stands still: told beside the numbered changes, whole,
//! whenever something of it has changed; where many look on, not more often than so much may be sent.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use upcard_engine::{Seat, Seats};

/// The faces that people choose from have numbers below this.
pub const FACES: u8 = 16;

/// The longest pause, in minutes.
pub const PAUSE_MOST: u8 = 60;

/// All of it. The same for everybody, but for the two fields that name the client itself.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Company {
    /// Those who are here without a seat, in the order in which they came.
    pub visitors: Vec<Visitor>,
    /// The client's own number among them, where it has no seat.
    pub you: Option<u32>,
    /// The faces that the people in the seats have chosen, by seat.
    pub faces: Vec<Option<u8>>,
    /// Who may sit down.
    pub admission: Admission,
    /// The seats that are asked, whose people are here and have done nothing for long.
    pub silent: Seats,
    /// The match stands still.
    pub pause: Option<Pause>,
    /// The seat that somebody else has claimed from the client in this deal: it may object.
    pub claimed: Option<Seat>,
    /// Is the host away, so that all others answer who claims a seat?
    pub host_away: bool,
}

/// Somebody who is here without a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Visitor {
    /// By which the host names them; never another's at this table.
    pub number: u32,
    /// The name, where they have said it.
    pub name: Option<String>,
    /// The face that they have chosen.
    pub face: Option<u8>,
    /// What they wish.
    pub wish: Wish,
    /// Those who have said yes to a claim, where all are asked.
    pub agreed: Seats,
}

/// The seats that are open to a visitor, by what leads to them. The table answers so at this moment: a client
/// offers them and reckons nothing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Opening {
    /// [`Visitor::number`].
    pub visitor: u32,
    /// They sit down there at once: [`super::ClientMessage::Sit`].
    pub sit: Seats,
    /// They get one of these when they wish for a seat and the host says yes: [`Wish::Seat`].
    pub ask: Seats,
    /// They may say that one of these is theirs: [`Wish::Mine`].
    pub claim: Seats,
    /// The host may give them one of these, in a match with its hand: [`super::Power::Give`]. They need a name
    /// for it.
    pub give: Seats,
}

/// What somebody without a seat wishes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wish {
    /// Nothing: they look on.
    #[default]
    Nothing,
    /// A seat.
    Seat,
    /// A seat that is theirs, they say: they come from another device, or their browser has
    /// forgotten them.
    Mine {
        /// Which.
        seat: Seat,
    },
}

/// Who may sit down on a free seat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Admission {
    /// Whoever comes.
    #[default]
    Open,
    /// Whoever the host says yes to.
    Approved,
    /// Nobody; the host may still give a seat to somebody.
    Locked,
}

impl Admission {
    /// All of them.
    pub const ALL: [Admission; 3] = [Admission::Open, Admission::Approved, Admission::Locked];

    /// The word that names it.
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
    /// Who has asked for it.
    pub by: Seat,
    /// For how many minutes it was meant.
    pub minutes: u8,
    /// Seconds of them that are left.
    pub left: u16,
}

/// Why a bot plays for somebody who has not asked for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum CoverWhy {
    /// Their time was up.
    TimeUp,
    /// Their line was lost.
    Away,
    /// The host wants it.
    Host,
    /// They were silent for long, and others want it.
    Silent,
    /// The host began without waiting for them.
    NotReady,
}

impl CoverWhy {
    /// The word that names it.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.into()
    }
}
