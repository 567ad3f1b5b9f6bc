//! Random numbers for simulations: small, fast, and portable.

/// SplitMix64 generator, for uses where quality does not matter.
#[derive(Clone, Copy, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// Creates a generator from a seed.
    #[must_use]
    pub const fn new(seed: u64) -> SplitMix {
        SplitMix(seed)
    }

    /// Returns the next number.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// Returns a number below the bound, or 0 if the bound is 0.
    pub const fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * bound as u64) >> 32) as u32
    }
}

/// Derives a seed from several numbers.
#[must_use]
pub(crate) const fn derive_seed(seed: u64, which: u64, episode: u64) -> u64 {
    let mut draws = SplitMix(seed ^ which.wrapping_mul(0xd6e8_feb8_6659_fd93));
    let mixed = draws.next();
    SplitMix(mixed ^ episode.wrapping_mul(0xa076_1d64_78bd_642f)).next()
}
