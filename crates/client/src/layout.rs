//! Available screen space, and the layout of the hand in it.

use crate::HandCard;

/// Upright phones below this height, in units of the text size, save space: one row of cards, small piles.
const SHORT_HEIGHT: f64 = 44.0;

/// Maximum width of an upright phone, in pixels.
const MAX_NARROW_WIDTH: f64 = 640.0;

/// Minimum width for a hand in one row, in pixels.
const MIN_WIDE_WIDTH: f64 = 700.0;

/// Minimum width for very large cards without saving space, in pixels.
const MIN_DESKTOP_WIDTH: f64 = 900.0;

/// Minimum height for two rows on an upright phone with cards and text of any size, in pixels.
const MIN_TALL_HEIGHT: f64 = 760.0;

/// Minimum height for two overlapping rows on an upright phone that saves space, in pixels.
const MIN_TWO_ROW_HEIGHT: f64 = 560.0;

/// Below this height, in pixels, the phone is in landscape orientation.
const LANDSCAPE_HEIGHT: f64 = 520.0;

/// Card size setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CardSize {
    /// Default.
    #[default]
    Usual,
    /// Large.
    Large,
    /// Very large.
    VeryLarge,
}

/// Measurements of a screen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Screen {
    /// Width in pixels.
    pub width: f64,
    /// Height in pixels.
    pub height: f64,
    /// Text size in pixels.
    pub text: f64,
    /// Card size setting.
    pub cards: CardSize,
}

/// Layout of the hand and the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HandLayout {
    /// Width, height and text size, in pixels.
    pub size: (u16, u16, u16),
    /// Upright phone with little height.
    pub short: bool,
    /// Not enough height for two rows of cards.
    pub one_row: bool,
    /// Wide enough for a hand in one row.
    pub wide: bool,
    /// Upright tablet, with room for two rows of large cards.
    pub tablet: bool,
    /// Enough space for the melds beside the draft.
    pub roomy: bool,
}

impl HandLayout {
    /// Computes the layout for a screen.
    #[must_use]
    pub fn of(screen: Screen) -> HandLayout {
        let Screen { width, height, text, cards } = screen;
        let short = width < MAX_NARROW_WIDTH && height < SHORT_HEIGHT * text;
        let saves = short || cards == CardSize::VeryLarge && width < MIN_DESKTOP_WIDTH;
        let stacked = short && height >= MIN_TWO_ROW_HEIGHT;
        HandLayout {
            size: (width as u16, height as u16, text as u16),
            short,
            one_row: saves && height < MIN_TALL_HEIGHT && !stacked || height < LANDSCAPE_HEIGHT,
            wide: width >= MIN_WIDE_WIDTH,
            tablet: (MIN_WIDE_WIDTH..MIN_DESKTOP_WIDTH).contains(&width)
                && height >= MIN_TALL_HEIGHT,
            roomy: width >= MIN_WIDE_WIDTH && height >= 600.0,
        }
    }

    /// Number of rows for a hand of this size.
    #[must_use]
    pub const fn hand_rows(self, cards: usize) -> usize {
        match (self.wide, cards) {
            // With little height, a single row scrolls.
            _ if self.one_row => 1,
            (false, 31..) if !self.short => 3,
            (true, 31..) if self.tablet => 3,
            (false, 8..) | (true, 31..) => 2,
            (true, 14..) if self.tablet => 2,
            _ => 1,
        }
    }
}

/// Rows of hand cards outside the draft, with gaps between groups.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rows {
    /// Rows, top to bottom.
    pub rows: Vec<Vec<HandCard>>,
    /// Ids of cards with a gap before them: the first of each further group in a row.
    pub gaps: Vec<u32>,
}

