//! Limit on the bytes of an incomplete WebSocket message.
//!
//! A message may be fragmented, and fragments may be empty. The WebSocket library returns complete messages
//! only, so a message that never ends would otherwise go unnoticed.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::operations::limits::MAX_MESSAGE;

/// Maximum bytes per message: the longest message, and as much again for frame overhead.
pub(crate) const MAX_PENDING_BYTES: u32 = 2 * MAX_MESSAGE as u32;

/// Counting is off: HTTP requests have limits of their own.
const UNCOUNTED: u32 = u32::MAX;

/// Bytes received since the last complete message of a connection.
#[derive(Clone, Debug)]
pub(crate) struct PendingBytes(Arc<AtomicU32>);

impl Default for PendingBytes {
    fn default() -> PendingBytes {
        PendingBytes(Arc::new(AtomicU32::new(UNCOUNTED)))
    }
}

impl PendingBytes {
    /// Resets the counter: a message is complete, or the first one may begin.
    pub(crate) fn reset(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    /// Adds received bytes; returns `false` if the limit is exceeded.
    fn add(&self, bytes: usize) -> bool {
        let before = self.0.load(Ordering::Relaxed);
        if before == UNCOUNTED {
            return true;
        }
        let now = before
            .saturating_add(u32::try_from(bytes).unwrap_or(MAX_PENDING_BYTES))
            .min(MAX_PENDING_BYTES + 1);
        // Not a read-modify-write: only one task reads a connection.
        self.0.store(now, Ordering::Relaxed);
        now <= MAX_PENDING_BYTES
    }
}

/// Connection that counts received bytes.
#[derive(Debug)]
pub(crate) struct Metered<S> {
    stream: S,
    pending: PendingBytes,
}

impl<S> Metered<S> {
    pub(crate) fn new(stream: S, pending: PendingBytes) -> Metered<S> {
        Metered { stream, pending }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        Poll::Ready(match self.pending.add(buffer.filled().len() - before) {
            true => Ok(()),
            false => Err(io::Error::other("a message is not whole after all that has come of it")),
        })
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;

    use super::*;

    #[tokio::test]
    async fn bytes_of_an_incomplete_message_are_limited() {
        let pending = PendingBytes::default();
        let mut stream = Metered::new(tokio::io::repeat(b'x'), pending.clone());
        let mut some = [0; 1024];
        let most = MAX_PENDING_BYTES as usize / some.len();
        // Bytes before the first message are not counted.
        for _ in 0..2 * most {
            stream.read_exact(&mut some).await.unwrap();
        }
        for _ in 0..3 {
            pending.reset();
            for _ in 0..most {
                stream.read_exact(&mut some).await.unwrap();
            }
        }
        for _ in 0..2 {
            assert!(stream.read_exact(&mut some).await.is_err());
        }
        pending.reset();
        stream.read_exact(&mut some).await.unwrap();
    }
}
