//! Fairness checks on the deals: the client stores what it was shown before a match and verifies everything
//! revealed later against it.
//!
//! A client present since the gathering phase knows the commitments of the server and of all people before
//! any entropy is revealed. So nobody can change a deal afterwards without being noticed, and this client's
//! entropy prevents all others, even together, from predicting it.

use serde::{Deserialize, Serialize};
use upcard_cards::{Card, Cards};
use upcard_engine::chance::{combined_entropy, commitment, deal_seed, dealt};
use upcard_engine::{Deal, Event, Rules, Seat, Seats};
use upcard_table::wire::{Change, ClientMessage, SeatInfo, Sitter, Snapshot, Stage};
use upcard_table::{Hex, compact};

/// Evidence that somebody cheated, or that this client's entropy was not used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Fault {
    /// The secret of a deal does not match its commitment.
    Secret(Deal),
    /// The cards seen in a deal do not follow from its secret.
    Cards(Deal),
    /// The entropy of a seat does not match its commitment.
    Part(Seat),
    /// This client's entropy was committed and revealed, but not used.
    LeftOut,
    /// This client's seat has a foreign commitment.
    Replaced,
    /// The commitments or entropy of a match changed after they were shown.
    Other,
    /// A gathering's number hides an earlier gathering for the same match.
    Hidden,
}

/// Result of checking a finished deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Checked {
    /// The secret matches the earlier commitment, and the cards seen follow from it.
    Dealt,
    /// The secret matches the earlier commitment; the deal itself was not seen.
    Committed,
    /// The secret matches, but this client got the commitment only after the deal had begun.
    Late,
    /// The check failed.
    Wrong,
}

/// Summary of the checks on a match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Contributors of entropy to every deal: seats, and names at the start of the match.
    pub people: Vec<(Seat, String)>,
    /// `true` if this client's entropy is included.
    pub own: bool,
    /// Finished deals.
    pub deals: Vec<(Deal, Checked)>,
    /// Number of gatherings for this match.
    pub gatherings: u32,
    /// Faults found.
    pub faults: Vec<Fault>,
}

impl Report {
    /// Number of deals that match commitments shown before them.
    #[must_use]
    pub fn proved(&self) -> usize {
        let fits = |checked| matches!(checked, Checked::Dealt | Checked::Committed);
        self.deals.iter().filter(|(_, checked)| fits(*checked)).count()
    }

    /// Number of deals that had begun before this client got their commitments.
    #[must_use]
    pub fn late(&self) -> usize {
        self.deals.iter().filter(|(_, checked)| *checked == Checked::Late).count()
    }
}

/// Result of comparing a record with what was shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordComparison {
    /// Same commitments and entropy.
    Same,
    /// Different commitments or entropy.
    Other,
    /// Not the match that was shown to this client.
    Unknown,
}

/// Data shown before a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Shown {
    match_number: u32,
    gathering: u32,
    /// Commitments to the deals.
    commitments: Vec<Hex<32>>,
    /// Commitments of people to their entropy.
    bound: Vec<(Seat, Hex<32>)>,
    /// This client's seat and entropy, if included.
    own: Option<(Seat, Hex<32>)>,
    /// `true` if this client's entropy was revealed.
    revealed: bool,
    /// Number of deals that had begun when this was shown.
    since: u8,
}

/// Start of a deal as seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Start {
    /// Number of the deal, from 1.
    number: u8,
    /// Index into the deals of the rules.
    deal: u8,
    dealer: Seat,
    cut: u16,
    /// This client's seat and hand.
    hand: Option<(Seat, Cards)>,
    upcard: Option<Card>,
    /// `true` once the cards were dealt.
    dealt: bool,
    /// Seats that were dealt cards; empty in data saved before players could sit out a deal.
    #[serde(default)]
    playing: Seats,
    /// Cards turned up to determine the wild rank.
    #[serde(default)]
    wild: Vec<Card>,
}

/// A started match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Begun {
    shown: Shown,
    entropy: Vec<(Seat, Hex<32>)>,
    names: Vec<(Seat, String)>,
    deals: Vec<(Deal, Checked)>,
}

