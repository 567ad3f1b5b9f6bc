//! Settings of a server: sources, precedence, and errors that name flag and cause.

use std::path::Path;
use std::process::Command;

use crate::common::{Place, program, run_to_end};

/// Runs a server that cannot start; returns its exit code and output.
pub(crate) fn refused(flags: &[&str]) -> (Option<i32>, String) {
    let (code, output) = run_to_end(program().args(["--listen", "127.0.0.1:0"]).args(flags));
    assert_ne!(code, Some(0), "{output}");
    (code, output)
}

#[test]
fn flags_override_the_environment() {
    let run = |flags: &[&str]| {
        let environment = ("UPCARD_STORE", "/nowhere/environment");
        let (code, log) = run_to_end(program().args(flags).envs([environment]));
        assert_eq!(code, Some(1));
        log
    };
    assert!(run(&[]).contains("/nowhere/environment"));
    assert!(run(&["--store", "/nowhere/flag"]).contains("/nowhere/flag"));
}

/// Reads a file in `deploy/`.
pub(crate) fn deployed(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy");
    std::fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn the_systemd_unit_uses_valid_settings() {
    // They are valid; only the store cannot be opened here.
    let place = Place::new("settings");
    let file = place.with_extension("toml");
    std::fs::write(&file, deployed("upcard.toml")).unwrap();
    let (_, log) = refused(&["--config", file.to_str().unwrap(), "--store", "/nowhere/upcard.db"]);
    assert!(log.starts_with('{') && log.contains("/nowhere/upcard.db"), "{log}");
}

/// If systemd is installed, it finds no errors in the unit, and a low exposure level.
#[test]
fn the_systemd_unit_is_valid_and_hardened() {
    let place = Place::new("unit");
    let unit = place.folder().join("upcard.service");
    let text = deployed("upcard.service");
    assert!(text.contains("LoadCredential=upcard.toml:/etc/upcard.toml\n"));
    assert!(text.contains("ExecStart=/usr/local/bin/upcard serve --config %d/upcard.toml\n"));
    // systemd checks that the executable exists.
    std::fs::write(&unit, text.replace("/usr/local/bin/upcard", "/bin/sh")).unwrap();
    for arguments in [
        &["verify", "--man=no", "--recursive-errors=no"][..],
        &["security", "--offline=yes", "--threshold=20", "--no-pager"],
    ] {
        let analysed = Command::new("systemd-analyze").args(arguments).arg(&unit).output();
        // Not every machine has systemd; the settings above are tested everywhere.
        let Ok(analysed) = analysed else { break };
        let stderr = String::from_utf8_lossy(&analysed.stderr);
        assert!(analysed.status.success(), "{arguments:?}: {stderr}");
    }
}

/// Invalid settings are rejected with a message that names flag and cause.
#[test]
fn invalid_settings_are_rejected_with_flag_and_cause() {
    let place = Place::new("cannot-be");
    let other = place.folder().join("other.db");
    let database = rusqlite::Connection::open(&other).unwrap();
    database.execute_batch("CREATE TABLE things (id INTEGER)").unwrap();
    let (other, none) = (other.to_str().unwrap(), place.folder().to_str().unwrap());
    let memory = ["--store", "memory"];
    let slowest = vec!["--bot-delay-least-ms", "15000"];
    let no_cert = vec!["--tls-cert", "/nowhere", "--tls-key", other];
    let device = vec!["--config", "/dev/zero"];
    for (flags, code, flag, cause) in [
        (vec!["--store", ""], 2, "'--store <STORE>'", "it is empty"),
        (vec!["--store", "file:x.db"], 2, "'--store <STORE>'", "unknown kind of store 'file:'"),
        (vec!["--store", other], 1, "--store: ", "another program's database"),
        (vec!["--store", "/dev/zero"], 1, "--store: ", "a device"),
        (slowest, 2, "--bot-delay-least-ms 15000", "above --bot-delay-most-ms 12000"),
        (vec!["--cluster", "http://mq"], 2, "'--cluster <NATS>'", "with nats:// or tls://"),
        (no_cert, 1, "--tls-cert and --tls-key: ", "/nowhere: "),
        (vec!["--pages", "/nowhere"], 2, "--pages /nowhere", "No such file or directory"),
        (vec!["--pages", other], 2, "--pages ", "this is not a folder"),
        (device, 2, "--config /dev/zero", "a settings file cannot be a device"),
        (vec!["--config", none], 2, "--config ", "Is a directory"),
    ] {
        let with: Vec<&str> = memory.into_iter().chain(flags.clone()).collect();
        let flags = if flags[0] == "--store" { flags } else { with };
        let (found, said) = refused(&flags);
        assert_eq!(found, Some(code), "{flags:?}: {said}");
        assert!(said.contains(flag) && said.contains(cause), "{flags:?}: {said}");
    }
    let long = place.folder().join("long.toml");
    std::fs::write(&long, "# nothing\n".repeat(200_000)).unwrap();
    let (code, said) = refused(&["--store", "memory", "--config", long.to_str().unwrap()]);
    assert!(code == Some(2) && said.contains("longer than a mebibyte"), "{said}");
}

#[test]
fn an_unusable_listen_address_is_reported_with_its_flag() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let (code, said) = run_to_end(program().args(["--listen", &address, "--store", "memory"]));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains(&format!("--listen {address}: Address already in use")), "{said}");
}

