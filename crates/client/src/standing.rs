//! Standing answers to offers: what a player does not want to be asked, and what is bought automatically.
//! They stay on the page; some apply only to a match or a deal ([`AnswerScope`]). Other players must not be able
//! to tell automatic answers from manual ones: [`Delays`] says how long to wait before sending one.

use upcard_cards::{Card, RankSet};
use upcard_engine::View;
use upcard_engine::table::{Down, Phase};

/// Manual passes after which a newcomer is asked only about useful cards.
pub const NEWCOMER_PASSES: u8 = 3;

/// A person's standing answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StandingAnswers {
    /// Ask only about cards that bring the player's contract closer; `None` until the person chooses.
    pub only_helpful: Option<bool>,
    /// Pass in this deal.
    pub not_this_deal: bool,
    /// Pass once the player's contract is laid down; on by default.
    pub not_when_down: bool,
    /// Ask also about the player's own discards.
    pub own_discards: bool,
    /// Ranks of cards to buy automatically in this match.
    pub ranks: RankSet,
    /// Manual passes so far, up to [`NEWCOMER_PASSES`].
    pub passes: u8,
}

impl Default for StandingAnswers {
    fn default() -> StandingAnswers {
        StandingAnswers {
            only_helpful: None,
            not_this_deal: false,
            not_when_down: true,
            own_discards: false,
            ranks: RankSet::default(),
            passes: 0,
        }
    }
}

/// Scope of temporary answers: a match and a deal of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerScope {
    /// Key of the table.
    pub place: String,
    /// Number of the match at that table.
    pub number: u32,
    /// Number of the deal.
    pub deal: u32,
}

/// Reason for an automatic pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassReason {
    /// The player's own discard.
    OwnDiscard,
    /// Passes in this deal.
    Deal,
    /// The player's contract is laid down.
    Down,
    /// The card does not help.
    NoHelp,
}

/// Reply to an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Ask the person.
    Ask,
    /// Pass automatically.
    Pass(PassReason),
    /// Buy automatically.
    Buy,
}

impl StandingAnswers {
    /// Resets the answers for the previous deal.
    pub fn reset_deal_answers(&mut self) {
        self.not_this_deal = false;
    }

    /// Resets the answers for the previous match, since the next may use other card values.
    pub fn reset_match_answers(&mut self) {
        self.reset_deal_answers();
        self.ranks = RankSet::default();
    }

    /// Serializes the answers that apply only to this match or deal, replacing this table's line in the
    /// stored text; `None` if nothing remains. Lines of other tables are kept, since a person may play at
    /// several.
    #[must_use]
    pub fn temporary_text(&self, now: &AnswerScope, before: Option<&str>) -> Option<String> {
        let any = self.not_this_deal || !self.ranks.is_empty();
        let deal = if self.not_this_deal { now.deal.to_string() } else { "-".to_owned() };
        let own =
            any.then(|| format!("{}\t{} {deal} {}", now.place, now.number, self.ranks.bits()));
        let is_other =
            |line: &&str| !line.is_empty() && table_of_line(line) != Some(now.place.as_str());
        let others = before.unwrap_or_default().lines().filter(is_other);
        let lines = own.iter().map(String::as_str).chain(others);
        let lines: Vec<&str> = lines.take(MAX_TABLES).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// Restores the answers for this match or deal from the output of [`StandingAnswers::temporary_text`].
    pub fn restore_temporary(&mut self, now: &AnswerScope, text: Option<&str>) {
        let read = |text: &str| {
            let line = text.lines().find(|line| table_of_line(line) == Some(now.place.as_str()))?;
            let (_, rest) = line.rsplit_once('\t')?;
            let mut words = rest.split(' ');
            let number: u32 = words.next()?.parse().ok()?;
            let deal = words.next()?;
            let ranks = RankSet::from_bits(words.next()?.parse().ok()?);
            (number == now.number).then(|| (deal == now.deal.to_string(), ranks))
        };
        (self.not_this_deal, self.ranks) = text.and_then(read).unwrap_or_default();
    }

    /// Notes a manual pass. Returns `true` if from now on this person, who has not chosen yet, is asked only
    /// about useful cards.
    pub fn note_manual_pass(&mut self) -> bool {
        if self.only_helpful.is_some() {
            return false;
        }
        self.passes = (self.passes + 1).min(NEWCOMER_PASSES);
        let settled = self.passes == NEWCOMER_PASSES;
        self.only_helpful = settled.then_some(true);
        settled
    }

    /// Reply to the offer pending for this seat. `helps` says whether a card brings its contract closer.
    #[must_use]
    pub fn reply(&self, view: &View<'_>, helps: impl FnOnce(&View<'_>, Card) -> bool) -> Reply {
        let Some(card) = view.table.upcard() else { return Reply::Ask };
        if !matches!(view.table.phase(), Phase::Offers { .. }) || !view.table.asks(view.seat) {
            return Reply::Ask;
        }
        if self.not_this_deal {
            return Reply::Pass(PassReason::Deal);
        }
        if !self.own_discards && view.table.discarder() == Some(view.seat) {
            return Reply::Pass(PassReason::OwnDiscard);
        }
        let state = view.table.seat(view.seat);
        if self.not_when_down && state.opened(view.rules) != Down::No {
            return Reply::Pass(PassReason::Down);
        }
        if card.rank().is_some_and(|rank| self.ranks.has(rank)) {
            return Reply::Buy;
        }
        if self.only_helpful == Some(true) && !helps(view, card) {
            return Reply::Pass(PassReason::NoHelp);
        }
        Reply::Ask
    }

