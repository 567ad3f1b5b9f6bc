//! What is released, and for which machines.

use crate::shell::{TaskError, command, said};

/// A kind of machine that a program is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Machine {
    /// 64 bits, by Intel or AMD, since 2009
    #[value(name = "x86_64")]
    X86,
    /// 64 bits, by Arm
    #[value(name = "aarch64")]
    Arm,
}

impl Machine {
    /// As the kernel, the archive and the installer call it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Machine::X86 => "x86_64",
            Machine::Arm => "aarch64",
        }
    }

    /// As Debian calls it.
    pub(super) fn debian(self) -> &'static str {
        match self {
            Machine::X86 => "amd64",
            Machine::Arm => "arm64",
        }
    }

    /// As rustc calls it. Nothing of the system is linked: the program runs on any Linux.
    pub(super) fn target(self) -> String {
        format!("{}-unknown-linux-musl", self.name())
    }

    /// As rustc calls it for what Python loads: that uses the C library of the system, of whatever age.
    pub(super) fn wheel_target(self) -> String {
        format!("{}-unknown-linux-gnu", self.name())
    }

    /// What the program may expect of the processor: docs/adr/0013-many-ranks-at-once.md.
    pub(super) fn level(self) -> Option<&'static str> {
        (self == Machine::X86).then_some("-Ctarget-cpu=x86-64-v2")
    }
}

/// What is being released.
pub(super) struct Release {
    pub(super) version: String,
    /// The commit, with a mark where the tree has changes that are in none.
    pub(super) commit: String,
    /// By which debuggers find a program's debug lines: the whole commit, 40 hexadecimal digits.
    pub(super) build_id: String,
    /// Seconds since 1970 of the commit: the age of every file that is handed out.
    pub(super) date: String,
}

impl Release {
    pub(super) fn of_this_tree() -> Result<Release, TaskError> {
        let said = |arguments: &[&str]| said(&mut command("git", arguments));
        let changed = !said(&["status", "--porcelain"])?.is_empty();
        if changed {
            println!("the tree has changes that are in no commit; the version says so");
        }
        let mark = if changed { ", changed" } else { "" };
        Ok(Release {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: format!("{}{mark}", said(&["rev-parse", "--short=12", "HEAD"])?),
            build_id: said(&["rev-parse", "HEAD"])?,
            date: said(&["log", "-1", "--format=%ct"])?,
        })
    }
}
