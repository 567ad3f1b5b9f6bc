//! Verification of records: that a record is unchanged since it was closed, and that its deals
//! follow from secrets committed to beforehand.

use super::lines::{LineKind, Record};
use super::replay::{Difference, ReplayError};
use crate::chance::{Chance, Seed, combined_entropy, commitment};
use crate::deal::Deal;
use crate::game::Game;
use crate::seat::Seat;
use crate::table::Phase;

/// State of a match at the end of its record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Played to the end.
    Over,
    /// Ended early.
    Ended,
    /// Still in progress.
    Running,
}

/// What a record proves, besides that its moves are legal and its points and winners correct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Number of deals proved by a commitment before the first deal.
    pub before_match: usize,
    /// Number of deals proved by a later commitment, before the deal itself.
    pub before_deal: usize,
    /// Whether there is another deal in progress, whose secret is still unknown.
    pub open: bool,
    /// Seats whose players' entropy is in the deals; format 1 does not name them.
    pub contributors: Vec<Option<Seat>>,
    /// Seats that committed to entropy but did not reveal it.
    pub silent: Vec<Seat>,
    /// State of the match.
    pub end: End,
    /// Whether the record is closed.
    pub closed: bool,
}

impl Proof {
    /// Number of deals proved.
    #[must_use]
    pub fn deals(&self) -> usize {
        self.before_match + self.before_deal
    }
}

/// The commitments and secrets of a record, by deal.
#[derive(Default)]
struct Bindings {
    /// Commitments by deal, from the first.
    commitments: Vec<Seed>,
    secrets: Vec<Option<Seed>>,
    /// Number of deals committed to before the first one.
    ahead: usize,
    begun: Option<Deal>,
    ended: bool,
}

impl Bindings {
    fn has_secret(&self, deal: Deal) -> bool {
        self.secrets[deal.index()].is_some()
    }

    fn commit(&mut self, strict: bool, deal: Deal, hash: Seed) -> Result<(), Difference> {
        let number = usize::from(deal.number());
        if deal.index() < self.commitments.len() {
            return Err(Difference::CommittedTwice { deal: number });
        }
        if Some(deal) <= self.begun {
            return Err(Difference::CommittedLate { deal: number });
        }
        if deal.index() != self.commitments.len() {
            return Err(Difference::CommitmentExpected { deal: self.commitments.len() + 1 });
        }
        if strict && self.begun.is_some_and(|begun| !self.has_secret(begun)) {
            return Err(Difference::CommittedInDeal);
        }
        self.commitments.push(hash);
        Ok(())
    }
}

impl Record {
    /// Replays the record with the secrets it reveals and compares, which proves each deal. For a
    /// deal in progress, the random outcomes are taken from the record. Does not verify the
    /// signature itself.
    ///
    /// # Errors
    /// Evidence against the record: first whether it was changed after closing, then the line that
    /// does not follow from the secrets, or what is missing.
    pub fn verify(&self) -> Result<Proof, ReplayError> {
        if self.closing.as_ref().is_some_and(|closing| !closing.matches) {
            return Err(ReplayError::Changed);
        }
        let signed = self.closing.as_ref().is_some_and(|closing| closing.signature.is_some());
        if signed != self.key.is_some() {
            return Err(ReplayError::NotSigned);
        }
        let silent = self.silent()?;
        let bindings = self.bindings()?;
        let known = |deal: Deal| bindings.has_secret(deal);
        let secrets = Deal::all().filter_map(|deal| Some((deal, bindings.secrets[deal.index()]?)));
        let parts: Vec<Seed> = self.entropy.iter().map(|part| part.entropy).collect();
        let chance = Chance::revealed(secrets.collect(), combined_entropy(&parts));
        let game = self.run(Game::new(self.table_rules()?, chance), known, |_, _| {})?;
        let open = bindings.begun.filter(|last| !known(*last));
        let deal_over = bindings.ended || game.table().phase.is_after_deal();
        if let Some(last) = open.filter(|_| deal_over) {
            return Err(ReplayError::NoSecret(last));
        }
        let end = match game.table().phase {
            _ if bindings.ended => End::Ended,
            Phase::MatchOver => End::Over,
            _ => End::Running,
        };
        match (end, &self.closing) {
            (End::Running, Some(_)) => return Err(ReplayError::ClosedEarly),
            (End::Over | End::Ended, None) if self.format >= 2 => {
                return Err(ReplayError::NotClosed);
            }
            _ => {}
        }
        let begun = bindings.begun.map_or(0, |deal| usize::from(deal.number()));
        let proved = begun - usize::from(open.is_some());
        let before_match = bindings.ahead.min(proved);
        Ok(Proof {
            before_match,
            before_deal: proved - before_match,
            open: open.is_some(),
            contributors: self.entropy.iter().map(|part| part.seat).collect(),
            silent,
            end,
            closed: self.closing.is_some(),
        })
    }