    /// Serializes the permanent answers to a short text: `helpful`, `down` or `open`, `own`, `passes 2`.
    #[must_use]
    pub fn text(&self) -> String {
        let mut words = Vec::new();
        match self.only_helpful {
            Some(true) => words.push("helpful".to_owned()),
            Some(false) => words.push("all".to_owned()),
            None => {}
        }
        words.push(if self.not_when_down { "down" } else { "open" }.to_owned());
        words.extend(self.own_discards.then(|| "own".to_owned()));
        words.push(format!("passes {}", self.passes));
        words.join(" ")
    }

    /// Parses the output of [`StandingAnswers::text`], skipping unknown words.
    #[must_use]
    pub fn read(text: &str) -> StandingAnswers {
        let mut standing = StandingAnswers::default();
        let mut words = text.split(' ');
        while let Some(word) = words.next() {
            match word {
                "helpful" => standing.only_helpful = Some(true),
                "all" => standing.only_helpful = Some(false),
                "down" => standing.not_when_down = true,
                "open" => standing.not_when_down = false,
                "own" => standing.own_discards = true,
                "passes" => {
                    let number = words.next().and_then(|n| n.parse::<u16>().ok()).unwrap_or(0);
                    standing.passes = number.min(NEWCOMER_PASSES.into()) as u8;
                }
                _ => {}
            }
        }
        standing
    }
}

/// Maximum number of tables with temporary answers.
const MAX_TABLES: usize = 8;

/// Table of a line in the output of [`StandingAnswers::temporary_text`].
fn table_of_line(line: &str) -> Option<&str> {
    line.rsplit_once('\t').map(|(place, _)| place)
}

/// Number of manual delays remembered.
const MAX_DELAYS: usize = 24;

/// Typical delays of answers to offers, in milliseconds.
const TYPICAL_DELAYS: [u32; 16] = [
    1_300, 1_500, 1_700, 1_900, 2_000, 2_200, 2_400, 2_600, 2_800, 3_100, 3_400, 3_800, 4_300,
    5_000, 6_200, 8_000,
];

/// Delays of this person's manual answers to offers. Automatic answers use delays from the same distribution,
/// so that timing does not reveal them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Delays {
    own: Vec<u32>,
}

impl Delays {
    /// Records the delay of a manual answer, in milliseconds since the offer became visible.
    pub fn note(&mut self, milliseconds: u32) {
        if self.own.len() == MAX_DELAYS {
            self.own.remove(0);
        }
        self.own.push(milliseconds.clamp(600, 12_000));
    }

    /// Draws the delay of an automatic answer from the manual ones, and from the typical ones while those are
    /// few, each shifted by at most one eighth.
    #[must_use]
    pub fn sample(&self, random: u64) -> u32 {
        let usual = if self.own.len() < MAX_DELAYS / 2 { &TYPICAL_DELAYS[..] } else { &[] };
        let known = self.own.len() + usual.len();
        let at = (random % known as u64) as usize;
        let drawn = self.own.iter().chain(usual).nth(at).copied().unwrap_or(TYPICAL_DELAYS[0]);
        let eighths = ((random >> 32) % 257) as u32;
        drawn - drawn / 8 + drawn / 4 * eighths / 256
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        let mut standing = StandingAnswers { not_when_down: false, ..StandingAnswers::default() };
        assert!(!standing.note_manual_pass());
        for only_helpful in [None, Some(true), Some(false)] {
            let standing = StandingAnswers { only_helpful, own_discards: true, ..standing };
            assert_eq!(StandingAnswers::read(&standing.text()), standing);
        }
        assert_eq!(StandingAnswers::read(""), StandingAnswers::default());
        let plain = StandingAnswers::read("all own ranks 0 passes 1");
        assert!(plain.not_when_down, "as it is by itself");
        assert_eq!(StandingAnswers::read("nonsense ranks x passes 99").passes, NEWCOMER_PASSES);
    }

    #[test]
    fn newcomers_are_asked_less_after_three_passes() {
        let mut standing = StandingAnswers::default();
        assert_eq!([(); 3].map(|()| standing.note_manual_pass()), [false, false, true]);
        assert_eq!(standing.only_helpful, Some(true));
        // Explicit choices are not changed.
        standing.only_helpful = Some(false);
        assert_eq!([(); 9].map(|()| standing.note_manual_pass()), [false; 9]);
        assert_eq!(standing.only_helpful, Some(false));
    }

