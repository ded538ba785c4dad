//! Frames of one socket, in and out. The library reads and checks what comes in; what goes out is encoded already and shared with
//! other sockets, so that it is written as it is, without a copy in a buffer of each socket.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::io::{self, ErrorKind, IoSlice, Read, Write};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tungstenite::protocol::{Role, WebSocketConfig, WebSocketContext};
use tungstenite::{Error, Message};

/// Bytes that are read at once: most messages fit, and a socket that says nothing holds no more.
const READ_BUFFER_BYTES: usize = 512;
/// Frames that go out in one call of the system.
const MAX_FRAMES_PER_WRITE: usize = 32;

/// A socket that has been upgraded.
pub(super) struct Pipe {
    context: WebSocketContext,
    ends: Ends,
}

struct Ends {
    stream: TokioIo<Upgraded>,
    out: Out,
}

/// Frames on their way out.
#[derive(Default)]
struct Out {
    frames: VecDeque<Bytes>,
    /// Some of the first frame is gone already.
    is_partial: bool,
}

impl Out {
    fn advance(&mut self, mut written: usize) {
        while let Some(first) = self.frames.front_mut() {
            if written < first.len() {
                first.advance(written);
                self.is_partial |= written > 0;
                return;
            }
            written -= first.len();
            self.is_partial = false;
            self.frames.pop_front();
        }
        // A socket that says nothing holds nothing.
        self.frames = VecDeque::new();
    }
}

impl Ends {
    fn poll_flush(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.out.frames.is_empty() {
            let mut slices = [IoSlice::new(&[]); MAX_FRAMES_PER_WRITE];
            let mut count = 0;
            for (slice, frame) in slices.iter_mut().zip(&self.out.frames) {
                *slice = IoSlice::new(frame);
                count += 1;
            }
            let stream = Pin::new(&mut self.stream);
            let written = ready!(stream.poll_write_vectored(context, &slices[..count]))?;
            if written == 0 {
                return Poll::Ready(Err(ErrorKind::WriteZero.into()));
            }
            self.out.advance(written);
        }
        Pin::new(&mut self.stream).poll_flush(context)
    }
}

/// Both ends as the library wants them: it reads from the stream, and what it has to say (pongs, the end) joins what waits.
struct Polled<'a, 'b> {
    ends: &'a mut Ends,
    context: &'a mut Context<'b>,
}

impl Read for Polled<'_, '_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut into = ReadBuf::new(into);
        match Pin::new(&mut self.ends.stream).poll_read(self.context, &mut into) {
            Poll::Ready(done) => done.map(|()| into.filled().len()),
            Poll::Pending => Err(ErrorKind::WouldBlock.into()),
        }
    }
}

impl Write for Polled<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.ends.out.frames.push_back(Bytes::copy_from_slice(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Pipe {
    /// A socket from which messages of at most so many bytes are taken.
    pub(super) fn new(stream: Upgraded, largest: usize) -> Self {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER_BYTES)
            .max_message_size(Some(largest))
            .max_frame_size(Some(largest));
        let context = WebSocketContext::new(Role::Server, Some(config));
        Self { context, ends: Ends { stream: TokioIo::new(stream), out: Out::default() } }
    }

    /// The next message. What it has to be answered with by itself waits to be sent.
    pub(super) async fn hear(&mut self) -> Result<Message, Error> {
        poll_fn(|context| self.poll_hear(context)).await
    }

    fn poll_hear(&mut self, context: &mut Context<'_>) -> Poll<Result<Message, Error>> {
        let Self { context: protocol, ends } = self;
        let mut polled = Polled { ends, context };
        match protocol.read(&mut polled) {
            Ok(message) => {
                if matches!(message, Message::Ping(_) | Message::Close(_)) {
                    // The end of a conversation is no error here: it is what was heard.
                    let _ = protocol.flush(&mut polled);
                }
                Poll::Ready(Ok(message))
            }
            Err(Error::Io(why)) if why.kind() == ErrorKind::WouldBlock => Poll::Pending,
            Err(why) => Poll::Ready(Err(why)),
        }
    }

    /// Puts a frame behind those that wait.
    pub(super) fn push(&mut self, frame: Bytes) {
        self.ends.out.frames.push_back(frame);
    }

    /// Forgets what waits, but for a frame of which some is gone already.
    pub(super) fn drop_unsent(&mut self) {
        let out = &mut self.ends.out;
        out.frames.truncate(usize::from(out.is_partial));
    }

    /// Sends everything that waits. Nothing is lost when this is dropped before it is done.
    pub(super) async fn flush(&mut self) -> io::Result<()> {
        poll_fn(|context| self.ends.poll_flush(context)).await
    }
}
