//! The installer verifies downloads before it uses them.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/install.sh");

/// A release in a folder, with a program that only prints its version.
struct Release {
    folder: tempfile::TempDir,
    address: String,
}

impl Release {
    fn new(version: &str, machine: &str) -> Release {
        let folder = tempfile::tempdir().unwrap();
        let name = format!("upcard-{version}-{machine}-linux");
        let bin = folder.path().join(&name).join("bin");
        std::fs::create_dir_all(&bin).unwrap();
        let program = bin.join("upcard");
        std::fs::write(&program, format!("#!/bin/sh\necho upcard {version}\n")).unwrap();
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
        let archive = format!("{name}.tar.gz");
        let mut tar = Command::new("tar");
        let packed = tar.args(["-czf", &archive, &name]).current_dir(folder.path()).status();
        assert!(packed.unwrap().success(), "{tar:?}");
        let sums = Command::new("sha256sum").arg(&archive).current_dir(folder.path()).output();
        std::fs::write(folder.path().join("SHA256SUMS"), sums.unwrap().stdout).unwrap();
        let address = serve(folder.path().to_owned());
        Release { folder, address }
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    fn install(&self, into: &Path) -> Output {
        let mut sh = Command::new("sh");
        sh.arg(SCRIPT).arg(&self.address).arg(into).output().unwrap()
    }
}

/// Serves the files of a folder until the tests end; returns the address.
fn serve(folder: PathBuf) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            let first = lines.next().unwrap().unwrap();
            while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
            let file = first.split_whitespace().nth(1).unwrap().trim_start_matches('/');
            let (status, body) = match std::fs::read(folder.join(file)) {
                Ok(body) => ("200 OK", body),
                Err(_) => ("404 Not Found", Vec::new()),
            };
            let head = format!(
                "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            // The client may have closed the connection.
            let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
        }
    });
    address
}

fn says(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr[..]].concat()).into_owned()
}

#[test]
#[ignore = "needs curl or wget"]
fn a_release_is_installed_by_curl_and_replaces_the_one_before() {
    let into = tempfile::tempdir().unwrap();
    // A new folder, with a space in its name.
    let into = into.path().join("my programs");
    for version in ["0.1.0", "0.2.0"] {
        let done = Release::new(version, std::env::consts::ARCH).install(&into);
        assert!(done.status.success(), "{}", says(&done));
        assert!(says(&done).contains(&format!("installed upcard {version}")), "{}", says(&done));
        let names: Vec<_> =
            std::fs::read_dir(&into).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(names, ["upcard"]);
    }
}

#[test]
#[ignore = "needs curl or wget"]
fn a_wrong_checksum_is_not_installed_by_curl() {
    let into = tempfile::tempdir().unwrap();
    let refused = |release: &Release, because: &str| {
        let done = release.install(into.path());
        assert!(!done.status.success() && says(&done).contains(because), "{}", says(&done));
        assert_eq!(std::fs::read_dir(into.path()).unwrap().count(), 0);
    };
    let here = std::env::consts::ARCH;
    let archive = format!("upcard-0.1.0-{here}-linux.tar.gz");
    let changed = Release::new("0.1.0", here);
    std::fs::write(changed.path(&archive), "something else").unwrap();
    refused(&changed, "does not match SHA256SUMS");
    let missing = Release::new("0.1.0", here);
    std::fs::remove_file(missing.path(&archive)).unwrap();
    refused(&missing, "cannot download");
    std::fs::remove_file(missing.path("SHA256SUMS")).unwrap();
    refused(&missing, "no release at");
    refused(&Release::new("0.1.0", "m68k"), "has no program for");
    // An archive name must not lead out of the folder.
    let leads = Release::new("0.1.0", here);
    let sums = std::fs::read_to_string(leads.path("SHA256SUMS")).unwrap();
    std::fs::write(leads.path("SHA256SUMS"), sums.replace("upcard-", "../upcard-")).unwrap();
    refused(&leads, "has no program for");
    let nowhere = Command::new("sh").arg(SCRIPT).env_remove("UPCARD_FROM").output().unwrap();
    assert!(!nowhere.status.success() && says(&nowhere).contains("no release given"));
}
