//! Testing a backup and restoring it, by the commands of docs/hosting.md.
#![cfg(target_os = "linux")]

use std::path::Path;

use super::admin::Server;
use crate::shell;

const PAGE: &str = include_str!("../../../../docs/hosting.md");

/// Commands of the block after these words, one per line.
fn commands(after: &str) -> Vec<&'static str> {
    let (_, rest) = PAGE.split_once(after).expect("the page has these words");
    rest.split("```").nth(1).unwrap().lines().filter(|line| !line.is_empty()).collect()
}

/// Runs a command of the page, with this folder in place of the server's, as the current user.
fn runs(line: &str, folder: &Path) {
    let line =
        line.trim_start_matches("sudo ").replace("/tmp/trial.db", "/var/lib/upcard/trial.db");
    let line = line.replace("/var/lib/upcard", folder.to_str().unwrap());
    let output = shell(&line).output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_backup_is_checked_and_restored_as_documented() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "upcard.db");
    let kept = server.open();
    std::fs::create_dir(folder.path().join("backups")).unwrap();
    let copy = "upcard backup /var/lib/upcard/backups/upcard-2026-01-31.db --store /var/lib/upcard/upcard.db";
    runs(copy, folder.path());
    let later = server.open();

    let mut trial = commands("check its health").into_iter();
    runs(trial.next().unwrap(), folder.path());
    let serve = trial.next().unwrap();
    assert!(serve.starts_with("upcard serve --store /tmp/trial.db --listen "), "{serve}");
    let tried = Server::start(folder.path(), "trial.db");
    let (status, answer) = tried.request("GET", "/health", "");
    assert_eq!(status, 200, "{answer}");
    assert!(tried.is_there(&kept) && !tried.is_there(&later));
    assert!(tried.stop());

    let mut server = Some(server);
    for line in commands("To restore, stop the server") {
        match line {
            "sudo systemctl stop upcard" => assert!(server.take().unwrap().stop()),
            "sudo systemctl start upcard" => {
                server = Some(Server::start(folder.path(), "upcard.db"))
            }
            other => runs(other, folder.path()),
        }
    }
    let server = server.expect("the last command starts it");
    assert!(server.is_there(&kept), "what was copied is there again");
    assert!(!server.is_there(&later), "what came later is gone");
}
