//! Write timeout: closes a connection whose peer reads nothing, but not one that reads slowly.
//!
//! The kernel reports a socket as writable only after a large part of its send buffer, some 100 KiB, has been
//! sent. On a slow link this takes far longer than the write timeout. So the kernel is asked how much of the
//! buffer the peer has acknowledged meanwhile.

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

/// Minimum throughput while data is pending, in bytes per second. Staying just above it costs the server no
/// more memory than any other connection, only for longer.
const MIN_THROUGHPUT: u128 = 256;

#[derive(Debug)]
pub(crate) struct WriteTimeoutStream {
    stream: TcpStream,
    /// How long the throughput may stay below the minimum.
    time: Duration,
    pending: Option<PendingWrite>,
}

#[derive(Debug)]
struct PendingWrite {
    /// Unacknowledged bytes at the last check.
    unacknowledged_before: usize,
    /// Time of the next check.
    timer: Pin<Box<Sleep>>,
}

impl WriteTimeoutStream {
    pub(crate) fn new(stream: TcpStream, time: Duration) -> WriteTimeoutStream {
        WriteTimeoutStream { stream, time, pending: None }
    }

    /// Passes on the result of a write; returns an error if too few of the earlier bytes were acknowledged.
    fn check<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        let WriteTimeoutStream { stream, time, pending } = self;
        if written.is_ready() {
            *pending = None;
            return written;
        }
        let PendingWrite { unacknowledged_before, timer } =
            pending.get_or_insert_with(|| PendingWrite {
                unacknowledged_before: unacknowledged(stream),
                timer: Box::pin(tokio::time::sleep(*time)),
            });
        while timer.as_mut().poll(context).is_ready() {
            let taken = unacknowledged_before.saturating_sub(unacknowledged(stream));
            if (taken as u128) * 1000 < MIN_THROUGHPUT * time.as_millis() {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            *unacknowledged_before -= taken;
            timer.as_mut().reset(Instant::now() + *time);
        }
        Poll::Pending
    }
}

/// Returns the number of bytes written to a connection that the peer has not acknowledged. Always 0 where
/// this cannot be queried, so a slow peer is closed like one that reads nothing.
fn unacknowledged(stream: &TcpStream) -> usize {
    #[cfg(target_os = "linux")]
    {
        use std::os::fd::AsRawFd;

        let mut bytes: std::ffi::c_int = 0;
        // SAFETY: the descriptor is open as long as the stream, and the call writes one `c_int` to `bytes`.
        let asked = unsafe { libc::ioctl(stream.as_raw_fd(), libc::TIOCOUTQ, &raw mut bytes) };
        if asked == 0 {
            return usize::try_from(bytes).unwrap_or_default();
        }
    }
    let _ = stream;
    0
}

impl AsyncRead for WriteTimeoutStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for WriteTimeoutStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.check(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.check(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.check(flushed, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(context);
        self.check(shut, context)
    }
}