/// All data a client saves to verify a table's deals.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Fairness {
    /// This client's entropy for the next gathering.
    next: Option<Hex<32>>,
    /// Current gathering.
    gathering: Option<Shown>,
    /// Last gathering shown: match number and gathering number.
    last: Option<(u32, u32)>,
    /// Current or last match.
    begun: Option<Begun>,
    start: Option<Start>,
    faults: Vec<Fault>,
}

impl Fairness {
    /// Returns this client's commitment for the next match, to be sent unless the table has it already.
    /// `random` returns 32 cryptographically secure bytes.
    pub fn commit(
        &mut self,
        known: Option<Hex<32>>,
        random: impl FnOnce() -> [u8; 32],
    ) -> Option<ClientMessage> {
        let next = *self.next.get_or_insert_with(|| Hex(random()));
        let commitment = Hex(commitment(&next.0));
        (known != Some(commitment)).then_some(ClientMessage::Commit { commitment })
    }

    /// The table rejected the commitment: the next one uses fresh entropy.
    pub fn refused(&mut self) {
        self.next = None;
    }

    /// Reveals this client's entropy if it is part of the current gathering.
    pub fn reveal(&mut self) -> Option<ClientMessage> {
        let gathering = self.gathering.as_mut()?;
        let (_, entropy) = gathering.own?;
        gathering.revealed = true;
        Some(ClientMessage::Reveal { entropy })
    }

