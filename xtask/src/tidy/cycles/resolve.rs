//! Resolves paths of a crate to the module that defines the item, through any number of re-exports.

use super::modules::{Id, Module};

/// Target of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    Module(Id),
    /// An item defined in this module.
    Item(Id),
}

/// Maximum depth of re-exports; beyond that they are cyclic.
const MAX_STEPS: usize = 20;

/// Resolves a path as used in this module. `None` if it leads out of the crate.
pub(super) fn resolve(modules: &[Module], from: Id, path: &[String]) -> Option<Target> {
    resolve_within(modules, from, path, MAX_STEPS)
}

fn resolve_within(modules: &[Module], from: Id, path: &[String], steps: usize) -> Option<Target> {
    let steps = steps.checked_sub(1)?;
    let (first, rest) = path.split_first()?;
    let mut target = match first.as_str() {
        "crate" => Target::Module(0),
        "self" => Target::Module(from),
        "super" => Target::Module(modules[from].parent?),
        name => look_up(modules, from, name, Some(path), steps)?,
    };
    for name in rest {
        target = match target {
            Target::Module(module) if name == "super" => Target::Module(modules[module].parent?),
            Target::Module(module) => look_up(modules, module, name, None, steps)?,
            // A variant or an associated function.
            Target::Item(module) => return Some(Target::Item(module)),
        };
    }
    Some(target)
}

/// Resolves a name in a module. `asked` is the path being resolved: an import of the same path, as in `use
/// serde::de::{self}`, is not followed, to avoid a cycle.
fn look_up(
    modules: &[Module],
    module: Id,
    name: &str,
    asked: Option<&[String]>,
    steps: usize,
) -> Option<Target> {
    let here = &modules[module];
    if let Some(child) = here.children.get(name) {
        return Some(Target::Module(*child));
    }
    if here.items.iter().any(|item| item == name) {
        return Some(Target::Item(module));
    }
    if let Some(path) = here.names.imports.get(name) {
        // `use name::…` refers to the crate of that name.
        if path.first().is_some_and(|first| first == name) {
            return None;
        }
        if asked != Some(path.as_slice()) {
            return resolve_within(modules, module, path, steps);
        }
    }
    here.names.globs.iter().find_map(|glob| {
        if glob.first().is_some_and(|first| first == name) {
            return None;
        }
        match resolve_within(modules, module, glob, steps)? {
            Target::Module(of) if of != module => {
                look_up(modules, of, name, None, steps.checked_sub(1)?)
            }
            _ => None,
        }
    })
}
