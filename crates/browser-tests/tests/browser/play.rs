//! Playing like a person: reading the prompt and answering it by taps or keys.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::driver::Browser;

const DEAL_TIMEOUT: Duration = Duration::from_secs(200);

/// Script: `true` if the player is seated and sees cards.
pub(crate) const SEATED: &str = "return document.querySelectorAll('.table .hc').length > 0";

/// Script that returns what the page shows as one value.
const READ_PAGE: &str = "const q = document.querySelector('.prompt');
return JSON.stringify({
  question: q?.querySelector('.say b')?.innerText ?? '',
  detail: q?.querySelector('.say small')?.innerText ?? '',
  mine: q?.classList.contains('mine') ?? false,
  race: q?.classList.contains('race') ?? false,
  buttons: [...(q?.querySelectorAll('.buttons .btn') ?? [])].map(b => b.innerText.trim()),
  wide: document.documentElement.scrollWidth > innerWidth,
  hand: document.querySelectorAll('.hc').length,
  cut: !!document.querySelector('.cut .btn'),
  pick: !!document.querySelector('.pick button'),
})";

/// The prompt as the page shows it.
#[derive(Debug)]
pub(crate) struct Look {
    pub(crate) question: String,
    pub(crate) detail: String,
    pub(crate) mine: bool,
    pub(crate) race: bool,
    pub(crate) buttons: Vec<String>,
    pub(crate) hand: u32,
    cut: bool,
    pick: bool,
    /// The raw value.
    said: String,
}

/// Reads the page.
pub(crate) fn look(browser: &Browser) -> Look {
    let said = browser.text(READ_PAGE);
    let seen: Value = serde_json::from_str(&said).unwrap_or_default();
    assert_ne!(seen["wide"], true, "the page scrolls sideways: {seen}");
    let word = |key: &str| seen[key].as_str().unwrap_or_default().to_owned();
    let buttons = seen["buttons"].as_array().cloned().unwrap_or_default();
    Look {
        question: word("question"),
        detail: word("detail"),
        mine: seen["mine"] == true,
        race: seen["race"] == true,
        buttons: buttons.iter().filter_map(|b| b.as_str().map(str::to_owned)).collect(),
        hand: seen["hand"].as_u64().unwrap_or(0) as u32,
        cut: seen["cut"] == true,
        pick: seen["pick"] == true,
        said,
    }
}

/// Waits for a change of the page, for a second at most.
fn wait_for_change(browser: &Browser, look: &Look) {
    let said = serde_json::to_string(&look.said).unwrap_or_default();
    let other = format!("const said = (() => {{ {READ_PAGE} }})(); return said !== {said};");
    browser.becomes_true(&other, Duration::from_secs(1));
}

impl Look {
    pub(crate) fn has(&self, text: &str) -> bool {
        self.buttons.iter().any(|b| b == text)
    }

    /// Returns `true` if the deal or the match is over.
    pub(crate) fn is_over(&self) -> bool {
        self.question.starts_with("The deal is over")
            || self.question.starts_with("The match is over")
    }
}

/// Clicks a prompt button.
pub(crate) fn press(browser: &Browser, text: &str) {
    let text = serde_json::to_string(text).unwrap_or_default();
    browser.run(&format!(
        "[...document.querySelectorAll('.prompt .buttons .btn')].find(b => b.innerText.trim() === {text})?.click()"
    ));
}

/// Selects the first card of the hand and discards it.
pub(crate) fn discard_first(browser: &Browser) {
    browser.click(".hc");
    press_discard(browser);
}

/// Waits for the button that discards the selected card, and clicks it.
pub(crate) fn press_discard(browser: &Browser) {
    browser.wait(
        "const button = [...document.querySelectorAll('.prompt .btn')].find(b => b.innerText.startsWith('Discard '));
         button?.click(); return !!button",
    );
}

