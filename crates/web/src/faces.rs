//! Card faces: one SVG sprite whose symbols every card refers to.
//!
//! Two faces per card: `f-…` in full, with pips or a court figure, and `s-…` for small cards, with a larger
//! index and one pip. Colours come from the page: `currentColor` is the suit's.

use std::fmt::Write as _;

const RANKS: &str = "A23456789TJQK";
const SUITS: &str = "CDHS";

/// Returns a suit's symbol, about 30 units high around the origin.
fn sign(suit: char) -> &'static str {
    match suit {
        'H' => {
            "<path d='M0 14C-4 8-14 3-14-5.5C-14-11-10.4-14-7-14C-3.6-14-1-11.8 0-9C1-11.8 3.6-14 7-14C10.4-14 14-11 14-5.5C14 3 4 8 0 14Z'/>"
        }
        'D' => {
            "<path d='M0-15.5C3-9.5 7-4.4 11.5 0C7 4.4 3 9.5 0 15.5C-3 9.5-7 4.4-11.5 0C-7-4.4-3-9.5 0-15.5Z'/>"
        }
        'S' => {
            "<path d='M0-15C4-8.6 14-3.4 14 4C14 8.6 10.6 11 7.4 11C4.8 11 2.8 9.7 1.6 7.6C2 11 3.4 13.6 6.2 15H-6.2C-3.4 13.6-2 11-1.6 7.6C-2.8 9.7-4.8 11-7.4 11C-10.6 11-14 8.6-14 4C-14-3.4-4-8.6 0-15Z'/>"
        }
        _ => {
            "<path d='M0-15A6.7 6.7 0 0 1 4.9-3.7A6.7 6.7 0 1 1 1.7 6.4C1.9 10.6 3.3 13.5 6.2 15H-6.2C-3.3 13.5-1.9 10.6-1.7 6.4A6.7 6.7 0 1 1-4.9-3.7A6.7 6.7 0 0 1 0-15Z'/>"
        }
    }
}

/// Returns the pip positions: column (0 to 2) and height in twelfths, from the top.
fn pips(rank: usize) -> &'static [(u8, u8)] {
    match rank {
        2 => &[(1, 0), (1, 12)],
        3 => &[(1, 0), (1, 6), (1, 12)],
        4 => &[(0, 0), (2, 0), (0, 12), (2, 12)],
        5 => &[(0, 0), (2, 0), (1, 6), (0, 12), (2, 12)],
        6 => &[(0, 0), (2, 0), (0, 6), (2, 6), (0, 12), (2, 12)],
        7 => &[(0, 0), (2, 0), (1, 3), (0, 6), (2, 6), (0, 12), (2, 12)],
        8 => &[(0, 0), (2, 0), (1, 3), (0, 6), (2, 6), (1, 9), (0, 12), (2, 12)],
        9 => &[(0, 0), (2, 0), (0, 4), (2, 4), (1, 6), (0, 8), (2, 8), (0, 12), (2, 12)],
        10 => &[(0, 0), (2, 0), (1, 2), (0, 4), (2, 4), (0, 8), (2, 8), (1, 10), (0, 12), (2, 12)],
        _ => &[],
    }
}

