//! Parser for a single value, as in `--set path=`, in records and in the protocol: numbers,
//! booleans, quoted strings, single-line arrays and tables. It reimplements this subset of TOML
//! because the page parses values but no data files, and the full TOML parser would add as much
//! code to the page as a bot.

use std::collections::BTreeMap;

use crate::value::Value;

/// Maximum nesting depth; no choice needs three levels.
const MAX_DEPTH: u32 = 8;

impl Value {
    /// Parses a value as in `--set key=`: a TOML value, or a bare word.
    #[must_use]
    pub fn from_argument(text: &str) -> Value {
        read(text).unwrap_or_else(|| Value::Text(text.to_owned()))
    }
}

/// Parses the whole text as one value; `None` if it is not one.
pub(crate) fn read(text: &str) -> Option<Value> {
    let mut reader = Reader { rest: text };
    let value = reader.value(0)?;
    reader.skip_space();
    reader.rest.is_empty().then_some(value)
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    /// Consumes this character, with the space before it.
    fn eat(&mut self, sign: char) -> bool {
        self.skip_space();
        self.rest.strip_prefix(sign).map(|rest| self.rest = rest).is_some()
    }

    /// Consumes a number, a boolean or a bare key.
    fn word(&mut self) -> &'a str {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '_');
        let end = self.rest.find(|c| !plain(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn value(&mut self, depth: u32) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        if self.eat('[') {
            let mut list = Vec::new();
            while !self.eat(']') {
                list.push(self.value(depth + 1)?);
                if !self.eat(',') && !self.rest.starts_with(']') {
                    return None;
                }
            }
            return Some(Value::List(list));
        }
        if self.eat('{') {
            let mut map = BTreeMap::new();
            while !self.eat('}') {
                self.skip_space();
                let quoted = self.rest.starts_with(['"', '\'']);
                let key = if quoted { self.quoted()? } else { self.word().to_owned() };
                if key.is_empty() && !quoted || !self.eat('=') {
                    return None;
                }
                let value = self.value(depth + 1)?;
                if map.insert(key, value).is_some() {
                    return None;
                }
                if !self.eat(',') && !self.rest.starts_with('}') {
                    return None;
                }
            }
            return Some(Value::Map(map));
        }
        self.skip_space();
        if self.rest.starts_with(['"', '\'']) {
            return self.quoted().map(Value::Text);
        }
        match self.word() {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            word => number(word),
        }
    }

    /// Parses a quoted string: literal in single quotes, with escapes in double quotes.
    fn quoted(&mut self) -> Option<String> {
        let mut letters = self.rest.chars();
        let quote = letters.next()?;
        let mut text = String::new();
        loop {
            let letter = letters.next()?;
            if letter == quote {
                self.rest = letters.as_str();
                return Some(text);
            }
            text.push(match letter {
                '\\' if quote == '"' => match letters.next()? {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    sign @ ('"' | '\\') => sign,
                    'u' => {
                        let digits = letters.as_str().get(..4)?;
                        letters = letters.as_str().get(4..)?.chars();
                        char::from_u32(u32::from_str_radix(digits, 16).ok()?)?
                    }
                    _ => return None,
                },
                _ if letter.is_control() && letter != '\t' => return None,
                _ => letter,
            });
        }
    }
}

/// Parses an integer, possibly with separators as in `1_000`, without leading zeros.
fn number(word: &str) -> Option<Value> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    let apart =
        digits.split('_').all(|part| part.bytes().all(|b| b.is_ascii_digit()) && !part.is_empty());
    if !apart || digits.len() > 1 && digits.starts_with('0') {
        return None;
    }
    word.replace('_', "").parse().ok().map(Value::Int)
}

#[cfg(test)]
mod tests {
    use toml::de::DeTable;

    use super::*;

    #[test]
    fn arguments_parse_as_in_data_files() {
        for text in [
            "3",
            "-1",
            "+7",
            "1_000",
            "0",
            "007",
            "1__0",
            "_1",
            "9999999999999999999999",
            "true",
            "false",
            "any",
            "\"none\"",
            "'no\\ne'",
            "\"a\\\"b\\\\c\\n\\t\\u00e9\"",
            "\"open",
            "\"\\x\"",
            "",
            " ",
            "[1, 2]",
            "[ ]",
            "[1, 2,]",
            "[1 2]",
            "[[1], [\"a\"]]",
            "[",
            "{}",
            "{ \"2-4\" = 2, 5 = 1 }",
            "{ a = 1, a = 2 }",
            "{ = 1 }",
            "{ \"\" = 1 }",
            "1 2",
            "[1]]",
            "\"é🂡\"",
            "\"\\u12\"",
            "\"\\ud800\"",
        ] {
            let line = format!("x = {text}");
            let theirs = DeTable::parse(&line).ok().and_then(|table| {
                let values = table.get_ref();
                values.iter().next().and_then(|(_, value)| Value::from_toml(value.get_ref()))
            });
            assert_eq!(read(text), theirs, "{text}");
        }
    }

    #[test]
    fn nesting_is_limited() {
        assert_eq!(read(&"[".repeat(100_000)), None);
    }
}
