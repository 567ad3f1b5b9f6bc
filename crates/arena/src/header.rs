//! Header line of a result file: identifies the tournament.

use serde::{Deserialize, Serialize};
use upcard_engine::Rules;
use upcard_engine::choices::CHOICES;

use crate::options::{Options, Thinking};
use crate::result_file::VERSION;

/// Header line of a result file. It omits the number of matches, so that more can be requested later, and the
/// shard, so that shards can be merged. Fields are in alphabetical order, for compatibility with existing
/// files.
#[derive(PartialEq, Serialize, Deserialize)]
pub(crate) struct TournamentHeader {
    pub(crate) bots: Vec<String>,
    pub(crate) format: u32,
    pub(crate) game: String,
    /// Number of matches from which luck was learnt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) lessons: Option<u64>,
    /// Digest of the nets that experts use, if not the built-in ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) nets: Option<String>,
    pub(crate) players: u8,
    pub(crate) seed: u64,
    pub(crate) set: Vec<String>,
    pub(crate) thinking: Thinking,
    pub(crate) upcard: String,
    /// Version of the program that played, since bots differ between versions; absent in files of the first
    /// versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) version: Option<String>,
}

/// All choices, as `choice=value`, of a game loaded from a file; empty for other games. The file may change
/// before a run is resumed, so the choices identify the game rather than the path.
pub(crate) fn game_file_choices(game: &str, rules: &Rules) -> Vec<String> {
    let choices = CHOICES.iter().filter(|_| game.contains(".toml"));
    choices.map(|c| format!("{}={}", c.path, c.get(&rules.set.choices))).collect()
}

impl TournamentHeader {
    pub(crate) fn new(options: &Options, rules: &Rules) -> TournamentHeader {
        let set = options.set.iter().map(|(path, value)| format!("{path}={value}"));
        let set = set.chain(game_file_choices(&options.game, rules));
        TournamentHeader {
            bots: options.bots.iter().map(ToString::to_string).collect(),
            format: 1,
            game: rules.set.id.clone(),
            lessons: options.lessons,
            nets: options.nets.clone(),
            players: rules.players,
            seed: options.seed,
            set: set.collect(),
            thinking: options.thinking,
            upcard: "arena".to_owned(),
            version: Some(VERSION.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result_file::ResultHeader as _;

    /// Results of another version are neither resumed nor merged; results without a version are.
    #[test]
    fn results_of_another_version_do_not_match() {
        let options = Options::new("gin", vec!["sharp".parse().unwrap()]);
        let head = || TournamentHeader::new(&options, &options.rules().unwrap());
        let of = |version: Option<&str>| TournamentHeader {
            version: version.map(str::to_owned),
            ..head()
        };
        let text = serde_json::to_string(&of(None)).unwrap();
        assert!(!text.contains("version"), "{text}");
        assert_eq!(head().difference(&TournamentHeader::read(&text).unwrap()), None);
        let difference = head().difference(&of(Some("0.0.9"))).unwrap();
        assert_eq!(difference, format!("version 0.0.9, not {VERSION}"));
    }

    #[test]
    fn results_by_other_nets_do_not_match() {
        let head = |nets: Option<&str>| {
            let bots = vec!["expert".parse().unwrap(), "sharp".parse().unwrap()];
            let nets = nets.map(str::to_owned);
            let options = Options { nets, ..Options::new("gin", bots) };
            let head = TournamentHeader::new(&options, &options.rules().unwrap());
            TournamentHeader::read(&serde_json::to_string(&head).unwrap()).unwrap()
        };
        let (own, one) = (head(None), head(Some("0a")));
        assert_eq!(own.difference(&head(None)), None);
        assert_eq!(one.difference(&head(Some("0a"))), None);
        assert_eq!(own.difference(&one).as_deref(), Some("nets 0a, not built in"));
        assert!(one.difference(&head(Some("0b"))).is_some());
    }
}
