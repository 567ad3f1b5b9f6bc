//! The value network: a small net for each stage of a deal.

use std::sync::OnceLock;

use upcard_engine::Rules;

use super::features::{SIZE, Stage};
use super::net::Net;

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

static WORTH: OnceLock<ValueNets> = OnceLock::new();

impl ValueNets {
    /// The nets that the expert plays by.
    #[must_use]
    pub fn trained() -> &'static ValueNets {
        WORTH.get_or_init(|| ValueNets::read(LEARNT))
    }

    /// Installs the nets, as the tutor wrote them, in a program that does not carry them.
    pub fn install(bytes: &[u8]) {
        let _ = WORTH.set(ValueNets::read(bytes));
    }

    /// Are the nets here? Without them an expert plays no better than level [`upcard_engine::Level::Sharp`].
    #[must_use]
    pub fn is_installed() -> bool {
        !LEARNT.is_empty() || WORTH.get().is_some()
    }

    /// The value of an afterstate, in units.
    #[must_use]
    pub fn value(&self, stage: Stage, features: &[f32; SIZE]) -> f32 {
        self.nets[stage.place()].eval(features)
    }

    /// Reads nets: row by row a scale and whole numbers of a byte. What is missing is zero.
    #[must_use]
    pub fn read(mut bytes: &[u8]) -> ValueNets {
        let mut row = |row: &mut [f32]| {
            let Some((scale, rest)) = bytes.split_first_chunk::<4>() else { return };
            let scale = f32::from_le_bytes(*scale);
            let (numbers, rest) = rest.split_at(row.len().min(rest.len()));
            for (to, number) in row.iter_mut().zip(numbers) {
                *to = f32::from(number.cast_signed()) * scale;
            }
            bytes = rest;
        };
        let mut nets: [Net; STAGES] = std::array::from_fn(|_| Net::zero());
        for net in &mut nets {
            net.rows_mut().for_each(&mut row);
        }
        ValueNets { nets }
    }

    /// The nets in the form that [`ValueNets::read`] reads.
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
        let worth = ValueNets::trained();
        assert_eq!(ValueNets::read(&worth.write()), *worth);
        assert!(worth.nets.iter().all(|net| net.numbers().any(|x| x != 0.0)));
    }
}
