//! Splits a module in two: an early half with the functions that the first turns call, and a late half with
//! the rest. A call into a late half that is not loaded waits for it (`parts.js`).

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

use walrus::ir::{self, UnaryOp, Visitor, dfs_in_order};
use walrus::{
    ConstExpr, ElementItems, ElementKind, ExportItem, FunctionBuilder, FunctionId, FunctionKind,
    GlobalId, GlobalKind, ImportId, ImportedFunction, LocalFunction, MemoryId, Module,
    ModuleConfig, RefType, TableId, ValType,
};

use crate::called_functions::CalledFunctions;

/// Name of the function table in all modules.
const FUNCTION_TABLE: &str = "__indirect_function_table";

/// Import that an early half calls if its late half is not loaded.
pub(crate) const LOAD_LATE: &str = "late";

/// Import module of a late half, and prefix of the early half's exports for it.
const EARLY_MODULE: &str = "e";

/// Export of the early half: a flag for "the late half is loaded".
const READY_FLAG: &str = "~";

/// Functions up to this number of instructions are no larger than a stub.
const MAX_STUB_SIZE: u64 = 5;

/// A split module.
pub(crate) struct Halves {
    pub(crate) early: Vec<u8>,
    pub(crate) late: Vec<u8>,
    /// Function table slots that the late half needs.
    pub(crate) slots: u64,
}

/// Where a module's late half is loaded from, and its slots in the function table.
#[derive(Clone, Copy)]
pub(crate) struct LatePlacement<'a> {
    /// The module that [`LOAD_LATE`] is imported from.
    pub(crate) from: &'a str,
    /// Number of the late half in the script.
    pub(crate) number: i32,
    /// First free slot of the function table.
    pub(crate) first: u64,
}

fn parse(bytes: &[u8]) -> Result<Module, Box<dyn Error>> {
    let mut config = ModuleConfig::new();
    config.generate_producers_section(false);
    Ok(config.parse(bytes).map_err(|error| format!("a module cannot be read: {error}"))?)
}

/// Items that a function refers to.
#[derive(Default)]
struct Uses {
    functions: BTreeSet<FunctionId>,
    globals: BTreeSet<GlobalId>,
    memories: BTreeSet<MemoryId>,
    tables: BTreeSet<TableId>,
}

impl<'a> Visitor<'a> for Uses {
    fn visit_function_id(&mut self, id: &FunctionId) {
        self.functions.insert(*id);
    }
    fn visit_global_id(&mut self, id: &GlobalId) {
        self.globals.insert(*id);
    }
    fn visit_memory_id(&mut self, id: &MemoryId) {
        self.memories.insert(*id);
    }
    fn visit_table_id(&mut self, id: &TableId) {
        self.tables.insert(*id);
    }
}

impl Uses {
    fn of<'a>(functions: impl IntoIterator<Item = &'a LocalFunction>) -> Uses {
        let mut uses = Uses::default();
        for function in functions {
            dfs_in_order(&mut uses, function, function.entry_block());
        }
        uses
    }
}

