//! Checks for every screen at every size: nothing overflows or is clipped, targets are large enough, cards
//! are readable, and axe reports no violations.

use crate::driver::Browser;
use crate::{checked_sizes, is_long};

/// Minimum side of a target, in CSS pixels.
const TARGET: u32 = 44;

const AXE: &str = include_str!("../vendor/axe-core/axe.min.js");

/// Script that checks the page's layout and returns its faults, one per line.
///
/// Cards in the hand are an exception: the visible strip of a card is narrower than a finger, but a tap only
/// selects the card and a second one deselects it, a selected card is fully visible, and cards are as high as
/// the hand. The strip must show the whole index.
const LAYOUT: &str = r#"
const faults = [], w = innerWidth, h = innerHeight;
const shown = e => e.checkVisibility({visibilityProperty: true}) && e.getClientRects().length > 0;
const name = e => `${e.tagName.toLowerCase()}.${e.className?.baseVal ?? e.className} '${(e.getAttribute('aria-label') ?? e.innerText ?? '').trim().slice(0, 40)}'`;
const sheet = document.querySelector('.sheet'), top = sheet ?? document.body;
if (document.documentElement.scrollWidth > w || document.body.scrollWidth > w) faults.push('the page scrolls sideways');
const inner = sheet?.querySelector('.body');
if (inner && inner.scrollWidth > inner.clientWidth + 1) faults.push('the sheet scrolls sideways');
const scrolls = e => { for (let p = e.parentElement; p; p = p.parentElement) { const o = getComputedStyle(p).overflowX; if (o !== 'visible' && p !== document.body) return p; } };
for (const e of top.querySelectorAll('button, p, h1, h2, h3, li, label, span, b, small, input, output, td, th')) {
  if (!shown(e) || e.closest('.sr, svg, .sprite, .ghost, .ring')) continue;
  const r = e.getBoundingClientRect();
  if ((r.right > w + 1 || r.left < -1) && !scrolls(e)) faults.push('sticks out: ' + name(e));
}
for (const e of top.querySelectorAll('button, .say b, .say small, h1 b, .con-name, .who, th, td')) {
  if (shown(e) && e.innerText && (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0) && !e.matches('.who, h1 b, .meld, .c')) faults.push('clipped: ' + name(e));
}
for (const e of top.querySelectorAll('button, a[href], input, select, summary, [role=button], [role=option]')) {
  if (!shown(e) || e.disabled) continue;
  const target = e.matches('input') ? (e.closest('label') ?? e) : e;
  const r = target.getBoundingClientRect(), card = e.matches('.hc');
  if (r.height < MIN - .5 || (!card && r.width < MIN - .5)) faults.push(`small target ${r.width.toFixed()}×${r.height.toFixed()}: ${name(e)}`);
}
// What can be pressed is covered by nothing that lies in the page as it does.
const lies = e => { for (let p = e; p && p !== document.body; p = p.parentElement) if (getComputedStyle(p).position !== 'static' && getComputedStyle(p).position !== 'relative') return false; return true; };
const inSight = (e, x, y) => { for (let p = e.parentElement; p; p = p.parentElement) { const r = p.getBoundingClientRect(); if (getComputedStyle(p).overflowY !== 'visible' && (x < r.left || x > r.right || y < r.top || y > r.bottom)) return false; } return x >= 0 && y >= 0 && x < w && y < h; };
for (const e of top.querySelectorAll('button, a[href], input, select, textarea, summary')) {
  if (!shown(e) || e.closest('.hrow, .melds')) continue;
  const r = e.getBoundingClientRect(), x = r.left + r.width / 2, y = r.top + r.height / 2;
  const hit = inSight(e, x, y) && document.elementFromPoint(x, y);
  // What is scrolled under a bar comes forth again.
  if (!hit || hit.closest('footer') && !e.closest('footer')) continue;
  if (!e.contains(hit) && !hit.contains(e) && !e.closest('label')?.contains(hit) && lies(hit)) faults.push(`covered by ${name(hit)}: ${name(e)}`);
}
for (const row of sheet ? [] : document.querySelectorAll('.hrow')) {
  const cards = [...row.querySelectorAll('.hc')];
  cards.forEach((card, i) => {
    const r = card.getBoundingClientRect(), c = card.querySelector('.c').getBoundingClientRect();
    const right = i + 1 < cards.length ? cards[i + 1].querySelector('.c').getBoundingClientRect().left : c.right;
    const strip = Math.min(right, c.right) - c.left;
    // A row that scrolls shows its other cards when it is swiped.
    const seen = row.getBoundingClientRect();
    if (row.scrollWidth > row.clientWidth + 1 && (c.left < seen.left || c.right > seen.right)) return;
    if (strip < Math.max(17, c.width * .3)) faults.push(`card ${card.dataset.face} shows ${strip.toFixed(1)} of ${c.width.toFixed()} px`);
    if (c.left < 0 || c.right > w || c.bottom > h || c.top < 0) faults.push(`card ${card.dataset.face} is not on the screen`);
    const hit = document.elementFromPoint(c.left + strip / 2, c.top + 14);
    if (!card.contains(hit) && !hit?.closest('.ask, .sheet, .veil')) faults.push(`card ${card.dataset.face} is covered by ${hit ? name(hit) : 'nothing'}`);
  });
}
for (const part of sheet ? [] : document.querySelectorAll('.table > *')) {
  const r = part.getBoundingClientRect();
  if (shown(part) && !part.matches('.offline') && (r.bottom > h + 1 || r.height < 20)) faults.push(`no room: ${name(part).slice(0, 40)} ${r.top.toFixed()}–${r.bottom.toFixed()}`);
}
return faults.slice(0, 12).join('\n');
"#;

