//! Where runs could lie, by how much of them is held.

use upcard_cards::AceMode;

use crate::faces::{ALL, Held};
use crate::gauge::Terms;

/// Windows by how many of their naturals are held: four binary digits of a counter for each
/// suit and lowest place, and which windows there are.
pub(crate) struct Windows {
    digits: [u64; 4],
    valid: u64,
}

const fn lanes(bits: u64) -> u64 {
    bits * 0x0001_0001_0001_0001
}

impl Windows {
    pub(crate) fn of(held: &Held, size: u8, terms: &Terms) -> Windows {
        let plane = held.copies[0] & ALL;
        let corner = terms.ace == AceMode::Corner;
        let (first, last) = terms.places;
        let valid = if corner {
            ALL
        } else {
            let tops = (1u64 << (last + 2).saturating_sub(size)) - 1;
            lanes(tops & !((1 << first) - 1))
        };
        // The ace lies below the two and above the king.
        let plane = if corner { plane } else { plane | (plane & lanes(1)) << 13 };
        let mut digits = [0u64; 4];
        for i in 0..size {
            let mut carry = if corner {
                let low = lanes((1 << (i % 13)) - 1);
                (plane & !low) >> (i % 13) | (plane & low) << (13 - i % 13)
            } else {
                plane >> i
            };
            for digit in &mut digits {
                let next = *digit & carry;
                *digit ^= carry;
                carry = next;
            }
        }
        Windows { digits, valid }
    }

    /// The windows of which so many naturals are held.
    pub(crate) fn with(&self, held: u8) -> u64 {
        self.digits.iter().enumerate().fold(self.valid, |all, (i, digit)| {
            all & if held >> i & 1 == 1 { *digit } else { !*digit }
        })
    }

    pub(crate) fn most(&self, size: u8) -> u8 {
        (0..=size).rev().find(|&n| self.with(n) != 0).unwrap_or(0)
    }
}

/// The faces of a window, as rank bits of their suit.
pub(crate) fn faces_of(at: u32, size: u8, ace: AceMode) -> u64 {
    let (suit, low) = (at / 16, at % 16);
    let span = ((1u64 << size) - 1) << low;
    let folded = if ace == AceMode::Corner {
        span & 0x1fff | span >> 13
    } else {
        span & 0x1fff | span >> 13 & 1
    };
    (folded & 0x1fff) << (suit * 16)
}
