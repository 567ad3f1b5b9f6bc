//! Tampering with a record: each line deleted, duplicated or swapped with the next, and each word changed.

/// A tampered text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tampered {
    /// Description.
    pub what: String,
    /// Line number, from 1.
    pub line: usize,
    /// The new text.
    pub text: String,
}

/// Changes the last letter of a word: a digit stays a digit, a rank or suit a letter.
fn changed(word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    if let Some(last) = letters.last_mut() {
        *last = match *last {
            '0' => '1',
            '1' => '2',
            'C' => 'D',
            'K' => 'Q',
            digit if digit.is_ascii_digit() => '1',
            'a' => 'b',
            letter if letter.is_ascii_uppercase() => 'C',
            _ => 'a',
        };
    }
    letters.into_iter().collect()
}

/// All tampered versions that differ from the text.
#[must_use]
pub fn tampered(text: &str) -> Vec<Tampered> {
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    let mut add = |what: String, at: usize, lines: &[&str]| {
        let text = lines.iter().map(|line| format!("{line}\n")).collect();
        all.push(Tampered { what, line: at + 1, text });
    };
    for (at, line) in lines.iter().enumerate() {
        let mut with = lines.clone();
        with.remove(at);
        add("deleted".into(), at, &with);
        with = lines.clone();
        with.insert(at, line);
        add("doubled".into(), at, &with);
        if lines.get(at + 1).is_some_and(|next| next != line) {
            with = lines.clone();
            with.swap(at, at + 1);
            add("swapped with the next".into(), at, &with);
        }
        let words: Vec<&str> = line.split(' ').collect();
        for (index, word) in words.iter().enumerate() {
            let new = changed(word);
            if new == *word {
                continue;
            }
            let mut words = words.clone();
            words[index] = &new;
            let line = words.join(" ");
            with = lines.clone();
            with[at] = &line;
            add(format!("'{word}' made '{new}'"), at, &with);
        }
    }
    all
}