/// Answers any prompt by taps.
pub(crate) fn answer(browser: &Browser, look: &Look, number: u32) {
    if look.cut || look.pick {
        browser.click(".cut .btn, .pick button");
    } else if let Some(first) =
        ["Take my seat back", "Draw", "Pass", "Lay down", "Go down", "Lay melds", "End the turn"]
            .into_iter()
            .find(|text| look.has(text))
    {
        press(browser, first);
    } else if let Some(discard) = look.buttons.iter().find(|b| b.starts_with("Discard ")) {
        press(browser, discard);
    } else {
        let place = number % look.hand.max(1);
        browser.run(&format!(
            "document.querySelectorAll('.hc.up').forEach(c => c.click()); document.querySelectorAll('.hc')[{place}]?.click();"
        ));
    }
}

/// Answers any prompt by keyboard alone.
fn answer_by_keys(browser: &Browser, look: &Look, number: u32) {
    if look.cut || look.pick {
        // The button in the middle is reached by the tab key.
        tab_to(browser, ".cut .btn, .pick button");
        browser.keys("\u{e007}");
    } else if look.has("Draw") {
        browser.keys("d");
    } else if look.has("Pass") {
        browser.keys("p");
    } else if look.has("Lay down") || look.has("Go down") || look.has("Lay melds") {
        browser.keys("g");
    } else if look.buttons.iter().any(|b| b.starts_with("Discard ")) {
        browser.keys("x");
    } else if look.has("End the turn") {
        browser.keys("e");
    } else {
        // Escape deselects everything; then some card of the hand.
        browser.keys("\u{e00c}");
        tab_to(browser, ".hc");
        browser.keys("\u{e011}");
        for _ in 0..number % look.hand.max(1) {
            browser.keys("\u{e014}");
        }
        browser.keys(" ");
    }
}

/// Presses Tab until a matching element has the focus.
pub(crate) fn tab_to(browser: &Browser, selector: &str) {
    let kind = serde_json::to_string(selector).unwrap_or_default();
    let there = format!("return !!document.activeElement?.matches({kind})");
    for _ in 0..120 {
        if browser.run(&there) == true {
            return;
        }
        browser.keys("\u{e004}");
    }
    panic!("the tab key does not come to {selector}");
}

/// Plays until the deal is over; returns the number of answers.
pub(crate) fn play_deal(browser: &Browser, by_keys: bool) -> u32 {
    let until = Instant::now() + DEAL_TIMEOUT;
    let mut answers = 0u32;
    while Instant::now() < until {
        let look = look(browser);
        if look.is_over() {
            return answers;
        }
        if !look.mine {
            wait_for_change(browser, &look);
            continue;
        }
        answers += 1;
        if by_keys {
            answer_by_keys(browser, &look, answers);
        } else {
            answer(browser, &look, answers);
        }
    }
    browser.picture("deal-does-not-end");
    panic!("the deal does not end; at last: {:?}", look(browser));
}

/// Answers prompts until the wanted one appears.
pub(crate) fn play_until(browser: &Browser, wanted: impl Fn(&Look) -> bool) -> Look {
    let end = Instant::now() + DEAL_TIMEOUT;
    let mut answers = 0;
    while Instant::now() < end {
        let look = look(browser);
        if wanted(&look) {
            return look;
        }
        if look.is_over() {
            let next = if look.has("Next deal") { "Next deal" } else { "Play again" };
            press(browser, next);
        } else if look.mine {
            answers += 1;
            answer(browser, &look, answers);
        }
        wait_for_change(browser, &look);
    }
    browser.picture("never-asked");
    panic!("never asked; at last: {:?}", look(browser));
}

/// Returns the hand's cards, sorted.
pub(crate) fn hand(browser: &Browser) -> String {
    browser.text(
        "return [...document.querySelectorAll('.hc')].map(c => c.dataset.face).sort().join(' ')",
    )
}

/// Plays for two players at one table until the deal is over; returns the number of answers.
pub(crate) fn play_deal_of_two(one: &Browser, other: &Browser) -> u32 {
    let until = Instant::now() + DEAL_TIMEOUT;
    let mut answers = 0;
    while Instant::now() < until {
        for browser in [one, other] {
            let look = look(browser);
            if look.is_over() {
                return answers;
            }
            if look.mine {
                answers += 1;
                answer(browser, &look, answers);
            }
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("the deal does not end: {:?} {:?}", look(one), look(other));
}
