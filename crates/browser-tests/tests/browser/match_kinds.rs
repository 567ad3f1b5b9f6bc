//! A whole match of each mechanism, from the first deal to the standings: knocking with lay-offs, three
//! columns, going out, declaring, dropping and rejoining, sharing a pool, and taking deep from the discards.
//! The player follows the hints; the first shuffle of each match is fixed.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use upcard_client::Session;
use upcard_engine::Phase;

use crate::driver::Browser;
use crate::play::{self, Look, look};
use crate::positions::{self, Play};
use crate::server::Server;

const MATCH_TIMEOUT: Duration = Duration::from_secs(400);

/// The player's actions in a match, and its final sheet.
#[derive(Default)]
struct Played {
    /// Clicked buttons, up to their first number or card.
    pressed: BTreeSet<String>,
    /// Number of deals.
    deals: usize,
    /// The text of the last sheet.
    sheet: String,
}

impl Played {
    fn has(&self, begins: &str) -> bool {
        self.pressed.iter().any(|text| text.starts_with(begins))
    }
}

/// Returns the first button starting with one of these words.
fn first<'a>(seen: &'a Look, words: &[&str]) -> Option<&'a String> {
    let begins = |word: &&str| seen.buttons.iter().find(|text| text.starts_with(word));
    words.iter().find_map(begins)
}

/// Buttons that end a deal, or that everybody would click.
const PREFERRED: [&str; 11] = [
    "Take my seat back",
    "Knock with ",
    "Go out",
    "Gin!",
    "Declare",
    "Show the best",
    "Show these",
    "Lay down",
    "Take them",
    "End the turn",
    "Discard, Shanghai!",
];

/// Follows the hint; `false` if it has no action.
fn follow_hint(browser: &Browser) -> bool {
    let open = browser
        .run("const hint = document.querySelector('.hint-button'); hint?.click(); return !!hint");
    if open != true {
        return false;
    }
    browser.wait_to_see(".sheet .hints");
    let done = browser.run(
        "const does = document.querySelector('.sheet .hints .btn.go'); does?.click(); return !!does",
    );
    if done != true {
        browser.close_sheet();
    }
    done == true
}

/// Plays a whole match. Decisions are answered by the first of `wishes` on offer, by what ends the deal, or
/// by the hint.
fn play_match(play: Play<'_>, size: (u32, u32), wishes: &[&str]) -> Played {
    play_match_from(play, Session::must_decide, size, wishes)
}

/// The same, from a position reached without a browser.
fn play_match_from(
    play: Play<'_>,
    begins: impl Fn(&Session) -> bool,
    size: (u32, u32),
    wishes: &[&str],
) -> Played {
    let (server, browser) = Server::with_browser(size.0, size.1);
    let entries = positions::reach(play, begins);
    positions::open(&browser, server, &entries);
    let until = Instant::now() + MATCH_TIMEOUT;
    let (mut answers, mut played) = (0, Played::default());
    loop {
        assert!(Instant::now() < until, "the match does not end: {:?}", look(&browser));
        browser.run("document.querySelector('.sheet .btn.go.wide')?.click()");
        let seen = look(&browser);
        if seen.question.starts_with("The match is over") || seen.has("Standings") {
            break;
        }
        if seen.is_over() {
            play::press(&browser, "Next deal");
        } else if seen.mine {
            answers += 1;
            let sure = "const ask = document.querySelector('.ask .btn.go') ?? document.querySelector('.ask .btn'); ask?.click(); return ask?.innerText ?? ''";
            let confirmed = browser.text(sure);
            let wished = first(&seen, wishes).or_else(|| first(&seen, &PREFERRED));
            if !confirmed.is_empty() {
                played.pressed.insert(confirmed);
            } else if let Some(text) = wished {
                played.pressed.insert(text.clone());
                play::press(&browser, text);
            } else if !follow_hint(&browser) {
                play::answer(&browser, &seen, answers);
            }
        } else {
            std::thread::sleep(Duration::from_millis(30));
        }
    }
    browser.wait_to_see(".sheet .standings li");
    browser.picture(&format!("match-{}-{}x{}", play.game, size.0, size.1));
    played.sheet = browser.text_of(".sheet");
    let rows = "return document.querySelectorAll('.sheet .scores:not(.games) tbody tr').length";
    played.deals = browser.run(rows).as_u64().unwrap_or(0) as usize;
    // More than one per deal: the player has played, not just watched.
    assert!(answers as usize > played.deals, "{answers} answers in {} deals", played.deals);
    played
}

