//! Matches by steady bots on one core and two, and deals played out by search: the bot rows of `upcard
//! bench`.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use divan::counter::ItemsCount;
use upcard_bench::bots::{DealPlayouts, steady_match};
use upcard_bench::rules;

fn main() {
    divan::main();
}

/// If two threads take as long per match as one, the second core doubles throughput.
#[divan::bench(threads = [1, 2], sample_count = 20, sample_size = 50)]
fn contract_rummy_match_by_steady(bencher: divan::Bencher<'_, '_>) {
    let rules = rules("contract-rummy", Some(4));
    let number = AtomicU64::new(0);
    bencher.counter(ItemsCount::new(1u64)).bench(|| {
        assert!(steady_match(&rules, number.fetch_add(1, Relaxed)));
    });
}

#[divan::bench(sample_count = 20, sample_size = 1000)]
fn contract_rummy_deal_rolled_out_by_search(bencher: divan::Bencher<'_, '_>) {
    let mut deals = DealPlayouts::new(&rules("contract-rummy", Some(4)));
    bencher.counter(ItemsCount::new(1u64)).bench_local(|| deals.play_next());
}
