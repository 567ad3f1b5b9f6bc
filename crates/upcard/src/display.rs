//! Display settings: from options, the terminal and the environment.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use upcard_terminal::{App, Colours, Files, Looks, Opened, ScreenError, plain, screen};

use crate::out::INTERRUPTED;

/// Options of every command that shows a table.
#[derive(Args)]
pub(crate) struct DisplayOptions {
    /// Colouring of suits; `NO_COLOR` in the environment means `none`.
    #[arg(long, value_enum, default_value_t = Colouring::Two)]
    colours: Colouring,
    /// Write cards as in the notation (`TC`, `JK`), for terminals without suit symbols.
    #[arg(long)]
    letters: bool,
    /// Line mode for screen readers and scripts: the table is described in lines, and commands are typed.
    /// Automatic if `TERM` is `dumb`, or input or output is no terminal.
    #[arg(long)]
    plain: bool,
    /// Do not capture the mouse.
    #[arg(long)]
    no_mouse: bool,
}

/// Colouring of suits.
#[derive(Clone, Copy, ValueEnum)]
enum Colouring {
    /// Red and black.
    Two,
    /// A colour for each suit.
    Four,
    /// No colours.
    None,
}

impl DisplayOptions {
    pub(crate) fn looks(&self) -> Looks {
        // https://no-color.org: any non-empty value.
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
        self.plain || !screen::has_terminal()
    }

    /// Shows a table until the person leaves; `None` if there is nobody left to tell how it ended.
    pub(crate) fn show_table(
        &self,
        app: &mut App,
        files: Option<&mut Files>,
        opened: Option<Opened>,
    ) -> Option<Result<(), ScreenError>> {
        let plain = self.is_plain();
        let shown = match plain {
            true => plain::run(app, files, opened),
            false => screen::run(app, files, opened, self.mouse()),
        };
        let closed = matches!(shown, Err(ScreenError::Closed));
        (plain || !closed || io::stdout().is_terminal()).then_some(shown)
    }

    pub(crate) fn mouse(&self) -> bool {
        !self.no_mouse
    }
}

/// Exit code after a table or a match was shown.
pub(crate) fn exit_code(shown: Result<(), ScreenError>) -> Result<ExitCode, ScreenError> {
    match shown {
        Err(ScreenError::Closed) => Ok(ExitCode::FAILURE),
        Err(ScreenError::Interrupted) => Ok(INTERRUPTED.into()),
        shown => shown.map(|()| ExitCode::SUCCESS),
    }
}

/// Returns `true` if the locale has no UTF-8. The first of these variables that is set decides; if none is,
/// UTF-8 is assumed.
fn is_ascii(variable: impl Fn(&str) -> Option<String>) -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter();
    let locale = names.filter_map(variable).find(|value| !value.is_empty());
    locale.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        !locale.contains("utf-8") && !locale.contains("utf8")
    })
}

#[cfg(test)]
mod tests {
    use super::is_ascii;

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let locale = |set: &[(&str, &str)]| {
            let set = set.to_vec();
            is_ascii(move |name| {
                set.iter().find(|(own, _)| *own == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(locale(&[("LC_ALL", "C")]));
        assert!(locale(&[("LC_ALL", "POSIX"), ("LANG", "en_US.UTF-8")]));
        assert!(locale(&[("LC_ALL", ""), ("LANG", "de_DE.ISO-8859-1")]));
        assert!(!locale(&[("LC_CTYPE", "C.utf8"), ("LANG", "C")]));
        assert!(!locale(&[]));
    }
}
