//! Tampering with a record: each line deleted, duplicated or swapped with the next, and each word changed.

/// A tampered text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tampered {
    /// Description.
    pub description: String,
    /// Line number, from 1.
    pub line: usize,
    /// The new text.
    pub text: String,
}

/// Changes the last letter of a word: a digit stays a digit, a rank or suit a letter.
fn change_last_letter(word: &str) -> String {
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
    let mut add = |description: String, at: usize, lines: &[&str]| {
        let text = lines.iter().map(|line| format!("{line}\n")).collect();
        all.push(Tampered { description, line: at + 1, text });
    };
    for (at, line) in lines.iter().enumerate() {
        let mut tampered_lines = lines.clone();
        tampered_lines.remove(at);
        add("deleted".into(), at, &tampered_lines);
        tampered_lines = lines.clone();
        tampered_lines.insert(at, line);
        add("doubled".into(), at, &tampered_lines);
        if lines.get(at + 1).is_some_and(|next| next != line) {
            tampered_lines = lines.clone();
            tampered_lines.swap(at, at + 1);
            add("swapped with the next".into(), at, &tampered_lines);
        }
        let words: Vec<&str> = line.split(' ').collect();
        for (index, word) in words.iter().enumerate() {
            let new = change_last_letter(word);
            if new == *word {
                continue;
            }
            let mut words = words.clone();
            words[index] = &new;
            let line = words.join(" ");
            tampered_lines = lines.clone();
            tampered_lines[at] = &line;
            add(format!("'{word}' made '{new}'"), at, &tampered_lines);
        }
    }
    all
}
