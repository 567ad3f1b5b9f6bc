//! Commands: run in the project root, with their output shown and counted.

use std::cell::RefCell;
use std::fmt;
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Why a task failed.
#[derive(Debug)]
pub(crate) enum TaskError {
    /// A command could not be started.
    NotStarted(String, std::io::Error),
    /// A command failed.
    Failed(String),
    /// A file could not be read or written.
    File(PathBuf, std::io::Error),
    /// A requirement is missing; the text says what to do.
    Missing(String),
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TaskError::NotStarted(command, error) => write!(f, "{command}: cannot start: {error}"),
            TaskError::Failed(command) => write!(f, "{command}: failed"),
            TaskError::File(path, error) => write!(f, "{}: {error}", path.display()),
            TaskError::Missing(what) => f.write_str(what),
        }
    }
}

pub(crate) fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}

pub(crate) fn target_folder() -> PathBuf {
    let set = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    root().join(set.unwrap_or_else(|| "target".into()))
}

pub(crate) fn cargo_home() -> Option<PathBuf> {
    let set = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    set.or_else(|| Some(std::env::home_dir()?.join(".cargo")))
}

/// The error of a file that could not be read or written.
pub(crate) fn file_error(path: &Path) -> impl FnOnce(std::io::Error) -> TaskError + '_ {
    |error| TaskError::File(path.to_owned(), error)
}

/// Copies a file into a folder, which is created if missing.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), TaskError> {
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder).map_err(file_error(folder))?;
    }
    std::fs::copy(from, to).map(drop).map_err(file_error(from))
}

/// Creates a command that runs in the project root.
pub(crate) fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// Creates a command for the cargo that runs this task.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    command(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()), arguments)
}

/// Compiles with Clippy in place of rustc and denies warnings: test builds are linted on the way, without a
/// separate `cargo clippy` run over all dependencies.
pub(crate) fn with_clippy(mut cargo: Command) -> Command {
    cargo.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver").env("CLIPPY_ARGS", "-Dwarnings");
    cargo
}

/// Returns `true` if this program is installed and runs.
pub(crate) fn is_installed(program: &str) -> bool {
    succeeds(program, &["--version"])
}

pub(crate) fn succeeds(program: &str, arguments: &[&str]) -> bool {
    let asked = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    asked.is_ok_and(|status| status.success())
}

pub(crate) fn display_command(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|w| w.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Runs a command, its output going to the terminal.
pub(crate) fn run(mut command: Command) -> Result<(), TaskError> {
    let name = display_command(&command);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(TaskError::Failed(name)),
        Err(error) => Err(TaskError::NotStarted(name, error)),
    }
}

pub(crate) fn output_bytes(command: &mut Command) -> Result<Vec<u8>, TaskError> {
    match command.output() {
        Ok(output) if output.status.success() => Ok(output.stdout),
        Ok(_) => Err(TaskError::Failed(display_command(command))),
        Err(error) => Err(TaskError::NotStarted(display_command(command), error)),
    }
}

/// Returns a command's standard output as trimmed text.
pub(crate) fn output_text(command: &mut Command) -> Result<String, TaskError> {
    Ok(String::from_utf8_lossy(&output_bytes(command)?).trim().to_owned())
}

/// Sums over the `N passed; N failed; N ignored` lines of a command's output.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Counts {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    /// Ignored, or filtered out by name.
    pub(crate) ignored: u64,
    /// Checks that a test reported as not possible on this machine.
    pub(crate) not_run: u64,
    /// Names of the failed tests.
    pub(crate) failures: Vec<String>,
    /// Those that passed when rerun alone.
    pub(crate) flaky: Vec<String>,
}

impl Counts {
    /// Adds the counts of a line, if it has any.
    fn add_line(&mut self, line: &str) {
        let test = line.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED"));
        self.failures.extend(test.map(String::from));
        // The line may begin with a test's name.
        if line.contains("NOT RUN: ") {
            self.not_run += 1;
            return;
        }
        let line = match line.split_once("test result: ") {
            Some((_, rest)) => rest.split_once(". ").map_or(rest, |(_, numbers)| numbers),
            None if line.starts_with(|c: char| c.is_ascii_digit()) => line,
            None => return,
        };
        for part in line.split([';', ',']) {
            let mut words = part.split_whitespace();
            let Some(Ok(number)) = words.next().map(str::parse::<u64>) else { continue };
            match (words.next(), words.next()) {
                (Some("passed"), None) => self.passed += number,
                (Some("failed"), None) => self.failed += number,
                (Some("ignored"), None) => self.ignored += number,
                // By `--skip`: not possible on this machine.
                (Some("filtered"), Some("out")) => self.ignored += number,
                _ => {}
            }
        }
    }
}

thread_local! {
    /// Output of this thread that is kept for later.
    static KEPT_OUTPUT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Shows a line on the terminal, or keeps it if the thread is within [`kept_output`].
pub(crate) fn show(line: &str) {
    KEPT_OUTPUT.with_borrow_mut(|kept| match kept {
        Some(kept) => {
            kept.push_str(line);
            kept.push('\n');
        }
        // A closed terminal stops nothing.
        None => drop(writeln!(std::io::stdout(), "{line}")),
    });
}

/// Runs a task whose output is not to mix with that of others. Returns its result and its output.
pub(crate) fn kept_output<T>(task: impl FnOnce() -> T) -> (T, String) {
    KEPT_OUTPUT.set(Some(String::new()));
    let result = task();
    (result, KEPT_OUTPUT.take().unwrap_or_default())
}

/// Runs a command, shows its output and counts its results. Returns `true` if it succeeded.
///
/// Without a user at the terminal, it is killed after `limit` seconds with all its child processes.
pub(crate) fn run_counting(command: Command, limit: u32) -> (bool, Counts) {
    let mut command = with_timeout(command, limit);
    let mut counts = Counts::default();
    let mut child = match command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn() {
        Ok(child) => child,
        Err(error) => {
            eprintln!("{}: cannot start: {error}", display_command(&command));
            return (false, counts);
        }
    };
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line);
            show(&line);
            counts.add_line(&line);
        }
    }
    (child.wait().is_ok_and(|status| status.success()), counts)
}

fn with_timeout(command: Command, limit: u32) -> Command {
    if std::io::stdin().is_terminal() || !is_installed("timeout") {
        return command;
    }
    let mut timed = Command::new("timeout");
    timed.args(["--kill-after=10".to_owned(), limit.to_string()]);
    timed.arg(command.get_program()).args(command.get_args()).current_dir(root());
    for (key, value) in command.get_envs() {
        match value {
            Some(value) => timed.env(key, value),
            None => timed.env_remove(key),
        };
    }
    timed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_added_up() {
        let mut counts = Counts::default();
        for line in [
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; finished in 0.01s",
            "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 4 filtered out; finished in 0.01s",
            "720 passed, 1 failed",
            "NOT RUN: a server is not installed",
            "test of_two ... NOT RUN: 3 passed, 1 failed",
            "12 passed the salt; and this is no count",
            "running 12 tests",
            "test a::fine ... ok",
            "test a::broken ... FAILED",
        ] {
            counts.add_line(line);
        }
        let failures = vec!["a::broken".to_owned()];
        let all =
            Counts { passed: 735, failed: 3, ignored: 5, not_run: 2, failures, flaky: vec![] };
        assert_eq!(counts, all);
    }
}
