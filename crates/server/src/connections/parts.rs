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

use crate::operations::limits::MESSAGE;

/// Maximum bytes per message: the longest message, and as much again for frame overhead.
pub(crate) const WHOLE: u32 = 2 * MESSAGE as u32;

/// Counting is off: HTTP requests have limits of their own.
const UNCOUNTED: u32 = u32::MAX;

/// Bytes received since the last complete message of a connection.
#[derive(Clone, Debug)]
pub(crate) struct Parts(Arc<AtomicU32>);

impl Default for Parts {
    fn default() -> Parts {
        Parts(Arc::new(AtomicU32::new(UNCOUNTED)))
    }
}

impl Parts {
    /// Resets the counter: a message is complete, or the first one may begin.
    pub(crate) fn begin(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    /// Adds received bytes; returns `false` if the limit is exceeded.
    fn note(&self, bytes: usize) -> bool {
        let before = self.0.load(Ordering::Relaxed);
        if before == UNCOUNTED {
            return true;
        }
        let now = before.saturating_add(u32::try_from(bytes).unwrap_or(WHOLE)).min(WHOLE + 1);
        // Not a read-modify-write: only one task reads a connection.
        self.0.store(now, Ordering::Relaxed);
        now <= WHOLE
    }
}

/// Connection that counts received bytes.
#[derive(Debug)]
pub(crate) struct Metered<S> {
    stream: S,
    parts: Parts,
}

impl<S> Metered<S> {
    pub(crate) fn new(stream: S, parts: Parts) -> Metered<S> {
        Metered { stream, parts }
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
        Poll::Ready(match self.parts.note(buffer.filled().len() - before) {
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
    async fn what_comes_between_two_messages_is_bounded() {
        let parts = Parts::default();
        let mut stream = Metered::new(tokio::io::repeat(b'x'), parts.clone());
        let mut some = [0; 1024];
        let most = WHOLE as usize / some.len();
        // Bytes before the first message are not counted.
        for _ in 0..2 * most {
            stream.read_exact(&mut some).await.unwrap();
        }
        for _ in 0..3 {
            parts.begin();
            for _ in 0..most {
                stream.read_exact(&mut some).await.unwrap();
            }
        }
        for _ in 0..2 {
            assert!(stream.read_exact(&mut some).await.is_err());
        }
        parts.begin();
        stream.read_exact(&mut some).await.unwrap();
    }
}
