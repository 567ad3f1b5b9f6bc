//! The value network: a small net for each stage of a deal.

use std::sync::OnceLock;

use upcard_engine::Rules;

use super::features::{SIZE, Stage};
use super::net::Net;
use super::taught::{NetsError, Taught};

/// The stages, each with a net of its own.
pub const STAGES: usize = 6;

/// The value network: a small net for each stage of a deal.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueNets {
    /// By [`Stage`].
    pub nets: [Net; STAGES],
}

/// The nets as the tutor wrote them. A page does not carry them: it fetches them when an expert is to
/// play there.
#[cfg(not(target_family = "wasm"))]
const LEARNT: &[u8] = include_bytes!("learnt.nets");
#[cfg(target_family = "wasm")]
const LEARNT: &[u8] = &[];

static WORTH: OnceLock<Learnt> = OnceLock::new();

/// Nets, and what they were taught on.
#[derive(Clone, Debug, PartialEq)]
pub struct Learnt {
    /// The nets.
    pub worth: ValueNets,
    /// What they were taught on.
    pub taught: Taught,
}

impl Learnt {
    /// Those that this program has; none in one that does not carry them, before they are installed.
    #[must_use]
    pub fn own() -> Option<&'static Learnt> {
        if let Some(learnt) = WORTH.get() {
            return Some(learnt);
        }
        let learnt = Learnt::read(LEARNT).ok()?;
        Some(WORTH.get_or_init(|| learnt))
    }

    /// Reads a file of nets.
    ///
    /// # Errors
    /// What is of another form, or of another length.
    pub fn read(bytes: &[u8]) -> Result<Learnt, NetsError> {
        let (taught, body) = Taught::read(bytes)?;
        Ok(Learnt { worth: ValueNets::read(body)?, taught })
    }

    /// The file that [`Learnt::read`] reads.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = self.taught.to_string().into_bytes();
        bytes.extend(self.worth.write());
        bytes
    }
}

impl ValueNets {
    /// The nets that the expert plays by: zeros where there are none.
    #[must_use]
    pub fn trained() -> &'static ValueNets {
        static NONE: OnceLock<ValueNets> = OnceLock::new();
        match Learnt::own() {
            Some(learnt) => &learnt.worth,
            None => NONE.get_or_init(ValueNets::zero),
        }
    }

    /// Installs the nets, as the tutor wrote them, in a program that does not carry them.
    ///
    /// # Errors
    /// Nets of another form than this program's: it goes on without any then.
    pub fn install(bytes: &[u8]) -> Result<(), NetsError> {
        let _ = WORTH.set(Learnt::read(bytes)?);
        Ok(())
    }

    /// Are the nets here? Without them an expert plays no better than level [`upcard_engine::Level::Sharp`].
    #[must_use]
    pub fn is_installed() -> bool {
        Learnt::own().is_some()
    }

    /// Nets that know nothing.
    #[must_use]
    pub fn zero() -> ValueNets {
        ValueNets { nets: std::array::from_fn(|_| Net::zero()) }
    }

    /// The value of an afterstate, in units.
    #[must_use]
    pub fn value(&self, stage: Stage, features: &[f32; SIZE]) -> f32 {
        self.nets[stage.place()].eval(features)
    }

    /// Reads the numbers of nets, without what they were taught on: row by row a scale and whole numbers
    /// of a byte.
    ///
    /// # Errors
    /// Where they are more or fewer than nets have.
    pub fn read(mut bytes: &[u8]) -> Result<ValueNets, NetsError> {
        let mut worth = ValueNets::zero();
        for row in worth.nets.iter_mut().flat_map(Net::rows_mut) {
            let (scale, rest) = bytes.split_first_chunk::<4>().ok_or(NetsError::Length)?;
            let (numbers, rest) = rest.split_at_checked(row.len()).ok_or(NetsError::Length)?;
            let scale = f32::from_le_bytes(*scale);
            for (to, number) in row.iter_mut().zip(numbers) {
                *to = f32::from(number.cast_signed()) * scale;
            }
            bytes = rest;
        }
        if bytes.is_empty() { Ok(worth) } else { Err(NetsError::Length) }
    }

    /// The numbers as [`ValueNets::read`] reads them.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for net in &self.nets {
            for row in net.clone().rows_mut() {
                let most = row.iter().fold(0.0f32, |most, x| most.max(x.abs()));
                let scale = if most > 0.0 { most / 127.0 } else { 1.0 };
                bytes.extend(scale.to_le_bytes());
                bytes.extend(row.iter().map(|x| (x / scale).round() as i8).map(i8::cast_unsigned));
            }
        }
        bytes
    }
}

/// The unit in which the nets count: the points of ten cards of the pack.
#[must_use]
pub fn unit(rules: &Rules) -> f64 {
    (f64::from(rules.points(&rules.pack)) / rules.pack_size as f64 * 10.0).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let learnt = Learnt::own().unwrap();
        assert_eq!(Learnt::read(&learnt.write()).as_ref(), Ok(learnt));
        assert_eq!(ValueNets::trained(), &learnt.worth);
        assert!(learnt.worth.nets.iter().all(|net| net.numbers().any(|x| x != 0.0)));
    }

    #[test]
    fn nets_of_another_form_or_length_are_refused() {
        let learnt = Learnt::own().unwrap();
        let whole = learnt.write();
        assert_eq!(Learnt::read(&whole[..whole.len() - 1]), Err(NetsError::Length));
        assert_eq!(Learnt::read(&[&whole[..], &[0]].concat()), Err(NetsError::Length));
        assert_eq!(Learnt::read(&learnt.worth.write()), Err(NetsError::Form));
        assert_eq!(Learnt::read(b""), Err(NetsError::Form));
        let text = learnt.taught.to_string();
        for (from, to) in [("nets 2", "nets 3"), ("features ", "features x"), ("rules", "rule")] {
            let changed = text.replacen(from, to, 1);
            let bytes = [changed.as_bytes(), &learnt.worth.write()].concat();
            assert_eq!(Learnt::read(&bytes), Err(NetsError::Form), "{changed}");
        }
    }
}
