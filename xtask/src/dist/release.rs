//! Version and target machines of a release.

use crate::shell::{TaskError, command, output_text};

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Machine {
    /// 64-bit Intel or AMD, since 2009
    #[value(name = "x86_64")]
    X86,
    /// 64-bit Arm
    #[value(name = "aarch64")]
    Arm,
}

impl Machine {
    /// Name used by the kernel, the archive and the installer.
    pub(super) fn name(self) -> &'static str {
        match self {
            Machine::X86 => "x86_64",
            Machine::Arm => "aarch64",
        }
    }

    pub(super) fn debian(self) -> &'static str {
        match self {
            Machine::X86 => "amd64",
            Machine::Arm => "arm64",
        }
    }

    /// rustc target for the program, statically linked: it runs on any Linux.
    pub(super) fn target(self) -> String {
        format!("{}-unknown-linux-musl", self.name())
    }

    /// rustc target for the Python extension, which links the system's C library dynamically.
    pub(super) fn wheel_target(self) -> String {
        format!("{}-unknown-linux-gnu", self.name())
    }

    /// Required processor level: docs/adr/0013-many-ranks-at-once.md.
    pub(super) fn level(self) -> Option<&'static str> {
        (self == Machine::X86).then_some("-Ctarget-cpu=x86-64-v2")
    }
}

pub(super) struct Release {
    pub(super) version: String,
    /// Commit, marked if the tree has uncommitted changes.
    pub(super) commit: String,
    /// Build id by which debuggers find the debug info: the full commit, 40 hexadecimal digits.
    pub(super) build_id: String,
    /// Commit time in seconds since 1970, used as the modification time of every file.
    pub(super) date: String,
}

impl Release {
    pub(super) fn of_this_tree() -> Result<Release, TaskError> {
        let output_text = |arguments: &[&str]| output_text(&mut command("git", arguments));
        let changed = !output_text(&["status", "--porcelain"])?.is_empty();
        if changed {
            println!("the tree has uncommitted changes; the version says so");
        }
        let mark = if changed { ", changed" } else { "" };
        Ok(Release {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: format!("{}{mark}", output_text(&["rev-parse", "--short=12", "HEAD"])?),
            build_id: output_text(&["rev-parse", "HEAD"])?,
            date: output_text(&["log", "-1", "--format=%ct"])?,
        })
    }
}
