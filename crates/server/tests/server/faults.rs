//! Full disks, read-only folders, damaged files: the server reports the problem in one sentence, and nothing
//! acknowledged is lost.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use upcard_store::{Sqlite, Store};

use crate::common::{
    Place, Server, get, golden, own_host, program, program_within, run_to_end, until,
};
use crate::people::Crowd;

const TABLES: usize = 8;

/// How to provide a nearly full disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Small {
    /// A tmpfs, full except for a megabyte.
    Mounted,
    /// If mounting is not permitted: a file size limit of a megabyte.
    Limited,
}

/// Runs a server on a file system of 24 MiB with a `filling` of 23 MiB.
const MOUNT: &str = r#"mount -t tmpfs -o size=24m none "$0" && head -c 23M /dev/zero > "$0/filling" \
    && exec "$@""#;

/// Runs a server with a file size limit that causes a write error, not a signal. Some shells count in units
/// of 512 bytes, some in 1024.
const LIMIT: &str = r#"trap "" XFSZ; ulimit -S -f 1536; exec "$@""#;

impl Small {
    fn here() -> Small {
        let mounts = Command::new("unshare")
            .args(["--mount", "sh", "-c", "mount -t tmpfs none /mnt"])
            .stderr(Stdio::null())
            .status();
        if mounts.is_ok_and(|status| status.success()) { Small::Mounted } else { Small::Limited }
    }

    fn serve(self, place: &Place) -> Server {
        let folder = place.folder().to_str().unwrap();
        let wrapper = match self {
            Small::Mounted => vec!["unshare", "--mount", "sh", "-c", MOUNT, folder],
            Small::Limited => vec!["sh", "-c", LIMIT, folder],
        };
        Server::run(program_within(&wrapper), own_host(), place, &["--least-free-mib", "0"])
    }

    /// Frees space on the disk.
    fn make_room(self, server: &Server, place: &Place) {
        match self {
            Small::Mounted => {
                let filling = place.with_file_name("filling");
                std::fs::remove_file(seen_by(server, &filling)).unwrap();
            }
            Small::Limited => {
                let done = Command::new("prlimit")
                    .args(["--pid", &server.child.id().to_string(), "--fsize=unlimited:"])
                    .status();
                assert!(done.unwrap().success());
            }
        }
    }
}

/// Path as seen by the server's process, which may have mounted something there.
fn seen_by(server: &Server, path: &Path) -> PathBuf {
    PathBuf::from(format!("/proc/{}/root{}", server.child.id(), path.display()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_continue_when_a_full_disk_has_space_again() {
    let (small, place) = (Small::here(), Place::new("small"));
    let server = small.serve(&place);
    let mut crowd = Crowd::gather(vec![server.address], TABLES).await;
    until("the disk does not fill up", async || get(server.address, "/health").await.0 == 503)
        .await;
    let (_, body) = get(server.address, "/health").await;
    assert!(body.contains("write-failed"), "{body}");
    small.make_room(&server, &place);
    until("the store does not go on", async || get(server.address, "/health").await.0 == 200).await;
    crowd.goes_on_after_fault(3).await;
    let seen = crowd.end().await;
    // A mount ends with the server.
    let copy = Place::new("small-copy");
    server.snapshot(&seen_by(&server, &place), &copy);
    assert!(server.stop(), "a stop without loss");
    let store = Sqlite::open(&copy).unwrap();
    let checked = crowd.check(&store, &seen).await;
    println!("{small:?}: {} acknowledged actions, none lost", checked.acknowledged);
    assert!(checked.acknowledged > 100, "{}", checked.acknowledged);
}

/// Returns the error of a server that cannot start: one line, and exit code 1.
fn refused(mut server: Command, store: &Path) -> String {
    server.args(["--listen", "127.0.0.1:0", "--log", "error", "--store"]).arg(store);
    let (code, log) = run_to_end(&mut server);
    assert_eq!(code, Some(1), "{log}");
    assert_eq!(log.lines().count(), 1, "{log}");
    assert!(log.contains(store.to_str().unwrap()), "the place stands in it: {log}");
    log
}

#[test]
fn an_unwritable_folder_is_named() {
    let place = Place::new("folders");
    // Side files of the store are in the folder, too.
    let folder = place.folder().join("folder");
    std::fs::create_dir(&folder).unwrap();
    let file = folder.join("file");
    std::fs::write(&file, "").unwrap();
    for (store, why) in [
        (folder.join("none/tables.db"), "No such file or directory"),
        (file.join("tables.db"), "Not a directory"),
        (folder.clone(), "a folder, not a file"),
        // Not even root can create a file there.
        (PathBuf::from("/proc/self/tables.db"), "No such file or directory"),
    ] {
        let log = refused(program(), &store);
        assert!(log.contains(why), "{why}: {log}");
    }
    // A read-only disk, if mounting is permitted.
    if Small::here() == Small::Mounted {
        let run = r#"mount -t tmpfs -o ro none "$0" && exec "$@""#;
        let wrapper = ["unshare", "--mount", "sh", "-c", run, folder.to_str().unwrap()];
        let log = refused(program_within(&wrapper), &folder.join("tables.db"));
        assert!(log.contains("Read-only file system"), "{log}");
    }
}

#[test]
fn a_foreign_file_is_named_and_left_unchanged() {
    let place = Place::new("no-store");
    let text = "A list of things to do\n".repeat(300);
    std::fs::write(&place, &text).unwrap();
    let log = refused(program(), &place);
    assert!(log.contains("file is not a database"), "{log}");
    assert_eq!(std::fs::read_to_string(&place).unwrap(), text);
}

/// Part of the file is lost, as by bad sectors: the tables in it are set aside, all others are served.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_in_a_damaged_part_of_the_file_are_set_aside_and_others_are_served() {
    const PAGE: usize = 4096;
    let place = Place::new("sectors");
    let store = Sqlite::open(&place).unwrap();
    let old = place.with_file_name("old.db");
    std::fs::copy(golden("first-schema.db"), &old).unwrap();
    let entries = Sqlite::open(&old).unwrap().entries("qqnzi8qdk2cm").await.unwrap();
    let names: Vec<String> =
        "abcdefghijkm".chars().map(|letter| letter.to_string().repeat(12)).collect();
    for name in &names {
        store.append(name, 0, entries.clone()).await.unwrap();
    }
    store.close().await.unwrap();
    // Zero a page in the middle, which holds entries of one or two tables.
    let mut file = std::fs::read(&place).unwrap();
    let middle = file.len() / PAGE / 2 * PAGE;
    file[middle..middle + PAGE].fill(0);
    std::fs::write(&place, &file).unwrap();
    let server = Server::start(&place);
    let mut damaged = 0;
    for name in &names {
        let path = format!("/api/tables/{name}");
        let (status, body) = get(server.address, &path).await;
        if status != 200 {
            assert!(status == 503 && body.contains(r#""code":"damaged""#), "{name}: {body}");
            damaged += 1;
        }
    }
    assert!((1..=3).contains(&damaged), "{damaged} of {} tables", names.len());
    assert!(server.stop());
}
