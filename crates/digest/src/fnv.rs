//! The digest function.

use std::fmt;

/// FNV-1a over text.
pub(crate) struct Digest {
    /// Digest of all text written so far.
    pub(crate) value: u64,
}

impl Default for Digest {
    fn default() -> Digest {
        Digest { value: 0xcbf2_9ce4_8422_2325 }
    }
}

impl fmt::Write for Digest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes().chain([0]) {
            self.value = (self.value ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}