/// Returns the whole sprite, to be inserted once.
#[must_use]
pub(crate) fn sprite() -> String {
    let mut out = String::with_capacity(60_000);
    out.push_str("<svg xmlns='http://www.w3.org/2000/svg' width='0' height='0' class='sprite' aria-hidden='true'><defs>");
    out.push_str(
        "<pattern id='lattice' width='14' height='14' patternUnits='userSpaceOnUse' patternTransform='rotate(45)'>\
         <rect width='14' height='14' fill='#8c2f3c'/><rect width='7' height='7' fill='#7c2633'/>\
         <rect x='7' y='7' width='7' height='7' fill='#7c2633'/><circle cx='7' cy='7' r='1.7' fill='#e9c46a'/></pattern>",
    );
    for suit in SUITS.chars() {
        let _ = write!(out, "<g id='p-{suit}'>{}</g>", sign(suit));
    }
    out.push_str("</defs>");
    for suit in SUITS.chars() {
        for (index, rank) in RANKS.chars().enumerate() {
            let text = if rank == 'T' { "10".to_owned() } else { rank.to_string() };
            let _ = write!(
                out,
                "<symbol id='f-{rank}{suit}' viewBox='0 0 100 140'>{}{}</symbol>",
                index_of(&text, suit, 37, 80),
                match index {
                    0 =>
                        format!("<use href='#p-{suit}' transform='translate(64 84) scale(1.95)'/>"),
                    1..=9 => pip_field(index + 1, suit),
                    _ => court(rank, suit),
                }
            );
            let _ = write!(
                out,
                "<symbol id='s-{rank}{suit}' viewBox='0 0 100 140'>{}<use href='#p-{suit}' transform='translate(68 105) scale(1.55)'/></symbol>",
                index_of(&text, suit, 54, 115),
            );
        }
    }
    let hat = "<path d='M0 17C-12 17-17 14-17 14C-14 6-19-2-28-4C-17-10-8-8-5 0C-5-9-3-16 0-22C3-16 5-9 5 0C8-8 17-10 28-4C19-2 14 6 17 14C17 14 12 17 0 17Z'/>\
               <g fill='#e9b44c'><circle cx='-28' cy='-3' r='4'/><circle cx='0' cy='-23' r='4'/><circle cx='28' cy='-3' r='4'/></g>";
    let letters: String = "JOKER"
        .chars()
        .enumerate()
        .map(|(i, c)| {
            format!(
                "<text x='17' y='{}' class='ix' font-size='19' text-anchor='middle'>{c}</text>",
                26 + i * 18
            )
        })
        .collect();
    let _ = write!(
        out,
        "<symbol id='f-JK' viewBox='0 0 100 140'>{letters}{}</symbol>\
         <symbol id='s-JK' viewBox='0 0 100 140'><g transform='translate(29 33) scale(.82)'>{hat}</g>\
         <g transform='translate(60 98) scale(1.15)'>{hat}</g></symbol>\
         <symbol id='back' viewBox='0 0 100 140'><rect width='100' height='140' rx='11' fill='#fffdf8'/>\
         <rect x='6' y='6' width='88' height='128' rx='7' fill='url(#lattice)'/>\
         <rect x='11' y='11' width='78' height='118' rx='4' fill='none' stroke='#e9c46a' stroke-width='1.6' opacity='.75'/></symbol>",
        jester(hat)
    );
    out.push_str("</svg>");
    out
}

/// Returns a corner index: rank and suit; `sign` is the symbol's size in hundredths.
fn index_of(text: &str, suit: char, size: u32, sign: u32) -> String {
    // Fit both digits into one wide digit's width, whatever the font, so that nothing is cut off.
    let (spacing, height) = match text {
        "10" => (format!(" textLength='{}' lengthAdjust='spacingAndGlyphs'", size - 4), size - 3),
        _ => (String::new(), size),
    };
    let x = size / 2 + 2;
    format!(
        "<text x='{x}' y='{}' class='ix' font-size='{height}' text-anchor='middle'{spacing}>{text}</text>\
         <use href='#p-{suit}' transform='translate({} {}) scale({}.{:02})'/>",
        size + 1,
        size / 2 + 2,
        size + 9 + 14 * sign / 100,
        sign / 100,
        sign % 100,
    )
}

fn pip_field(rank: usize, suit: char) -> String {
    let mut out = String::new();
    for &(column, height) in pips(rank) {
        let x = 50 + 18 * u32::from(column);
        let tenths = 240 + u32::from(height) * 920 / 12;
        let (y, tenth) = (tenths / 10, tenths % 10);
        let turn = if height > 6 { " rotate(180)" } else { "" };
        let _ = write!(
            out,
            "<use href='#p-{suit}' transform='translate({x} {y}.{tenth}){turn} scale(.66)'/>"
        );
    }
    out
}

