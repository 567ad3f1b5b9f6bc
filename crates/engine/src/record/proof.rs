//! Proving a record: that it is as it was closed, and that its deals follow from secrets that were
//! committed to before them.

use super::lines::{LineKind, Record};
use super::replay::{Difference, ReplayError};
use crate::chance::{Chance, Seed, commitment, joined_entropy};
use crate::deal::Deal;
use crate::game::Game;
use crate::seat::Seat;
use crate::table::Phase;

/// How a match stands at the end of its record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It was played to its end.
    Over,
    /// It was ended before its time.
    Ended,
    /// It is still being played.
    Running,
}

/// What a record proves. The moves are legal, and the points and winners follow, in any case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Deals that follow from a secret that was committed to before the first deal.
    pub before_match: usize,
    /// Deals that follow from a secret that was committed to later, before the deal itself.
    pub before_deal: usize,
    /// Is there another deal, that is still being played? Its secret is not known yet.
    pub open: bool,
    /// The seats whose people's entropy is in the deals; format 1 does not name them.
    pub people: Vec<Option<Seat>>,
    /// The seats of people that committed to entropy and did not show it.
    pub silent: Vec<Seat>,
    /// How the match stands.
    pub end: End,
    /// Is the record closed?
    pub closed: bool,
}

impl Proof {
    /// Deals that are proved.
    #[must_use]
    pub fn deals(&self) -> usize {
        self.before_match + self.before_deal
    }
}

/// The commitments and secrets of a record, each where it belongs.
struct Bindings {
    /// By deal, from the first.
    commitments: Vec<Seed>,
    secrets: Vec<Option<Seed>>,
    /// Deals that were committed to before the first one.
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
    /// Plays the record again by the secrets that it reveals, and compares: proves each deal. Of
    /// the deal that is still being played, chance's answers are taken from the record. Whether a
    /// signature is the key's is not looked at.
    ///
    /// # Errors
    /// What shows that the record is not what it claims to be: first whether it was changed after
    /// it was closed, then the line that is not what the secrets give, or what is missing.
    pub fn verify(&self) -> Result<Proof, ReplayError> {
        if self.closing.as_ref().is_some_and(|closing| !closing.fits) {
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
        let chance = Chance::revealed(secrets.collect(), joined_entropy(&parts));
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
            people: self.entropy.iter().map(|part| part.seat).collect(),
            silent,
            end,
            closed: self.closing.is_some(),
        })
    }

    /// The seats that committed to entropy and did not show it; all that was shown must be what was
    /// committed to.
    fn silent(&self) -> Result<Vec<Seat>, ReplayError> {
        let shown = |seat| self.entropy.iter().any(|part| part.seat == Some(seat));
        for part in &self.entropy {
            let Some(seat) = part.seat else { continue };
            if !self.bound.contains(&(seat, commitment(&part.entropy))) {
                return Err(ReplayError::NotBound(seat));
            }
        }
        Ok(self.bound.iter().map(|(seat, _)| *seat).filter(|seat| !shown(*seat)).collect())
    }

    /// Checks that each deal was committed to before it began, that its secret fits and, in format
    /// 2, that each of these lines stands where it belongs.
    fn bindings(&self) -> Result<Bindings, ReplayError> {
        let strict = self.format >= 2;
        let mut all = Bindings {
            commitments: Vec::new(),
            secrets: vec![None; usize::from(u8::MAX)],
            ahead: 0,
            begun: None,
            ended: false,
        };
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
