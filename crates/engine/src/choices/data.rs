//! The choices of a rule set, by chapter.

use upcard_cards::{AceMode, AllWild, RankSet, SameSuitRuns, SizeRule, WildCap};

use super::custom::*;
use super::forms::*;
use super::table::table;
use super::words::*;

macro_rules! data {
    ($f:ident, $c:ident; $($(#[$cdoc:meta])* $chapter:ident: $type:ident if $of_all:tt {
        $($field:ident: $ftype:ty = $default:expr, $path:literal, $meaning:literal $(, $later:ident)?
            $(if $means:expr $(, else $wanted:expr)?)?;)+
    })+) => {
        $(
            $(#[$cdoc])*
            #[derive(Clone, PartialEq, Eq, Debug)]
            pub struct $type {
                $(#[doc = $meaning] pub $field: $ftype,)+
            }

            impl Default for $type {
                fn default() -> $type {
                    $type { $($field: $default,)+ }
                }
            }
        )+

        /// All choices of a game, by chapter.
        #[derive(Clone, PartialEq, Eq, Debug, Default)]
        pub struct Choices {
            $($(#[$cdoc])* pub $chapter: $type,)+
        }
    };
}
table!(data);