impl Rows {
    /// Distributes groups over the given number of rows (at least one) of similar length, keeping groups
    /// together if possible.
    #[must_use]
    pub fn of(groups: &[Vec<HandCard>], rows: usize) -> Rows {
        let total: usize = groups.iter().map(Vec::len).sum();
        let rows = rows.max(1);
        let mut out = Rows { rows: vec![Vec::new(); rows], gaps: Vec::new() };
        let half = total.div_ceil(rows);
        let mut row = 0;
        for group in groups {
            // Wrap a group if most of it would exceed this row.
            let here = out.rows[row].len();
            let too_long = here + group.len() > half && here + group.len() / 2 >= half;
            if row + 1 < rows && here > 0 && too_long {
                row += 1;
            }
            for (i, held) in group.iter().enumerate() {
                if row + 1 < rows && out.rows[row].len() > half.max(1) + usize::from(total > 18) {
                    row += 1;
                }
                if i == 0 && !out.rows[row].is_empty() {
                    out.gaps.push(held.id);
                }
                out.rows[row].push(*held);
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(width: f64, height: f64, text: f64, cards: CardSize) -> HandLayout {
        HandLayout::of(Screen { width, height, text, cards })
    }

    #[test]
    fn hand_rows_follow_the_screen_size() {
        let usual = CardSize::Usual;
        // Eleven, thirteen, twenty and forty cards.
        let rows = |room: HandLayout| [11, 13, 20, 40].map(|cards| room.hand_rows(cards));
        assert_eq!(rows(room(390.0, 844.0, 16.0, usual)), [2, 2, 2, 3]);
        assert_eq!(rows(room(320.0, 568.0, 16.0, usual)), [2, 2, 2, 2]);
        assert_eq!(rows(room(844.0, 390.0, 16.0, usual)), [1, 1, 1, 1]);
        assert_eq!(rows(room(768.0, 1024.0, 16.0, usual)), [1, 1, 2, 3]);
        assert_eq!(rows(room(1280.0, 800.0, 16.0, usual)), [1, 1, 1, 2]);
        assert_eq!(room(390.0, 844.0, 16.0, usual).hand_rows(7), 1);
    }

    #[test]
    fn large_cards_and_text_reduce_rows() {
        // Cards shrink before any is hidden.
        for cards in [CardSize::Usual, CardSize::Large, CardSize::VeryLarge] {
            for text in [16.0, 32.0] {
                assert!(!room(320.0, 568.0, text, cards).one_row);
            }
        }
        assert!(room(320.0, 480.0, 16.0, CardSize::VeryLarge).one_row);
        let phone = room(390.0, 844.0, 32.0, CardSize::VeryLarge);
        assert!(phone.short && !phone.one_row);
        // Desktops do not save space.
        let desktop = room(1280.0, 700.0, 16.0, CardSize::VeryLarge);
        assert!(!desktop.one_row && !desktop.short && desktop.roomy);
    }

    fn groups(sizes: &[u32]) -> Vec<Vec<HandCard>> {
        let mut ids = 0..;
        let card = "AS".parse().unwrap();
        let mut held = || HandCard { id: ids.next().unwrap(), card, fresh: false };
        sizes.iter().map(|size| (0..*size).map(|_| held()).collect()).collect()
    }

    fn lengths(rows: &Rows) -> Vec<usize> {
        rows.rows.iter().map(Vec::len).collect()
    }

    #[test]
    fn groups_are_not_split_if_they_fit() {
        let rows = Rows::of(&groups(&[3, 3, 4]), 2);
        assert_eq!(lengths(&rows), [6, 4]);
        assert_eq!(rows.gaps, [3]);
        // A long group is split.
        assert_eq!(lengths(&Rows::of(&groups(&[11]), 2)), [7, 4]);
        assert_eq!(lengths(&Rows::of(&groups(&[3, 4]), 1)), [7]);
    }

    #[test]
    fn rows_contain_every_card() {
        for rows in 0..4 {
            for sizes in [&[][..], &[1], &[20, 20, 5], &[1, 1, 1, 1], &[0, 7, 0]] {
                let all: u32 = sizes.iter().sum();
                let laid = Rows::of(&groups(sizes), rows);
                let ids: Vec<u32> = laid.rows.iter().flatten().map(|held| held.id).collect();
                assert_eq!(ids, (0..all).collect::<Vec<_>>(), "{sizes:?} in {rows}");
            }
        }
    }
}
