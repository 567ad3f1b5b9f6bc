//! `upcard sit`: a seat at a server's table, from the terminal.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use super::admin::Server;
use super::play::Screen;
use crate::{piped, program, texts};

/// Opens a table with a person and a bot; returns its link. The person who sits down from this folder is its
/// host.
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

/// Runs `upcard sit` to its end, without input; returns the exit code, the output and the errors.
fn sit<'a>(
    arguments: &[&str],
    set: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> (Option<i32>, String, String) {
    texts(program().arg("sit").args(arguments).envs(set).stdin(Stdio::null()).output().unwrap())
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
    // The server is down for a while: the screen says so, and the seat is there again.
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
    // A returning person is recognized, and keeps their seat.
    let mut screen = Screen::start_with(&["sit", &link, "--plain"], state);
    screen.shows("Deadwood");
    screen.shows("You: 10 cards");
    screen.types("q\n");
    assert_eq!(screen.left().1, Some(0));
    // A stranger finds no seat, and watches.
    let mut screen = Screen::start_with(&["sit", &link, "--plain", "--stranger"], state);
    // Others see the name, so it is asked for.
    screen.shows("Your name: ");
    screen.types("bot novice\n");
    screen.shows("records use it for bots");
    screen.types("Cyd\n");
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
    // The same tables behind TLS: cookies are stored by the host name of the link.
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
    // The server's certificate is not trusted.
    let (code, _, errors) = sit(&[&link, "--plain"], [state]);
    assert!(code == Some(2) && errors.contains("certificate"), "{errors}");
    let trusted = [state, ("SSL_CERT_FILE", cert)];
    let mut screen = Screen::start_with(&["sit", &link, "--plain", "--name", "Ann"], trusted);
    screen.shows("Press S to begin");
    screen.types("s\n");
    screen.shows("You: 10 cards");
    screen.types("q\n");
    assert_eq!(screen.left().1, Some(0));
    // A table is opened there, too.
    let (code, text, _) = sit(&[&format!("https://{name}"), "--open", "gin", "--plain"], trusted);
    assert!(text.starts_with(&format!("the table is https://{name}/t/")), "{text}");
    assert_eq!(code, Some(1), "{text}");
    drop(server);
}

#[test]
fn a_table_is_opened_and_others_join_by_its_link() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "upcard.db");
    let address = format!("http://{}", server.address);
    let homes = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let state = |at: usize| Some(("XDG_STATE_HOME", homes[at].path().to_str().unwrap()));
    let opens = ["sit", &address, "--open", "gin", "--clock", "60", "--plain", "--name", "Ann"];
    let mut host = Screen::start_with(&opens, state(0));
    host.shows("the table is ");
    let link = host.shows("\n").trim().to_owned();
    assert!(link.starts_with(&format!("{address}/t/")), "{link}");
    // While waiting, the host can still read the link.
    host.shows(&format!("Others join at {link}"));
    host.shows("Press S to begin");
    // By the short code.
    let code = format!("{address}/c/{}", &link[link.len() - 6..]);
    let mut guest = Screen::start_with(&["sit", &code, "--plain", "--name", "Bob"], state(1));
    guest.shows("The host starts the match");
    host.shows("Bob");
    host.types("s\n");
    host.shows("You: 10 cards");
    guest.shows("You: 10 cards");
    host.types("q\n");
    let (text, code) = host.left();
    assert!(code == Some(0) && text.contains(&format!("upcard sit {link}")), "{text}");
    guest.types("q\n");
    assert_eq!(guest.left().1, Some(0));
    // The seat is found again by the link, and the name is remembered.
    let mut host = Screen::start_with(&["sit", &link, "--plain"], state(0));
    host.shows("You: 10 cards");
    host.types("q\n");
    assert_eq!(host.left().1, Some(0));
    let mut host = Screen::start_with(&["sit", &address, "--open", "gin", "--plain"], state(0));
    host.shows("Ann (You)");
    host.types("q\n");
    assert_eq!(host.left().1, Some(0));
    assert!(server.stop());
}

/// Link that moves the seat of the person who sits down from this folder.
fn moving(server: &Server, home: &Path, link: &str) -> String {
    let file = home.join("upcard/servers").join(server.address.replace(':', "-"));
    let cookie = fs::read_to_string(file).unwrap();
    let path = format!("/api/tables/{}/rejoin", link.rsplit_once('/').unwrap().1);
    let cookie = format!("cookie: {}\r\n", cookie.trim());
    let (_, answer) = server.request_with("POST", &path, &cookie, "");
    answer.rsplit_once("\r\n\r\n").unwrap().1.split('"').nth(3).unwrap().to_owned()
}

