//! What a person likes; kept in the browser.

use upcard_client::Sort;
use upcard_client::wire::{Level, Pace};

use crate::browser;
use crate::json::Json;
use crate::text::tr;

/// Light, dark, or as the device says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Theme {
    /// As the device says.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// All of them, with their words.
    pub(crate) const ALL: [(Theme, &str); 3] =
        [(Theme::Auto, "Auto"), (Theme::Light, "Light"), (Theme::Dark, "Dark")];
}

/// How fast bots play, with the words under which it is kept.
const PACES: [(Pace, &str); 3] =
    [(Pace::Calm, "Calm"), (Pace::Usual, "Usual"), (Pace::Fast, "Fast")];

/// How large cards are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Size {
    /// As they fit best.
    #[default]
    Usual,
    /// A quarter larger.
    Large,
    /// Half as large again, for those who see little.
    VeryLarge,
}

impl Size {
    /// All of them, with their words.
    pub(crate) const ALL: [(Size, &str); 3] =
        [(Size::Usual, "Usual"), (Size::Large, "Large"), (Size::VeryLarge, "VeryLarge")];
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    /// The name that others see.
    pub(crate) name: String,
    /// The face that others see; none is the name's first letter.
    pub(crate) face: Option<u8>,
    /// Light or dark.
    pub(crate) theme: Theme,
    /// Black on white and strong lines; also where the device asks for more contrast.
    pub(crate) contrast: bool,
    /// The buttons lie at the left hand.
    pub(crate) left: bool,
    /// A large screen shows the table: at a server's table this device is the hand and the prompt.
    pub(crate) beside: bool,
    /// Each suit its own colour.
    pub(crate) four_colours: bool,
    /// Has the choice of colours been offered?
    pub(crate) colours_offered: bool,
    /// How large cards are.
    pub(crate) cards: Size,
    /// Cards fly.
    pub(crate) motion: bool,
    /// Tones at the own turn, for cards and after a deal.
    pub(crate) sound: bool,
    /// A short vibration at the own turn, where the device can.
    pub(crate) buzz: bool,
    /// How fast bots play.
    pub(crate) pace: Pace,
    /// A discard is asked about when the contract lies ready in the hand.
    pub(crate) ask_discard: bool,
    /// How the hand is sorted.
    pub(crate) sort: Sort,
    /// Has this person played here before?
    pub(crate) played: bool,
    /// The game played last.
    pub(crate) game: String,
    /// The house rules that it was played by, as their text; empty where it was played by its own.
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
            game: upcard_client::first::FIRST_GAME.to_owned(),
            house: String::new(),
            players: 4,
            level: Level::Novice,
        }
    }
}

/// The value with this word.
fn known<T: Copy>(all: &[(T, &str)], word: &str) -> Option<T> {
    all.iter().find(|(_, own)| *own == word).map(|(value, _)| *value)
}

