//! Whether the deals are fair, as far as a client can see: it keeps what it was shown before a
//! match, and compares everything that is revealed with it.
//!
//! A client that was there from the gathering on knows the commitments of the server and of all
//! people before anybody's entropy is shown. So nobody can choose a deal afterwards without its
//! notice, and the own entropy keeps all others together from knowing it before.

use serde::{Deserialize, Serialize};
use upcard_cards::{Card, Cards};
use upcard_engine::chance::{commitment, deal_seed, dealt, joined_entropy};
use upcard_engine::{Deal, Event, Rules, Seat, Seats};
use upcard_table::wire::{Change, ClientMessage, SeatInfo, Sitter, Snapshot, Stage};
use upcard_table::{Hex, compact};

/// What shows that somebody has cheated, or that this client was left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Fault {
    /// The secret of a deal, from 1, is not the one that was committed to.
    Secret(Deal),
    /// The cards that were seen of a deal, from 1, are not those that its secret gives.
    Cards(Deal),
    /// The entropy of a seat is not what its person had committed to.
    Part(Seat),
    /// The own entropy was committed to and shown, and not used.
    LeftOut,
    /// Another commitment stands at the own seat than this client's.
    Replaced,
    /// The commitments or the entropy of a match are others than were shown before.
    Other,
    /// A gathering is numbered as if an earlier one for the same match had not been.
    Hidden,
}

/// What is known of a deal that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Checked {
    /// The secret is what was committed to before, and the cards that were seen follow from it.
    Dealt,
    /// The secret is what was committed to before; how it was dealt was not seen.
    Committed,
    /// The secret fits, but its commitment was shown to this client only after the deal had begun.
    Late,
    /// It does not fit.
    Wrong,
}

/// What is known of a match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Who contributed to every deal of the match: the seats, and the names at its beginning.
    pub people: Vec<(Seat, String)>,
    /// Is the own entropy among them?
    pub own: bool,
    /// The deals that are over, with their numbers from 1.
    pub deals: Vec<(Deal, Checked)>,
    /// How often entropy was gathered for this match.
    pub gatherings: u32,
    /// What is wrong.
    pub faults: Vec<Fault>,
}

impl Report {
    /// Deals whose commitments were shown before them, and fit.
    #[must_use]
    pub fn proved(&self) -> usize {
        let fits = |checked| matches!(checked, Checked::Dealt | Checked::Committed);
        self.deals.iter().filter(|(_, checked)| fits(*checked)).count()
    }

    /// Deals of which this client was shown nothing before they began.
    #[must_use]
    pub fn late(&self) -> usize {
        self.deals.iter().filter(|(_, checked)| *checked == Checked::Late).count()
    }
}

/// How a record compares with what was shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SameRecord {
    /// It has the same commitments and the same entropy.
    Same,
    /// It has others.
    Other,
    /// It is not of the match of which this client was shown anything.
    Unknown,
}

/// What was shown before a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Shown {
    /// The match's number at its table.
    match_number: u32,
    /// Which gathering for it.
    gathering: u32,
    /// The commitments to the deals.
    commitments: Vec<Hex<32>>,
    /// What people have committed to.
    bound: Vec<(Seat, Hex<32>)>,
    /// The own entropy in it.
    own: Option<(Seat, Hex<32>)>,
    /// Was that shown?
    revealed: bool,
    /// The deals that had begun when this was shown.
    since: u8,
}

/// The beginning of a deal, as it was seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Start {
    /// The deal, from 1.
    number: u8,
    /// Its index into the rules' deals.
    deal: u8,
    dealer: Seat,
    cut: u16,
    /// The own seat with its hand.
    hand: Option<(Seat, Cards)>,
    upcard: Option<Card>,
    /// Were the cards dealt?
    dealt: bool,
    /// The seats that were dealt cards; none in what was kept before any could be left out.
    #[serde(default)]
    playing: Seats,
    /// The cards turned up for the wild rank.
    #[serde(default)]
    wild: Vec<Card>,
}

/// A match that has begun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Begun {
    shown: Shown,
    entropy: Vec<(Seat, Hex<32>)>,
    names: Vec<(Seat, String)>,
    deals: Vec<(Deal, Checked)>,
}

