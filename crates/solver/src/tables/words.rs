//! What all the nearest ways to a contract have in common, as faces and as raw words.

use upcard_cards::Faces;

/// What the nearest ways have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Common {
    /// Number of naturals that they lack.
    pub(crate) missing: u8,
    /// Faces that all of them use to the last copy.
    pub(crate) needed: Faces,
    /// Faces held that some of them use.
    pub(crate) used: Faces,
    /// Faces of which one more card would shorten some of them.
    pub(crate) helpful: Faces,
}

/// The same as raw words, for one suit or for all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    pub(super) missing: u8,
    pub(super) needed: u64,
    pub(super) used: u64,
    pub(super) helpful: u64,
}

impl From<Words> for Common {
    fn from(words: Words) -> Common {
        let Words { missing, needed, used, helpful } = words;
        let [needed, used, helpful] = [needed, used, helpful].map(Faces::from_bits);
        Common { missing, needed, used, helpful }
    }
}

impl Words {
    pub(super) const fn none() -> Words {
        Words { missing: u8::MAX, needed: 0, used: 0, helpful: 0 }
    }

    pub(super) fn join(&mut self, other: Words) {
        if other.missing < self.missing {
            *self = other;
        } else if other.missing == self.missing {
            self.needed &= other.needed;
            self.used |= other.used;
            self.helpful |= other.helpful;
        }
    }
}
