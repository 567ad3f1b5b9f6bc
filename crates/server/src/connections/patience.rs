//! A connection that takes nothing of what is written to it is cut, and one that takes it slowly is not.
//!
//! The system says that it takes more only when a good part of what it keeps for a connection has gone, some 100 KiB:
//! over a slow line that takes far longer than a person whose line has broken is waited for. So it is asked how much
//! of that the other side has taken meanwhile.

#![cfg_attr(
    target_os = "linux",
    allow(unsafe_code, reason = "the system is asked by a call that has no other form")
)]

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};

/// The least that a connection has to take while something waits for it, in bytes a second. Whoever took less on
/// purpose would hold no more than by any other connection, but for longer.
const LEAST: u128 = 256;

/// A connection to whoever may be slow.
#[derive(Debug)]
pub(crate) struct Patient {
    stream: TcpStream,
    /// For how long it may take less than the least.
    time: Duration,
    /// There is something that it does not take at once.
    waiting: Option<Waiting>,
}

/// What waits for a connection.
#[derive(Debug)]
struct Waiting {
    /// What had been written and not taken when that was last looked at, in bytes.
    left: usize,
    /// When it is looked at again.
    timer: Pin<Box<Sleep>>,
}

impl Patient {
    pub(crate) fn new(stream: TcpStream, time: Duration) -> Patient {
        Patient { stream, time, waiting: None }
    }

    /// Passes on whether something was written; an error where too little of what was written before was taken.
    fn judge<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        let Patient { stream, time, waiting } = self;
        if written.is_ready() {
            *waiting = None;
            return written;
        }
        let Waiting { left, timer } = waiting.get_or_insert_with(|| Waiting {
            left: untaken(stream),
            timer: Box::pin(tokio::time::sleep(*time)),
        });
        while timer.as_mut().poll(context).is_ready() {
            let taken = left.saturating_sub(untaken(stream));
            if (taken as u128) * 1000 < LEAST * time.as_millis() {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            *left -= taken;
            timer.as_mut().reset(Instant::now() + *time);
        }
        Poll::Pending
    }
}

/// How much the system keeps of what was written to a connection since the other side has not taken it, in bytes.
/// Where it cannot be asked this never falls, and whoever is slow is cut like whoever takes nothing.
fn untaken(stream: &TcpStream) -> usize {
    #[cfg(target_os = "linux")]
    {
        use std::os::fd::AsRawFd;

        let mut bytes: std::ffi::c_int = 0;
        // SAFETY: the file is open as long as the stream is there, and the call writes one number to where it is told.
        let asked = unsafe { libc::ioctl(stream.as_raw_fd(), libc::TIOCOUTQ, &raw mut bytes) };
        if asked == 0 {
            return usize::try_from(bytes).unwrap_or_default();
        }
    }
    let _ = stream;
    0
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judge(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.judge(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.judge(flushed, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(context);
        self.judge(shut, context)
    }
}
