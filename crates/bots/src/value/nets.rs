//! The value network: loading, installing and writing.

use std::sync::OnceLock;

use upcard_engine::Rules;

use super::net::Net;
use super::training::{NetsError, TrainingInfo};

/// The value network.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueNets {
    /// The net of all stages.
    pub net: Net,
}

/// The nets as the tutor wrote them. The web page does not embed them: it fetches them when an expert is to
/// play there.
#[cfg(not(target_family = "wasm"))]
const EMBEDDED_NETS: &[u8] = include_bytes!("learnt.nets");
#[cfg(target_family = "wasm")]
const EMBEDDED_NETS: &[u8] = &[];

static INSTALLED: OnceLock<TrainedNets> = OnceLock::new();

/// Nets and their training data.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainedNets {
    /// The nets.
    pub nets: ValueNets,
    /// Description of the training data.
    pub training: TrainingInfo,
}

impl TrainedNets {
    /// The nets of this program; `None` if they are not embedded and not yet installed.
    #[must_use]
    pub fn own() -> Option<&'static TrainedNets> {
        if let Some(trained) = INSTALLED.get() {
            return Some(trained);
        }
        let trained = TrainedNets::read(EMBEDDED_NETS).ok()?;
        Some(INSTALLED.get_or_init(|| trained))
    }

    /// Reads a file of nets.
    ///
    /// # Errors
    /// If the format or the length is wrong.
    pub fn read(bytes: &[u8]) -> Result<TrainedNets, NetsError> {
        let (training, body) = TrainingInfo::read(bytes).ok_or(NetsError::Form)?;
        Ok(TrainedNets { nets: ValueNets::read(body)?, training })
    }

    /// The file contents that [`TrainedNets::read`] reads.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = self.training.to_string().into_bytes();
        bytes.extend(self.nets.write());
        bytes
    }
}

impl ValueNets {
    /// The nets that the expert plays by; zeros if there are none.
    #[must_use]
    pub fn trained() -> &'static ValueNets {
        static NONE: OnceLock<ValueNets> = OnceLock::new();
        match TrainedNets::own() {
            Some(trained) => &trained.nets,
            None => NONE.get_or_init(ValueNets::zero),
        }
    }

    /// Installs the nets, as the tutor wrote them, in a program that does not embed them.
    ///
    /// # Errors
    /// If the format differs from this program's, which then goes on without nets.
    pub fn install(bytes: &[u8]) -> Result<(), NetsError> {
        let _ = INSTALLED.set(TrainedNets::read(bytes)?);
        Ok(())
    }

    /// Returns `true` if the nets are available. Without them an expert plays no better than
    /// [`upcard_engine::Level::Sharp`].
    #[must_use]
    pub fn is_installed() -> bool {
        TrainedNets::own().is_some()
    }

    /// Nets of zeros.
    #[must_use]
    pub fn zero() -> ValueNets {
        ValueNets { net: Net::zero() }
    }

    /// Reads the weights of nets, without the header: two-byte integers.
    ///
    /// # Errors
    /// If their number is wrong, or if a sum may overflow.
    pub fn read(mut bytes: &[u8]) -> Result<ValueNets, NetsError> {
        let mut net = Net::zero();
        for number in net.rows_mut().flatten() {
            let (first, rest) = bytes.split_first_chunk().ok_or(NetsError::Length)?;
            *number = i16::from_le_bytes(*first);
            bytes = rest;
        }
        match (bytes, net.is_sound()) {
            ([], true) => Ok(ValueNets { net }),
            ([], false) => Err(NetsError::Size),
            _ => Err(NetsError::Length),
        }
    }

    /// The weights as [`ValueNets::read`] reads them.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        self.net.rows().flatten().flat_map(|number| number.to_le_bytes()).collect()
    }
}

/// The nets' unit of points: ten average cards of the pack.
#[must_use]
pub fn unit(rules: &Rules) -> f64 {
    (f64::from(rules.points(&rules.pack)) / rules.pack_size as f64 * 10.0).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nets_round_trip() {
        let trained = TrainedNets::own().unwrap();
        assert_eq!(TrainedNets::read(&trained.write()).as_ref(), Ok(trained));
        assert_eq!(ValueNets::trained(), &trained.nets);
        assert!(trained.nets.net.weights().any(|weight| weight != 0.0));
    }

    #[test]
    fn malformed_nets_are_rejected() {
        let trained = TrainedNets::own().unwrap();
        let whole = trained.write();
        assert_eq!(TrainedNets::read(&whole[..whole.len() - 1]), Err(NetsError::Length));
        assert_eq!(TrainedNets::read(&[&whole[..], &[0]].concat()), Err(NetsError::Length));
        assert_eq!(TrainedNets::read(&trained.nets.write()), Err(NetsError::Form));
        assert_eq!(TrainedNets::read(b""), Err(NetsError::Form));
        let great = vec![0x7f; trained.nets.write().len()];
        let bytes = [trained.training.to_string().as_bytes(), &great].concat();
        assert_eq!(TrainedNets::read(&bytes), Err(NetsError::Size));
        let text = trained.training.to_string();
        for (from, to) in [("nets 3", "nets 4"), ("features ", "features x"), ("rules", "rule")] {
            let changed = text.replacen(from, to, 1);
            let bytes = [changed.as_bytes(), &trained.nets.write()].concat();
            assert_eq!(TrainedNets::read(&bytes), Err(NetsError::Form), "{changed}");
        }
    }
}
