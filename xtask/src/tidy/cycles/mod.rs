//! Dependency cycles between modules: no module may use one that uses it, directly or indirectly, nor an item
//! defined in the file of an enclosing module.
//!
//! Uses are computed from the paths in the code, with re-exports resolved to the defining module. Test code
//! and method calls, which name no path, are ignored.

mod modules;
mod resolve;

use std::collections::{BTreeMap, BTreeSet};

use self::modules::{Id, Module};
use self::resolve::{Target, resolve};
use super::source::{Findings, Source};

/// The modules that each module uses, with the first line of the use.
type Uses = Vec<BTreeMap<Id, usize>>;

/// Checks every crate.
pub(super) fn check(sources: &[Source], found: &mut Findings) {
    let roots = sources.iter().map(|s| s.path.as_str()).filter(|path| is_root(path));
    for root in roots {
        match modules::read(sources, root) {
            Ok(modules) => found.flaws.extend(find_flaws(&modules)),
            Err(unreadable) => found.flaws.push(unreadable),
        }
    }
}

fn is_root(path: &str) -> bool {
    let of_crate = path.starts_with("crates/") && path.matches('/').count() == 3;
    let ours = of_crate || path.starts_with("xtask/");
    ours && (path.ends_with("/src/lib.rs") || path.ends_with("/src/main.rs"))
}

/// Uses within cycles, and uses of an enclosing module's items.
fn find_flaws(modules: &[Module]) -> Vec<String> {
    let uses = uses(modules);
    let cycles = cycles(&uses);
    let mut flaws = Vec::new();
    for (id, module) in modules.iter().enumerate() {
        let cycle = cycles.iter().find(|cycle| cycle.contains(&id));
        for (used, line) in &uses[id] {
            let Module { file, name, .. } = module;
            let other = &modules[*used].name;
            if is_above(modules, *used, id) {
                flaws.push(format!(
                    "{file}:{line}: {name} uses items of {other}, which contains it"
                ));
            } else if cycle.is_some_and(|cycle| cycle.contains(used)) {
                flaws.push(format!("{file}:{line}: {name} uses {other}, and {other} uses {name}"));
            }
        }
    }
    flaws
}

/// Returns `true` if the first contains the second, at any depth.
fn is_above(modules: &[Module], holder: Id, id: Id) -> bool {
    let above = std::iter::successors(modules[id].parent, |&id| modules[id].parent);
    above.into_iter().any(|parent| parent == holder)
}

fn uses(modules: &[Module]) -> Uses {
    let of = |id: Id| {
        let mut used = BTreeMap::new();
        for (path, line) in &modules[id].names.paths {
            if let Some(Target::Item(module)) = resolve(modules, id, path)
                && module != id
            {
                used.entry(module).or_insert(*line);
            }
        }
        used
    };
    (0..modules.len()).map(of).collect()
}

/// Strongly connected components: sets of modules that all use each other indirectly.
fn cycles(uses: &Uses) -> Vec<Vec<Id>> {
    let reached: Vec<BTreeSet<Id>> = (0..uses.len()).map(|id| reachable(uses, id)).collect();
    let mut all: Vec<Vec<Id>> = Vec::new();
    for id in 0..uses.len() {
        if !reached[id].contains(&id) || all.iter().any(|cycle| cycle.contains(&id)) {
            continue;
        }
        all.push(
            (id..uses.len())
                .filter(|&other| reached[id].contains(&other) && reached[other].contains(&id))
                .collect(),
        );
    }
    all
}

/// All modules that a module uses, directly or indirectly.
fn reachable(uses: &Uses, from: Id) -> BTreeSet<Id> {
    let mut all = BTreeSet::new();
    let mut pending = vec![from];
    while let Some(id) = pending.pop() {
        pending.extend(uses[id].keys().filter(|used| all.insert(**used)));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    fn flaws(files: &[(&str, &str)]) -> Vec<String> {
        let full = files.iter().map(|(path, text)| (format!("crates/a/src/{path}"), *text));
        let full: Vec<(String, &str)> = full.collect();
        let files: Vec<_> = full.iter().map(|(path, text)| (path.as_str(), *text)).collect();
        source::flaws(check, &files)
    }

    #[test]
    fn a_cycle_through_a_reexport_is_found() {
        let lib = "mod low; mod high; pub use high::High;";
        let low = "use crate::High; pub struct Low(High);";
        let high = "use crate::low::Low as L; pub struct High(Option<Box<L>>);";
        let found = flaws(&[("lib.rs", lib), ("low.rs", low), ("high.rs", high)]);
        assert_eq!(found[0], "crates/a/src/low.rs:1: low uses high, and high uses low");
        assert_eq!(found[1], "crates/a/src/high.rs:1: high uses low, and low uses high");
    }

    #[test]
    fn leaf_modules_may_be_used_from_everywhere() {
        let lib = "mod low; mod high; pub use high::*; pub use low::make;";
        let low = "pub fn make() {} pub enum Kind { A }";
        let high = "use super::low::Kind; pub fn all() { super::make(); vec![Kind::A]; }\n\
                    #[cfg(test)] mod tests { use super::*; }";
        assert_eq!(flaws(&[("lib.rs", lib), ("low.rs", low), ("high.rs", high)]), [""; 0]);
    }

    #[test]
    fn paths_within_macros_and_functions_count() {
        let lib = "mod a; mod b;";
        let a = "pub fn one() { println!(\"{}\", crate::b::TWO); }";
        let b = "pub const TWO: u32 = 2; pub fn two() { use crate::a; a::one() }";
        let found = flaws(&[("lib.rs", lib), ("a.rs", a), ("b.rs", b)]);
        assert_eq!(found[0], "crates/a/src/a.rs:1: a uses b, and b uses a");
    }

    #[test]
    fn a_child_uses_nothing_of_its_parents_file() {
        let lib = "mod outer;";
        let outer = "mod inner; pub struct Outer;";
        let inner = "use super::Outer; pub struct Inner(Outer);";
        let files = [("lib.rs", lib), ("outer/mod.rs", outer), ("outer/inner.rs", inner)];
        let flaw =
            "crates/a/src/outer/inner.rs:1: outer::inner uses items of outer, which contains it";
        assert_eq!(flaws(&files), [flaw]);
    }

    #[test]
    fn a_missing_module_file_is_reported() {
        assert_eq!(
            flaws(&[("lib.rs", "mod b;")]),
            ["crates/a/src/lib.rs: the file of `mod b` is not there"]
        );
    }
}