/// Returns a court figure: one half, drawn twice, the second rotated by 180°.
fn court(rank: char, suit: char) -> String {
    let hair = match suit {
        'S' => "#2e2b33",
        'H' => "#c8922f",
        'C' => "#6b4023",
        _ => "#a84f22",
    };
    let id = format!("h-{rank}{suit}");
    let half = match rank {
        'K' => king(hair, suit),
        'Q' => queen(hair, suit),
        _ => jack(hair, suit),
    };
    format!(
        "<rect x='38' y='12' width='55' height='116' rx='5' fill='#fbf3df' stroke='currentColor' stroke-width='1.4'/>\
         <svg x='38' y='12' width='55' height='58' viewBox='0 0 55 58'><g id='{id}'>{half}</g></svg>\
         <g transform='rotate(180 65.5 70)'><svg x='38' y='12' width='55' height='58' viewBox='0 0 55 58'><use href='#{id}'/></svg></g>\
         <path d='M38 70H93' stroke='currentColor' stroke-width='1.2'/>"
    )
}

/// Returns robe and collar of a court figure, in a field of 55 by 58.
fn robe(suit: char) -> String {
    format!(
        "<path d='M2 58C3 46 10 40 20 38L27.5 46L35 38C45 40 52 46 53 58Z' fill='currentColor'/>\
         <path d='M21 38L27.5 58L34 38L27.5 42Z' fill='#fffaf0'/>\
         <path d='M20.5 37.5L16 58H21L25 47ZM34.5 37.5L39 58H34L30 47Z' fill='#e9b44c'/>\
         <path d='M6 51C8 49 10 47.5 13 46.500M49 51C47 49 45 47.5 42 46.5' stroke='#e9b44c' stroke-width='1.6' fill='none'/>\
         <use href='#p-{suit}' transform='translate(27.5 52) scale(.2)'/>"
    )
}

const FACE: &str = "<path d='M19.5 23C19.5 17 22.5 14 27.5 14S35.5 17 35.5 23C35.5 31 31.5 37 27.5 37S19.5 31 19.5 23Z' fill='#f6d7b8' stroke='#7a5230' stroke-width='.7'/>\
    <g fill='#3b2a1c'><circle cx='24.2' cy='23.4' r='1.05'/><circle cx='30.8' cy='23.4' r='1.05'/></g>\
    <path d='M22.3 20.900H26M29 20.900H32.700M27.5 23.500V28' stroke='#7a5230' stroke-width='.8' fill='none' stroke-linecap='round'/>";

fn king(hair: &str, suit: char) -> String {
    format!(
        "{}<path d='M17 19C15.5 29 16.5 34 19 37L22 30V18H33V30L36 37C38.5 34 39.5 29 38 19Z' fill='{hair}'/>{FACE}\
         <path d='M19.3 26C19.3 38 23 43.5 27.5 43.500S35.7 38 35.7 26C34 29.5 31.5 30.3 29.5 29.300C28 28.6 27 28.6 25.5 29.300C23.5 30.3 21 29.5 19.3 26Z' fill='{hair}'/>\
         <path d='M25.5 32.500H29.5' stroke='#b5473c' stroke-width='1.5' stroke-linecap='round'/>\
         <path d='M16 17L13.5 4.500L21 10L27.5 2L34 10L41.5 4.500L39 17C32 14.5 23 14.5 16 17Z' fill='#e9b44c' stroke='#8a5a12' stroke-width='.8'/>\
         <g fill='currentColor'><circle cx='27.5' cy='11' r='1.9'/><circle cx='20' cy='12.8' r='1.3'/><circle cx='35' cy='12.8' r='1.3'/></g>\
         <g><path d='M46.5 6V50' stroke='#9aa3ad' stroke-width='2.6'/><path d='M46.5 3L48 8H45Z' fill='#9aa3ad'/><path d='M42 38H51' stroke='#8a5a12' stroke-width='2.2' stroke-linecap='round'/></g>",
        robe(suit)
    )
}

