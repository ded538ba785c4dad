//! What a socket says.

use bagarre_protocol::socket::ClientMessage;
use tungstenite::Message;

use super::pipe::Pipe;

/// What a client sent.
pub(super) enum Heard {
    Message(Box<ClientMessage>),
    Unreadable,
    /// A sign of life.
    Life,
    /// More than any message may be.
    TooLarge,
    Gone,
}

/// Waits for what comes next.
pub(super) async fn hear(pipe: &mut Pipe) -> Heard {
    match pipe.hear().await {
        Ok(Message::Text(text)) => {
            ClientMessage::read(&text).map_or(Heard::Unreadable, |message| Heard::Message(Box::new(message)))
        }
        Ok(Message::Binary(_)) => Heard::Unreadable,
        Ok(Message::Ping(_) | Message::Pong(_)) => Heard::Life,
        Err(tungstenite::Error::Capacity(_)) => Heard::TooLarge,
        Ok(Message::Close(_) | Message::Frame(_)) | Err(_) => Heard::Gone,
    }
}
