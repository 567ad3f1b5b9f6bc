//! Wording of everything at a table: text ids and their arguments. The texts themselves, and the notation of
//! cards, come from the user interface ([`Texts`]).

pub mod hint;
pub mod news;
pub mod panels;
pub mod prompt;
pub mod scores;
pub mod table;
mod texts;

pub use upcard_texts::Args;

pub use self::texts::Texts;
use self::texts::tr;
