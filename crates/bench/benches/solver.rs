//! Solver queries from play, under the rules of contract rummy: the solver rows of `upcard bench`.

use std::sync::Arc;

use divan::counter::ItemsCount;
use upcard_bench::solver as queries;
use upcard_engine::{Library, Rules};

fn main() {
    divan::main();
}

fn rules() -> Arc<Rules> {
    let library = Library::standard().expect("the games are read");
    Arc::new(Rules::of(&library, "contract-rummy", &[], Some(4)).expect("four play it"))
}

fn names() -> Vec<&'static str> {
    queries::workloads(&rules()).iter().map(|work| work.name).collect()
}

#[divan::bench(args = names())]
fn solver(bencher: divan::Bencher<'_, '_>, name: &str) {
    let workloads = queries::workloads(&rules());
    let mut work =
        workloads.into_iter().find(|work| work.name == name).expect("a row of the table");
    bencher.counter(ItemsCount::new(work.items)).bench_local(|| work.run());
}