/// All that a client keeps to check a table's deals.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Fairness {
    /// The own entropy for the next gathering.
    next: Option<Hex<32>>,
    /// The gathering that is going on.
    gathering: Option<Shown>,
    /// The last gathering that was shown: its match and its number.
    last: Option<(u32, u32)>,
    /// The match that is being played or was played last.
    begun: Option<Begun>,
    start: Option<Start>,
    faults: Vec<Fault>,
}

impl Fairness {
    /// The own commitment for the next match, to be sent where the table does not know it.
    /// `random` makes 32 bytes that nobody can predict.
    pub fn commit(
        &mut self,
        known: Option<Hex<32>>,
        random: impl FnOnce() -> [u8; 32],
    ) -> Option<ClientMessage> {
        let next = *self.next.get_or_insert_with(|| Hex(random()));
        let commitment = Hex(commitment(&next.0));
        (known != Some(commitment)).then_some(ClientMessage::Commit { commitment })
    }

    /// The table refuses the commitment: the next one is of new entropy.
    pub fn refused(&mut self) {
        self.next = None;
    }

    /// Shows the own entropy, where it is in the gathering that is going on.
    pub fn reveal(&mut self) -> Option<ClientMessage> {
        let gathering = self.gathering.as_mut()?;
        let (_, entropy) = gathering.own?;
        gathering.revealed = true;
        Some(ClientMessage::Reveal { entropy })
    }

