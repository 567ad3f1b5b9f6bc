//! Shell completions and manual pages, generated from the same definitions as `--help`.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::builder::Resettable;
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::help;
use crate::out::{say, say_line};

/// Text of `upcard --version`: the version, the commit if the build names it (`UPCARD_COMMIT`), and the
/// formats and protocols supported.
pub(crate) fn version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let commit = option_env!("UPCARD_COMMIT").filter(|commit| !commit.is_empty());
        let commit = commit.map_or_else(String::new, |commit| format!(" ({commit})"));
        format!(
            "{}{commit}\nrecords: format {}\nprotocol for programs: {} (cmd:) and {} (cmd2:)",
            env!("CARGO_PKG_VERSION"),
            upcard_engine::record::FORMAT,
            upcard_arena::protocol::VERSION,
            upcard_arena::protocol::v2::VERSION,
        )
    });
    &TEXT
}

/// Completions for a shell.
#[derive(Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self, mut program: Command) -> Result<ExitCode, Box<dyn Error>> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "upcard", &mut script);
        say!("{}", String::from_utf8_lossy(&script));
        Ok(ExitCode::SUCCESS)
    }
}

/// Manual pages: one for the program and one for each command.
#[derive(Args)]
pub(crate) struct Manual {
    /// Output folder; it is created if missing
    folder: PathBuf,
}

impl Manual {
    /// Writes the pages and prints their number.
    pub(crate) fn run(&self, program: Command) -> Result<ExitCode, Box<dyn Error>> {
        let folder = self.folder.display();
        let fault = |error: io::Error| format!("the manual cannot be written to {folder}: {error}");
        std::fs::create_dir_all(&self.folder).map_err(fault)?;
        let mut program = program.disable_help_subcommand(true);
        program.build();
        pages(&program, &self.folder).map_err(fault)?;
        let pages = std::fs::read_dir(&self.folder).map_err(fault)?.count();
        say_line!("{pages} pages in {folder}");
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes the pages of a command and its subcommands, with sections for the end of its help.
fn pages(command: &Command, folder: &Path) -> io::Result<()> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        pages(below, folder)?;
    }
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let sections = help::sections(name).unwrap_or_default();
    let page = Man::new(command.clone().after_help(Resettable::Reset));
    let mut text = Vec::new();
    page.render(&mut text)?;
    text.extend(sections.bytes());
    std::fs::write(folder.join(page.get_filename()), text)
}