/// Returns the layout faults of the current screen, one per line.
pub(crate) fn layout(browser: &Browser) -> String {
    browser.text(&LAYOUT.replace("MIN", &TARGET.to_string()))
}

/// Returns axe's violations of these rules, an option of `axe.run`.
fn barriers(browser: &Browser, rules: &str) -> String {
    if browser.run("return typeof axe === 'undefined'") == true {
        browser.run(AXE);
        browser.run("window.axe = window.axe ?? axe; return 0");
    }
    let found = browser.run_async(&format!(
        "axe.run(document, {{resultTypes: ['violations'], preload: false, {rules}}}).then(r => done(r.violations.map(v =>
            v.id + ': ' + v.nodes.slice(0, 3).map(n => n.target.join(' ') + ' ' + (n.any[0]?.message ?? n.failureSummary)).join(' | ')).join('\\n')),
          e => done('axe failed: ' + e));"
    ));
    found.as_str().map_or_else(|| format!("axe gave {found}"), str::to_owned)
}

/// All rules of axe.
const ALL_RULES: &str = "";

/// The one rule of axe that depends on the size of the screen; contrast takes most of its time.
const SIZE_RULE: &str = "runOnly: ['scrollable-region-focusable']";

/// The rules of axe about colours, all that dark mode changes.
const COLOUR_RULES: &str = "runOnly: ['color-contrast', 'link-in-text-block']";

/// Returns the rules of axe to check at this size, if any.
fn axe_rules(size: (u32, u32), dark: bool) -> Option<&'static str> {
    match (size, dark) {
        ((390, 844) | (1280, 800), false) => Some(ALL_RULES),
        ((390, 844), true) => Some(COLOUR_RULES),
        ((320, 568), false) => Some(SIZE_RULE),
        _ => None,
    }
}

/// Checks the current screen at every size, in light and dark, and saves screenshots; returns the faults. At the
/// end the page has the size with which the browser was started.
pub(crate) fn every_size(browser: &Browser, name: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for (width, height) in checked_sizes() {
        browser.resize((width, height));
        // Dark mode changes colours, not layout: one size is enough; the others are for people who look at them.
        let darks: &[_] =
            if is_long() { &[(390, 844), (844, 390), (1280, 800)] } else { &[(390, 844)] };
        for dark in [false, true] {
            if dark && !darks.contains(&(width, height)) {
                continue;
            }
            browser.set_dark(dark);
            browser.settle();
            let shade = if dark { "-dark" } else { "" };
            browser.picture(&format!("{name}-{width}x{height}{shade}"));
            let mut found = if dark { String::new() } else { layout(browser) };
            if let Some(rules) = axe_rules((width, height), dark) {
                let barred = barriers(browser, rules);
                if !barred.is_empty() {
                    found = format!("{found}\n{barred}");
                }
            }
            if !found.trim().is_empty() {
                faults.push(format!("{name} {width}×{height}{shade}:\n{}", found.trim()));
            }
        }
    }
    browser.set_dark(false);
    browser.resize(browser.size);
    faults.extend(browser.take_errors().into_iter().map(|fault| format!("{name}: {fault}")));
    faults
}

/// Minimum height of the felt, in CSS pixels, with a margin for rounding.
const FELT: f64 = 219.5;

/// Returns a fault if the felt is too low; `None` without a felt.
pub(crate) fn low_felt(browser: &Browser) -> Option<String> {
    let height =
        browser.run("return document.querySelector('.felt')?.getBoundingClientRect().height");
    let low = height.as_f64().filter(|height| *height < FELT)?;
    Some(format!("the felt is {low:.0} px high"))
}

/// Asserts that there are no faults.
pub(crate) fn assert_faultless(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n\n"));
}
