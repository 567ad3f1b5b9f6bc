//! The modules of a crate, parsed from its files: definitions, imports, and paths used. Tests are ignored.

use std::collections::HashMap;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, UseTree};

use crate::tidy::source::Source;

/// Index of a module in its crate; the root is 0.
pub(super) type Id = usize;

/// A path as written, by segment.
pub(super) type Path = Vec<String>;

/// A module, in its own file or inline.
pub(super) struct Module {
    /// Path from the root, such as `rules::drawing`; the root is `crate`.
    pub(super) name: String,
    pub(super) file: String,
    pub(super) parent: Option<Id>,
    pub(super) children: HashMap<String, Id>,
    /// Items defined here: types, functions, constants, macros.
    pub(super) items: Vec<String>,
    pub(super) names: Names,
}

/// The imports and paths of one module.
#[derive(Default)]
pub(super) struct Names {
    /// Imported names, with the paths that they stand for.
    pub(super) imports: HashMap<String, Path>,
    /// Glob imports of modules and enums.
    pub(super) globs: Vec<Path>,
    /// All paths used, with their lines.
    pub(super) paths: Vec<(Path, usize)>,
}

/// Why a crate cannot be parsed: location and cause.
pub(super) type ParseError = String;

/// Parses a crate from its root file.
pub(super) fn read(sources: &[Source], root: &str) -> Result<Vec<Module>, ParseError> {
    let mut modules = Vec::new();
    read_file(sources, root, "crate", None, &mut modules)?;
    Ok(modules)
}

fn read_file(
    sources: &[Source],
    path: &str,
    name: &str,
    parent: Option<Id>,
    modules: &mut Vec<Module>,
) -> Result<Id, ParseError> {
    let source = sources.iter().find(|s| s.path == path);
    let source = source.ok_or_else(|| format!("{path}: there is no such file"))?;
    let file = syn::parse_file(&source.text).map_err(|error| format!("{path}: {error}"))?;
    read_items(sources, &file.items, path, name, parent, modules)
}

fn read_items(
    sources: &[Source],
    items: &[Item],
    path: &str,
    name: &str,
    parent: Option<Id>,
    modules: &mut Vec<Module>,
) -> Result<Id, ParseError> {
    let mut names = Names::default();
    items.iter().for_each(|item| names.visit_item(item));
    let id = modules.len();
    modules.push(Module {
        name: name.to_owned(),
        file: path.to_owned(),
        parent,
        children: HashMap::new(),
        items: items
            .iter()
            .filter(|item| !is_test(attributes(item)))
            .filter_map(defined_name)
            .collect(),
        names,
    });
    for item in items {
        let Item::Mod(child) = item else { continue };
        if is_test(&child.attrs) {
            continue;
        }
        let own = child.ident.to_string();
        let full = if name == "crate" { own.clone() } else { format!("{name}::{own}") };
        let read = match &child.content {
            Some((_, items)) => read_items(sources, items, path, &full, Some(id), modules)?,
            None => {
                let file = file_of(sources, path, child)?;
                read_file(sources, &file, &full, Some(id), modules)?
            }
        };
        modules[id].children.insert(own, read);
    }
    Ok(id)
}

/// Path of the file of a module declared in this one.
fn file_of(sources: &[Source], path: &str, child: &ItemMod) -> Result<String, ParseError> {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = file.trim_end_matches(".rs");
    let folder = match stem {
        "lib" | "main" | "mod" => folder.to_owned(),
        _ => format!("{folder}/{stem}"),
    };
    let name = &child.ident;
    let places = [format!("{folder}/{name}.rs"), format!("{folder}/{name}/mod.rs")];
    let found = places.iter().find(|place| sources.iter().any(|s| s.path == **place));
    found.cloned().ok_or_else(|| format!("{path}: the file of `mod {name}` is not there"))
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(i) => &i.attrs,
        Item::Enum(i) => &i.attrs,
        Item::Fn(i) => &i.attrs,
        Item::Impl(i) => &i.attrs,
        Item::Macro(i) => &i.attrs,
        Item::Mod(i) => &i.attrs,
        Item::Static(i) => &i.attrs,
        Item::Struct(i) => &i.attrs,
        Item::Trait(i) => &i.attrs,
        Item::Type(i) => &i.attrs,
        Item::Use(i) => &i.attrs,
        _ => &[],
    }
}

