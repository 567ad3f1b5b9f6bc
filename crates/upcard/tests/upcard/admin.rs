//! Server administration: `upcard serve`, `upcard admin` and `upcard backup` as people run them.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use crate::{program, texts};

const SET_UP: &str = r#"{"game":"rummy","seats":["person","person"]}"#;

/// A server that runs in its own folder; killed on drop.
pub(crate) struct Server {
    child: Child,
    folder: PathBuf,
    pub(crate) address: String,
}

impl Server {
    /// Serves the store `name` in the folder.
    pub(crate) fn start(folder: &Path, name: &str) -> Server {
        Server::at(folder, name, "127.0.0.1:0")
    }

    pub(crate) fn at(folder: &Path, name: &str, address: &str) -> Server {
        Server::with(folder, name, address, &[])
    }

    /// With additional arguments.
    pub(crate) fn with(folder: &Path, name: &str, address: &str, more: &[&str]) -> Server {
        let arguments = ["serve", "--listen", address, "--log", "error", "--store", name];
        Server::spawn(folder, program().args(arguments).args(more))
    }

    /// By a complete command.
    pub(crate) fn spawn(folder: &Path, command: &mut Command) -> Server {
        let mut child = command.current_dir(folder).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_end_matches('/').rsplit('/').next().unwrap().to_owned();
        Server { child, folder: folder.to_owned(), address }
    }

    /// Sends a request; returns the status and the complete response.
    pub(crate) fn request(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        self.request_with(method, path, "", body)
    }

