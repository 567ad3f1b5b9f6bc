//! Standing answers to offers: what a person does not want to be asked, and what is bought without a
//! question. They stay in the page; some hold for a match or a deal alone ([`InDeal`]). To the others an answer that is given by itself must look like
//! one that was thought about: [`Delays`] says how long to wait before it is sent.

use upcard_cards::{Card, Rank, RankSet};
use upcard_engine::View;
use upcard_engine::table::{Down, Phase};

/// Passes by hand after which a newcomer is asked only about what helps.
pub const NEWCOMERS_PASSES: u8 = 3;

/// A person's standing answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Asked only about cards that bring the own contract nearer; none as long as the person has not
    /// chosen.
    pub only_helpful: Option<bool>,
    /// Not asked again in this deal.
    pub not_this_deal: bool,
    /// Not asked once the own contract is laid; so it is as long as the person has not chosen otherwise.
    pub not_when_down: bool,
    /// Asked about the card that was thrown by oneself, too.
    pub own_discards: bool,
    /// The ranks of cards that are bought without a question in this match.
    pub ranks: RankSet,
    /// Offers passed by hand so far, up to [`NEWCOMERS_PASSES`].
    pub passes: u8,
}

impl Default for Standing {
    fn default() -> Standing {
        Standing {
            only_helpful: None,
            not_this_deal: false,
            not_when_down: true,
            own_discards: false,
            ranks: RankSet::default(),
            passes: 0,
        }
    }
}

/// Where a match stands: what was meant for it, or for its deal, is told by this from what others were meant for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InDeal {
    /// The table, by whatever tells it from others.
    pub place: String,
    /// The number of the match at that table.
    pub number: u32,
    /// The number of the deal.
    pub deal: u32,
}

/// Why an offer is passed without a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// It is the own discard.
    OwnDiscard,
    /// Not in this deal.
    Deal,
    /// The own contract is laid.
    Down,
    /// The card does not help.
    NoHelp,
}

/// What becomes of an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The person is asked.
    Ask,
    /// It is passed.
    Pass(Why),
    /// The card is bought.
    Buy,
}

impl Standing {
    /// Are cards of this rank bought without a question?
    #[must_use]
    pub fn buys(&self, rank: Rank) -> bool {
        self.ranks.has(rank)
    }

    /// Buys cards of this rank without a question, or asks about them again.
    pub fn toggle_rank(&mut self, rank: Rank) {
        self.ranks.toggle(rank);
    }

    /// Is any answer standing that is not the usual one?
    #[must_use]
    pub fn any(&self) -> bool {
        let Standing { only_helpful, not_this_deal, not_when_down, .. } = *self;
        only_helpful == Some(true) || not_this_deal || !not_when_down || !self.ranks.is_empty()
    }

    /// A new deal: what was meant for the last one is over.
    pub fn deal_begins(&mut self) {
        self.not_this_deal = false;
    }

    /// A new match: another one may count the same ranks otherwise.
    pub fn match_begins(&mut self) {
        self.deal_begins();
        self.ranks = RankSet::default();
    }

    /// What holds for this match or this deal alone, as a text, to be kept in place of what was kept before; none where
    /// nothing does. What was meant for matches at other tables stays in it: somebody may play at several at a time.
    #[must_use]
    pub fn passing(&self, now: &InDeal, before: Option<&str>) -> Option<String> {
        let any = self.not_this_deal || !self.ranks.is_empty();
        let deal = if self.not_this_deal { now.deal.to_string() } else { "-".to_owned() };
        let own =
            any.then(|| format!("{}\t{} {deal} {}", now.place, now.number, self.ranks.bits()));
        let others = before
            .unwrap_or_default()
            .lines()
            .filter(|line| of_place(line) != Some(now.place.as_str()));
        let lines = own.iter().map(String::as_str).chain(others.filter(|line| !line.is_empty()));
        let lines: Vec<&str> = lines.take(TABLES_MOST).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// What holds for this match or this deal alone is as this text says, which [`Standing::passing`] gave.
    pub fn recall(&mut self, now: &InDeal, text: Option<&str>) {
        let read = |text: &str| {
            let line = text.lines().find(|line| of_place(line) == Some(now.place.as_str()))?;
            let (_, rest) = line.rsplit_once('\t')?;
            let mut words = rest.split(' ');
            let number: u32 = words.next()?.parse().ok()?;
            let deal = words.next()?;
            let ranks = RankSet::from_bits(words.next()?.parse().ok()?);
            (number == now.number).then(|| (deal == now.deal.to_string(), ranks))
        };
        (self.not_this_deal, self.ranks) = text.and_then(read).unwrap_or_default();
    }

    /// Notes that an offer was passed by hand. True where this person, who has chosen nothing so far,
    /// is from now on asked only about what helps.
    pub fn passed_by_hand(&mut self) -> bool {
        if self.only_helpful.is_some() {
            return false;
        }
        self.passes = (self.passes + 1).min(NEWCOMERS_PASSES);
        let settled = self.passes == NEWCOMERS_PASSES;
        if settled {
            self.only_helpful = Some(true);
        }
        settled
    }

    /// What becomes of the offer that this seat is asked, where this says whether a card brings its contract
    /// nearer.
    #[must_use]
    pub fn reply(&self, view: &View<'_>, helps: impl FnOnce(&View<'_>, Card) -> bool) -> Reply {
        let Some(card) = view.table.upcard() else { return Reply::Ask };
        if !matches!(view.table.phase(), Phase::Offers { .. }) || !view.table.asks(view.seat) {
            return Reply::Ask;
        }
        if self.not_this_deal {
            return Reply::Pass(Why::Deal);
        }
        if !self.own_discards && view.table.discarder() == Some(view.seat) {
            return Reply::Pass(Why::OwnDiscard);
        }
        let state = view.table.seat(view.seat);
        if self.not_when_down && state.opened(view.rules) != Down::No {
            return Reply::Pass(Why::Down);
        }
        if card.rank().is_some_and(|rank| self.buys(rank)) {
            return Reply::Buy;
        }
        if self.only_helpful == Some(true) && !helps(view, card) {
            return Reply::Pass(Why::NoHelp);
        }
        Reply::Ask
    }