fn queen(hair: &str, suit: char) -> String {
    format!(
        "<path d='M27.5 9C15 9 13.5 20 14.5 30C15 38 12 41 12 44H43C43 41 40 38 40.5 30C41.5 20 40 9 27.5 9Z' fill='{hair}'/>{}{FACE}\
         <path d='M19.5 22C20.5 17 24 15.5 27.5 15.500S34.5 17 35.5 22C37 15 34 11 27.5 11S18 15 19.5 22Z' fill='{hair}'/>\
         <path d='M25.3 31.800Q27.5 34 29.7 31.800Q27.5 30.7 25.3 31.800Z' fill='#b5473c'/>\
         <g fill='#e08f7d' opacity='.7'><circle cx='22.3' cy='27.8' r='1.5'/><circle cx='32.7' cy='27.8' r='1.5'/></g>\
         <path d='M17.5 12.500C16 8 15.5 6 15.5 4C18 6.5 20.5 7 22 4.500C23.5 6.8 26 6 27.5 2C29 6 31.5 6.8 33 4.500C34.5 7 37 6.5 39.5 4C39.5 6 39 8 37.5 12.500C31 10 24 10 17.5 12.500Z' fill='#e9b44c' stroke='#8a5a12' stroke-width='.8'/>\
         <g fill='currentColor'><circle cx='27.5' cy='8' r='1.5'/><circle cx='21.5' cy='9' r='1'/><circle cx='33.5' cy='9' r='1'/></g>\
         <path d='M46 36V50' stroke='#5b8a3c' stroke-width='1.6'/><g fill='currentColor'><circle cx='46' cy='29' r='3'/><circle cx='42.5' cy='32' r='3'/><circle cx='49.5' cy='32' r='3'/><circle cx='44' cy='36' r='3'/><circle cx='48' cy='36' r='3'/></g><circle cx='46' cy='33' r='2' fill='#e9b44c'/>",
        robe(suit)
    )
}

fn jack(hair: &str, suit: char) -> String {
    format!(
        "{}<path d='M16.5 17C14 27 15 34 17.5 36.500C20 37 21.5 34 21.5 30V18H33.500V30C33.5 34 35 37 37.5 36.500C40 34 41 27 38.5 17Z' fill='{hair}'/>{FACE}\
         <path d='M25.5 32.300H29.5' stroke='#b5473c' stroke-width='1.3' stroke-linecap='round'/>\
         <path d='M13 17.500C13 9 19 5.5 27.5 5.500C37 5.5 42 9.5 42 17.500C37 15 33 14.5 27.5 14.500S18 15 13 17.500Z' fill='currentColor'/>\
         <path d='M13 17.500C18 14.6 22 14 27.5 14S37 14.6 42 17.500L41.5 20C36 17.5 32 17 27.5 17S19 17.5 13.5 20Z' fill='#e9b44c' stroke='#8a5a12' stroke-width='.6'/>\
         <path d='M36 13C38 6 43 2 50 2C49 9 44 13 37 14Z' fill='#e9b44c' stroke='#8a5a12' stroke-width='.7'/><path d='M37 13.500C41 9 44 6 48.5 3.5' stroke='#8a5a12' stroke-width='.7' fill='none'/>\
         <path d='M8.5 14V52' stroke='#8a5a12' stroke-width='1.8'/><path d='M8.5 4C12 9 12 13 8.5 16C5 13 5 9 8.5 4Z' fill='#9aa3ad'/>",
        robe(suit)
    )
}

fn jester(hat: &str) -> String {
    format!(
        "<g transform='translate(64 52) scale(.92)'><g transform='translate(0 -16)'>{hat}</g>\
         <path d='M-15 0C-15 16-8 26 0 26S15 16 15 0Z' fill='#f6d7b8' stroke='#7a5230' stroke-width='.8'/>\
         <g fill='#3b2a1c'><circle cx='-6' cy='6.5' r='1.9'/><circle cx='6' cy='6.5' r='1.9'/></g>\
         <path d='M-7 14Q0 22 7 14Q0 17.5-7 14Z' fill='#b5473c'/>\
         <g fill='#e08f7d' opacity='.7'><circle cx='-10' cy='12' r='2.6'/><circle cx='10' cy='12' r='2.6'/></g></g>\
         <path d='M38 128C40 104 50 84 50 80L58 90L64 82L70 90L78 80C80 92 90 104 92 128Z'/>\
         <path d='M64 82L70 90V128H58V90Z' fill='#e9b44c'/>\
         <g fill='#fffaf0'><circle cx='64' cy='99' r='2.2'/><circle cx='64' cy='109' r='2.2'/><circle cx='64' cy='119' r='2.2'/></g>\
         <g fill='#e9b44c'><circle cx='50' cy='80' r='3'/><circle cx='78' cy='80' r='3'/></g>"
    )
}
