//! What reading a text costs, counted in bytes: of the answer, and of memory. Work is counted by the
//! memory that it asks for in all, which is the same on every machine.

use std::fmt;

/// A number of bytes for each byte of the text, and a number in any case.
#[derive(Clone, Copy)]
pub struct Bound {
    /// For each byte.
    pub each: u64,
    /// In any case.
    pub base: u64,
}

impl Bound {
    const fn new(each: u64, base: u64) -> Bound {
        Bound { each, base }
    }

    fn at(self, len: usize) -> u64 {
        self.each * len as u64 + self.base
    }
}

/// What a target may cost.
#[derive(Clone, Copy)]
pub struct Limits {
    /// The answer: an error's text, or what was read as it prints.
    pub answer: Bound,
    /// The most memory that is held at once.
    pub peak: Bound,
    /// All memory that is asked for.
    pub total: Bound,
}

impl Limits {
    /// Of what is read, printed and read again.
    pub(crate) const READING: Limits = Limits {
        answer: Bound::new(8, 8 << 10),
        peak: Bound::new(100, 64 << 10),
        total: Bound::new(200, 256 << 10),
    };

    /// Of messages in bytes: a list that claims to be long is given room for a megabyte before it
    /// turns out to be short.
    pub(crate) const BYTES: Limits = Limits {
        answer: Bound::new(8, 8 << 10),
        peak: Bound::new(150, 4 << 20),
        total: Bound::new(400, 8 << 20),
    };

    /// Of rules that are read and made ready. The answer does not grow with the text.
    pub(crate) const RULES: Limits = Limits {
        answer: Bound::new(1, 8 << 10),
        peak: Bound::new(100, 1 << 20),
        total: Bound::new(400, 4 << 20),
    };

    /// Of lines each of which may ask for rules to be made ready, or becomes a header of its own.
    pub(crate) const LINES: Limits = Limits {
        answer: Bound::new(8, 8 << 10),
        peak: Bound::new(150, 4 << 20),
        total: Bound::new(2_000, 8 << 20),
    };

    /// Of one message or action at tables in some stages, which answer with their state.
    pub(crate) const TABLE: Limits = Limits {
        answer: Bound::new(20, 128 << 10),
        peak: Bound::new(100, 2 << 20),
        total: Bound::new(400, 16 << 20),
    };

    /// Of positions that are set up and played, where a line of some letters may ask for a table, a
    /// list of all that may be done, or a deal.
    pub(crate) const PLAY: Limits = Limits {
        answer: Bound::new(400, 64 << 10),
        peak: Bound::new(2_000, 4 << 20),
        total: Bound::new(100_000, 64 << 20),
    };

    /// What is beyond these limits, if something is.
    pub(crate) fn exceeded(&self, len: usize, cost: Cost) -> Option<String> {
        let beyond = |what: &str, bytes: u64, bound: Bound| {
            let most = bound.at(len);
            (bytes > most).then(|| format!("{what}: {bytes} bytes for {len}, at most {most}"))
        };
        beyond("the answer", cost.answer, self.answer)
            .or_else(|| beyond("memory at the peak", cost.peak, self.peak))
            .or_else(|| beyond("memory in all", cost.total, self.total))
    }
}

/// What a text cost.
#[derive(Clone, Copy, Default)]
pub struct Cost {
    /// Bytes of the answer.
    pub answer: u64,
    /// Bytes of memory that were held at once.
    pub peak: u64,
    /// Bytes of memory that were asked for in all.
    pub total: u64,
}

impl Cost {
    /// The greater of both, each by itself.
    pub(crate) fn most(self, other: Cost) -> Cost {
        Cost {
            answer: self.answer.max(other.answer),
            peak: self.peak.max(other.peak),
            total: self.total.max(other.total),
        }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kib = |bytes: u64| bytes.div_ceil(1024);
        let (answer, peak, total) = (kib(self.answer), kib(self.peak), kib(self.total));
        write!(f, "answers to {answer} KiB, memory to {peak} KiB at once and {total} KiB in all")
    }
}

/// Runs something and counts its memory.
pub(crate) fn counted<T>(run: impl FnOnce() -> T) -> (Option<T>, Cost) {
    let mut result = None;
    let memory = allocation_counter::measure(|| result = Some(run()));
    (result, Cost { answer: 0, peak: memory.bytes_max, total: memory.bytes_total })
}