/// Splits a module; `None` if no function is late.
pub(crate) fn split(
    bytes: &[u8],
    called: &CalledFunctions,
    place: LatePlacement<'_>,
) -> Result<Option<Halves>, Box<dyn Error>> {
    let mut early = parse(bytes)?;
    let table = function_table(&early)?;
    let is_late = |function: &walrus::Function, local: &LocalFunction| {
        local.size() > MAX_STUB_SIZE
            && !function.name.as_deref().is_some_and(|name| called.contains(name))
            // Binaryen supports one imported table (seen in version 108, Debian 12).
            && Uses::of([local]).tables.iter().all(|used| *used == table)
    };
    let late = early.funcs.iter_local().filter(|(id, local)| is_late(early.funcs.get(*id), local));
    let late: BTreeSet<FunctionId> = late.map(|(id, _)| id).collect();
    let stubbed: Vec<FunctionId> =
        referenced(&early, &late).into_iter().filter(|id| late.contains(id)).collect();
    if late.is_empty() {
        return Ok(None);
    }
    let mut uses = Uses::of(late.iter().map(|id| early.funcs.get(*id).kind.unwrap_local()));
    uses.tables.insert(table);
    uses.functions.retain(|id| !late.contains(id));
    let exports = early_exports(&uses);
    let late = late_half(bytes, &exports, &stubbed, place.first)?;

    let ready =
        early.globals.add_local(ValType::I32, true, false, ConstExpr::Value(ir::Value::I32(0)));
    let takes = early.types.add(&[ValType::I32], &[]);
    let (wait, _) = early.add_import_func(place.from, LOAD_LATE, takes);
    let mut builder = FunctionBuilder::new(&mut early.types, &[], &[]);
    builder.func_body().global_get(ready).unop(UnaryOp::I32Eqz).if_else(
        None,
        |then| {
            then.i32_const(place.number).call(wait);
        },
        |_| {},
    );
    let waits = builder.finish(Vec::new(), &mut early.funcs);
    for (at, id) in stubbed.iter().enumerate() {
        let slot = i32::try_from(place.first + at as u64)?;
        let ty = early.funcs.get(*id).ty();
        let stands = early.types.get(ty);
        let (params, results) = (stands.params().to_vec(), stands.results().to_vec());
        let arguments: Vec<_> = params.iter().map(|ty| early.locals.add(*ty)).collect();
        let mut builder = FunctionBuilder::new(&mut early.types, &params, &results);
        let mut body = builder.func_body();
        body.call(waits);
        for argument in &arguments {
            body.local_get(*argument);
        }
        body.i32_const(slot).call_indirect(ty, table);
        early.funcs.get_mut(*id).kind = FunctionKind::Local(builder.local_func(arguments));
    }
    early.exports.add(READY_FLAG, ready);
    for (item, name) in &exports {
        early.exports.add(name, *item);
    }
    for table in early.tables.iter_mut().filter(|table| table.import.is_some()) {
        // It has more slots than the library expects.
        table.maximum = None;
    }
    walrus::passes::gc::run(&mut early);
    Ok(Some(Halves { early: early.emit_wasm(), late, slots: stubbed.len() as u64 }))
}

/// Returns the size of the function table in the program's first module.
pub(crate) fn table_size(first: &[u8]) -> Result<u64, Box<dyn Error>> {
    let module = parse(first)?;
    Ok(module.tables.get(function_table(&module)?).initial)
}

/// Returns the first module with the function table resized.
pub(crate) fn with_table_size(first: &[u8], slots: u64) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut module = parse(first)?;
    let table = function_table(&module)?;
    let table = module.tables.get_mut(table);
    (table.initial, table.maximum) = (slots, Some(slots));
    Ok(module.emit_wasm())
}

/// Returns the late functions referenced by other functions, exports or tables.
fn referenced(module: &Module, late: &BTreeSet<FunctionId>) -> BTreeSet<FunctionId> {
    let early = module.funcs.iter_local().filter(|(id, _)| !late.contains(id));
    let mut referenced = Uses::of(early.map(|(_, local)| local)).functions;
    referenced.extend(module.start);
    for export in module.exports.iter() {
        if let ExportItem::Function(id) = export.item {
            referenced.insert(id);
        }
    }
    let mut constant = |expression: &ConstExpr| {
        if let ConstExpr::RefFunc(id) = expression {
            referenced.insert(*id);
        }
    };
    for global in module.globals.iter() {
        if let GlobalKind::Local(expression) = &global.kind {
            constant(expression);
        }
    }
    for element in module.elements.iter() {
        match &element.items {
            ElementItems::Functions(ids) => {
                ids.iter().for_each(|id| constant(&ConstExpr::RefFunc(*id)));
            }
            ElementItems::Expressions(_, all) => all.iter().for_each(&mut constant),
        }
    }
    referenced
}

fn function_table(module: &Module) -> Result<TableId, Box<dyn Error>> {
    let exported = module.exports.iter().find(|export| export.name == FUNCTION_TABLE);
    let imported = module.imports.iter().find(|import| import.name == FUNCTION_TABLE);
    match (exported.map(|export| &export.item), imported.map(|import| &import.kind)) {
        (Some(ExportItem::Table(id)), _) | (None, Some(walrus::ImportKind::Table(id))) => Ok(*id),
        _ => Err("a module has no table of functions".into()),
    }
}

/// Returns what the early half exports for the late one, with short names.
fn early_exports(uses: &Uses) -> Vec<(ExportItem, String)> {
    let functions = uses.functions.iter().map(|id| ExportItem::Function(*id));
    let globals = uses.globals.iter().map(|id| ExportItem::Global(*id));
    let memories = uses.memories.iter().map(|id| ExportItem::Memory(*id));
    let tables = uses.tables.iter().map(|id| ExportItem::Table(*id));
    let all = functions.chain(globals).chain(memories).chain(tables).enumerate();
    all.map(|(number, item)| (item, format!("~{number:x}"))).collect()
}