#[test]
fn a_seat_moves_by_its_link() {
    let homes = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "upcard.db");
    let link = open(&server, homes[0].path(), r#"["person",{"bot":{"level":"novice"}}]"#);
    let sits = |at: usize, link: &str, begins: bool| {
        let state = Some(("XDG_STATE_HOME", homes[at].path().to_str().unwrap()));
        let mut screen = Screen::start_with(&["sit", link, "--plain", "--name", "Ann"], state);
        if begins {
            screen.shows("Press S to begin");
            screen.types("s\n");
        }
        screen.shows("You: 10 cards");
        screen.types("q\n");
        let (text, code) = screen.left();
        assert!(code == Some(0) && text.contains(&format!("upcard sit {link}")), "{text}");
    };
    sits(0, &link, true);
    let moved = moving(&server, homes[0].path(), &link);
    assert!(moved.contains("/r/"), "{moved}");
    let state = ("XDG_STATE_HOME", homes[1].path().to_str().unwrap());
    let mut screen = Screen::start_with(&["sit", &moved, "--plain", "--name", "Ann"], Some(state));
    let before = screen.shows("You: 10 cards");
    assert!(!before.contains("You are watching"), "{before}");
    screen.types("q\n");
    let (text, _) = screen.left();
    assert!(text.contains(&format!("upcard sit {link}")), "{text}");
    // From now on the table's own link gives access to the seat here.
    sits(1, &link, false);
    let (code, _, errors) = sit(&[&moved, "--plain"], [state]);
    assert!(code == Some(2) && errors.contains("it works once"), "{errors}");
    assert!(server.stop());
}

#[test]
fn a_table_that_cannot_be_opened_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "upcard.db");
    let address = format!("http://{}", server.address);
    let opens = |address: &str, more: &[&str]| {
        let state = ("XDG_STATE_HOME", folder.path().to_str().unwrap());
        let (code, output, errors) = sit(&[&[address, "--open"], more].concat(), [state]);
        assert!(output.is_empty() && code == Some(2), "{more:?}");
        errors
    };
    // Errors that the program can detect are not sent to the server, which may know more games.
    let errors = opens("http://127.0.0.1:1", &["gin", "--players", "5"]);
    assert!(!errors.contains("no connection"), "{errors}");
    let errors = opens(&address, &["grandmas", "--players", "3"]);
    assert!(errors.contains("the server did not open a table: "), "{errors}");
    assert!(errors.contains("grandmas"), "{errors}");
    let errors = opens(&format!("{address}/t/abcdefghijkm"), &["gin"]);
    assert!(errors.contains("not a server address"), "{errors}");
    assert!(server.stop());
}

#[test]
fn closed_input_does_not_wait_for_a_table_that_has_not_begun() {
    let (home, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Server::start(folder.path(), "upcard.db");
    let link = open(&server, home.path(), r#"["person","person"]"#);
    let sit = |more: &[&str], typed: &str, stays: bool| {
        let mut upcard = program();
        upcard.args(["sit", &link, "--plain", "--stranger"]).args(more);
        let mut child = piped(upcard.env("XDG_STATE_HOME", home.path()));
        let mut input = child.stdin.take().unwrap();
        input.write_all(typed.as_bytes()).unwrap();
        let open = stays.then_some(input);
        let (code, text, _) = texts(child.wait_with_output().unwrap());
        drop(open);
        (code, text)
    };
    for more in [&[][..], &["--watch"]] {
        let (code, text) = sit(more, "", false);
        assert_eq!(code, Some(1), "{more:?}: {text}");
        // Leaving does not wait, though the input continues.
        let (code, text) = sit(more, "q\n", true);
        assert_eq!(code, Some(0), "{more:?}: {text}");
    }
    // A spectator never acts, so no line waits.
    let (code, text) = sit(&["--watch"], "words wild\nq\n", true);
    assert!(code == Some(0) && text.contains("wild"), "{code:?} {text}");
    assert!(server.stop());
}

#[test]
fn links_to_no_table_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "upcard.db");
    let state = ("XDG_STATE_HOME", folder.path().to_str().unwrap());
    let sit = |link: &str| sit(&[link], [state]);
    let (code, _, errors) = sit("gin");
    assert!(code == Some(2) && errors.contains("not a link to a table"), "{errors}");
    let (code, _, errors) = sit(&format!("http://{}/c/zzzzzz", server.address));
    assert!(code == Some(2) && errors.contains("no table with this code"), "{errors}");
    let (code, _, errors) = sit(&format!("http://{}/t/abcdefghijkm", server.address));
    assert!(code != Some(0) && errors.contains("This table no longer exists"), "{code:?} {errors}");
    let address = server.address.clone();
    drop(server);
    let (code, _, errors) = sit(&format!("http://{address}/t/abcdefghijkm"));
    assert!(code == Some(2) && errors.contains("no connection"), "{errors}");
}
