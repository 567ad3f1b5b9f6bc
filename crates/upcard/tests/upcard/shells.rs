//! Shell completions, manual pages and the version text.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::misuse::{printed, refused};

#[test]
fn the_version_names_the_supported_formats() {
    let long = printed(&["--version"]);
    let first = format!("upcard {}", env!("CARGO_PKG_VERSION"));
    assert!(long.starts_with(&first), "{long}");
    assert!(
        long.contains("records: format 2\n") && long.contains("1 (cmd:) and 2 (cmd2:)"),
        "{long}"
    );
    assert_eq!(printed(&["-V"]), format!("{first}\n"));
}

/// The commands, as listed in the help.
fn commands() -> Vec<String> {
    let help = printed(&["--help"]);
    let list =
        help.split("Commands:").nth(1).and_then(|rest| rest.split("Options:").next()).unwrap();
    let rows = list.lines().filter(|l| l.starts_with("  ") && !l.starts_with("   "));
    rows.filter_map(|l| l.split_whitespace().next()).map(String::from).collect()
}

#[test]
fn shells_complete_every_command() {
    assert!(commands().len() > 20);
    for shell in ["bash", "zsh", "fish"] {
        let script = printed(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
    }
    let mut bash = Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn().unwrap();
    let script = printed(&["completions", "bash"]);
    bash.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    assert!(bash.wait().unwrap().success());
    assert!(refused(&["completions", "bush"]).contains("'bash'"));
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man");
    let output = printed(&["manual", &pages.display().to_string()]);
    for command in commands().iter().filter(|command| *command != "help") {
        let page = std::fs::read_to_string(pages.join(format!("upcard-{command}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{command}");
        assert!(page.contains("\n.SH EXAMPLES\n.nf\nupcard "), "{command}: {page}");
        assert!(
            page.contains("\n.SH \"EXIT STATUS\"\n.TP\n\\fB0\\fR\ndone\n"),
            "{command}: {page}"
        );
        assert!(!page.contains("EXTRA"), "{command}");
    }
    // A subcommand of the same name has its own page.
    #[cfg(unix)]
    assert!(std::fs::exists(pages.join("upcard-admin-backup.1")).unwrap());
    assert!(output.contains(" pages in "), "{output}");
    // A file is in the way of the folder.
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    assert!(refused(&["manual", &file.display().to_string()]).contains("cannot be written"));
}
