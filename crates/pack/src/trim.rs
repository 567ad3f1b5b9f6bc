//! What the page's program carries and never uses is taken out of it.
//!
//! A panic ends the program without a word where nobody listens to it (there is no standard error in
//! a page), so the functions that would word it become a bare stop, and what only they use goes with
//! them. A library beneath the user interface exports streams to the page, which nothing here opens.

use std::collections::HashSet;

use walrus::ir::{Instr, InstrLocId, InstrSeqId, Value, Visitor, dfs_in_order};
use walrus::{
    ConstExpr, Data, DataId, DataKind, FunctionBuilder, FunctionId, FunctionKind, ImportKind,
    LocalFunction, Module, ModuleTypes,
};

/// What still has its say: errors for the script, which a browser notes.
const HEARD: [&str; 2] = ["wasm_bindgen::", "js_sys::"];

/// What the exported classes of the streams' library are called in the script.
const STREAM: &str = "IntoUnderlying";

/// Gives the functions that end the program nothing to say: those that never return. A function
/// without a name stays.
pub(crate) fn silence(module: &mut Module) {
    let ends: Vec<FunctionId> = module
        .funcs
        .iter_local()
        .filter(|(id, local)| {
            let name = module.funcs.get(*id).name.as_deref().unwrap_or_default();
            let name = format!("{:#}", rustc_demangle::demangle(name));
            let heard = HEARD.iter().any(|start| name.trim_start_matches('<').starts_with(start));
            !name.is_empty() && !heard && !returns(local, &module.types)
        })
        .map(|(id, _)| id)
        .collect();
    for id in ends {
        let ty = module.funcs.get(id).ty();
        let parameters = module.types.get(ty).params().to_vec();
        let mut bare = FunctionBuilder::new(&mut module.types, &parameters, &[]);
        bare.func_body().unreachable();
        let arguments = parameters.iter().map(|ty| module.locals.add(*ty)).collect();
        module.funcs.get_mut(id).kind = FunctionKind::Local(bare.local_func(arguments));
    }
    walrus::passes::gc::run(module);
}

/// Blanks what says where in the source a panic is: a path, its length, a line and a column, each
/// of four bytes, and the paths. Nobody reads them any more, and on the way they weigh as much as
/// all words of the page.
pub(crate) fn without_places(module: &mut Module) {
    let segments: Vec<DataId> = module.data.iter().map(Data::id).collect();
    for id in segments {
        let segment = module.data.get_mut(id);
        let DataKind::Active { offset: ConstExpr::Value(Value::I32(start)), .. } = segment.kind
        else {
            continue;
        };
        blank_places(start as usize, &mut segment.value);
    }
}

/// Blanks the places in data that lie in memory from `start` on.
fn blank_places(start: usize, data: &mut [u8]) {
    let word = |data: &[u8], at: usize| {
        data[at..at + 4].iter().rev().fold(0, |word, byte| word << 8 | usize::from(*byte))
    };
    let mut blanks = Vec::new();
    let first = start.next_multiple_of(4) - start;
    for at in (first..data.len().saturating_sub(15)).step_by(4) {
        let Some(path) = word(data, at).checked_sub(start) else { continue };
        let end = path.saturating_add(word(data, at + 4));
        if end <= data.len() && path < end && is_source(&data[path..end]) {
            blanks.extend([at..at + 16, path..end]);
        }
    }
    blanks.into_iter().for_each(|blank| data[blank].fill(0));
}

/// Is this the path of a source file?
fn is_source(text: &[u8]) -> bool {
    text.len() < 250
        && text.ends_with(b".rs")
        && text.contains(&b'/')
        && text.iter().all(|byte| byte.is_ascii_graphic())
}

/// May a function return? It does not if its last instruction stops the program and nothing leaves
/// the body before.
fn returns(function: &LocalFunction, types: &ModuleTypes) -> bool {
    let entry = function.entry_block();
    let last = function.block(entry).instrs.last();
    if !types.get(function.ty()).results().is_empty()
        || !matches!(last, Some((Instr::Unreachable(_), _)))
    {
        return true;
    }
    let mut exits = Exits { entry, found: false };
    dfs_in_order(&mut exits, function, entry);
    exits.found
}

/// Looks for what leaves a function.
struct Exits {
    entry: InstrSeqId,
    found: bool,
}

impl<'instr> Visitor<'instr> for Exits {
    fn visit_instr(&mut self, instr: &'instr Instr, _: &'instr InstrLocId) {
        self.found |= match instr {
            Instr::Br(to) => to.block == self.entry,
            Instr::BrIf(to) => to.block == self.entry,
            Instr::BrTable(to) => to.default == self.entry || to.blocks.contains(&self.entry),
            // A compiled Rust program has neither typed references nor exceptions; if one comes
            // to have them, its functions stay as they are.
            Instr::Return(_)
            | Instr::ReturnCall(_)
            | Instr::ReturnCallIndirect(_)
            | Instr::ReturnCallRef(_)
            | Instr::BrOnNull(_)
            | Instr::BrOnNonNull(_)
            | Instr::BrOnCast(_)
            | Instr::BrOnCastFail(_)
            | Instr::TryTable(_)
            | Instr::Try(_) => true,
            _ => false,
        };
    }
}

