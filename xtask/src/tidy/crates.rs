//! Allowed dependencies between crates: the table of ARCHITECTURE.md, checked against the manifests.

use super::source::{Findings, Source};

/// Allowed dependencies of a crate. Lists are space-separated; workspace crates are given without `upcard-`.
struct Row {
    name: &'static str,
    /// Allowed workspace crates.
    internal: &'static str,
    /// Allowed external crates; `None` for any.
    external: Option<&'static str>,
    /// Forbidden crates.
    forbidden: &'static str,
}

/// I/O, sockets, databases, clocks and ambient randomness.
const IO_CRATES: &str = "tokio async-std smol axum hyper tungstenite tokio-tungstenite sqlx rusqlite \
    reqwest getrandom rand chrono time web-time";

/// Rendering and sockets, forbidden in a client's core.
const UI_CRATES: &str = "leptos ratatui crossterm web-sys gloo tokio tungstenite tokio-tungstenite axum \
    sqlx rusqlite";

const fn row(name: &'static str, internal: &'static str) -> Row {
    Row { name, internal, external: None, forbidden: "" }
}

const ALLOWED: &[Row] = &[
    Row { external: Some("serde arrayvec schemars"), ..row("cards", "") },
    Row {
        external: Some("arrayvec bytemuck rustc-hash scoped-tls-hkt wide"),
        ..row("solver", "cards")
    },
    Row {
        external: Some(
            "arrayvec serde toml hex rand_chacha rand_core rustc-hash strsim sha2 thiserror",
        ),
        ..row("engine", "cards solver")
    },
    Row { forbidden: IO_CRATES, ..row("bots", "cards solver engine") },
    row("arena", "cards solver engine bots table"),
    Row { forbidden: IO_CRATES, ..row("gym", "cards solver engine bots") },
    row("python", "cards solver engine bots arena gym client rulebook"),
    row("site", ""),
    row("tutor", "engine bots arena digest rulebook"),
    Row {
        external: Some("serde postcard fluent-syntax"),
        forbidden: IO_CRATES,
        ..row("texts", "")
    },
    Row { forbidden: IO_CRATES, ..row("rulebook", "cards engine texts") },
    Row { forbidden: IO_CRATES, ..row("table", "cards engine") },
    row("store", "cards engine table"),
    Row { external: Some("hmac http sha2"), forbidden: IO_CRATES, ..row("identity", "table") },
    Row { external: Some(""), ..row("line", "") },
    row("server", "cards engine table store bots identity line rulebook"),
    Row {
        forbidden: UI_CRATES,
        ..row("client", "cards solver engine table bots rulebook scenario texts")
    },
    row("web", "client rulebook cards engine table bots solver texts"),
    row("terminal", "client rulebook cards engine table bots solver texts"),
    row(
        "upcard",
        "cards solver engine bots arena rulebook table store server client terminal scenario bench",
    ),
    Row { forbidden: IO_CRATES, ..row("scenario", "cards engine") },
    row("bench", "cards solver engine bots"),
    row("testkit", "cards engine bench"),
    row("fuzz", "arena bench bots cards engine identity rulebook scenario table"),
    row("checks", "arena cards engine scenario rulebook"),
    row("digest", "cards solver engine bots client"),
    row("webdriver", ""),
    row("browser-tests", ""),
    row("pack", "texts webdriver"),
    row("xtask", ""),
];

fn short_name(name: &str) -> &str {
    name.strip_prefix("upcard-").unwrap_or(name)
}

fn contains(list: &str, name: &str) -> bool {
    list.split_whitespace().any(|each| each == name)
}

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
        let name = name.unwrap_or("a crate without a name");
        let Some(row) = ALLOWED.iter().find(|row| row.name == short_name(name)) else {
            found.flaws.push(format!("{}: {name} has no row in the table", source.path));
            continue;
        };
        for used in dependencies(&manifest) {
            let ours = used.starts_with("upcard") || used == "xtask";
            let allowed = if ours {
                contains(row.internal, short_name(&used))
            } else {
                row.external.is_none_or(|external| contains(external, &used))
                    && !contains(row.forbidden, &used)
            };
            if !allowed {
                found.flaws.push(format!("{}: {name} may not use {used}", source.path));
            }
        }
    }
}

/// Names of all dependencies, including target-specific ones but not dev-dependencies.
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
    use super::super::source::flaws;
    use super::*;

    #[test]
    fn a_forbidden_dependency_is_found() {
        let text = "[package]\nname = \"upcard-table\"\n[dependencies]\nserde = \"1\"\n\
                    upcard-bots.workspace = true\n[target.'cfg(unix)'.dependencies]\n\
                    tokio = { version = \"1\" }\n";
        assert_eq!(
            flaws(check, &[("crates/table/Cargo.toml", text)]),
            [
                "crates/table/Cargo.toml: upcard-table may not use upcard-bots",
                "crates/table/Cargo.toml: upcard-table may not use tokio",
            ]
        );
    }
}
