//! Solver queries from play, under the rules of contract rummy: the solver rows of `upcard bench`.

use divan::counter::ItemsCount;
use upcard_bench::rules;
use upcard_bench::solver::{Workload, workloads};

fn main() {
    divan::main();
}

fn all() -> Vec<Workload> {
    workloads(&rules("contract-rummy", Some(4)))
}

#[divan::bench(args = all().into_iter().map(|work| work.name))]
fn solver(bencher: divan::Bencher<'_, '_>, name: &str) {
    let mut work = all().into_iter().find(|work| work.name == name).expect("a row of the table");
    bencher.counter(ItemsCount::new(work.items)).bench_local(|| work.run());
}
