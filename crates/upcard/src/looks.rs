//! How a table looks in this terminal: what is asked for, and what the terminal and the system can show.

use clap::{Args, ValueEnum};
use upcard_terminal::{Colours, Looks, screen};

/// Options of every command that shows a table.
#[derive(Args)]
pub(crate) struct Looked {
    /// How suits are coloured, beside their signs; `NO_COLOR` in the environment says `none`.
    #[arg(long, value_enum, default_value_t = Colouring::Two)]
    colours: Colouring,
    /// Write cards as in the notation (`TC`, `JK`), where the terminal has no signs for suits.
    #[arg(long)]
    letters: bool,
    /// Tell the table in lines and take typed lines, for screen readers and scripts: nothing is drawn. So it
    /// is anyway where `TERM` is `dumb`, or where input or output is no terminal.
    #[arg(long)]
    plain: bool,
    /// Leave the mouse to the terminal.
    #[arg(long)]
    no_mouse: bool,
}

/// How suits are coloured.
#[derive(Clone, Copy, ValueEnum)]
enum Colouring {
    /// Red and black.
    Two,
    /// Each suit in its own colour.
    Four,
    /// Nothing is coloured.
    None,
}

impl Looked {
    pub(crate) fn looks(&self) -> Looks {
        // https://no-color.org: any value but the empty one.
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colours = match self.colours {
            _ if plain => Colours::None,
            Colouring::Two => Colours::Two,
            Colouring::Four => Colours::Four,
            Colouring::None => Colours::None,
        };
        Looks { colours, letters: self.letters, ascii: is_ascii(|name| std::env::var(name).ok()) }
    }

    pub(crate) fn is_plain(&self) -> bool {
        self.plain || !screen::draws()
    }

    pub(crate) fn mouse(&self) -> bool {
        !self.no_mouse
    }
}

/// Does the system ask for ASCII? The first of these variables that is set says which signs there are; where
/// none is, nobody has said that there are few.
fn is_ascii(variable: impl Fn(&str) -> Option<String>) -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter();
    let said = names.filter_map(variable).find(|value| !value.is_empty());
    said.is_some_and(|said| {
        let said = said.to_ascii_lowercase();
        !said.contains("utf-8") && !said.contains("utf8")
    })
}

#[cfg(test)]
mod tests {
    use super::is_ascii;

    #[test]
    fn the_first_variable_that_says_something_counts() {
        let said = |set: &[(&str, &str)]| {
            let set = set.to_vec();
            is_ascii(move |name| {
                set.iter().find(|(own, _)| *own == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(said(&[("LC_ALL", "C")]));
        assert!(said(&[("LC_ALL", "POSIX"), ("LANG", "en_US.UTF-8")]));
        assert!(said(&[("LC_ALL", ""), ("LANG", "de_DE.ISO-8859-1")]));
        assert!(!said(&[("LC_CTYPE", "C.utf8"), ("LANG", "C")]));
        assert!(!said(&[]));
    }
}