/// Returns `true` if the item is compiled for tests only.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        if attribute.path().is_ident("test") {
            return true;
        }
        let Ok(list) = attribute.meta.require_list() else { return false };
        attribute.path().is_ident("cfg") && needs_test(list.tokens.clone())
    })
}

/// Returns `true` if a `cfg` condition holds in tests only. Conditions with `not` are assumed to hold
/// elsewhere.
fn needs_test(condition: TokenStream) -> bool {
    let mut negated = false;
    for token in condition {
        match token {
            TokenTree::Ident(ident) => {
                if ident == "test" {
                    return true;
                }
                negated = ident == "not";
            }
            TokenTree::Group(group) if !negated && needs_test(group.stream()) => return true,
            _ => {}
        }
    }
    false
}

/// Name defined by an item.
fn defined_name(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(i) => &i.ident,
        Item::Enum(i) => &i.ident,
        Item::Fn(i) => &i.sig.ident,
        Item::Macro(i) => i.ident.as_ref()?,
        Item::Static(i) => &i.ident,
        Item::Struct(i) => &i.ident,
        Item::Trait(i) => &i.ident,
        Item::TraitAlias(i) => &i.ident,
        Item::Type(i) => &i.ident,
        Item::Union(i) => &i.ident,
        _ => return None,
    };
    Some(name.to_string())
}

impl Names {
    fn import(&mut self, tree: &UseTree, before: &[String], line: usize) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.import(&path.tree, &with(&path.ident), line),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(tree, before, line));
            }
            UseTree::Glob(_) => self.globs.push(before.to_vec()),
            UseTree::Name(name) if name.ident == "self" => {
                self.add_import(before.last().cloned().unwrap_or_default(), before.to_vec(), line);
            }
            UseTree::Name(name) => self.add_import(name.ident.to_string(), with(&name.ident), line),
            UseTree::Rename(name) => {
                self.add_import(name.rename.to_string(), with(&name.ident), line)
            }
        }
    }

    fn add_import(&mut self, name: String, path: Path, line: usize) {
        self.paths.push((path.clone(), line));
        self.imports.insert(name, path);
    }

    /// Collects paths from macro arguments, which are unparsed tokens until expansion.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Path = Vec::new();
        let (mut line, mut colons) = (0, 0);
        for token in tokens {
            match &token {
                TokenTree::Ident(ident) if colons == 2 && !path.is_empty() => {
                    path.push(ident.to_string());
                    colons = 0;
                    continue;
                }
                TokenTree::Punct(sign) if sign.as_char() == ':' && !path.is_empty() => {
                    colons += 1;
                    continue;
                }
                _ => {}
            }
            if !path.is_empty() {
                self.paths.push((std::mem::take(&mut path), line));
            }
            colons = 0;
            match token {
                TokenTree::Ident(ident) => {
                    line = ident.span().start().line;
                    path.push(ident.to_string());
                }
                TokenTree::Group(group) => self.tokens(group.stream()),
                _ => {}
            }
        }
        if !path.is_empty() {
            self.paths.push((path, line));
        }
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item(&mut self, item: &'ast Item) {
        // Inline modules are separate modules.
        if !matches!(item, Item::Mod(_)) && !is_test(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if item.leading_colon.is_none() {
            self.import(&item.tree, &[], item.use_token.span.start().line);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none()
            && let Some(first) = path.segments.first()
        {
            let line = first.ident.span().start().line;
            let segments = path.segments.iter().map(|s| s.ident.to_string()).collect();
            self.paths.push((segments, line));
        }
        visit::visit_path(self, path);
    }

    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {
        // `pub(in path)` is not a use.
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        visit::visit_macro(self, called);
        self.tokens(called.tokens.clone());
    }
}