    /// Seats that committed to entropy but did not reveal it. Checks that all revealed entropy
    /// matches its commitment.
    fn silent(&self) -> Result<Vec<Seat>, ReplayError> {
        let shown = |seat| self.entropy.iter().any(|part| part.seat == Some(seat));
        for part in &self.entropy {
            let Some(seat) = part.seat else { continue };
            if !self.entropy_commitments.contains(&(seat, commitment(&part.entropy))) {
                return Err(ReplayError::NotBound(seat));
            }
        }
        let bound = self.entropy_commitments.iter().map(|(seat, _)| *seat);
        Ok(bound.filter(|seat| !shown(*seat)).collect())
    }

    /// Checks that each deal was committed to before it began, that its secret matches and, in
    /// format 2, that each of these lines is in its place.
    fn bindings(&self) -> Result<Bindings, ReplayError> {
        let strict = self.format >= 2;
        let mut all = Bindings { secrets: vec![None; usize::from(u8::MAX)], ..Bindings::default() };
        let mut before: Option<&LineKind> = None;
        for line in &self.lines {
            let differs = |what| ReplayError::Differs { line: line.number, what };
            match &line.kind {
                LineKind::Commit(deal, hash) => {
                    all.commit(strict, *deal, *hash).map_err(differs)?;
                }
                LineKind::Next(_) => {
                    let next = match all.begun {
                        None => {
                            all.ahead = all.commitments.len();
                            Some(Deal::FIRST)
                        }
                        Some(last) if strict && !all.has_secret(last) => {
                            return Err(ReplayError::NoSecret(last));
                        }
                        Some(last) => last.next(),
                    };
                    let most = Difference::Deals { most: u8::MAX };
                    let next = next.ok_or_else(|| differs(most))?;
                    if next.index() >= all.commitments.len() {
                        return Err(ReplayError::NoCommitment(next));
                    }
                    all.begun = Some(next);
                }
                LineKind::Secret(deal, secret) => {
                    let after_deal = matches!(
                        before,
                        Some(LineKind::Points(_) | LineKind::Winners(_) | LineKind::Ended)
                    );
                    let placed = Some(*deal) <= all.begun
                        && (!strict || (after_deal && Some(*deal) == all.begun));
                    if all.has_secret(*deal) || !placed {
                        return Err(differs(Difference::SecretPlace { deal: deal.number() }));
                    }
                    if all.commitments.get(deal.index()) != Some(&commitment(secret)) {
                        let line = line.number;
                        return Err(ReplayError::NotCommitted { line, deal: *deal });
                    }
                    all.secrets[deal.index()] = Some(*secret);
                }
                LineKind::Ended => all.ended = true,
                LineKind::Act(..) | LineKind::Points(_) | LineKind::Winners(_) => {}
            }
            before = Some(&line.kind);
        }
        let mut over = Deal::all().take_while(|deal| Some(*deal) < all.begun);
        match over.find(|deal| !all.has_secret(*deal)) {
            Some(deal) => Err(ReplayError::NoSecret(deal)),
            None => Ok(all),
        }
    }
}