    fn wrong(&mut self, fault: Fault) {
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    /// A gathering is shown. From now on the own entropy in it is used up, whatever comes of it.
    fn gathered(&mut self, mut shown: Shown, seat: Option<Seat>) {
        if let Some(known) = &self.gathering
            && (known.match_number, known.gathering) == (shown.match_number, shown.gathering)
        {
            // The same once more, after a break.
            if (&known.commitments, &known.bound) != (&shown.commitments, &shown.bound) {
                self.wrong(Fault::Other);
            }
            return;
        }
        let this = (shown.match_number, shown.gathering);
        if self.last.is_some_and(|last| last.0 == this.0 && last.1 >= this.1) {
            self.wrong(Fault::Hidden);
        }
        self.last = Some(this);
        let bound = seat.and_then(|own| shown.bound.iter().find(|(seat, _)| *seat == own));
        if let (Some((seat, bound)), Some(next)) = (bound, self.next) {
            if *bound == Hex(commitment(&next.0)) {
                shown.own = Some((*seat, next));
                self.next = None;
            } else {
                self.wrong(Fault::Replaced);
            }
        }
        self.gathering = Some(shown);
    }

    /// A match begins with this entropy.
    fn begins(&mut self, shown: Shown, entropy: &[(Seat, Hex<32>)], seated: &[SeatInfo]) {
        for (seat, part) in entropy {
            if !shown.bound.contains(&(*seat, Hex(commitment(&part.0)))) {
                self.wrong(Fault::Part(*seat));
            }
        }
        if shown.own.is_some_and(|own| shown.revealed && !entropy.contains(&own)) {
            self.wrong(Fault::LeftOut);
        }
        let name = |seat: Seat| match seated.get(seat.index()).map(|info| &info.sitter) {
            Some(Sitter::Person { name }) => name.clone(),
            _ => String::new(),
        };
        let names = entropy.iter().map(|(seat, _)| (*seat, name(*seat))).collect();
        self.begun = Some(Begun { shown, entropy: entropy.to_vec(), names, deals: Vec::new() });
        self.start = None;
    }

    /// Folds a change at the table. `number` is that of the match before it, `seat` the own seat.
    pub(crate) fn changed(
        &mut self,
        change: &Change,
        number: u32,
        seat: Option<Seat>,
        seated: &[SeatInfo],
        rules: Option<&Rules>,
    ) {
        match change {
            Change::Gathering { commitments, bound, number: gathering } => {
                let shown = Shown {
                    match_number: number + 1,
                    gathering: *gathering,
                    commitments: commitments.clone(),
                    bound: bound.clone(),
                    own: None,
                    revealed: false,
                    since: 0,
                };
                self.faults.clear();
                self.gathered(shown, seat);
            }
            Change::Began { number, entropy, .. } => {
                let gathering = self.gathering.take();
                match gathering.filter(|shown| shown.match_number == *number) {
                    Some(shown) => self.begins(shown, entropy, seated),
                    None => self.begun = None,
                }
            }
            Change::Revealed { deal, secret } => self.revealed(*deal, secret, rules),
            Change::Committed { deal, commitment } => {
                if let Some(begun) = &mut self.begun
                    && begun.shown.commitments.len() == deal.index()
                {
                    begun.shown.commitments.push(*commitment);
                }
            }
            Change::Ended => self.gathering = None,
            Change::SetUp { .. }
            | Change::Seat { .. }
            | Change::Paced { .. }
            | Change::Hinted { .. } => {}
        }
    }

    /// Compares with everything that a table shows of itself at once.
    pub(crate) fn compare(&mut self, snapshot: &Snapshot, rules: Option<&Rules>) {
        let gathers = snapshot.stage == Stage::Gathering;
        let match_number = snapshot.number + u32::from(gathers);
        let begun = snapshot.view.as_ref().map_or(0, |view| view.table.deals_begun());
        let shown = Shown {
            match_number,
            gathering: snapshot.gathering,
            commitments: snapshot.commitments.clone(),
            bound: snapshot.bound.clone(),
            own: None,
            revealed: false,
            since: if gathers { 0 } else { begun },
        };
        if gathers {
            self.gathered(shown, snapshot.seat);
            return;
        }
        let gathering = self.gathering.take();
        if snapshot.view.is_none() || shown.commitments.is_empty() {
            return;
        }
        let same = |known: &Shown| {
            (known.match_number, known.gathering) == (match_number, snapshot.gathering)
        };
        match (&self.begun, gathering) {
            (Some(known), _) if same(&known.shown) => {
                let more = &shown.commitments;
                if !more.starts_with(&known.shown.commitments)
                    || known.shown.bound != shown.bound
                    || known.entropy != snapshot.entropy
                {
                    self.wrong(Fault::Other);
                } else if let Some(known) = &mut self.begun {
                    known.shown.commitments.clone_from(more);
                }
            }
            (_, Some(known)) if same(&known) => {
                // The beginning was missed, not what was shown before it.
                if !shown.commitments.starts_with(&known.commitments) || known.bound != shown.bound
                {
                    self.wrong(Fault::Other);
                }
                self.begins(known, &snapshot.entropy, &snapshot.seated);
            }
            _ => {
                self.faults.clear();
                self.begins(shown, &snapshot.entropy, &snapshot.seated);
            }
        }
        for (deal, secret) in Deal::all().zip(&snapshot.secrets) {
            self.revealed(deal, secret, rules);
        }
    }

    /// Notes how a deal begins. `number` is the deal's, from 1; `playing` are the seats that are
    /// dealt cards.
    pub(crate) fn happened(
        &mut self,
        event: &Event,
        number: u8,
        seat: Option<Seat>,
        playing: Seats,
    ) {
        match event {
            Event::DealBegan { deal, dealer, .. } => {
                self.start = Some(Start {
                    number,
                    deal: *deal,
                    dealer: *dealer,
                    cut: 0,
                    hand: None,
                    upcard: None,
                    dealt: false,
                    playing,
                    wild: Vec::new(),
                });
            }
            Event::WasCut { at, .. } => {
                if let Some(start) = &mut self.start {
                    start.cut = *at;
                }
            }
            Event::Dealt { hands, upcard, .. } => {
                if let Some(start) = &mut self.start {
                    let own = seat.and_then(|seat| Some((seat, *hands.get(seat.index())?)));
                    start.hand = own.and_then(|(seat, hand)| Some((seat, hand?)));
                    start.upcard = *upcard;
                    start.dealt = true;
                }
            }
            Event::WildTurned { cards } => {
                if let Some(start) = &mut self.start {
                    start.wild.clone_from(cards);
                }
            }
            _ => {}
        }
    }

    /// A deal's secret is revealed.
    fn revealed(&mut self, deal: Deal, secret: &Hex<32>, rules: Option<&Rules>) {
        let start = self.start.take_if(|start| start.number == deal.number());
        let Some(begun) = &mut self.begun else { return };
        if begun.deals.iter().any(|(known, _)| *known == deal) {
            return;
        }
        let committed = begun.shown.commitments.get(deal.index());
        let mut fault = None;
        let checked = if committed != Some(&Hex(commitment(&secret.0))) {
            fault = Some(Fault::Secret(deal));
            Checked::Wrong
        } else if begun.shown.since >= deal.number() {
            Checked::Late
        } else {
            let parts: Vec<[u8; 32]> = begun.entropy.iter().map(|(_, part)| part.0).collect();
            let seed = deal_seed(&secret.0, &joined_entropy(&parts));
            let seen = start.filter(|start| start.dealt).zip(rules);
            let given = seen.and_then(|(start, rules)| {
                let all = start.playing.is_empty().then(|| Seats::all(rules.players));
                let playing = all.unwrap_or(start.playing);
                let given = dealt(&seed, rules, start.deal, start.dealer, playing, start.cut)?;
                let hand = start
                    .hand
                    .is_none_or(|(seat, hand)| given.hands.get(seat.index()) == Some(&hand));
                Some(hand && given.upcard == start.upcard && given.wild == start.wild)
            });
            match given {
                Some(true) => Checked::Dealt,
                Some(false) => {
                    fault = Some(Fault::Cards(deal));
                    Checked::Wrong
                }
                None => Checked::Committed,
            }
        };
        begun.deals.push((deal, checked));
        if let Some(fault) = fault {
            self.wrong(fault);
        }
    }

    /// What is known of the match that is being played or was played last.
    #[must_use]
    pub fn report(&self) -> Report {
        let faults = self.faults.clone();
        let Some(begun) = &self.begun else { return Report { faults, ..Report::default() } };
        Report {
            people: begun.names.clone(),
            own: begun.shown.own.is_some_and(|own| begun.entropy.contains(&own)),
            deals: begun.deals.clone(),
            gatherings: begun.shown.gathering,
            faults,
        }
    }

    /// Does the text of a record have the commitments and the entropy that were shown? Whether the
    /// record proves its deals is another question.
    #[must_use]
    pub fn compare_record(&self, text: &str) -> SameRecord {
        let Some(begun) = &self.begun else { return SameRecord::Unknown };
        let mut number = None;
        let (mut commitments, mut bound, mut entropy) = (Vec::new(), Vec::new(), Vec::new());
        for line in text.lines() {
            let mut words = line.split_ascii_whitespace();
            let word = words.next();
            let list = match word {
                Some("match") => {
                    number = number.or(words.next().and_then(|n| n.parse().ok()));
                    continue;
                }
                Some("commit") => &mut commitments,
                Some("bound") => &mut bound,
                Some("entropy") => &mut entropy,
                _ => continue,
            };
            let which = words.next().and_then(|n| n.parse::<u8>().ok());
            let hash = words.next().and_then(|hash| hash.parse::<Hex<32>>().ok());
            list.extend(which.zip(hash));
        }
        if number != Some(begun.shown.match_number) {
            return SameRecord::Unknown;
        }
        let deals: Vec<(u8, Hex<32>)> =
            (1..=u8::MAX).zip(begun.shown.commitments.iter().copied()).collect();
        let from_one = |list: &[(Seat, Hex<32>)]| -> Vec<(u8, Hex<32>)> {
            list.iter().map(|(seat, hash)| (seat.number(), *hash)).collect()
        };
        // Those of deals that go beyond may have come after the last that was shown.
        let same = commitments.starts_with(&deals)
            && bound == from_one(&begun.shown.bound)
            && entropy == from_one(&begun.entropy);
        if same { SameRecord::Same } else { SameRecord::Other }
    }

    /// All of it as a text that a browser can keep: each character is a byte.
    #[must_use]
    pub fn kept(&self) -> String {
        compact::write(self).into_iter().map(char::from).collect()
    }

    /// What [`Fairness::kept`] gave; none where it is not that.
    #[must_use]
    pub fn read_kept(text: &str) -> Option<Fairness> {
        let bytes: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(c).ok()).collect();
        compact::read(&bytes?)
    }
}

#[cfg(test)]
mod tests;
