//! Pace of a table: bot delays and the duration of the dealing animation. The host chooses; the server
//! operator sets the limits.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// Milliseconds of any monotonic clock.
pub type Millis = u64;

/// Pace of bots and card animations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Pace {
    /// Time to see everything.
    #[default]
    Calm,
    /// As experienced players play.
    Usual,
    /// No longer than needed.
    Fast,
}

impl Pace {
    /// All paces.
    pub const ALL: [Pace; 3] = [Pace::Calm, Pace::Usual, Pace::Fast];

    /// Identifier of this pace.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// Minimum and maximum bot delay, in milliseconds. In a race against people it matches human reaction
    /// time; it must not depend on anyone's hand.
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

    /// Minimum and maximum bot delay in a race against people, in percent of the offer's window: late
    /// enough that people have seen the card and could claim it.
    #[must_use]
    pub const fn race_share(self) -> (Millis, Millis) {
        match self {
            Pace::Calm => (55, 75),
            Pace::Usual => (40, 60),
            Pace::Fast => (25, 40),
        }
    }

    /// Duration of the dealing animation, in milliseconds; the window of the deal's first offer opens
    /// after it.
    #[must_use]
    pub const fn dealing(self) -> Millis {
        match self {
            Pace::Calm => 2_500,
            Pace::Usual => 1_500,
            Pace::Fast => 500,
        }
    }
}

/// Timeouts of a table, set by the operator and not by the rules. All in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing {
    /// How long an absent person is waited for before a bot covers.
    pub absent: Millis,
    /// How long the host may be absent before somebody else becomes host.
    pub host: Millis,
    /// How long a present person may take before the table reports them as silent.
    pub silent: Millis,
    /// Timeout for revealing entropy.
    pub gather: Millis,
    /// Longest break between deals; the next deal then starts without waiting for players to be ready.
    pub next_deal: Millis,
    /// The same, if only bots play and spectators watch.
    pub next_deal_bots_only: Millis,
    /// Minimum bot delay, whatever [`Pace`] is chosen.
    pub min_bot_delay: Millis,
    /// Maximum bot delay, whatever [`Pace`] is chosen.
    pub max_bot_delay: Millis,
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
            next_deal_bots_only: 5_000,
            min_bot_delay: 300,
            max_bot_delay: 12_000,
            bot_limit: 20_000,
        }
    }
}