    /// What holds for good as a short text, to be kept: `helpful`, `down` or `open`, `own`, `passes 2`.
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

    /// Reads what [`Standing::text`] gave; words that are none of these are left out.
    #[must_use]
    pub fn read(text: &str) -> Standing {
        let mut standing = Standing::default();
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
                    standing.passes = number.min(NEWCOMERS_PASSES.into()) as u8;
                }
                _ => {}
            }
        }
        standing
    }
}

/// For as many tables it is kept what holds for their present match alone.
const TABLES_MOST: usize = 8;

/// The table of a line of what [`Standing::passing`] gives.
fn of_place(line: &str) -> Option<&str> {
    line.rsplit_once('\t').map(|(place, _)| place)
}

/// The answers by hand that are remembered.
const KEPT: usize = 24;

/// How long people take over an offer as a rule, in milliseconds.
const USUAL: [u32; 16] = [
    1_300, 1_500, 1_700, 1_900, 2_000, 2_200, 2_400, 2_600, 2_800, 3_100, 3_400, 3_800, 4_300,
    5_000, 6_200, 8_000,
];

/// How long this person takes to answer offers by hand. An answer that is given by itself waits as
/// long as one of those did, so that its time says nothing about how it came about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Delays {
    own: Vec<u32>,
}

impl Delays {
    /// Notes how many milliseconds after the offer could be seen it was answered by hand.
    pub fn note(&mut self, milliseconds: u32) {
        if self.own.len() == KEPT {
            self.own.remove(0);
        }
        self.own.push(milliseconds.clamp(600, 12_000));
    }

