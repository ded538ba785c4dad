//! A connection as the server holds it: a stream with its place at the gate.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::runtime::Handle;
use tokio::time::timeout;

use crate::gate::Ticket;

/// How much of what still comes in is taken after the last words, in bytes, and for how long.
const MAX_DRAINED_BYTES: usize = 2 * 1024 * 1024;
const DRAIN_TIMEOUT: Duration = Duration::from_secs(2);

/// What carries bytes both ways.
pub(crate) trait Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> Stream for S {}

/// A stream that keeps its place while it is open, and after its last words takes what still comes in, if its ticket says so: a
/// system that closes a stream with unread bytes resets it, and the other side may lose what was said to it.
pub(crate) struct Wire<S: Stream> {
    stream: Option<S>,
    ticket: Ticket,
}

impl<S: Stream> Wire<S> {
    /// The stream with its place.
    pub(crate) fn new(stream: S, ticket: Ticket) -> Self {
        Self { stream: Some(stream), ticket }
    }

    fn stream(self: Pin<&mut Self>) -> io::Result<Pin<&mut S>> {
        self.get_mut().stream.as_mut().map(Pin::new).ok_or_else(|| io::ErrorKind::NotConnected.into())
    }
}

impl<S: Stream> AsyncRead for Wire<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream()?.poll_read(context, into)
    }
}

impl<S: Stream> AsyncWrite for Wire<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write(context, bytes)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.as_ref().is_some_and(AsyncWrite::is_write_vectored)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_shutdown(context)
    }
}

impl<S: Stream> Drop for Wire<S> {
    fn drop(&mut self) {
        if self.ticket.lingers()
            && let Some(stream) = self.stream.take()
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(take_leave(stream, self.ticket.clone()));
        }
    }
}

/// Takes what still comes in, for a while, until the other side has closed too.
async fn take_leave(mut stream: impl Stream, ticket: Ticket) {
    let mut rest = async || {
        stream.shutdown().await?;
        let (mut taken, mut some) = (0, vec![0; 4096]);
        while taken < MAX_DRAINED_BYTES {
            match stream.read(&mut some).await? {
                0 => break,
                size => taken += size,
            }
        }
        io::Result::Ok(())
    };
    tokio::select! {
        biased;
        // Whether the other side took its leave in order makes no difference any more.
        _ = timeout(DRAIN_TIMEOUT, rest()) => {}
        _ = ticket.cut() => {}
    }
}