/// Addresses of databases and NATS servers contain passwords. No error repeats them, wherever they were
/// given.
#[test]
fn errors_never_contain_passwords() {
    let place = Place::new("passwords");
    let file = place.folder().join("upcard.toml");
    let quiet = |flags: &[&str], variable: Option<(&str, &str)>| {
        let mut run = program();
        run.args(["--listen", "127.0.0.1:0"]).args(flags).envs(variable);
        let output = run.output().unwrap();
        assert!(!output.status.success(), "{flags:?} {variable:?}");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).unwrap();
        assert!(!said.is_empty() && !said.contains("secret-word"), "{flags:?}: {said}");
    };
    for (flag, variable, values) in [
        (
            "--store",
            "UPCARD_STORE",
            &[
                "mysql://ann:secret-word@db/cards",
                "postgres:/ann:secret-word@db/cards",
                "host=db user=ann password=secret-word",
                "postgres://ann:secret-word@127.0.0.1:1/cards",
                "postgres://ann:secret-word@127.0.0.1:port/cards",
                "postgres://ann:secret-word@127.0.0.1:1/cards?secret-option=3&sslmode=require",
                "postgres://ann:%zzsecret-word@127.0.0.1:1/cards",
                "postgres://127.0.0.1:1/cards?user=ann&password=secret-word",
            ][..],
        ),
        (
            "--cluster",
            "UPCARD_CLUSTER",
            &[
                "amqp://ann:secret-word@mq",
                "nats://ann:secret-word@mq:port",
                "nats://ann:secret-word@",
                "nats://ann:secret-word@127.0.0.1:1",
                "nats://mq,,nats://ann:secret-word@mq",
            ],
        ),
        ("--traces", "UPCARD_TRACES", &["http://ann:secret-word@127.0.0.1:4318"]),
        ("--url", "UPCARD_URL", &["https://ann:secret-word@cards.example"]),
        ("--listen", "UPCARD_LISTEN", &["postgres://ann:secret-word@db/cards"]),
        ("--config", "UPCARD_CONFIG", &["postgres://ann:secret-word@db/cards"]),
    ] {
        for value in values {
            // The second occurrence causes an error.
            if flag != "--listen" {
                quiet(&[flag, value], None);
                quiet(&[], Some((variable, value)));
            }
            let setting = flag.trim_start_matches('-');
            for line in [format!("{setting} = \"{value}\""), format!("{setting} = \"{value}")] {
                std::fs::write(&file, line + "\nlog = \"error\"\n").unwrap();
                quiet(&["--config", file.to_str().unwrap()], None);
            }
            quiet(&[value], None);
            quiet(&[&format!("{flag}x={value}")], None);
        }
    }
}
