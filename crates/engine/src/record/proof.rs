//! Proving a record: that it is as it was closed, and that its deals follow from secrets that were
//! committed to before them.

use super::{Difference, LineKind, Record, ReplayError};
use crate::chance::{Chance, Seed, commitment, joined_entropy};
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
    commitments: Vec<Option<Seed>>,
    secrets: Vec<Option<Seed>>,
    /// The last deal that was committed to, from 1.
    last: usize,
    /// Deals that were committed to before the first one.
    ahead: usize,
    begun: usize,
    ended: bool,
}

impl Bindings {
    fn commit(&mut self, strict: bool, deal: usize, hash: Seed) -> Result<(), Difference> {
        if self.commitments[deal].is_some() {
            return Err(Difference::CommittedTwice { deal });
        }
        if deal <= self.begun && deal > 0 {
            return Err(Difference::CommittedLate { deal });
        }
        if deal != self.last + 1 {
            return Err(Difference::CommitmentExpected { deal: self.last + 1 });
        }
        let open = self.begun > 0 && self.secrets[self.begun].is_none();
        if strict && open {
            return Err(Difference::CommittedInDeal);
        }
        self.commitments[deal] = Some(hash);
        self.last = deal;
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
        let known = |deal: u8| bindings.secrets[usize::from(deal)].is_some();
        let secrets =
            (1..=u8::MAX).filter_map(|deal| Some((deal, bindings.secrets[usize::from(deal)]?)));
        let parts: Vec<Seed> = self.entropy.iter().map(|part| part.entropy).collect();
        let chance = Chance::revealed(secrets.collect(), joined_entropy(&parts));
        let game = self.run(Game::new(self.table_rules()?, chance), known, |_, _| {})?;
        let last = bindings.begun as u8;
        let open = last > 0 && !known(last);
        let deal_over = bindings.ended || game.table().phase.is_after_deal();
        if open && deal_over {
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
        let proved = bindings.begun - usize::from(open);
        let before_match = bindings.ahead.min(proved);
        Ok(Proof {
            before_match,
            before_deal: proved - before_match,
            open,
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
        let deals = usize::from(u8::MAX) + 1;
        let mut all = Bindings {
            commitments: vec![None; deals],
            secrets: vec![None; deals],
            last: 0,
            ahead: 0,
            begun: 0,
            ended: false,
        };
        let mut before: Option<&LineKind> = None;
        for line in &self.lines {
            let differs = |what| ReplayError::Differs { line: line.number, what };
            match &line.kind {
                LineKind::Commit(deal, hash) => {
                    all.commit(strict, usize::from(*deal), *hash).map_err(differs)?;
                }
                LineKind::Next(_) => {
                    if all.begun == 0 {
                        all.ahead = all.last;
                    } else if strict && all.secrets[all.begun].is_none() {
                        return Err(ReplayError::NoSecret(all.begun as u8));
                    }
                    all.begun += 1;
                    match all.commitments.get(all.begun) {
                        Some(Some(_)) => {}
                        Some(None) => return Err(ReplayError::NoCommitment(all.begun as u8)),
                        None => return Err(differs(Difference::Deals { most: u8::MAX })),
                    }
                }
                LineKind::Secret(deal, secret) => {
                    let number = usize::from(*deal);
                    let after_deal = matches!(
                        before,
                        Some(LineKind::Points(_) | LineKind::Winners(_) | LineKind::Ended)
                    );
                    let placed = (1..=all.begun).contains(&number)
                        && (!strict || (after_deal && number == all.begun));
                    if all.secrets[number].is_some() || !placed {
                        return Err(differs(Difference::SecretPlace { deal: *deal }));
                    }
                    if all.commitments[number] != Some(commitment(secret)) {
                        let line = line.number;
                        return Err(ReplayError::NotCommitted { line, deal: *deal });
                    }
                    all.secrets[number] = Some(*secret);
                }
                LineKind::Ended => all.ended = true,
                LineKind::Act(..) | LineKind::Points(_) | LineKind::Winners(_) => {}
            }
            before = Some(&line.kind);
        }
        let missing = (1..all.begun).find(|deal| all.secrets[*deal].is_none());
        missing.map_or(Ok(all), |deal| Err(ReplayError::NoSecret(deal as u8)))
    }
}