fn two_player(game: &str) -> Play<'_> {
    Play { players: 2, ..Play::of(game) }
}

#[test]
fn a_whole_match_of_knocks_and_lay_offs() {
    let short = Play { changes: &[("match.target", "40")], ..two_player("gin") };
    let played = play_match(short, (390, 844), &[]);
    let knocked = ["Knock with ", "Gin!", "Show the best"].iter().any(|word| played.has(word));
    assert!(knocked && played.deals > 0, "{:?}", played.pressed);
    assert!(played.sheet.contains("bonus") || played.sheet.contains("difference"));
}

#[test]
fn a_whole_match_in_three_columns() {
    let short = &[("match.target", "15")];
    let three = Play { changes: short, ..two_player("gin+oklahoma+hollywood") };
    let played = play_match(three, (320, 568), &[]);
    assert!(played.sheet.contains("Game\t1\t2\t3"), "{}", played.sheet);
}

#[test]
fn a_whole_match_of_going_out() {
    let three = Play { players: 3, ..Play::of("three-thirteen") };
    let short = Play { changes: &[("match.deals", "[1, 2, 3]")], ..three };
    assert_eq!(play_match(short, (390, 844), &[]).deals, 3);
}

#[test]
fn a_whole_match_of_declared_hands() {
    let short = Play { changes: &[("match.deals", "2")], players: 2, ..Play::of("deals-rummy") };
    let played = play_match(short, (360, 640), &[]);
    // A tie is played off.
    assert!(played.deals >= 2 && played.sheet.contains(" chips"), "{}", played.sheet);
}

/// An eliminated player rejoins, can afford fewer drops, and drops at their price.
#[test]
fn a_pool_to_its_end_after_rejoining() {
    let pool = Play { players: 3, ..Play::of("pool-101") };
    let out = |s: &Session| {
        positions::view_matches(s, |view| matches!(view.table.phase(), Phase::Rejoin { .. }))
    };
    let played = play_match_from(pool, out, (390, 844), &["Come back", "Drop for 20"]);
    assert!(played.has("Come back"), "{:?}", played.pressed);
    assert!(played.sheet.contains("came back once"), "{}", played.sheet);
    // Payments have a minus sign, not a hyphen.
    let paid = |line: &str| line.contains('\u{2212}') && line.contains("unit");
    assert!(played.sheet.lines().any(paid), "{}", played.sheet);
    assert!(!played.sheet.contains(" -") && !played.sheet.contains("\n-"), "{}", played.sheet);
    assert!(played.sheet.contains("units"), "it is settled: {}", played.sheet);
}

/// The last players agree to share the pool by the drops they can still afford.
#[test]
fn a_whole_pool_ends_by_sharing() {
    let shared = &[("pool.manual-split", "agreed"), ("pool.rejoin-limit", "none")];
    let pool = Play { players: 3, changes: shared, ..Play::of("pool-101") };
    let played = play_match(pool, (390, 844), &["Share", "Drop for 20"]);
    assert!(played.has("Share") && played.has("Drop for 20"), "{:?}", played.pressed);
    assert!(played.sheet.contains("units"), "it is settled: {}", played.sheet);
}

#[test]
fn a_whole_match_with_discards_taken_from_deep() {
    let short = Play { changes: &[("match.target", "120")], ..two_player("rummy-500") };
    let played = play_match(short, (390, 844), &["Take down to "]);
    assert!(played.has("Take down to "), "{:?}", played.pressed);
}
