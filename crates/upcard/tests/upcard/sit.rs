//! `upcard sit`: a seat at a server's table, from the terminal.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::admin::Server;
use super::play::Screen;

/// Opens a table with a person and a bot; its link. Who sits down from this folder is its host.
fn open(server: &Server, home: &Path, seats: &str) -> String {
    let set_up = format!(r#"{{"game":"gin","seats":{seats}}}"#);
    let (status, answer) = server.request("POST", "/api/tables", &set_up);
    assert_eq!(status, 201, "{answer}");
    let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let known = home.join("upcard/servers");
    fs::create_dir_all(&known).unwrap();
    let file = known.join(server.address.replace(':', "-"));
    fs::write(file, cookie.split(';').next().unwrap()).unwrap();
    let body = answer.rsplit_once("\r\n\r\n").unwrap().1;
    format!("http://{}/t/{}", server.address, body.split('"').nth(3).unwrap())
}

#[test]
fn a_seat_is_taken_by_link_and_kept_over_a_restart_of_the_server() {
    let (home, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Server::start(folder.path(), "upcard.db");
    let link = open(&server, home.path(), r#"["person",{"bot":{"level":"novice"}}]"#);
    let state = Some(("XDG_STATE_HOME", home.path().to_str().unwrap()));
    let mut screen = Screen::start_with(&["sit", &link, "--name", "Ann"], state);
    screen.shows("\u{1b}[?1049h");
    screen.shows("Ann");
    screen.types("s");
    screen.shows("Deadwood");
    screen.shows("quit");
    // The server is gone for a while: that is said, and the seat is there again.
    let address = server.address.clone();
    drop(server);
    screen.shows("No connection");
    let server = Server::at(folder.path(), "upcard.db", &address);
    screen.types("q");
    screen.shows("The seat stays yours");
    screen.types("\r");
    let (text, code) = screen.left();
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains(&format!("upcard sit {link}")), "{text}");
    // Whoever comes back is known, and sits where they sat.
    let mut screen = Screen::start_with(&["sit", &link, "--plain"], state);
    screen.shows("Deadwood");
    screen.shows("You: 10 cards");
    screen.types("q\n");
    assert_eq!(screen.left().1, Some(0));
    // Somebody else finds no seat, and looks on.
    let mut screen = Screen::start_with(&["sit", &link, "--plain", "--stranger"], state);
    screen.shows("Gin Rummy  Deal 1");
    screen.types("q\n");
    let (text, _) = screen.left();
    assert!(!text.contains("You: 10 cards"), "{text}");
    drop(server);
}

#[test]
fn a_seat_is_taken_over_tls() {
    let (home, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Server::start(folder.path(), "upcard.db");
    let address = server.address.clone();
    let link = open(&server, home.path(), r#"["person",{"bot":{"level":"novice"}}]"#);
    drop(server);
    // The same tables, by another way: who is known there is known by the name that stands in the link.
    let known = home.path().join("upcard/servers");
    let name = address.replace("127.0.0.1", "localhost");
    let file = |address: &str| known.join(address.replace(':', "-"));
    fs::rename(file(&address), file(&name)).unwrap();
    let link = link.replace("http://", "https://").replace(&address, &name);
    let tls = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/tls");
    let [cert, key] = ["first-cert.pem", "first-key.pem"].map(|file| tls.join(file));
    let [cert, key] = [&cert, &key].map(|file| file.to_str().unwrap());
    let more = ["--tls-cert", cert, "--tls-key", key];
    let server = Server::with(folder.path(), "upcard.db", &address, &more);
    let state = ("XDG_STATE_HOME", home.path().to_str().unwrap());
    // Nobody vouches for this server.
    let output = Command::new(env!("CARGO_BIN_EXE_upcard"))
        .args(["sit", &link, "--plain"])
        .envs([state])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && errors.contains("certificate"), "{errors}");
    let trusted = [state, ("SSL_CERT_FILE", cert)];
    let mut screen = Screen::start_with(&["sit", &link, "--plain", "--name", "Ann"], trusted);
    screen.shows("Press S to begin");
    screen.types("s\n");
    screen.shows("You: 10 cards");
    screen.types("q\n");
    assert_eq!(screen.left().1, Some(0));
    drop(server);
}

#[test]
fn whoever_types_no_more_does_not_wait_for_a_table_that_has_not_begun() {
    let (home, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Server::start(folder.path(), "upcard.db");
    let link = open(&server, home.path(), r#"["person","person"]"#);
    let sit = |more: &[&str], typed: &str, stays: bool| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_upcard"))
            .args(["sit", &link, "--plain", "--stranger"])
            .args(more)
            .env("XDG_STATE_HOME", home.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(typed.as_bytes()).unwrap();
        let open = stays.then_some(input);
        let output = child.wait_with_output().unwrap();
        drop(open);
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    for more in [&[][..], &["--watch"]] {
        let (code, text) = sit(more, "", false);
        assert_eq!(code, Some(1), "{more:?}: {text}");
        // Leaving waits for nobody, though the input goes on.
        let (code, text) = sit(more, "q\n", true);
        assert_eq!(code, Some(0), "{more:?}: {text}");
    }
    // Who looks on is asked nothing, so that no line waits.
    let (code, text) = sit(&["--watch"], "words wild\nq\n", true);
    assert!(code == Some(0) && text.contains("wild"), "{code:?} {text}");
    assert!(server.stop());
}

#[test]
fn what_leads_to_no_table_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "upcard.db");
    let sit = |link: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_upcard"))
            .args(["sit", link])
            .env("XDG_STATE_HOME", folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), errors)
    };
    let (code, errors) = sit("gin");
    assert!(code == Some(2) && errors.contains("no link to a table"), "{errors}");
    let (code, errors) = sit(&format!("http://{}/t/abcdefghijkm", server.address));
    assert!(code != Some(0) && errors.contains("no such table"), "{code:?} {errors}");
    let address = server.address.clone();
    drop(server);
    let (code, errors) = sit(&format!("http://{address}/t/abcdefghijkm"));
    assert!(code == Some(2) && errors.contains("there is no connection"), "{errors}");
}
