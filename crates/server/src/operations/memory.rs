//! Returns freed memory to the system.
//!
//! glibc's allocator keeps free memory between allocations that are still in use, in up to eight heaps per
//! core. Long after a busy evening a server would still hold most of that memory. So the number of heaps is
//! limited to the cores, and when usage has dropped, the allocator is told to release all free pages. Other
//! allocators are left alone.

#![allow(unsafe_code, reason = "the C library's allocator is told by its own functions")]

use std::time::Duration;

use tokio::time::Instant;

use crate::rooms::registry::Registry;

const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// Minimum drop in tables worth a release, or an eighth of the peak if that is more.
const MIN_DROP: usize = 16;

/// Number of connections that count as one table.
const CONNECTIONS_PER_TABLE: usize = 4;

/// Pause after a release, as a multiple of its duration: the allocator is blocked meanwhile.
const PAUSE_FACTOR: u32 = 20;

/// Limits the number of heaps. Must be called before any threads start.
pub(crate) fn limit_heaps() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let heaps = std::ffi::c_int::try_from(cores).unwrap_or(std::ffi::c_int::MAX);
        // SAFETY: takes two integers and touches none of this program's memory. If it fails, the default
        // number of heaps stays.
        let _ = unsafe { libc::mallopt(libc::M_ARENA_MAX, heaps) };
    }
}

fn release_free_pages() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: takes the allocator's own locks, and releases unused pages only.
    let _ = unsafe { libc::malloc_trim(0) };
}

/// Peak usage, in tables, since memory was last released.
#[derive(Debug, Default)]
struct Peak(usize);

impl Peak {
    /// Returns `true` if usage has dropped well below the peak, and starts a new peak.
    fn has_dropped(&mut self, used: usize) -> bool {
        self.0 = self.0.max(used);
        let fell = self.0 - used >= MIN_DROP.max(self.0 / 8);
        if fell {
            self.0 = used;
        }
        fell
    }
}

/// Releases memory whenever usage has dropped.
pub(crate) async fn release_periodically(registry: Registry) {
    let mut often = tokio::time::interval(CHECK_INTERVAL);
    let (mut peak, mut not_before) = (Peak::default(), Instant::now());
    loop {
        often.tick().await;
        // All connections count, including idle ones, which leave as much behind.
        let used =
            registry.rooms.len() + registry.shared.connections.open() / CONNECTIONS_PER_TABLE;
        if Instant::now() < not_before || !peak.has_dropped(used) {
            continue;
        }
        let began = Instant::now();
        // The result does not matter during shutdown.
        let _ = tokio::task::spawn_blocking(release_free_pages).await;
        let took = began.elapsed();
        not_before = Instant::now() + took * PAUSE_FACTOR;
        tracing::debug!(?took, "memory given back");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_released_when_usage_drops() {
        let mut peak = Peak::default();
        let passed: Vec<bool> = [0, 10, 0, 16, 1, 0, 1000, 990, 876, 875, 900, 0]
            .map(|used| peak.has_dropped(used))
            .into();
        let times: Vec<usize> =
            passed.iter().enumerate().filter_map(|(n, p)| p.then_some(n)).collect();
        // 16 fewer than 16; an eighth fewer than 1,000; then all.
        assert_eq!(times, [5, 9, 11]);
    }

    /// Frees seven eighths of the allocations, scattered between live ones; the allocator keeps that memory
    /// by default.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[test]
    fn freed_pages_are_returned_to_the_system() {
        let resident = || {
            let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
            statm.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
        };
        let piece = |n: usize| vec![n as u8; 8 * 1024];
        let all: Vec<Vec<u8>> = (0..8192).map(piece).collect();
        let rest: Vec<Vec<u8>> =
            all.into_iter().enumerate().filter_map(|(n, p)| (n % 8 == 0).then_some(p)).collect();
        let before = resident();
        release_free_pages();
        let after = resident();
        assert!(before.saturating_sub(after) > 16 << 20, "{before} bytes before, {after} after");
        assert!(rest.iter().enumerate().all(|(n, piece)| piece[0] == (8 * n) as u8));
    }
}
