//! Suggestions for unknown names.

/// Maximum length of a name in bytes; longer words match nothing.
const MAX_NAME_LEN: usize = 60;

const MAX_SUGGESTIONS: usize = 6;

/// Suggests names for a word: those equal apart from case, else those that contain it, else those with the
/// smallest edit distance. Empty if none is similar.
#[must_use]
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    if word.is_empty() || word.len() > MAX_NAME_LEN {
        return Vec::new();
    }
    let word = word.to_ascii_lowercase();
    let names: Vec<&str> = names.into_iter().collect();
    let pick = |is: &dyn Fn(&str) -> bool| -> Vec<&'a str> {
        names.iter().copied().filter(|name| is(name)).take(MAX_SUGGESTIONS).collect()
    };
    let same = pick(&|name| name.eq_ignore_ascii_case(&word));
    if !same.is_empty() {
        return same;
    }
    let parts = pick(&|name| name.contains(&word));
    if word.chars().count() >= 3 && !parts.is_empty() {
        return parts;
    }
    let off = |name: &str| strsim::osa_distance(&word, name);
    let Some(least) = names.iter().map(|name| off(name)).min() else { return parts };
    // A distance of more than a third of its length means another word.
    if least * 3 > word.chars().count() { Vec::new() } else { pick(&|name| off(name) == least) }
}

/// Sorts names by edit distance to the word.
pub(crate) fn by_nearness<'a>(
    word: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Vec<&'a str> {
    let mut names: Vec<&str> = names.into_iter().collect();
    if word.len() <= MAX_NAME_LEN {
        let word = word.to_ascii_lowercase();
        names.sort_by_cached_key(|name| strsim::osa_distance(&word, name));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_by_distance() {
        let names = ["progressive-rummy", "kalooki", "rummy", "gin"];
        assert_eq!(by_nearness("Jin", names), ["gin", "rummy", "kalooki", "progressive-rummy"]);
        assert_eq!(by_nearness(&"gin".repeat(30), names), names);
    }

    #[test]
    fn typos_parts_and_case_are_matched() {
        let names = ["gin", "rummy", "rummy-500", "shanghai-rummy", "shanghai-powe", "steady"];
        let near = |word: &str| nearest(word, names);
        assert_eq!(near("GIN"), ["gin"]);
        assert_eq!(near("gni"), ["gin"]);
        assert_eq!(near("Steady"), ["steady"]);
        assert_eq!(near("staedy"), ["steady"]);
        assert_eq!(near("shanghai"), ["shanghai-rummy", "shanghai-powe"]);
        assert_eq!(near("shangai-rumy"), ["shanghai-rummy"]);
        for far in ["", "bridge", "x", &"gin".repeat(30)] {
            assert!(near(far).is_empty(), "{far}");
        }
        assert!(nearest("gin", []).is_empty());
    }
}