/// Returns the late half: the late functions in their table slots; all else is imported from the early half.
fn late_half(
    bytes: &[u8],
    exports: &[(ExportItem, String)],
    slotted: &[FunctionId],
    first: u64,
) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut late = parse(bytes)?;
    // Parsing the same bytes gives the same order; only the arenas differ.
    let functions: BTreeMap<usize, FunctionId> =
        late.funcs.iter().map(|function| (function.id().index(), function.id())).collect();
    let globals: Vec<GlobalId> = late.globals.iter().map(|global| global.id()).collect();
    let memories: Vec<MemoryId> = late.memories.iter().map(|memory| memory.id()).collect();
    let tables: Vec<TableId> = late.tables.iter().map(|table| table.id()).collect();
    let all: Vec<_> = late.exports.iter().map(|export| export.id()).collect();
    all.into_iter().for_each(|id| late.exports.delete(id));
    let all: Vec<_> = late.data.iter().map(|data| data.id()).collect();
    all.into_iter().for_each(|id| late.data.delete(id));
    let all: Vec<_> = late.elements.iter().map(|element| element.id()).collect();
    all.into_iter().for_each(|id| late.elements.delete(id));
    late.start = None;
    let before: Vec<ImportId> = late.imports.iter().map(|import| import.id()).collect();

    for (item, name) in exports {
        match item {
            ExportItem::Function(id) => {
                let id = functions[&id.index()];
                let ty = late.funcs.get(id).ty();
                let import = late.imports.add(EARLY_MODULE, name, id);
                late.funcs.get_mut(id).kind = FunctionKind::Import(ImportedFunction { import, ty });
            }
            ExportItem::Global(id) => {
                let id = globals[id.index()];
                let import = late.imports.add(EARLY_MODULE, name, id);
                late.globals.get_mut(id).kind = GlobalKind::Import(import);
            }
            ExportItem::Memory(id) => {
                let id = memories[id.index()];
                let memory = late.memories.get_mut(id);
                memory.import = Some(late.imports.add(EARLY_MODULE, name, id));
                memory.data_segments.clear();
            }
            ExportItem::Table(id) => {
                let id = tables[id.index()];
                let table = late.tables.get_mut(id);
                table.import = Some(late.imports.add(EARLY_MODULE, name, id));
                table.maximum = None;
                table.initial = first + slotted.len() as u64;
                table.elem_segments.clear();
            }
            // The compiler's output has none.
            ExportItem::Tag(_) => {}
        }
    }
    for id in before {
        late.imports.delete(id);
    }
    let table = late
        .tables
        .iter()
        .find(|table| table.element_ty == RefType::FUNCREF && table.import.is_some())
        .map(|table| table.id())
        .ok_or("a late half has no table of functions")?;
    let offset = ConstExpr::Value(ir::Value::I32(i32::try_from(first)?));
    let items = slotted.iter().map(|id| functions[&id.index()]).collect();
    let element =
        late.elements.add(ElementKind::Active { table, offset }, ElementItems::Functions(items));
    late.tables.get_mut(table).elem_segments.insert(element);
    walrus::passes::gc::run(&mut late);
    Ok(late.emit_wasm())
}

/// Import that reports a call.
#[cfg(feature = "light")]
const REPORT_CALL: &str = "called";

