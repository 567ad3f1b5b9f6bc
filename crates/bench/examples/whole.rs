//! Whole matches by steady and sharp players, for counting instructions.
use std::sync::Arc;
use upcard_bench::bots::*;
use upcard_engine::{Library, Rules};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let lib = Library::standard().unwrap();
    let set = lib.select(&a[1], &[]).unwrap();
    let rules = Arc::new(Rules::new(set, a[2].parse().unwrap()).unwrap());
    let n: u64 = a[3].parse().unwrap();
    for i in 0..n {
        if a.len() > 4 {
            assert!(sharp_match(&rules, i).is_some());
        } else {
            assert!(play(&rules, i));
        }
    }
}
fn play(rules: &Arc<Rules>, number: u64) -> bool {
    steady_match(rules, number)
}