/// Takes the streams out of the bound program, and what only they use.
pub(crate) fn without_streams(module: &mut Module) {
    let start = STREAM.to_lowercase();
    let exported: Vec<_> = module
        .exports
        .iter()
        .filter(|export| export.name.trim_start_matches("__wbg_").starts_with(&start))
        .map(walrus::Export::id)
        .collect();
    exported.into_iter().for_each(|id| module.exports.delete(id));
    walrus::passes::gc::run(module);
}

/// The script without what the bound program does not ask for.
pub(crate) fn shortened(script: &str, module: &Module) -> Result<String, String> {
    let imported: HashSet<&str> = module
        .imports
        .iter()
        .filter(|import| matches!(import.kind, ImportKind::Function(_)))
        .map(|import| import.name.as_str())
        .collect();
    let (kept, found) = script_without(script, &imported);
    if found == imported.len() {
        Ok(kept)
    } else {
        Err(format!("{} imports, but the script has {found} of them", imported.len()))
    }
}

/// The script without comments, the streams' classes and the imports that are not asked for, and
/// how many of those are there that are.
fn script_without(script: &str, imported: &HashSet<&str>) -> (String, usize) {
    let mut kept = String::new();
    let mut found = 0;
    // The line that ends what is being left out.
    let mut until: Option<&str> = None;
    for line in script.lines() {
        if let Some(end) = until {
            if line.starts_with(end) {
                until = None;
            }
            continue;
        }
        let words = line.trim_start();
        if words.starts_with("/**") {
            until = (!words.ends_with("*/")).then_some(&line[..line.len() - words.len()]);
            // A comment's last line begins one further in than its first.
            until = until.map(|_| if line == words { " */" } else { "     */" });
            continue;
        }
        if words.starts_with("//") || words.is_empty() {
            continue;
        }
        if line.starts_with(&format!("export class {STREAM}")) {
            until = Some("}");
            continue;
        }
        if line.starts_with(&format!("const {STREAM}")) {
            until = Some("    : new");
            continue;
        }
        if line.starts_with(&format!("if (Symbol.dispose) {STREAM}")) {
            continue;
        }
        // An import is a field of an object two steps in: `        __wbg_now_…: function(…) {`.
        if let Some(field) = line.strip_prefix("        ")
            && let Some((name, _)) = field.split_once(": function(")
            && !name.starts_with(' ')
        {
            if !imported.contains(name) {
                until = Some("        }");
                continue;
            }
            found += 1;
        }
        kept.push_str(line);
        kept.push('\n');
    }
    (kept, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_keeps_what_is_asked_for() {
        let script = "/**\n * Streams.\n */\nexport class IntoUnderlyingSink {\n    /**\n     * Why.\n     */\n    close() {\n    }\n}\n\
            if (Symbol.dispose) IntoUnderlyingSink.prototype[Symbol.dispose] = 1;\n\
            const import0 = {\n        __wbg_a: function(x) {\n            a(x);\n        },\n\
            \x20       __wbg_b: function() { return handleError(function (x) {\n            b(x);\n        }, arguments); },\n};\n\
            const IntoUnderlyingSinkFinalization = (no)\n    ? {}\n    : new Registry();\n// The end.\nrun();\n";
        let kept = "const import0 = {\n        __wbg_b: function() { return handleError(function (x) {\n            b(x);\n        }, arguments); },\n};\nrun();\n";
        assert_eq!(script_without(script, &HashSet::from(["__wbg_b"])), (kept.to_owned(), 1));
    }

    #[test]
    fn places_are_blanked_and_nothing_else() {
        let path = b"crates/engine/src/view.rs";
        let mut data = vec![7; 4];
        data.extend([&(1000u32 + 20).to_le_bytes()[..], &[path.len() as u8, 0, 0, 0]].concat());
        data.extend([12, 0, 0, 0, 9, 0, 0, 0]);
        data.extend(path);
        data.extend(b"7C / 8C");
        blank_places(1000, &mut data);
        assert_eq!(data, [vec![7; 4], vec![0; 16 + path.len()], b"7C / 8C".to_vec()].concat());
    }

    #[test]
    fn what_never_returns_is_silenced() {
        let mut module = Module::default();
        let function = |module: &mut Module, name: &str, leave: bool| {
            let mut body = FunctionBuilder::new(&mut module.types, &[], &[]);
            body.name(name.to_owned());
            body.func_body().i32_const(1).drop();
            if leave {
                let entry = body.func_body_id();
                body.func_body().i32_const(1).br_if(entry);
            }
            body.func_body().unreachable();
            let id = body.finish(Vec::new(), &mut module.funcs);
            module.exports.add(name, id);
            id
        };
        let stops = function(&mut module, "stops", false);
        let leaves = function(&mut module, "leaves", true);
        let heard = function(&mut module, "wasm_bindgen::throw", false);
        silence(&mut module);
        let length = |id: FunctionId| {
            let local = module.funcs.get(id).kind.unwrap_local();
            local.block(local.entry_block()).instrs.len()
        };
        assert_eq!([stops, leaves, heard].map(length), [1, 5, 3]);
    }
}
