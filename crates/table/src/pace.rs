//! How fast a table goes: how long bots take over an answer, and how long the cards of a deal take
//! to be dealt out. The host chooses; whoever runs the server sets the limits.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// Milliseconds, by any clock that only goes forward.
pub type Millis = u64;

/// How fast bots answer and cards move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Pace {
    /// Time to look at everything.
    #[default]
    Calm,
    /// As people play who know the game.
    Usual,
    /// No longer than needed.
    Fast,
}

impl Pace {
    /// All of them.
    pub const ALL: [Pace; 3] = [Pace::Calm, Pace::Usual, Pace::Fast];

    /// The word that names it.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// The least and the most milliseconds before a bot's answer. In a race against
    /// people it takes as long as a person needs to see the card; it may depend on nothing that
    /// anybody holds.
    #[must_use]
    pub const fn bot_delay(self, race: bool) -> (Millis, Millis) {
        match (self, race) {
            (Pace::Calm, true) => (2_800, 5_000),
            (Pace::Usual, true) => (2_000, 3_500),
            (Pace::Fast, true) => (1_500, 2_200),
            (Pace::Calm, false) => (1_000, 2_000),
            (Pace::Usual, false) => (600, 1_600),
            (Pace::Fast, false) => (300, 600),
        }
    }

    /// The least and the most of an offer's window, in hundredths, before a bot's answer in a race against
    /// people: they have seen the card by then, and have had time to want it.
    #[must_use]
    pub const fn race_share(self) -> (Millis, Millis) {
        match self {
            Pace::Calm => (55, 75),
            Pace::Usual => (40, 60),
            Pace::Fast => (25, 40),
        }
    }

    /// Milliseconds until the cards of a deal lie where they belong; the time for the
    /// deal's first offer begins then.
    #[must_use]
    pub const fn dealing(self) -> Millis {
        match self {
            Pace::Calm => 2_500,
            Pace::Usual => 1_500,
            Pace::Fast => 500,
        }
    }
}

/// How long a table waits; a matter of whoever runs it, not of the rules. All in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing {
    /// How long a person who is away may be asked before a bot covers.
    pub absent: Millis,
    /// How long the host may be away before somebody else becomes host.
    pub host: Millis,
    /// How long a person who is here may be asked before all are told that they are silent.
    pub silent: Millis,
    /// How long people have to show their entropy.
    pub gather: Millis,
    /// When the next deal begins, ready or not.
    pub next_deal: Millis,
    /// The same where only bots play and somebody looks on.
    pub next_deal_of_bots: Millis,
    /// The shortest time before a bot's answer, whatever [`Pace`] is chosen.
    pub bot_least: Millis,
    /// The longest.
    pub bot_most: Millis,
    /// How long beyond its delay a bot may take before the table answers for it.
    pub bot_limit: Millis,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing {
            absent: 30_000,
            host: 120_000,
            silent: 120_000,
            gather: 5_000,
            next_deal: 90_000,
            next_deal_of_bots: 5_000,
            bot_least: 300,
            bot_most: 12_000,
            bot_limit: 20_000,
        }
    }
}
