//! Runs a server until a signal stops it.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::Duration;

use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::layer::SubscriberExt;

use super::args::ServeArgs;
use super::redaction::without_passwords;
use super::{config, out, signals};
use crate::operations::app;
use crate::operations::traces::Traces;

/// Number of tasks that a busy worker polls before it checks for I/O events, …
const TASKS_BEFORE_EVENTS: u32 = 250;

/// … and before it checks the global queue, for instance for responses of the store. A task takes some ten
/// microseconds, and an idle worker checks at once.
const TASKS_BEFORE_OTHERS: u32 = 500;

/// Grace period after the shutdown timeout before the process is killed: by then the program itself hangs.
const GRACE: Duration = Duration::from_secs(2);

/// Serves until Ctrl-C or SIGTERM. `given` are the arguments without the names of program and command: if
/// they name a settings file, they are parsed again on top of it.
#[must_use]
pub fn run(args: &ServeArgs, given: impl IntoIterator<Item = OsString>) -> ExitCode {
    serve(args, given).unwrap_or_else(|(error, code)| {
        out::error(error);
        code
    })
}

/// Serves until a signal; returns the message if the server cannot even start, each with the exit code.
fn serve(
    args: &ServeArgs,
    given: impl IntoIterator<Item = OsString>,
) -> Result<ExitCode, (String, ExitCode)> {
    let wrong = |error: String| (error, ExitCode::from(2));
    let read = match &args.config {
        Some(file) => config::read(file, given),
        None => Ok(args.clone()),
    };
    let args = read.and_then(|args| args.check().map(|()| args));
    let args = args.map_err(|error| wrong(without_passwords(&error)))?;
    crate::operations::memory::limit_heaps();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .event_interval(TASKS_BEFORE_EVENTS)
        .global_queue_interval(TASKS_BEFORE_OTHERS)
        .enable_all()
        .build()
        .map_err(|error| (error.to_string(), ExitCode::FAILURE))?;
    let traces = args.traces.as_deref().map(|collector| Traces::to(collector, runtime.handle()));
    let traces = traces.transpose().map_err(|error| wrong(format!("--traces: {error}")))?;
    log(&args, traces.as_ref());
    std::panic::set_hook(Box::new(log_panic));
    let settings = args.settings();
    let (stop, stopped) = tokio::sync::oneshot::channel();
    if let Err(error) = signals::listen(stop, settings.stop + GRACE, runtime.handle()) {
        tracing::error!(%error, "cannot listen for signals");
    }
    let done = runtime.block_on(app::serve(settings, async {
        if stopped.await.is_err() {
            // No signals: serve until the process is killed.
            std::future::pending::<()>().await;
        }
    }));
    if let Some(traces) = traces {
        traces.end();
    }
    // Do not wait for hung tasks.
    runtime.shutdown_background();
    Ok(match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(%error, "the server stopped with an error");
            ExitCode::FAILURE
        }
    })
}

/// Sets up logging to standard error, and the export of traces.
fn log(args: &ServeArgs, traces: Option<&Traces>) {
    let log = tracing_subscriber::fmt::layer()
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    let log = if args.log_json { log.json().boxed() } else { log.boxed() };
    let mut layers = vec![log.with_filter(LevelFilter::from_level(args.log)).boxed()];
    layers.extend(traces.map(|traces| traces.layer()));
    // Records of the `log` crate are not forwarded, whatever features dependencies enable: the WebSocket
    // library logs whole messages there. If there is a global subscriber already, it stays.
    let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry().with(layers));
}

/// Logs the location of a panic. The message is logged only if static, as a formatted one may contain cards.
fn log_panic(panic: &std::panic::PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string);
    let message = panic.payload().downcast_ref::<&'static str>();
    tracing::error!(place, message, "panic");
}