    /// How long to wait before an answer that is given by itself: drawn by a random number from the
    /// own answers, and from the usual ones while those are few, each shifted by an eighth at most.
    #[must_use]
    pub fn draw(&self, random: u64) -> u32 {
        let usual = if self.own.len() < KEPT / 2 { &USUAL[..] } else { &[] };
        let known = self.own.len() + usual.len();
        let at = (random % known as u64) as usize;
        let drawn = self.own.iter().chain(usual).nth(at).copied().unwrap_or(USUAL[0]);
        let eighths = ((random >> 32) % 257) as u32;
        drawn - drawn / 8 + drawn / 4 * eighths / 256
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_reads_back() {
        let mut standing = Standing { not_when_down: false, ..Standing::default() };
        assert!(!standing.passed_by_hand());
        for only_helpful in [None, Some(true), Some(false)] {
            let standing = Standing { only_helpful, own_discards: true, ..standing };
            assert_eq!(Standing::read(&standing.text()), standing);
        }
        assert_eq!(Standing::read(""), Standing::default());
        assert!(Standing::read("all own ranks 0 passes 1").not_when_down, "as it is by itself");
        assert_eq!(Standing::read("nonsense ranks x passes 99").passes, NEWCOMERS_PASSES);
    }

    #[test]
    fn a_newcomer_is_asked_less_after_the_third_pass() {
        let mut standing = Standing::default();
        assert_eq!([(); 3].map(|()| standing.passed_by_hand()), [false, false, true]);
        assert_eq!(standing.only_helpful, Some(true));
        // Who has chosen is left alone.
        let mut chosen = Standing { only_helpful: Some(false), ..Standing::default() };
        assert_eq!([(); 9].map(|()| chosen.passed_by_hand()), [false; 9]);
        assert_eq!(chosen.only_helpful, Some(false));
    }

    /// A page that is loaded anew goes on with them; the next deal or match does not.
    #[test]
    fn what_is_meant_for_a_match_or_a_deal_is_kept_for_that_alone() {
        let now = InDeal { place: "/t/abc".into(), number: 2, deal: 3 };
        let mut own =
            Standing { not_this_deal: true, only_helpful: Some(true), ..Standing::default() };
        own.toggle_rank(upcard_cards::RANKS[12]);
        let text = own.passing(&now, None).unwrap();
        let after = |now: InDeal, text: Option<&str>| {
            let mut standing = Standing::read(&own.text());
            standing.recall(&now, text);
            (standing.not_this_deal, standing.ranks, standing.only_helpful)
        };
        let good = Some(true);
        assert_eq!(after(now.clone(), Some(&text)), (true, own.ranks, good));
        assert_eq!(after(InDeal { deal: 4, ..now.clone() }, Some(&text)), (false, own.ranks, good));
        let none = (false, RankSet::default(), good);
        assert_eq!(after(InDeal { number: 3, ..now.clone() }, Some(&text)), none);
        assert_eq!(after(InDeal { place: "/".into(), ..now.clone() }, Some(&text)), none);
        for wrong in [None, Some(""), Some("/t/abc\t2"), Some("/t/abc\t2 3"), Some("/t/abc\tx 3 4")]
        {
            assert_eq!(after(now.clone(), wrong), none, "{wrong:?}");
        }
        let (mut next, ranks) = (own, own.ranks);
        next.deal_begins();
        assert_eq!(after(now.clone(), next.passing(&now, None).as_deref()), (false, ranks, good));
        next.match_begins();
        assert_eq!(next.passing(&now, None), None);
        assert_eq!(next.passing(&now, Some(&text)), None, "what it was gives way");
    }

    /// Whoever goes to another table, or another match of this device, and comes back finds it as it was.
    #[test]
    fn what_is_meant_for_one_match_outlives_another() {
        let at = |place: &str, number| InDeal { place: place.to_owned(), number, deal: 1 };
        let king = Standing { ranks: RankSet::from_bits(1 << 12), ..Standing::default() };
        let ranks = |text: &str, now: &InDeal| {
            let mut standing = Standing::default();
            standing.recall(now, Some(text));
            standing.ranks
        };
        let mut text = king.passing(&at("abc", 1), None).unwrap();
        let other = Standing { not_this_deal: true, ..Standing::default() };
        text = other.passing(&at("17", 1), Some(&text)).unwrap();
        assert_eq!(ranks(&text, &at("abc", 1)), king.ranks);
        assert!(ranks(&text, &at("abc", 2)).is_empty() && ranks(&text, &at("17", 1)).is_empty());
        text = Standing::default().passing(&at("17", 1), Some(&text)).unwrap();
        assert_eq!((text.lines().count(), ranks(&text, &at("abc", 1))), (1, king.ranks));
        for table in 0..20 {
            text = king.passing(&at(&table.to_string(), 1), Some(&text)).unwrap();
        }
        assert_eq!(text.lines().count(), TABLES_MOST);
        assert!(ranks(&text, &at("abc", 1)).is_empty(), "the oldest go");
    }

    #[test]
    fn what_is_meant_for_a_deal_ends_with_it() {
        let mut standing = Standing { not_this_deal: true, ..Standing::default() };
        assert!(standing.any());
        standing.deal_begins();
        assert_eq!(standing, Standing::default());
        assert!(!standing.any());
    }

    /// Drawn delays are as those by hand: the same shares of quick and of slow ones.
    #[test]
    fn answers_by_themselves_come_as_those_by_hand() {
        let mut delays = Delays::default();
        let by_hand: Vec<u32> = (0..KEPT as u32).map(|n| 900 + n * n * 11).collect();
        by_hand.iter().for_each(|delay| delays.note(*delay));
        let mut number = 1u64;
        let mut drawn: Vec<u32> = (0..24_000)
            .map(|_| {
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
                delays.draw(number ^ number >> 29)
            })
            .collect();
        drawn.sort_unstable();
        for quarter in [1, 2, 3] {
            let (own, by_itself) = (by_hand[KEPT * quarter / 4], drawn[drawn.len() * quarter / 4]);
            let off = own.abs_diff(by_itself);
            assert!(off * 5 < own, "quartile {quarter}: {own} by hand, {by_itself} by itself");
        }
        assert!(drawn[0] >= by_hand[0] - by_hand[0] / 8);
        // Nobody is so quick that it would show; nothing is out of all bounds.
        let mut quick = Delays::default();
        quick.note(0);
        quick.note(u32::MAX);
        assert_eq!(quick.own, [600, 12_000]);
        assert!((0..1000).all(|n| (1..20_000).contains(&Delays::default().draw(n << 30 | n))));
    }
}
