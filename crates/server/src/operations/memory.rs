//! Memory that tables and connections have left goes back to the system.
//!
//! The allocator of glibc keeps what is free between things that are still used, and as many heaps as
//! eight a core. Long after a busy evening a server would hold most of what it held then. So there are
//! as many heaps as cores, and where much less is used than before the allocator is told to give back
//! every page that nothing lies on. Other allocators are left to themselves.

#![allow(unsafe_code, reason = "the C library's allocator is told by its own functions")]

use std::time::Duration;

use tokio::time::Instant;

use crate::rooms::registry::Registry;

/// How often it is looked whether less is used.
const LOOK: Duration = Duration::from_secs(1);

/// This many fewer tables are worth it, or an eighth of them where there were many.
const FEWER: usize = 16;

/// Connections that weigh as much as a table.
const CONNECTIONS: usize = 4;

/// After it has taken a while, nothing is given back for this many times as long: the allocator serves
/// nobody meanwhile.
const PAUSE: u32 = 20;

/// Limits the heaps. To be called before there are threads.
pub(crate) fn limit_heaps() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let heaps = std::ffi::c_int::try_from(cores).unwrap_or(std::ffi::c_int::MAX);
        // SAFETY: it takes two numbers and touches nothing of this program's.
        // Where it is refused, there are as many as there were.
        let _ = unsafe { libc::mallopt(libc::M_ARENA_MAX, heaps) };
    }
}

/// Gives free pages back.
fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it takes the allocator's own locks and gives back pages on which nothing lies.
    let _ = unsafe { libc::malloc_trim(0) };
}

/// How much is used, in tables, and how much was since memory was last given back.
#[derive(Debug, Default)]
struct Peak(usize);

impl Peak {
    /// Is much less used now? Then this is where the next peak begins.
    fn has_passed(&mut self, used: usize) -> bool {
        self.0 = self.0.max(used);
        let fell = self.0 - used >= FEWER.max(self.0 / 8);
        if fell {
            self.0 = used;
        }
        fell
    }
}

/// Gives memory back whenever much less is used than before.
pub(crate) async fn follow(registry: Registry) {
    let mut often = tokio::time::interval(LOOK);
    let (mut peak, mut not_before) = (Peak::default(), Instant::now());
    loop {
        often.tick().await;
        // Connections of every kind: those that never ask for anything leave as much behind.
        let used = registry.rooms.len() + registry.shared.connections.open() / CONNECTIONS;
        if Instant::now() < not_before || !peak.has_passed(used) {
            continue;
        }
        let began = Instant::now();
        // The task is not waited for where the program ends.
        let _ = tokio::task::spawn_blocking(give_back).await;
        let took = began.elapsed();
        not_before = Instant::now() + took * PAUSE;
        tracing::debug!(?took, "memory given back");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_given_back_when_much_less_is_used() {
        let mut peak = Peak::default();
        let passed: Vec<bool> = [0, 10, 0, 16, 1, 0, 1000, 990, 876, 875, 900, 0]
            .map(|used| peak.has_passed(used))
            .into();
        let times: Vec<usize> =
            passed.iter().enumerate().filter_map(|(n, p)| p.then_some(n)).collect();
        // 16 fewer than 16; an eighth fewer than 1,000; then all.
        assert_eq!(times, [5, 9, 11]);
    }

    /// Half of what was used is freed in small pieces between others: the allocator keeps it by itself.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[test]
    fn free_pages_go_back_to_the_system() {
        let resident = || {
            let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
            statm.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
        };
        let piece = |n: usize| vec![n as u8; 8 * 1024];
        let all: Vec<Vec<u8>> = (0..8192).map(piece).collect();
        let rest: Vec<Vec<u8>> =
            all.into_iter().enumerate().filter_map(|(n, p)| (n % 8 == 0).then_some(p)).collect();
        let before = resident();
        give_back();
        let after = resident();
        assert!(before.saturating_sub(after) > 16 << 20, "{before} bytes before, {after} after");
        assert!(rest.iter().enumerate().all(|(n, piece)| piece[0] == (8 * n) as u8));
    }
}
