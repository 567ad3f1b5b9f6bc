//! The same seeds give the same results natively and in WebAssembly. An interpreter runs the module; its
//! floating point follows the standard, as in a browser.

use std::path::PathBuf;
use std::thread;

use upcard_digest::{PARTS, digest, games};
use wasmi::{Engine, Instance, Linker, Module, Store};

/// Stack size per game, in bytes: test builds need more than a release.
const STACK: usize = 64 << 20;

/// The module, as built by `cargo xtask test`.
fn module() -> (Engine, Module) {
    let path = std::env::var_os("UPCARD_DIGEST").map(PathBuf::from);
    let path = path.expect("UPCARD_DIGEST names the module: run `cargo xtask test --only wasm`");
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let engine = Engine::default();
    let module = Module::new(&engine, &bytes).unwrap();
    (engine, module)
}

fn start(engine: &Engine, module: &Module) -> (Store<()>, Instance) {
    let mut store = Store::new(engine, ());
    let instance = Linker::new(engine).instantiate_and_start(&mut store, module).unwrap();
    (store, instance)
}

#[test]
fn the_same_seeds_give_the_same_results() {
    let (engine, module) = module();
    let (mut store, instance) = start(&engine, &module);
    let there = instance.get_typed_func::<(), u32>(&store, "upcard_games").unwrap();
    assert_eq!(there.call(&mut store, ()).unwrap(), games());

    // Each game has its own instance; several run in parallel.
    let differ: Vec<String> = thread::scope(|scope| {
        let of_game = |game| {
            let (engine, module) = (&engine, &module);
            let run = move || {
                let (mut store, instance) = start(engine, module);
                let call = instance.get_typed_func::<(u32, u32), u64>(&store, "upcard_digest");
                let call = call.unwrap();
                let mut differ = Vec::new();
                for (number, part) in (0..).zip(PARTS) {
                    let there = call.call(&mut store, (number, game)).unwrap();
                    let here = digest(part, game).unwrap();
                    if there != here {
                        differ.push(format!("{part:?} of game {game}: {there:x}, not {here:x}"));
                    }
                }
                differ
            };
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).unwrap()
        };
        let running: Vec<_> = (0..games()).map(of_game).collect();
        running.into_iter().flat_map(|one| one.join().unwrap()).collect()
    });
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}