    /// Temporary answers survive a page reload, but not the next deal or match.
    #[test]
    fn temporary_answers_apply_to_their_match_or_deal_only() {
        let now = AnswerScope { place: "/t/abc".into(), number: 2, deal: 3 };
        let mut own = StandingAnswers { not_this_deal: true, ..StandingAnswers::read("helpful") };
        own.ranks.toggle(upcard_cards::RANKS[12]);
        let text = own.temporary_text(&now, None).unwrap();
        let after = |now: AnswerScope, text: Option<&str>| {
            let mut standing = StandingAnswers::read(&own.text());
            standing.restore_temporary(&now, text);
            (standing.not_this_deal, standing.ranks, standing.only_helpful)
        };
        let good = Some(true);
        assert_eq!(after(now.clone(), Some(&text)), (true, own.ranks, good));
        let next_deal = AnswerScope { deal: 4, ..now.clone() };
        assert_eq!(after(next_deal, Some(&text)), (false, own.ranks, good));
        let none = (false, RankSet::default(), good);
        assert_eq!(after(AnswerScope { number: 3, ..now.clone() }, Some(&text)), none);
        assert_eq!(after(AnswerScope { place: "/".into(), ..now.clone() }, Some(&text)), none);
        for wrong in [None, Some(""), Some("/t/abc\t2"), Some("/t/abc\t2 3"), Some("/t/abc\tx 3 4")]
        {
            assert_eq!(after(now.clone(), wrong), none, "{wrong:?}");
        }
        let (mut next, ranks) = (own, own.ranks);
        next.reset_deal_answers();
        let kept = next.temporary_text(&now, None);
        assert_eq!(after(now.clone(), kept.as_deref()), (false, ranks, good));
        next.reset_match_answers();
        assert_eq!(next.temporary_text(&now, None), None);
        assert_eq!(next.temporary_text(&now, Some(&text)), None, "what it was gives way");
    }

    /// Temporary answers of one match survive playing another and coming back.
    #[test]
    fn temporary_answers_survive_another_match() {
        let at = |place: &str, number| AnswerScope { place: place.to_owned(), number, deal: 1 };
        let king =
            StandingAnswers { ranks: RankSet::from_bits(1 << 12), ..StandingAnswers::default() };
        let ranks = |text: &str, now: &AnswerScope| {
            let mut standing = StandingAnswers::default();
            standing.restore_temporary(now, Some(text));
            standing.ranks
        };
        let mut text = king.temporary_text(&at("abc", 1), None).unwrap();
        let other = StandingAnswers { not_this_deal: true, ..StandingAnswers::default() };
        text = other.temporary_text(&at("17", 1), Some(&text)).unwrap();
        assert_eq!(ranks(&text, &at("abc", 1)), king.ranks);
        assert!(ranks(&text, &at("abc", 2)).is_empty() && ranks(&text, &at("17", 1)).is_empty());
        text = StandingAnswers::default().temporary_text(&at("17", 1), Some(&text)).unwrap();
        assert_eq!((text.lines().count(), ranks(&text, &at("abc", 1))), (1, king.ranks));
        for table in 0..20 {
            text = king.temporary_text(&at(&table.to_string(), 1), Some(&text)).unwrap();
        }
        assert_eq!(text.lines().count(), MAX_TABLES);
        assert!(ranks(&text, &at("abc", 1)).is_empty(), "the oldest go");
    }

    /// Drawn delays have the same distribution as manual ones.
    #[test]
    fn automatic_delays_follow_the_manual_distribution() {
        let mut delays = Delays::default();
        let by_hand: Vec<u32> = (0..MAX_DELAYS as u32).map(|n| 900 + n * n * 11).collect();
        by_hand.iter().for_each(|delay| delays.note(*delay));
        let mut number = 1u64;
        let mut drawn: Vec<u32> = (0..24_000)
            .map(|_| {
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
                delays.sample(number ^ number >> 29)
            })
            .collect();
        drawn.sort_unstable();
        for quarter in [1, 2, 3] {
            let (own, by_itself) =
                (by_hand[MAX_DELAYS * quarter / 4], drawn[drawn.len() * quarter / 4]);
            let off = own.abs_diff(by_itself);
            assert!(off * 5 < own, "quartile {quarter}: {own} by hand, {by_itself} by itself");
        }
        assert!(drawn[0] >= by_hand[0] - by_hand[0] / 8);
        // Delays are neither suspiciously short nor unbounded.
        let mut quick = Delays::default();
        quick.note(0);
        quick.note(u32::MAX);
        assert_eq!(quick.own, [600, 12_000]);
        assert!((0..1000).all(|n| (1..20_000).contains(&Delays::default().sample(n << 30 | n))));
    }
}
