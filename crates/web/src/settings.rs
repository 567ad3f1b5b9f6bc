//! User settings, stored in the browser.

use upcard_client::Sort;
use upcard_client::wire::{Level, Pace};

use crate::browser;
use crate::json::Json;
use crate::text::tr;

/// Colour scheme.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Theme {
    /// The system's setting.
    #[default]
    Auto,
    Light,
    Dark,
}

impl Theme {
    /// All values with their stored names.
    pub(crate) const ALL: [(Theme, &str); 3] =
        [(Theme::Auto, "Auto"), (Theme::Light, "Light"), (Theme::Dark, "Dark")];
}

/// Bot speeds with their stored names.
const PACES: [(Pace, &str); 3] =
    [(Pace::Calm, "Calm"), (Pace::Usual, "Usual"), (Pace::Fast, "Fast")];

/// Card size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Size {
    /// Best fit.
    #[default]
    Usual,
    /// A quarter larger.
    Large,
    /// Half as large again, for low vision.
    VeryLarge,
}

impl Size {
    /// All values with their stored names.
    pub(crate) const ALL: [(Size, &str); 3] =
        [(Size::Usual, "Usual"), (Size::Large, "Large"), (Size::VeryLarge, "VeryLarge")];
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    /// Name shown to others.
    pub(crate) name: String,
    /// Avatar shown to others; `None` is the name's first letter.
    pub(crate) face: Option<u8>,
    /// Colour scheme.
    pub(crate) theme: Theme,
    /// High contrast; also on if the system asks for more contrast.
    pub(crate) contrast: bool,
    /// Buttons on the left.
    pub(crate) left: bool,
    /// A large screen shows the table: at a server's table this device shows only hand and prompt.
    pub(crate) beside: bool,
    pub(crate) four_colours: bool,
    /// Whether the choice of suit colours has been offered.
    pub(crate) colours_offered: bool,
    pub(crate) cards: Size,
    /// Card animations.
    pub(crate) motion: bool,
    /// Sounds at the player's turn, for cards, and after a deal.
    pub(crate) sound: bool,
    /// Vibration at the player's turn, if supported.
    pub(crate) buzz: bool,
    /// Bot speed.
    pub(crate) pace: Pace,
    /// Confirm a discard when the hand could lay down its contract.
    pub(crate) ask_discard: bool,
    pub(crate) sort: Sort,
    /// Whether this person has played here before.
    pub(crate) played: bool,
    /// The game played last.
    pub(crate) game: String,
    /// Its house rules, as text; empty if it was played without changes.
    pub(crate) house: String,
    /// Its number of players.
    pub(crate) players: u8,
    /// The bots' level.
    pub(crate) level: Level,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            name: String::new(),
            face: None,
            theme: Theme::Auto,
            contrast: false,
            left: false,
            beside: false,
            four_colours: false,
            colours_offered: false,
            cards: Size::Usual,
            motion: true,
            sound: false,
            buzz: true,
            pace: Pace::default(),
            ask_discard: true,
            sort: Sort::Melds,
            played: false,
            game: upcard_client::first_game::FIRST_GAME.to_owned(),
            house: String::new(),
            players: 4,
            level: Level::Novice,
        }
    }
}

/// Returns the value with this stored name.
fn parse_name<T: Copy>(all: &[(T, &str)], word: &str) -> Option<T> {
    all.iter().find(|(_, own)| *own == word).map(|(value, _)| *value)
}

