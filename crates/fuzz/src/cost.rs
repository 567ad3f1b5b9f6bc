//! Cost of reading a text in bytes, of answer and memory. Work is measured by total allocation, which is the
//! same on every machine.

use std::fmt;

/// A linear bound in the length of the text.
#[derive(Clone, Copy)]
pub struct Bound {
    /// Bytes per byte of text.
    pub each: u64,
    /// Constant part.
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

/// Cost limits of a target.
#[derive(Clone, Copy)]
pub struct Limits {
    /// Answer: an error message, or the printed form of what was read.
    pub answer: Bound,
    /// Peak memory.
    pub peak: Bound,
    /// Total allocations.
    pub total: Bound,
}

impl Limits {
    /// For parsing, printing and parsing again.
    pub(crate) const READING: Limits = Limits {
        answer: Bound::new(8, 8 << 10),
        peak: Bound::new(100, 64 << 10),
        total: Bound::new(200, 256 << 10),
    };

    /// For binary messages: a list with a large length prefix reserves up to a megabyte before its end is
    /// noticed.
    pub(crate) const BYTES: Limits = Limits {
        answer: Bound::new(8, 8 << 10),
        peak: Bound::new(150, 4 << 20),
        total: Bound::new(400, 8 << 20),
    };

    /// For reading and compiling rules. The answer does not grow with the text.
    pub(crate) const RULES: Limits = Limits {
        answer: Bound::new(1, 8 << 10),
        peak: Bound::new(100, 1 << 20),
        total: Bound::new(400, 4 << 20),
    };

    /// For lines that may each request compiling rules, or become a header.
    pub(crate) const LINES: Limits = Limits {
        answer: Bound::new(8, 8 << 10),
        peak: Bound::new(150, 4 << 20),
        total: Bound::new(2_000, 8 << 20),
    };

    /// For one message or action at tables in several stages, which answer with their state.
    pub(crate) const TABLE: Limits = Limits {
        answer: Bound::new(20, 128 << 10),
        peak: Bound::new(100, 2 << 20),
        total: Bound::new(400, 16 << 20),
    };

    /// For positions that are set up and played, where a short line may request a table, a list of all
    /// actions, or a deal.
    pub(crate) const PLAY: Limits = Limits {
        answer: Bound::new(400, 64 << 10),
        peak: Bound::new(2_000, 4 << 20),
        total: Bound::new(100_000, 64 << 20),
    };

    /// Describes which limit is exceeded, if any.
    pub(crate) fn exceeded(&self, len: usize, cost: Cost) -> Option<String> {
        let beyond = |what: &str, bytes: u64, bound: Bound| {
            let max = bound.at(len);
            (bytes > max).then(|| format!("{what}: {bytes} bytes for {len}, at most {max}"))
        };
        beyond("the answer", cost.answer, self.answer)
            .or_else(|| beyond("peak memory", cost.peak, self.peak))
            .or_else(|| beyond("total memory", cost.total, self.total))
    }
}

/// Cost of a text.
#[derive(Clone, Copy, Default)]
pub struct Cost {
    /// Bytes of the answer.
    pub answer: u64,
    /// Peak bytes of memory.
    pub peak: u64,
    /// Total bytes allocated.
    pub total: u64,
}

impl Cost {
    /// Component-wise maximum.
    pub(crate) fn max(self, other: Cost) -> Cost {
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
        write!(
            f,
            "answers up to {answer} KiB, memory up to {peak} KiB at peak and {total} KiB in total"
        )
    }
}

/// Runs a closure and measures its allocations.
pub(crate) fn measured<T>(run: impl FnOnce() -> T) -> (Option<T>, Cost) {
    let mut result = None;
    let memory = allocation_counter::measure(|| result = Some(run()));
    (result, Cost { answer: 0, peak: memory.bytes_max, total: memory.bytes_total })
}
