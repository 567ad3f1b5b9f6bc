//! What there is to say at a table, in words: the ids of texts and what is filled into them. The texts
//! themselves, and how a card is written in a line, come from the user interface ([`Texts`]).

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