fn stored_name<T: PartialEq>(all: &[(T, &'static str)], value: T) -> &'static str {
    all.iter().find(|(own, _)| *own == value).map_or("", |(_, word)| word)
}

/// Returns `true` if records use this name for bots: `is_bot_name` without its Unicode tables, which are not in
/// the first part of the page.
fn is_reserved_for_bots(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let level = name.strip_prefix("bot").map(str::trim_start);
    level.is_some_and(|level| level.parse::<Level>().is_ok())
}

const KEY: &str = "upcard.settings";

impl Settings {
    /// Loads the stored settings, or the defaults.
    pub(crate) fn load() -> Settings {
        let usual = Settings::default();
        let Some(kept) = browser::stored(KEY).and_then(|text| Json::parse(&text)) else {
            return usual;
        };
        let text = |name| kept.text(name).unwrap_or_default();
        Settings {
            name: text("name"),
            face: kept.small("face"),
            theme: parse_name(&Theme::ALL, &text("theme")).unwrap_or(usual.theme),
            contrast: kept.flag("contrast").unwrap_or(usual.contrast),
            left: kept.flag("left").unwrap_or(usual.left),
            beside: kept.flag("beside").unwrap_or(usual.beside),
            four_colours: kept.flag("four_colours").unwrap_or(usual.four_colours),
            colours_offered: kept.flag("colours_offered").unwrap_or(usual.colours_offered),
            cards: match kept.flag("large_cards") {
                // Stored format before there were very large cards.
                Some(true) => Size::Large,
                _ => parse_name(&Size::ALL, &text("cards")).unwrap_or(usual.cards),
            },
            motion: kept.flag("motion").unwrap_or(usual.motion),
            sound: kept.flag("sound").unwrap_or(usual.sound),
            buzz: kept.flag("buzz").unwrap_or(usual.buzz),
            pace: parse_name(&PACES, &text("pace")).unwrap_or(usual.pace),
            ask_discard: kept.flag("ask_discard").unwrap_or(usual.ask_discard),
            sort: Sort::ALL.into_iter().find(|s| s.word() == text("sort")).unwrap_or(usual.sort),
            played: kept.flag("played").unwrap_or(usual.played),
            game: kept.text("game").unwrap_or(usual.game),
            house: text("house"),
            players: kept.small("players").unwrap_or(usual.players),
            level: text("level").parse().unwrap_or(usual.level),
        }
    }

    pub(crate) fn save(&self) {
        let kept = Json::new();
        kept.set("name", &self.name);
        if let Some(face) = self.face {
            kept.set("face", face);
        }
        kept.set("theme", stored_name(&Theme::ALL, self.theme));
        kept.set("contrast", self.contrast);
        kept.set("left", self.left);
        kept.set("beside", self.beside);
        kept.set("four_colours", self.four_colours);
        kept.set("colours_offered", self.colours_offered);
        kept.set("cards", stored_name(&Size::ALL, self.cards));
        kept.set("motion", self.motion);
        kept.set("sound", self.sound);
        kept.set("buzz", self.buzz);
        kept.set("pace", stored_name(&PACES, self.pace));
        kept.set("ask_discard", self.ask_discard);
        kept.set("sort", self.sort.word());
        kept.set("played", self.played);
        kept.set("game", &self.game);
        kept.set("house", &self.house);
        kept.set("players", self.players);
        kept.set("level", self.level.name());
        browser::store(KEY, &kept.print());
    }

    /// Returns the chosen name, if any. It was validated on input, and the server validates it again. A bot's
    /// name, stored by an earlier version, is ignored.
    pub(crate) fn chosen_name(&self) -> Option<String> {
        let name = self.name.trim();
        (!name.is_empty() && !is_reserved_for_bots(name)).then(|| name.to_owned())
    }

    pub(crate) fn name_or_you(&self) -> String {
        self.chosen_name().unwrap_or_else(|| tr!("you"))
    }

    /// Returns the name for other people, to whom 'you' means themselves.
    pub(crate) fn name_or_guest(&self) -> String {
        self.chosen_name().unwrap_or_else(|| tr!("guest"))
    }

    /// Applies the settings as classes of the root element.
    pub(crate) fn show(&self) {
        let dark = match self.theme {
            Theme::Auto => browser::media_matches("(prefers-color-scheme: dark)"),
            Theme::Light => false,
            Theme::Dark => true,
        };
        browser::set_root_class("dark", dark);
        let contrast = self.contrast || browser::media_matches("(prefers-contrast: more)");
        browser::set_root_class("contrast", contrast);
        browser::set_root_class("left", self.left);
        browser::set_root_class("four", self.four_colours);
        browser::set_root_class("large", self.cards != Size::Usual);
        browser::set_root_class("huge-cards", self.cards == Size::VeryLarge);
        browser::set_root_class("still", !self.motion);
        browser::set_root_class("calm", self.pace == Pace::Calm);
        browser::set_root_class("quick", self.pace == Pace::Fast);
    }
}
