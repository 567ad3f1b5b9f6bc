//! What a person likes; kept in the browser.

use serde::{Deserialize, Serialize};
use upcard_client::Sort;

use crate::browser;
use crate::text::tr;

/// Light, dark, or as the device says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) enum Theme {
    /// As the device says.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// How fast bots play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) enum Pace {
    /// Time to look.
    Calm,
    /// As people do.
    #[default]
    Usual,
    /// At once.
    Fast,
}

/// The settings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// The name that others see.
    pub(crate) name: String,
    /// Light or dark.
    pub(crate) theme: Theme,
    /// Each suit its own colour.
    pub(crate) four_colours: bool,
    /// Larger cards.
    pub(crate) large_cards: bool,
    /// Cards fly.
    pub(crate) motion: bool,
    /// How fast bots play.
    pub(crate) pace: Pace,
    /// How the hand is sorted.
    #[serde(with = "sort_word")]
    pub(crate) sort: Sort,
    /// The game played last.
    pub(crate) game: String,
    /// Its number of players.
    pub(crate) players: u8,
    /// The bots' level.
    pub(crate) level: String,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            name: String::new(),
            theme: Theme::Auto,
            four_colours: true,
            large_cards: false,
            motion: true,
            pace: Pace::Usual,
            sort: Sort::Melds,
            game: "progressive-rummy".to_owned(),
            players: 4,
            level: "steady".to_owned(),
        }
    }
}

mod sort_word {
    use serde::{Deserialize, Deserializer, Serializer};
    use upcard_client::Sort;

    pub(super) fn serialize<S: Serializer>(sort: &Sort, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(sort.word())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Sort, D::Error> {
        let word = String::deserialize(from)?;
        Ok(Sort::ALL.into_iter().find(|sort| sort.word() == word).unwrap_or_default())
    }
}

const KEY: &str = "upcard.settings";

impl Settings {
    /// The settings kept in this browser, else the usual ones.
    pub(crate) fn load() -> Settings {
        browser::stored(KEY).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    /// Keeps them.
    pub(crate) fn save(&self) {
        if let Ok(text) = serde_json::to_string(self) {
            browser::store(KEY, &text);
        }
    }

    /// The own name, or 'You'.
    pub(crate) fn name_or_you(&self) -> String {
        if self.name.trim().is_empty() { tr!("you") } else { self.name.trim().to_owned() }
    }

    /// The own name for other people, who call themselves 'you'.
    pub(crate) fn name_or_guest(&self) -> String {
        if self.name.trim().is_empty() { tr!("guest") } else { self.name.trim().to_owned() }
    }

    /// Shows them: classes at the root of the page.
    pub(crate) fn show(&self) {
        let dark = match self.theme {
            Theme::Auto => browser::matches("(prefers-color-scheme: dark)"),
            Theme::Light => false,
            Theme::Dark => true,
        };
        browser::root_class("dark", dark);
        browser::root_class("four", self.four_colours);
        browser::root_class("large", self.large_cards);
        browser::root_class("still", !self.motion);
    }
}
