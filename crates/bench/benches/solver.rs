//! Solver queries from play, under the rules of contract rummy: the solver rows of `upcard bench`.

use std::sync::Arc;

use divan::counter::ItemsCount;
use upcard_bench::solver as work;
use upcard_engine::{Library, Rules};

fn main() {
    divan::main();
}

fn rules() -> Arc<Rules> {
    let library = Library::standard().expect("the games are read");
    Arc::new(Rules::of(&library, "contract-rummy", &[], Some(4)).expect("four play it"))
}

fn rows() -> Vec<&'static str> {
    work::questions(&rules()).iter().map(|work| work.what).collect()
}

#[divan::bench(args = rows())]
fn solver(bencher: divan::Bencher<'_, '_>, what: &str) {
    let works = work::questions(&rules());
    let mut work = works.into_iter().find(|work| work.what == what).expect("a row of the table");
    bencher.counter(ItemsCount::new(work.items)).bench_local(|| work.go());
}