/// Instruments each function to report calls under a number, counted from `first`; returns the names too.
#[cfg(feature = "light")]
pub(crate) fn instrument(
    bytes: &[u8],
    from: &str,
    first: usize,
) -> Result<(Vec<u8>, Vec<String>), Box<dyn Error>> {
    let mut module = parse(bytes)?;
    let takes = module.types.add(&[ValType::I32], &[]);
    let own: Vec<FunctionId> = module.funcs.iter_local().map(|(id, _)| id).collect();
    let (note, _) = module.add_import_func(from, REPORT_CALL, takes);
    // The other modules import it from the first one.
    module.exports.add(REPORT_CALL, note);
    let mut names = Vec::new();
    for id in own {
        let function = module.funcs.get_mut(id);
        let number = i32::try_from(first + names.len())?;
        names.push(function.name.clone().unwrap_or_default());
        let local = function.kind.unwrap_local_mut();
        let mut body = local.builder_mut().func_body();
        body.const_at(0, ir::Value::I32(number)).call_at(1, note);
    }
    Ok((module.emit_wasm(), names))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module of three functions: the first calls the second, the second calls the third, and the second is
    /// in the table.
    fn three() -> Vec<u8> {
        let mut module = Module::default();
        let table = module.tables.add_local(false, 4, Some(4), RefType::FUNCREF);
        let mut function = |name: &str, callee: Option<FunctionId>| {
            let (number, types) = (ValType::I32, &mut module.types);
            let mut builder = FunctionBuilder::new(types, &[number], &[number]);
            builder.name(name.to_owned());
            let argument = module.locals.add(number);
            let mut body = builder.func_body();
            body.local_get(argument);
            for _ in 0..=MAX_STUB_SIZE {
                body.i32_const(1).binop(ir::BinaryOp::I32Add);
            }
            if let Some(callee) = callee {
                body.call(callee);
            }
            builder.finish(vec![argument], &mut module.funcs)
        };
        let third = function("third", None);
        let second = function("second", Some(third));
        let first = function("first", Some(second));
        let offset = ConstExpr::Value(ir::Value::I32(1));
        let kind = ElementKind::Active { table, offset };
        let element = module.elements.add(kind, ElementItems::Functions(vec![second]));
        module.tables.get_mut(table).elem_segments.insert(element);
        module.exports.add(FUNCTION_TABLE, table);
        module.exports.add("first", first);
        module.emit_wasm()
    }

    fn names(module: &Module) -> Vec<&str> {
        let own = module.funcs.iter_local();
        let mut names: Vec<&str> =
            own.filter_map(|(id, _)| module.funcs.get(id).name.as_deref()).collect();
        names.sort_unstable();
        names
    }

    const PLACEMENT: LatePlacement<'_> = LatePlacement { from: "./parts.js", number: 7, first: 4 };

    #[test]
    fn called_functions_are_early_and_all_others_late() {
        let mut called = CalledFunctions::default();
        called.add("first");
        let halves =
            split(&three(), &called, PLACEMENT).expect("it is read").expect("there is more");
        let early = parse(&halves.early).expect("an early half");
        let late = parse(&halves.late).expect("a late half");
        // The second is called and is in the table, so it has a stub. Only the second calls the third.
        assert_eq!(names(&early), ["first", "second"]);
        assert_eq!(names(&late), ["second", "third"]);
        assert_eq!(halves.slots, 1);
        assert!(early.imports.find("./parts.js", LOAD_LATE).is_some());
        assert!(early.exports.iter().any(|export| export.name == READY_FLAG));
        // The early half exports all imports of the late one.
        for import in late.imports.iter() {
            assert_eq!(import.module, EARLY_MODULE);
            let name = &import.name;
            assert!(early.exports.iter().any(|export| export.name == *name), "{name}");
        }
        let elements: Vec<_> = late.elements.iter().map(|element| &element.kind).collect();
        let [ElementKind::Active { offset: ConstExpr::Value(ir::Value::I32(4)), .. }] =
            elements[..]
        else {
            panic!("{elements:?}");
        };
    }

    #[test]
    fn a_module_without_late_functions_is_not_split() {
        let mut called = CalledFunctions::default();
        ["first", "second", "third"].iter().for_each(|name| called.add(name));
        assert!(split(&three(), &called, PLACEMENT).expect("it is read").is_none());
    }

    #[test]
    fn the_function_table_grows() {
        let first = three();
        assert_eq!(table_size(&first).expect("it has a table"), 4);
        let more = with_table_size(&first, 9).expect("it has a table");
        assert_eq!(table_size(&more).expect("it has a table"), 9);
    }

    #[cfg(feature = "light")]
    #[test]
    fn each_function_reports_its_call_by_number() {
        let (bytes, names) = instrument(&three(), "./parts.js", 5).expect("it is read");
        let module = parse(&bytes).expect("a module");
        assert!(module.imports.find("./parts.js", REPORT_CALL).is_some());
        assert_eq!(names.len(), 3);
        for (number, name) in (5..).zip(&names) {
            let function = module.funcs.by_name(name).expect("it is there");
            let local = module.funcs.get(function).kind.unwrap_local();
            let (first, _) = &local.block(local.entry_block()).instrs[0];
            let ir::Instr::Const(constant) = first else { panic!("{first:?}") };
            assert!(matches!(constant.value, ir::Value::I32(own) if own == number), "{name}");
        }
    }

    #[test]
    fn invalid_modules_are_refused() {
        assert!(table_size(b"no module").is_err());
        assert!(split(b"no module", &CalledFunctions::default(), PLACEMENT).is_err());
    }
}