    /// With additional headers.
    pub(crate) fn request_with(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{headers}content-length: {}\r\n\r\n\
             {body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        (answer.split(' ').nth(1).unwrap().parse().unwrap(), answer)
    }

    /// Opens a table; returns its id.
    pub(crate) fn open(&self) -> String {
        let (status, answer) = self.request("POST", "/api/tables", SET_UP);
        assert_eq!(status, 201, "{answer}");
        answer.rsplit_once("\r\n\r\n").unwrap().1.split('"').nth(3).unwrap().to_owned()
    }

    pub(crate) fn is_there(&self, id: &str) -> bool {
        self.request("GET", &format!("/api/tables/{id}"), "").0 == 200
    }

    fn command(&self, arguments: &[&str]) -> Output {
        program().args(arguments).current_dir(&self.folder).output().unwrap()
    }

    /// Output of `upcard admin`, which must succeed.
    fn admin(&self, arguments: &[&str]) -> String {
        let done = self.command(&[&["admin"], arguments].concat());
        assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap()
    }

    /// Error of `upcard admin`, which must fail.
    fn refused(&self, arguments: &[&str]) -> String {
        let done = self.command(&[&["admin"], arguments].concat());
        assert!(!done.status.success() && done.stdout.is_empty(), "{arguments:?}");
        String::from_utf8(done.stderr).unwrap()
    }

    /// Sends SIGTERM; returns `true` after a clean exit.
    pub(crate) fn stop(mut self) -> bool {
        Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        self.child.wait().unwrap().success()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn an_operator_inspects_drains_and_removes_over_the_socket() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "upcard.db");
    // Only the owner can open it.
    let socket = folder.path().join("upcard.db-admin");
    let found = std::fs::metadata(&socket).unwrap();
    assert!(found.file_type().is_socket() && found.permissions().mode() & 0o777 == 0o600);

    let (kept, gone) = (server.open(), server.open());
    let tables = server.admin(&["tables"]);
    // The columns are in the order given in the help.
    let row = tables.lines().find(|line| line.contains(&kept)).unwrap();
    assert_eq!(row, format!("{kept}\trummy\tseating\t0\t(free), (free)"));
    assert_eq!(tables.lines().count(), 2, "{tables}");
    let status = server.admin(&["status"]);
    assert!(status.contains("rooms: 2\n") && status.contains("draining: false\n"), "{status}");
    assert!(server.admin(&["metrics"]).contains("upcard_rooms 2\n"));
    let held = TcpStream::connect(&server.address).unwrap();
    while !server.admin(&["connections"]).starts_with("127.0.0.1\t") {}
    drop(held);

    // A removed table is gone for everybody, also after a restart.
    assert!(server.is_there(&gone));
    server.admin(&["remove-table", &gone]);
    assert!(server.is_there(&kept) && !server.is_there(&gone));
    assert!(!server.admin(&["tables"]).contains(&gone));
    for id in [gone.as_str(), "abcdefghijkm"] {
        assert!(server.refused(&["remove-table", id]).contains("no such table"), "{id}");
    }
    let odd = server.refused(&["remove-table", "../drain"]);
    assert!(odd.contains("letters and digits"), "{odd}");

    // Lists the guests with their ids, then removes all tables of one.
    let alone = server.open();
    let guests = server.admin(&["guests", &alone]);
    let guest = guests.trim().rsplit('\t').find(|word| word.len() == 32).unwrap();
    assert_eq!(guests, format!("-\t(host)\t{guest}\n"));
    let removed = server.admin(&["remove-guest", guest]);
    assert!(removed.contains("removed: 1\n") && removed.contains("unreadable: 0\n"), "{removed}");
    assert!(server.is_there(&kept) && !server.is_there(&alone));
    assert!(server.refused(&["remove-guest", "somebody"]).contains("32 hexadecimal digits"));
    assert_eq!(server.admin(&["change-key"]), "");
    assert!(server.is_there(&kept));

    // While draining, no tables can be opened, and existing ones continue.
    assert!(server.admin(&["drain"]).contains("draining: true\n"));
    let (status, answer) = server.request("GET", "/ready", "");
    assert!(status == 503 && answer.contains(r#""code":"draining""#), "{answer}");
    let (status, answer) = server.request("GET", "/health", "");
    assert!(status == 503 && answer.contains(r#""status":"draining""#), "{answer}");
    let (status, answer) = server.request("POST", "/api/tables", SET_UP);
    assert!(status == 503 && answer.contains(r#""code":"draining""#), "{answer}");
    assert!(server.is_there(&kept));
    server.admin(&["resume"]);
    assert_eq!(server.request("GET", "/ready", "").0, 200);
    server.open();

    // None of this is reachable from the network.
    for path in ["/status", "/tables", "/drain", "/backup"] {
        let (status, answer) = server.request("POST", path, "{}");
        assert!(status == 405 && !answer.contains(&kept), "{path}: {answer}");
    }
    assert!(server.stop());
    assert!(!socket.exists(), "the socket goes with the server");
    let server = Server::start(folder.path(), "upcard.db");
    assert!(server.is_there(&kept) && !server.is_there(&gone));
    assert!(server.stop());
}

#[test]
fn a_backup_of_a_running_server_is_served_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "upcard.db");
    let before = server.open();
    server.admin(&["backup", "one.db"]);
    let done = server.command(&["backup", "two.db"]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let after = server.open();
    // An existing file is never overwritten.
    assert!(server.refused(&["backup", "one.db"]).contains("one.db"));
    assert!(!server.command(&["backup", "two.db"]).status.success());
    assert!(!server.command(&["backup", "three.db", "--store", "none.db"]).status.success());
    assert!(!folder.path().join("three.db").exists());
    let key = |server: &Server| {
        let (_, answer) = server.request("GET", "/api/key", "");
        answer.rsplit_once("\r\n\r\n").unwrap().1.to_owned()
    };
    let own = key(&server);
    assert!(server.stop());
    for copy in ["one.db", "two.db"] {
        let found = std::fs::metadata(folder.path().join(copy)).unwrap();
        assert_eq!(found.permissions().mode() & 0o777, 0o600);
        let server = Server::start(folder.path(), copy);
        assert!(server.is_there(&before) && !server.is_there(&after), "{copy}");
        assert_eq!(key(&server), own);
        server.open();
        assert!(server.stop());
    }
}

#[test]
fn only_a_stale_socket_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path(), "upcard.db");
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    assert!(folder.path().join("upcard.db-admin").exists());
    let refused = server.refused(&["status"]);
    assert!(refused.contains("upcard.db-admin"), "{refused}");
    let server = Server::start(folder.path(), "upcard.db");
    assert!(server.admin(&["status"]).contains("rooms: 0\n"));
    assert!(server.stop());
    // A file that is no socket stays, and tables are served all the same.
    std::fs::write(folder.path().join("upcard.db-admin"), "mine").unwrap();
    let server = Server::start(folder.path(), "upcard.db");
    server.open();
    assert!(server.stop());
    assert_eq!(std::fs::read(folder.path().join("upcard.db-admin")).unwrap(), b"mine");
}

/// Returns the output of `upcard` with these arguments and environment, and whether it succeeds.
fn run_in(folder: &Path, arguments: &[&str], variable: Option<(&str, &str)>) -> (bool, String) {
    let done = program().args(arguments).envs(variable).current_dir(folder).output().unwrap();
    let (code, output, errors) = texts(done);
    (code == Some(0), output + &errors)
}

#[test]
fn database_backups_use_its_tools_and_hide_the_password() {
    let folder = tempfile::tempdir().unwrap();
    let database = "postgres://ann:secret-word@db.example/cards";
    let variable = Some(("UPCARD_STORE", database));
    for (arguments, variable) in [
        (&["backup", "copy.db", "--store", database][..], None),
        (&["backup", "copy.db"], variable),
    ] {
        let (copied, output) = run_in(folder.path(), arguments, variable);
        assert!(!copied && output.contains("pg_dump"), "{output}");
        assert!(!output.contains("secret-word"), "{output}");
    }
    for arguments in [
        &["backup", "--help"][..],
        &["new-keys", "--help"],
        &["serve", "--help"],
        &["backup", database],
        &["backup", "copy.db", database],
        &["serve", database],
        &["new-keys", database],
        &[database],
    ] {
        let (_, output) = run_in(folder.path(), arguments, variable);
        assert!(!output.contains("secret-word"), "{arguments:?}: {output}");
    }
}

#[test]
fn a_store_with_public_keys_is_served_with_new_ones() {
    let folder = tempfile::tempdir().unwrap();
    let golden =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/golden/first-schema.db");
    let store = folder.path().join("old.db");
    std::fs::copy(golden, &store).unwrap();
    let serve = ["serve", "--listen", "127.0.0.1:0", "--store", "old.db"];
    let (served, why) = run_in(folder.path(), &serve, None);
    assert!(!served && why.contains("'upcard new-keys --store STORE'"), "{why}");
    let (done, report) = run_in(folder.path(), &["new-keys", "--store", "old.db"], None);
    assert!(done && report.starts_with("new: key\n"), "{report}");
    assert!(report.contains("no longer valid"), "{report}");
    let server = Server::start(folder.path(), "old.db");
    assert!(server.is_there("qqnzi8qdk2cm"));
    let (done, why) = run_in(folder.path(), &["new-keys", "--store", "old.db", "--all"], None);
    assert!(!done && why.contains("another process is serving"), "{why}");
    assert!(server.stop());
    // Keys that were not exposed are kept, unless --all is given.
    let (done, report) = run_in(folder.path(), &["new-keys", "--store", "old.db"], None);
    assert!(done && report.contains("nothing was changed"), "{report}");
    let (done, report) = run_in(folder.path(), &["new-keys", "--store", "old.db", "--all"], None);
    assert!(done && report.starts_with("new: key\nnew: record-key\n"), "{report}");
    #[cfg(target_os = "linux")]
    {
        // If the result cannot be printed, that is an error, but the change stays.
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut upcard = program();
        upcard.args(["new-keys", "--store", "old.db", "--all"]).current_dir(folder.path());
        let (code, _, errors) = texts(upcard.stdout(full).output().unwrap());
        assert_eq!(code, Some(1), "{errors}");
        assert!(errors.starts_with("error: cannot write the output: "), "{errors}");
        assert!(errors.contains("the new keys nevertheless: key, record-key"), "{errors}");
        assert!(Server::start(folder.path(), "old.db").stop());
    }
    for (address, why) in [("none.db", "none.db: no such store"), ("memory", "a store in memory")] {
        let (done, error) = run_in(folder.path(), &["new-keys", "--store", address], None);
        assert!(!done && error.contains(why), "{error}");
    }
    assert!(!folder.path().join("none.db").exists());
}

/// The server prints its address for people, but runs without it, too.
#[cfg(target_os = "linux")]
#[test]
fn a_server_starts_without_a_writable_output() {
    let folder = tempfile::tempdir().unwrap();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let (read, closed) = std::io::pipe().unwrap();
    drop(read);
    for out in [Stdio::from(full), Stdio::from(closed)] {
        let mut serve = program();
        serve.args(["serve", "--listen", "127.0.0.1:0", "--log", "error"]);
        let child = serve.current_dir(folder.path()).stdout(out).spawn().unwrap();
        let address = String::new();
        let mut server = Server { child, folder: folder.path().to_owned(), address };
        while !server.command(&["admin", "status"]).status.success() {
            assert!(server.child.try_wait().unwrap().is_none(), "it has ended");
        }
        assert!(server.stop());
    }
}

/// Clients that connect and send nothing, half a request or half a body block nobody else.
#[test]
fn silent_connections_to_the_socket_block_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "upcard.db");
    let socket = folder.path().join("upcard.db-admin");
    let mut silent = Vec::new();
    for number in 0..200 {
        let mut stream = UnixStream::connect(&socket).unwrap();
        let half = match number % 3 {
            0 => "",
            1 => "GET /status HTTP/1.1\r\nhost: x\r\n",
            _ => "POST /backup HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{",
        };
        // Beyond a limit, the oldest are disconnected.
        let _ = stream.write_all(half.as_bytes());
        silent.push(stream);
        if number % 20 == 19 {
            assert!(server.admin(&["status"]).contains("rooms: 0\n"));
        }
    }
    // Requests that need the store are answered, too.
    assert_eq!(server.admin(&["tables"]), "");
    drop(silent);
    assert!(server.stop());
}
