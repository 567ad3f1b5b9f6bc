//! Tests of the flags, their ranges and help texts.

use clap::{CommandFactory, Parser};
use upcard_identity::ProxyHeader;

use super::ServeArgs;
use super::config::Flags;
use crate::operations::settings::Forget;

fn read(flags: &[&str]) -> Result<ServeArgs, String> {
    Flags::try_parse_from(flags).map(|flags| flags.serve).map_err(|error| error.to_string())
}

fn read_as(flag: &str, value: &str) -> Result<ServeArgs, String> {
    read(&[&format!("{flag}={value}")])
}

/// Every numeric flag with its minimum and maximum.
const NUMBERS: [(&str, &str, &str); 19] = [
    ("--bot-threads", "1", "1024"),
    ("--bot-budget-ms", "1", "60000"),
    ("--bot-delay-least-ms", "0", "60000"),
    ("--bot-delay-most-ms", "0", "60000"),
    ("--absent-seconds", "1", "604800"),
    ("--silent-seconds", "1", "604800"),
    ("--next-deal-seconds", "1", "604800"),
    ("--idle-minutes", "0", "10080"),
    ("--forget-days", "1", "36500"),
    ("--least-free-mib", "0", "1073741824"),
    ("--table-mib", "1", "1024"),
    ("--guest-mib", "1", "1048576"),
    ("--address-mib", "1", "1048576"),
    ("--tables", "1", "10000000"),
    ("--connections", "1", "10000000"),
    ("--connections-per-address", "1", "10000000"),
    ("--request-seconds", "1", "3600"),
    ("--write-seconds", "1", "3600"),
    ("--proxy", "0", "16"),
];

#[test]
fn numbers_have_ranges_and_an_error_names_flag_and_range() {
    for (flag, least, most) in NUMBERS {
        for fine in [least, most] {
            let settings = read_as(flag, fine).unwrap().settings();
            // Derived values do not overflow.
            let _ = std::time::Instant::now() + settings.idle + settings.bot_budget;
        }
        let above = most.parse::<u64>().unwrap() + 1;
        let (above, most64) = (above.to_string(), u64::MAX.to_string());
        let wrong = [&above, &most64, "99999999999999999999999", "-1", "1.5", "", "many", "1e3"];
        for wrong in wrong {
            let error = read_as(flag, wrong).unwrap_err();
            assert!(error.contains(flag), "{flag}={wrong}: {error}");
            let range = format!("from {} to {most}", if least == "0" { "0" } else { "1" });
            assert!(error.contains(&range) || wrong.is_empty(), "{flag}={wrong}: {error}");
        }
        if least == "1" {
            assert!(read_as(flag, "0").unwrap_err().contains(flag));
        }
    }
}

#[test]
fn every_flag_with_a_number_is_listed_here() {
    for flag in Flags::command().get_arguments() {
        let Some(default) = flag.get_default_values().first().and_then(|d| d.to_str()) else {
            continue;
        };
        let name = format!("--{}", flag.get_long().unwrap_or_default());
        let listed = NUMBERS.iter().any(|(flag, ..)| *flag == name);
        assert!(listed || default.parse::<u64>().is_err(), "{name} has no range");
    }
}

#[test]
fn forget_days_accepts_never_and_rejects_zero() {
    assert_eq!(read_as("--forget-days", "never").unwrap().forget_days, Forget::Never);
    assert_eq!(read_as("--forget-days", "1").unwrap().forget_days, Forget::After(1));
    let error = read_as("--forget-days", "0").unwrap_err();
    assert!(error.contains("0 would remove every table; use 'never' to remove none"), "{error}");
    assert!(error.contains("--forget-days"), "{error}");
}

#[test]
fn every_flag_is_documented() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operations.md");
    let page = std::fs::read_to_string(page).unwrap();
    for flag in Flags::command().get_arguments() {
        let Some(name) = flag.get_long().filter(|name| *name != "help") else { continue };
        let variable = flag.get_env().and_then(|name| name.to_str()).unwrap_or("none");
        let row = format!("| `--{name}` | `{variable}` | ");
        let row = page.lines().find_map(|line| line.strip_prefix(&row));
        let row = row.unwrap_or_else(|| panic!("--{name} has no row with {variable}"));
        let documented = row.split('|').next().unwrap_or("").trim().trim_matches('`');
        if let Some(default) = flag.get_default_values().first().and_then(|d| d.to_str()) {
            let same = documented == default || (default == "false" && documented == "off");
            assert!(same, "--{name}: the page says {documented}, the program {default}");
        }
    }
}

#[test]
fn proxies_are_counted() {
    for (flags, proxies) in [
        (&[][..], 0),
        (&["--proxy"], 1),
        (&["--proxy", "--log-json"], 1),
        (&["--proxy", "2"], 2),
        (&["--proxy=16"], 16),
        (&["--proxy=true"], 1),
        (&["--proxy=off"], 0),
    ] {
        assert_eq!(read(flags).unwrap().proxy, proxies, "{flags:?}");
    }
    for wrong in ["--proxy=17", "--proxy=-1", "--proxy=many", "--proxy=999999999999"] {
        let error = read(&[wrong]).unwrap_err();
        assert!(error.contains("--proxy") && error.contains("0 to 16"), "{error}");
    }
    let header = read(&["--proxy-header", "forwarded"]).unwrap().proxy_header;
    assert_eq!(header, ProxyHeader::Forwarded);
}

#[test]
fn the_server_address_has_no_path() {
    for (url, read_as) in [
        ("https://cards.example.org", "https://cards.example.org"),
        ("https://cards.example.org/", "https://cards.example.org"),
        ("http://[::1]:8080", "http://[::1]:8080"),
    ] {
        assert_eq!(read(&["--url", url]).unwrap().url.as_deref(), Some(read_as));
    }
    for wrong in ["cards.example.org", "https://a.example/cards", "ftp://a.example", "https://"] {
        let error = read(&["--url", wrong]).unwrap_err();
        assert!(error.contains("--url") && error.contains("no path"), "{error}");
    }
}
