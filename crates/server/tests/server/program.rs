//! The server program: environment and logging.

use std::io::Read;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use upcard_table::wire::ClientMessage;

use crate::common::{
    Place, Server, WITH_BOT, cookie_of, get, greet, open, own_host, ping, program, program_within,
    request, request_table, run_to_end, say_all, sit, until,
};

/// Starts a server whose log is read.
fn logged(store: &Path, log: &str) -> Server {
    let mut server = program();
    server
        .args(["--listen", &own_host().to_string(), "--log", log])
        .args(["--bot-delay-least-ms", "0", "--bot-delay-most-ms", "5", "--store"])
        .arg(store)
        .stderr(Stdio::piped());
    Server::spawn(server)
}

/// Stops a server; returns its log.
fn log_of(mut server: Server) -> String {
    server.child.kill().unwrap();
    let mut log = String::new();
    server.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    log
}

#[test]
fn boolean_environment_values_accept_words_and_numbers() {
    let run = |value: &str| {
        // A store that does not exist: the program logs an error and exits.
        let store = ["--store", "/nowhere/upcard.db"];
        run_to_end(program().args(store).env("UPCARD_LOG_JSON", value))
    };
    for yes in ["1", "yes", "on", "true", "YES"] {
        let (_, log) = run(yes);
        assert!(log.starts_with('{') && log.contains("/nowhere/upcard.db"), "{yes}: {log}");
    }
    for no in ["0", "no", "off", "false"] {
        let (_, log) = run(no);
        assert!(!log.starts_with('{') && log.contains("/nowhere/upcard.db"), "{no}: {log}");
    }
    let (code, error) = run("perhaps");
    assert!(code == Some(2) && error.contains("--log-json"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_contains_no_cards_secrets_names_or_full_ids() {
    let place = Place::new("log");
    let server = logged(&place, "trace");
    let address = server.address;
    let (id, cookie) = open(address, WITH_BOT).await;
    let mut socket = greet(address, &id, Some(&cookie)).await;
    say_all(&mut socket, [sit("Philippa Nightingale"), ClientMessage::Start]).await;
    ping(&mut socket).await;
    let log = log_of(server);
    assert!(log.contains(&id[..4]), "the table is named by its first letters: {log}");
    let secret = cookie.split_once('=').unwrap().1;
    for hidden in [&id, &id[..5], secret, "Philippa", "Nightingale"] {
        assert!(!log.contains(hidden), "{hidden} is in the log: {log}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failing_store_is_logged_once_for_all_tables() {
    let place = Place::new("refuses");
    let server = logged(&place, "info");
    let address = server.address;
    for file in std::fs::read_dir(place.folder()).unwrap() {
        std::fs::remove_file(file.unwrap().path()).unwrap();
    }
    for _ in 0..40 {
        let (status, _, body) = request_table(address, "", WITH_BOT).await;
        assert_eq!(status, 503, "{body}");
    }
    let log = log_of(server);
    let lines = log.lines().filter(|line| line.contains("the store failed")).count();
    assert!((1..=2).contains(&lines), "{lines} lines for one fault: {log}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_open_file_limit_is_raised_logged_and_respected() {
    let run = |soft: u32, hard: u32| {
        let run = format!("ulimit -Sn {soft} && ulimit -Hn {hard} && exec \"$0\" \"$@\"");
        let mut server = program_within(&["sh", "-c", &run]);
        server
            .args(["--listen", &own_host().to_string(), "--store", "memory"])
            .args(["--connections", "100"])
            .stderr(Stdio::piped());
        Server::spawn(server)
    };
    // Room for all connections once the limit is raised; room for a few.
    for (soft, hard, open, logged) in
        [(64, 1024, 99, "open files"), (64, 148, 19, "allows fewer connections")]
    {
        let server = run(soft, hard);
        let address = server.address;
        let mut held = Vec::new();
        for _ in 0..open {
            held.push(tokio::net::TcpStream::connect(address).await.unwrap());
        }
        // There is one slot left; connections beyond it are rejected immediately.
        let (status, body) = get(address, "/health").await;
        assert!(status == 200 && body.contains(&format!("\"connections\":{}", open + 1)), "{body}");
        // The request's own slot is released with a delay.
        let refused = loop {
            held.push(tokio::net::TcpStream::connect(address).await.unwrap());
            let (status, body) = get(address, "/health").await;
            if status != 200 {
                break (status, body);
            }
            assert!(held.len() < 2 * (open + 20), "nobody is refused");
        };
        assert!(refused.0 == 503 && refused.1.contains("too-many"), "{refused:?}");
        let log = log_of(server);
        assert!(log.contains(logged) && !log.contains("panic"), "{log}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cookies_are_secure_over_https() {
    for (flags, headers, secure) in [
        (&[][..], "", false),
        (&[], "x-forwarded-proto: https\r\n", false),
        (&["--proxy"], "x-forwarded-proto: https\r\n", true),
        (&["--proxy"], "x-forwarded-proto: https, http\r\n", false),
        (&["--url", "https://cards.example"], "", true),
        (&["--url", "http://cards.example"], "x-forwarded-proto: https\r\n", false),
    ] {
        let server = Server::with("memory", flags);
        let address = server.address;
        let (status, head, body) = request_table(address, headers, WITH_BOT).await;
        assert_eq!(status, 201, "{body}");
        assert_eq!(head.contains("; Secure"), secure, "{flags:?} {headers}");
        assert!(head.contains("; HttpOnly; SameSite=Lax"), "{head}");
        let cookie = cookie_of(&head).unwrap();
        assert_eq!(cookie.starts_with("__Host-upcard="), secure, "{cookie}");
        // A cookie under the plain name identifies the same guest, who gets the new one over HTTPS.
        let (_, value) = cookie.split_once('=').unwrap();
        let headers = format!("{headers}cookie: upcard=x; upcard={value}\r\n");
        let (_, head, _) = request_table(address, &headers, WITH_BOT).await;
        assert_eq!(cookie_of(&head), secure.then_some(cookie), "{flags:?} {head}");
        assert!(!head.contains("strict-transport-security"), "that is the proxy's: {head}");
        assert!(server.stop());
    }
}

/// The log is a pipe that nobody reads: writing a line blocks forever, even the one about the shutdown. A log
/// on a hung disk behaves the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hung_server_exits_on_a_second_signal_or_after_the_timeout() {
    let run = async |signals: u32| {
        let place = Place::new("hung-log");
        let mut server = logged(&place, "debug");
        let address = server.address;
        // Each malformed request is logged, until every thread of the server blocks.
        let asks = async || request(address, "no request", "", "", "").await;
        while tokio::time::timeout(Duration::from_secs(2), asks()).await.is_ok() {}
        for _ in 0..signals {
            server.signal("TERM");
            // Two simultaneous signals would be merged.
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        let mut code = None;
        until("the server hangs", async || {
            code = server.child.try_wait().unwrap().map(|status| status.code());
            code.is_some()
        })
        .await;
        code.flatten()
    };
    let (twice, once) = tokio::join!(run(2), run(1));
    assert_eq!((twice, once), (Some(130), Some(1)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn metrics_contain_no_personal_data_and_can_be_hidden() {
    let server = Server::start("memory");
    let address = server.address;
    let (id, cookie) = open(address, WITH_BOT).await;
    let mut socket = greet(address, &id, Some(&cookie)).await;
    ping(&mut socket).await;
    get(address, &format!("/api/tables/{id}")).await;
    let (status, head, text) = request(address, "GET", "/metrics", "", "").await.unwrap();
    assert!(status == 200 && head.contains("application/openmetrics-text"), "{head}");
    for line in [
        "upcard_rooms 1",
        "upcard_sockets 1",
        "upcard_messages_total{outcome=\"Taken\"} 2",
        "upcard_requests_total{route=\"/api/tables/{id}\",status=\"Good\"} 1",
        "upcard_trouble{code=\"file-gone\"} 0",
    ] {
        assert!(text.lines().any(|own| own == line), "{line}: {text}");
    }
    // No table, link, guest or address.
    let secret = cookie.split_once('=').unwrap().1;
    for hidden in [&id[..4], &secret[..8], &address.ip().to_string()] {
        assert!(!text.contains(hidden), "{hidden}: {text}");
    }
    assert!(server.stop());
    let server = Server::with("memory", &["--hide-metrics"]);
    let (status, body) = get(server.address, "/metrics").await;
    assert!(status == 404 && body.contains("no-such-page"), "{body}");
    assert!(server.stop());
}

#[test]
fn environment_and_flags_override_the_settings_file() {
    let place = Place::new("config");
    let file = place.folder().join("upcard.toml");
    std::fs::write(&file, "store = \"/nowhere/file\"\nlog-json = true\n").unwrap();
    let run = |flags: &[&str], environment: &[(&str, &str)]| {
        let config = ["--config", file.to_str().unwrap()];
        run_to_end(program().args(config).args(flags).envs(environment.iter().copied()))
    };
    let (_, log) = run(&[], &[]);
    assert!(log.starts_with('{') && log.contains("/nowhere/file"), "{log}");
    let (_, log) = run(&[], &[("UPCARD_STORE", "/nowhere/environment")]);
    assert!(log.contains("/nowhere/environment"), "{log}");
    let environment = [("UPCARD_STORE", "/nowhere/environment"), ("UPCARD_LOG_JSON", "no")];
    let (_, log) = run(&["--store", "/nowhere/flag"], &environment);
    assert!(!log.starts_with('{') && log.contains("/nowhere/flag"), "{log}");
    std::fs::write(&file, "stores = 3\n").unwrap();
    let (code, error) = run(&[], &[]);
    assert!(code == Some(2) && error.contains("stores: unknown setting"), "{error}");
}

/// Concatenates all source files of the crates.
fn sources(folder: &Path, into: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            into.push_str(&std::fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn every_test_named_in_the_threat_model_exists() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let page = std::fs::read_to_string(crates.join("../docs/THREATS.md")).unwrap();
    let mut text = String::new();
    sources(crates, &mut text);
    sources(&crates.join("../xtask/src"), &mut text);
    let is_name = |name: &&str| name.contains('_') && !name.contains([' ', '-', '.']);
    let names: Vec<&str> = page.split('`').skip(1).step_by(2).filter(is_name).collect();
    assert!(names.len() > 40, "{names:?}");
    for name in names {
        assert!(text.contains(&format!("fn {name}(")), "no test is named {name}");
    }
}
