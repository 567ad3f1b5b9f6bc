//! Signals: the first starts the shutdown, the second exits at once.
//!
//! Neither needs a worker thread of the server. All of them may hang: writing to a log that nobody reads, or
//! to a disk that does not respond.

use std::io;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::oneshot::Sender;

/// Exit code after a second signal, as shells report SIGINT.
const INTERRUPTED: i32 = 130;

/// Handles Ctrl-C and SIGTERM. Exits if the shutdown takes longer than `timeout`.
#[cfg(unix)]
pub(super) fn listen(stop: Sender<()>, timeout: Duration, _: &Handle) -> io::Result<()> {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;
    use signal_hook::iterator::Signals;

    let told = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // The order matters: the first signal finds the flag unset. The second exits from the signal handler,
        // without any cleanup.
        flag::register_conditional_shutdown(signal, INTERRUPTED, told.clone())?;
        flag::register(signal, told.clone())?;
    }
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let waits = move || {
        signals.forever().next();
        // If the receiver is gone, the server has ended.
        let _ = stop.send(());
        std::thread::sleep(timeout);
        signal_hook::low_level::exit(1);
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(waits)?;
    Ok(())
}

/// Handles Ctrl-C, the only signal on other systems.
#[cfg(not(unix))]
pub(super) fn listen(stop: Sender<()>, timeout: Duration, runtime: &Handle) -> io::Result<()> {
    let _entered = runtime.enter();
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    runtime.spawn(async move {
        interrupt.recv().await;
        // If the receiver is gone, the server has ended.
        let _ = stop.send(());
        if tokio::time::timeout(timeout, interrupt.recv()).await.is_err() {
            std::process::exit(1);
        }
        std::process::exit(INTERRUPTED);
    });
    Ok(())
}