fn word<T: PartialEq>(all: &[(T, &'static str)], value: T) -> &'static str {
    all.iter().find(|(own, _)| *own == value).map_or("", |(_, word)| word)
}

/// Is a bot called so in records? As `is_bots` says for any name, without the tables of letters for it: they are not in
/// the first part of the page.
fn is_like_a_bots(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let level = name.strip_prefix("bot").map(str::trim_start);
    level.is_some_and(|level| level.parse::<Level>().is_ok())
}

const KEY: &str = "upcard.settings";

impl Settings {
    /// The settings kept in this browser, else the usual ones.
    pub(crate) fn load() -> Settings {
        let usual = Settings::default();
        let Some(kept) = browser::stored(KEY).and_then(|text| Json::parse(&text)) else {
            return usual;
        };
        let word = |name| kept.text(name).unwrap_or_default();
        Settings {
            name: word("name"),
            face: kept.small("face"),
            theme: known(&Theme::ALL, &word("theme")).unwrap_or(usual.theme),
            contrast: kept.flag("contrast").unwrap_or(usual.contrast),
            left: kept.flag("left").unwrap_or(usual.left),
            beside: kept.flag("beside").unwrap_or(usual.beside),
            four_colours: kept.flag("four_colours").unwrap_or(usual.four_colours),
            colours_offered: kept.flag("colours_offered").unwrap_or(usual.colours_offered),
            cards: match kept.flag("large_cards") {
                // As it was kept before there were very large ones.
                Some(true) => Size::Large,
                _ => known(&Size::ALL, &word("cards")).unwrap_or(usual.cards),
            },
            motion: kept.flag("motion").unwrap_or(usual.motion),
            sound: kept.flag("sound").unwrap_or(usual.sound),
            buzz: kept.flag("buzz").unwrap_or(usual.buzz),
            pace: known(&PACES, &word("pace")).unwrap_or(usual.pace),
            ask_discard: kept.flag("ask_discard").unwrap_or(usual.ask_discard),
            sort: Sort::ALL.into_iter().find(|s| s.word() == word("sort")).unwrap_or(usual.sort),
            played: kept.flag("played").unwrap_or(usual.played),
            game: kept.text("game").unwrap_or(usual.game),
            house: word("house"),
            players: kept.small("players").unwrap_or(usual.players),
            level: word("level").parse().unwrap_or(usual.level),
        }
    }

    /// Keeps them.
    pub(crate) fn save(&self) {
        let kept = Json::new();
        kept.set("name", &self.name);
        if let Some(face) = self.face {
            kept.set("face", face);
        }
        kept.set("theme", word(&Theme::ALL, self.theme));
        kept.set("contrast", self.contrast);
        kept.set("left", self.left);
        kept.set("beside", self.beside);
        kept.set("four_colours", self.four_colours);
        kept.set("colours_offered", self.colours_offered);
        kept.set("cards", word(&Size::ALL, self.cards));
        kept.set("motion", self.motion);
        kept.set("sound", self.sound);
        kept.set("buzz", self.buzz);
        kept.set("pace", word(&PACES, self.pace));
        kept.set("ask_discard", self.ask_discard);
        kept.set("sort", self.sort.word());
        kept.set("played", self.played);
        kept.set("game", &self.game);
        kept.set("house", &self.house);
        kept.set("players", self.players);
        kept.set("level", self.level.name());
        browser::store(KEY, &kept.print());
    }

    /// The own name, if one was chosen. It was looked at where it was typed, and a server looks at it
    /// again. One that bots have in records, kept from earlier days, is none.
    pub(crate) fn chosen_name(&self) -> Option<String> {
        let name = self.name.trim();
        (!name.is_empty() && !is_like_a_bots(name)).then(|| name.to_owned())
    }

    pub(crate) fn name_or_you(&self) -> String {
        self.chosen_name().unwrap_or_else(|| tr!("you"))
    }

    /// The own name for other people, who call themselves 'you'.
    pub(crate) fn name_or_guest(&self) -> String {
        self.chosen_name().unwrap_or_else(|| tr!("guest"))
    }

    /// Shows them: classes at the root of the page.
    pub(crate) fn show(&self) {
        let dark = match self.theme {
            Theme::Auto => browser::matches("(prefers-color-scheme: dark)"),
            Theme::Light => false,
            Theme::Dark => true,
        };
        browser::root_class("dark", dark);
        let contrast = self.contrast || browser::matches("(prefers-contrast: more)");
        browser::root_class("contrast", contrast);
        browser::root_class("left", self.left);
        browser::root_class("four", self.four_colours);
        browser::root_class("large", self.cards != Size::Usual);
        browser::root_class("huge-cards", self.cards == Size::VeryLarge);
        browser::root_class("still", !self.motion);
        browser::root_class("calm", self.pace == Pace::Calm);
        browser::root_class("quick", self.pace == Pace::Fast);
    }
}
