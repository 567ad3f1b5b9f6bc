//! Which crate may use which: the table of ARCHITECTURE.md, checked against the manifests.

use super::source::{Findings, Source};

/// What one crate may use.
struct Row {
    name: &'static str,
    /// The crates of this project that it may use.
    ours: &'static [&'static str],
    /// The only other crates that it may use; none where that is open.
    only: Option<&'static [&'static str]>,
    /// Crates that it never uses.
    never: &'static [&'static str],
}

/// I/O, sockets, databases, clocks and ambient chance.
const OUTER: &[&str] = &[
    "tokio",
    "async-std",
    "smol",
    "axum",
    "hyper",
    "tungstenite",
    "tokio-tungstenite",
    "sqlx",
    "rusqlite",
    "reqwest",
    "getrandom",
    "rand",
    "chrono",
    "time",
    "web-time",
];

/// Drawing and sockets, which stay out of a client's core.
const SHELLS: &[&str] = &[
    "leptos",
    "ratatui",
    "crossterm",
    "web-sys",
    "gloo",
    "tokio",
    "tungstenite",
    "tokio-tungstenite",
    "axum",
    "sqlx",
    "rusqlite",
];

const fn row(name: &'static str, ours: &'static [&'static str]) -> Row {
    Row { name, ours, only: None, never: &[] }
}

const TABLE: &[Row] = &[
    Row { only: Some(&["serde", "arrayvec", "schemars"]), ..row("upcard-cards", &[]) },
    Row {
        only: Some(&["arrayvec", "bytemuck", "rustc-hash", "scoped-tls-hkt", "wide"]),
        ..row("upcard-solver", &["upcard-cards"])
    },
    Row {
        only: Some(&[
            "arrayvec",
            "serde",
            "toml",
            "hex",
            "rand_chacha",
            "rand_core",
            "rustc-hash",
            "strsim",
            "sha2",
            "thiserror",
        ]),
        ..row("upcard-engine", &["upcard-cards", "upcard-solver"])
    },
    Row { never: OUTER, ..row("upcard-bots", &["upcard-cards", "upcard-solver", "upcard-engine"]) },
    row(
        "upcard-arena",
        &["upcard-cards", "upcard-solver", "upcard-engine", "upcard-bots", "upcard-table"],
    ),
    Row {
        never: OUTER,
        ..row("upcard-gym", &["upcard-cards", "upcard-solver", "upcard-engine", "upcard-bots"])
    },
    row(
        "upcard-python",
        &[
            "upcard-cards",
            "upcard-solver",
            "upcard-engine",
            "upcard-bots",
            "upcard-arena",
            "upcard-gym",
            "upcard-client",
        ],
    ),
    row("upcard-site", &[]),
    row("upcard-tutor", &["upcard-engine", "upcard-bots", "upcard-arena", "upcard-digest"]),
    Row {
        only: Some(&["serde", "postcard", "fluent-syntax"]),
        never: OUTER,
        ..row("upcard-texts", &[])
    },
    Row {
        never: OUTER,
        ..row("upcard-rulebook", &["upcard-cards", "upcard-engine", "upcard-texts"])
    },
    Row { never: OUTER, ..row("upcard-table", &["upcard-cards", "upcard-engine"]) },
    row("upcard-store", &["upcard-cards", "upcard-engine", "upcard-table"]),
    Row {
        only: Some(&["hmac", "http", "sha2"]),
        never: OUTER,
        ..row("upcard-identity", &["upcard-table"])
    },
    Row { only: Some(&[]), ..row("upcard-line", &[]) },
    row(
        "upcard-server",
        &[
            "upcard-cards",
            "upcard-engine",
            "upcard-table",
            "upcard-store",
            "upcard-bots",
            "upcard-identity",
            "upcard-line",
            "upcard-rulebook",
        ],
    ),
    Row {
        never: SHELLS,
        ..row(
            "upcard-client",
            &[
                "upcard-cards",
                "upcard-solver",
                "upcard-engine",
                "upcard-table",
                "upcard-bots",
                "upcard-rulebook",
                "upcard-scenario",
                "upcard-texts",
            ],
        )
    },
    row(
        "upcard-web",
        &[
            "upcard-client",
            "upcard-rulebook",
            "upcard-cards",
            "upcard-engine",
            "upcard-table",
            "upcard-bots",
            "upcard-solver",
            "upcard-texts",
        ],
    ),
    row(
        "upcard-terminal",
        &[
            "upcard-client",
            "upcard-rulebook",
            "upcard-cards",
            "upcard-engine",
            "upcard-table",
            "upcard-bots",
            "upcard-solver",
            "upcard-texts",
        ],
    ),
    row(
        "upcard",
        &[
            "upcard-cards",
            "upcard-solver",
            "upcard-engine",
            "upcard-bots",
            "upcard-arena",
            "upcard-rulebook",
            "upcard-table",
            "upcard-store",
            "upcard-server",
            "upcard-client",
            "upcard-terminal",
            "upcard-scenario",
            "upcard-bench",
        ],
    ),
    Row { never: OUTER, ..row("upcard-scenario", &["upcard-cards", "upcard-engine"]) },
    row("upcard-bench", &["upcard-cards", "upcard-solver", "upcard-engine", "upcard-bots"]),
    row("upcard-testkit", &["upcard-cards", "upcard-engine", "upcard-bench"]),
    row(
        "upcard-fuzz",
        &[
            "upcard-arena",
            "upcard-bench",
            "upcard-bots",
            "upcard-cards",
            "upcard-engine",
            "upcard-identity",
            "upcard-rulebook",
            "upcard-scenario",
            "upcard-table",
        ],
    ),
    row(
        "upcard-checks",
        &["upcard-arena", "upcard-cards", "upcard-engine", "upcard-scenario", "upcard-rulebook"],
    ),
    row(
        "upcard-digest",
        &["upcard-cards", "upcard-solver", "upcard-engine", "upcard-bots", "upcard-client"],
    ),
    row("upcard-webdriver", &[]),
    row("upcard-browser-tests", &[]),
    row("upcard-pack", &["upcard-texts", "upcard-webdriver"]),
    row("xtask", &[]),
];

/// Checks each manifest against its row.
pub(super) fn check(sources: &[Source], found: &mut Findings) {
    let manifests = sources.iter().filter(|s| {
        s.path == "xtask/Cargo.toml"
            || (s.path.starts_with("crates/") && s.path.ends_with("/Cargo.toml"))
    });
    for source in manifests {
        let manifest: toml::Table = match source.text.parse() {
            Ok(manifest) => manifest,
            Err(error) => {
                found.flaws.push(format!("{}: {error}", source.path));
                continue;
            }
        };
        let name = manifest.get("package").and_then(|p| p.get("name")).and_then(|n| n.as_str());
        let Some(row) = TABLE.iter().find(|row| Some(row.name) == name) else {
            let name = name.unwrap_or("a crate without a name");
            found.flaws.push(format!("{}: {name} has no row in the table", source.path));
            continue;
        };
        for used in dependencies(&manifest) {
            let ours = used.starts_with("upcard") || used == "xtask";
            let allowed = if ours {
                row.ours.contains(&used.as_str())
            } else {
                row.only.is_none_or(|only| only.contains(&used.as_str()))
                    && !row.never.contains(&used.as_str())
            };
            if !allowed {
                found.flaws.push(format!("{}: {} may not use {used}", source.path, row.name));
            }
        }
    }
}

/// The names of all that a crate is built on, also for single targets; not what only its tests use.
fn dependencies(manifest: &toml::Table) -> Vec<String> {
    let mut names = Vec::new();
    let mut collect = |table: &toml::Table| {
        for kind in ["dependencies", "build-dependencies"] {
            let Some(list) = table.get(kind).and_then(|d| d.as_table()) else { continue };
            names.extend(list.iter().map(|(key, value)| {
                let renamed = value.get("package").and_then(|p| p.as_str());
                renamed.unwrap_or(key).to_owned()
            }));
        }
    };
    collect(manifest);
    if let Some(targets) = manifest.get("target").and_then(|t| t.as_table()) {
        targets.values().filter_map(|t| t.as_table()).for_each(&mut collect);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_outside_its_row_is_found() {
        let text = "[package]\nname = \"upcard-table\"\n[dependencies]\nserde = \"1\"\n\
                    upcard-bots.workspace = true\n[target.'cfg(unix)'.dependencies]\n\
                    tokio = { version = \"1\" }\n";
        let file = Source { path: "crates/table/Cargo.toml".into(), text: text.into() };
        let mut found = Findings::default();
        check(&[file], &mut found);
        assert_eq!(
            found.flaws,
            [
                "crates/table/Cargo.toml: upcard-table may not use upcard-bots",
                "crates/table/Cargo.toml: upcard-table may not use tokio",
            ]
        );
    }
}