    fn report_fault(&mut self, fault: Fault) {
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    /// Handles a new gathering. From here on this client's entropy in it counts as used, whatever the
    /// outcome.
    fn apply_gathering(&mut self, mut shown: Shown, seat: Option<Seat>) {
        if let Some(known) = &self.gathering
            && (known.match_number, known.gathering) == (shown.match_number, shown.gathering)
        {
            // Repeated after a reconnection.
            if (&known.commitments, &known.bound) != (&shown.commitments, &shown.bound) {
                self.report_fault(Fault::Other);
            }
            return;
        }
        let this = (shown.match_number, shown.gathering);
        if self.last.is_some_and(|last| last.0 == this.0 && last.1 >= this.1) {
            self.report_fault(Fault::Hidden);
        }
        self.last = Some(this);
        let bound = seat.and_then(|own| shown.bound.iter().find(|(seat, _)| *seat == own));
        if let (Some((seat, bound)), Some(next)) = (bound, self.next) {
            if *bound == Hex(commitment(&next.0)) {
                shown.own = Some((*seat, next));
                self.next = None;
            } else {
                self.report_fault(Fault::Replaced);
            }
        }
        self.gathering = Some(shown);
    }

    /// Handles the start of a match with this entropy.
    fn start_match(&mut self, shown: Shown, entropy: &[(Seat, Hex<32>)], seated: &[SeatInfo]) {
        for (seat, part) in entropy {
            if !shown.bound.contains(&(*seat, Hex(commitment(&part.0)))) {
                self.report_fault(Fault::Part(*seat));
            }
        }
        if shown.own.is_some_and(|own| shown.revealed && !entropy.contains(&own)) {
            self.report_fault(Fault::LeftOut);
        }
        let name = |seat: Seat| match seated.get(seat.index()).map(|info| &info.sitter) {
            Some(Sitter::Person { name }) => name.clone(),
            _ => String::new(),
        };
        let names = entropy.iter().map(|(seat, _)| (*seat, name(*seat))).collect();
        self.begun = Some(Begun { shown, entropy: entropy.to_vec(), names, deals: Vec::new() });
        self.start = None;
    }

    /// Folds a change at the table. `number` is that of the previous match, `seat` this client's seat.
    pub(crate) fn apply_change(
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
                self.apply_gathering(shown, seat);
            }
            Change::Began { number, entropy, .. } => {
                let gathering = self.gathering.take();
                match gathering.filter(|shown| shown.match_number == *number) {
                    Some(shown) => self.start_match(shown, entropy, seated),
                    None => self.begun = None,
                }
            }
            Change::Revealed { deal, secret } => self.verify_secret(*deal, secret, rules),
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

    /// Checks a full snapshot of the table.
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
            self.apply_gathering(shown, snapshot.seat);
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
                    self.report_fault(Fault::Other);
                } else if let Some(known) = &mut self.begun {
                    known.shown.commitments.clone_from(more);
                }
            }
            (_, Some(known)) if same(&known) => {
                // The client missed the start, but not the gathering.
                if !shown.commitments.starts_with(&known.commitments) || known.bound != shown.bound
                {
                    self.report_fault(Fault::Other);
                }
                self.start_match(known, &snapshot.entropy, &snapshot.seated);
            }
            _ => {
                self.faults.clear();
                self.start_match(shown, &snapshot.entropy, &snapshot.seated);
            }
        }
        for (deal, secret) in Deal::all().zip(&snapshot.secrets) {
            self.verify_secret(deal, secret, rules);
        }
    }

    /// Records the start of a deal. `number` is the deal's, from 1; `playing` are the seats that are dealt
    /// cards.
    pub(crate) fn apply_event(
        &mut self,
        event: &Event,
        number: u8,
        seat: Option<Seat>,
        playing: Seats,
    ) {
        match (event, &mut self.start) {
            (Event::DealBegan { deal, dealer, .. }, start) => {
                *start = Some(Start {
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
            (Event::WasCut { at, .. }, Some(start)) => start.cut = *at,
            (Event::Dealt { hands, upcard, .. }, Some(start)) => {
                start.hand = seat.and_then(|seat| Some((seat, (*hands.get(seat.index())?)?)));
                start.upcard = *upcard;
                start.dealt = true;
            }
            (Event::WildTurned { cards }, Some(start)) => start.wild.clone_from(cards),
            _ => {}
        }
    }

    /// Checks a revealed deal secret.
    fn verify_secret(&mut self, deal: Deal, secret: &Hex<32>, rules: Option<&Rules>) {
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
            let seed = deal_seed(&secret.0, &combined_entropy(&parts));
            let seen = start.filter(|start| start.dealt).zip(rules);
            let given = seen.and_then(|(start, rules)| {
                let all = start.playing.is_empty().then(|| Seats::all(rules.players));
                let playing = all.unwrap_or(start.playing);
                let given = dealt(&seed, rules, start.deal, start.dealer, playing, start.cut)?;
                let same = |(seat, hand): (Seat, _)| given.hands.get(seat.index()) == Some(&hand);
                let hand = start.hand.is_none_or(same);
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
            self.report_fault(fault);
        }
    }

    /// Report on the current or last match.
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

    /// Compares the commitments and entropy in the text of a record with those shown. Does not verify the
    /// record's deals.
    #[must_use]
    pub fn compare_record(&self, text: &str) -> RecordComparison {
        let Some(begun) = &self.begun else { return RecordComparison::Unknown };
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
            return RecordComparison::Unknown;
        }
        let deals: Vec<(u8, Hex<32>)> =
            (1..=u8::MAX).zip(begun.shown.commitments.iter().copied()).collect();
        let from_one = |list: &[(Seat, Hex<32>)]| -> Vec<(u8, Hex<32>)> {
            list.iter().map(|(seat, hash)| (seat.number(), *hash)).collect()
        };
        // Commitments to further deals may have followed the last ones shown.
        let same = commitments.starts_with(&deals)
            && bound == from_one(&begun.shown.bound)
            && entropy == from_one(&begun.entropy);
        if same { RecordComparison::Same } else { RecordComparison::Other }
    }

    /// Serializes to a string for browser storage, one character per byte.
    #[must_use]
    pub fn saved_text(&self) -> String {
        compact::write(self).into_iter().map(char::from).collect()
    }

    /// Restores the result of [`Fairness::saved_text`]; `None` if the text is invalid.
    #[must_use]
    pub fn parse_saved(text: &str) -> Option<Fairness> {
        let bytes: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(c).ok()).collect();
        compact::read(&bytes?)
    }
}

#[cfg(test)]
mod tests;
