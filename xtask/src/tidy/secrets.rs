//! No database and no key may be in the tree, where anyone with the sources could read it.

use super::source::{Findings, Source, names};
use crate::shell::root;

/// Exceptions used by tests. Their keys are public; a server accepts none of them.
const EXCEPTIONS: [&str; 6] = [
    "crates/server/tests/golden/first-schema.db",
    "crates/server/tests/golden/server-schema-3.db.gz",
    "crates/server/tests/tls/first-cert.pem",
    "crates/server/tests/tls/first-key.pem",
    "crates/server/tests/tls/second-cert.pem",
    "crates/server/tests/tls/second-key.pem",
];

/// File extensions of databases and keys.
const EXTENSIONS: [&str; 9] =
    [".db", ".db3", ".sqlite", ".sqlite3", ".pem", ".key", ".p12", ".pfx", ".jks"];

/// Substrings in the names of database copies and side files.
const NAME_PARTS: [&str; 4] = [".db-", ".db.", ".sqlite-", ".sqlite3-"];

/// Magic bytes of databases: a SQLite file, its log in both byte orders, a `pg_dump` archive.
const MAGIC_BYTES: [(&[u8], &str); 4] = [
    (b"SQLite format 3\0", "a SQLite database"),
    (&[0x37, 0x7f, 0x06, 0x82], "the log of a SQLite database"),
    (&[0x37, 0x7f, 0x06, 0x83], "the log of a SQLite database"),
    (b"PGDMP", "a copy of a PostgreSQL database"),
];

/// Beginning and end of the first line of a PEM private key.
const PRIVATE_KEY: (&[u8], &[u8]) =
    (concat!("-----", "BEGIN ").as_bytes(), concat!("PRIVATE ", "KEY-----").as_bytes());

/// Maximum length of that line; there are several kinds of keys.
const MAX_KEY_LINE: usize = 64;

/// Returns why a file must not be in the tree, by its name or content.
fn secret_kind(path: &str, bytes: &[u8]) -> Option<String> {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    if EXTENSIONS.iter().any(|ending| name.ends_with(ending))
        || NAME_PARTS.iter().any(|part| name.contains(part))
    {
        return Some("named like a store or a key".to_owned());
    }
    if let Some((_, what)) = MAGIC_BYTES.iter().find(|(begins, _)| bytes.starts_with(begins)) {
        return Some((*what).to_owned());
    }
    let holds = |bytes: &[u8], part: &[u8]| bytes.windows(part.len()).any(|at| at == part);
    let keys =
        bytes.windows(PRIVATE_KEY.0.len()).enumerate().filter(|(_, at)| *at == PRIVATE_KEY.0);
    let mut lines = keys.map(|(at, _)| bytes[at..].split(|b| *b == b'\n').next().unwrap_or(&[]));
    let key = lines.any(|line| holds(&line[..line.len().min(MAX_KEY_LINE)], PRIVATE_KEY.1));
    key.then(|| "a private key".to_owned())
}

/// Checks every file of the tree, text or binary.
pub(super) fn check(_: &[Source], found: &mut Findings) {
    let names = names();
    for path in &names {
        // Tracked but deleted: gone with the next commit.
        let Ok(bytes) = std::fs::read(root().join(path)) else { continue };
        if let Some(why) = secret_kind(path, &bytes)
            && !EXCEPTIONS.contains(&path.as_str())
        {
            found.flaws.push(format!("{path}: {why}"));
        }
    }
    for named in EXCEPTIONS.iter().filter(|named| !names.iter().any(|path| path == *named)) {
        found.flaws.push(format!("{named}: is missing: remove it from the list"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn databases_and_keys_are_found_by_name_and_content() {
        for name in [
            "crates/server/upcard.db",
            "upcard.db-lock",
            "a/Tables.DB-WAL",
            "copy.db.gz",
            "cards.sqlite3",
            "deploy/own.pem",
            "tls.key",
        ] {
            assert!(secret_kind(name, b"").is_some(), "{name}");
        }
        let pem = |kind: &str| {
            let begin = concat!("-----", "BEGIN ");
            format!("# a note\n{begin}{kind}PRIVATE {}\nabc", "KEY-----").into_bytes()
        };
        for (what, bytes) in [
            ("a SQLite database", b"SQLite format 3\0and more".to_vec()),
            ("the log of a SQLite database", vec![0x37, 0x7f, 0x06, 0x82, 0]),
            ("a copy of a PostgreSQL database", b"PGDMP\x01".to_vec()),
            ("a private key", pem("")),
            ("a private key", pem("ENCRYPTED ")),
            ("a private key", pem("OPENSSH ")),
        ] {
            assert_eq!(secret_kind("docs/innocent.txt", &bytes).as_deref(), Some(what));
        }
        let public = concat!("-----", "BEGIN CERTIFICATE-----\nabc\nPRIVATE ", "KEY-----");
        for (name, bytes) in [
            ("crates/store/src/db.rs", &b"//! a database"[..]),
            ("docs/keys.md", b"-----BEGIN with a line"),
            ("notes.txt", public.as_bytes()),
            ("Cargo.lock", b"SQLite format 3"),
        ] {
            assert_eq!(secret_kind(name, bytes), None, "{name}");
        }
    }
}
