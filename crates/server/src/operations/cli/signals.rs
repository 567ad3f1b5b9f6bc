//! Signals: the first begins the stop, the second ends the process at once.
//!
//! Neither needs a thread of the server's. All of them may hang: in a log that nobody reads, or in a file
//! on a disk that does not answer.

use std::io;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::oneshot::Sender;

/// The exit code after a second signal, as shells have it for an interrupted program.
const INTERRUPTED: i32 = 130;

/// Listens to Ctrl-C and SIGTERM. A stop that takes longer than this is ended, too.
///
/// # Errors
/// Where the system does not take the handlers.
#[cfg(unix)]
pub(super) fn listen(stop: Sender<()>, longest: Duration, _: &Handle) -> io::Result<()> {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;
    use signal_hook::iterator::Signals;

    let told = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order the first signal finds nothing. The second ends the process where it is
        // received, without anything that is usually done at the end.
        flag::register_conditional_shutdown(signal, INTERRUPTED, told.clone())?;
        flag::register(signal, told.clone())?;
    }
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let waits = move || {
        signals.forever().next();
        // Where nobody waits any more, the server has ended.
        let _ = stop.send(());
        std::thread::sleep(longest);
        signal_hook::low_level::exit(1);
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(waits)?;
    Ok(())
}

/// The same for Ctrl-C where there is nothing else.
#[cfg(not(unix))]
pub(super) fn listen(stop: Sender<()>, longest: Duration, runtime: &Handle) -> io::Result<()> {
    let _entered = runtime.enter();
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    runtime.spawn(async move {
        interrupt.recv().await;
        // Where nobody waits any more, the server has ended.
        let _ = stop.send(());
        if tokio::time::timeout(longest, interrupt.recv()).await.is_err() {
            std::process::exit(1);
        }
        std::process::exit(INTERRUPTED);
    });
    Ok(())
}
