//! The bounded way from a room to one socket.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use bagarre_protocol::socket::Closing;
use bagarre_rules::contract::Lang;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::config::Limits;

/// The end that a room holds. Never waits: a reader that falls behind is cut off.
#[derive(Clone)]
pub(crate) struct Outbox {
    frames: mpsc::Sender<Utf8Bytes>,
    line: Arc<Line>,
}

/// The end that a socket holds.
pub(crate) struct Outgoing {
    frames: mpsc::Receiver<Utf8Bytes>,
    line: Arc<Line>,
}

struct Line {
    waiting: AtomicUsize,
    most: usize,
    cut: CancellationToken,
    why: OnceLock<Closing>,
}

impl Outbox {
    /// Both ends.
    pub(crate) fn new(limits: &Limits) -> (Self, Outgoing) {
        let (sender, receiver) = mpsc::channel(limits.queue);
        let line = Arc::new(Line {
            waiting: AtomicUsize::new(0),
            most: limits.queue_bytes,
            cut: CancellationToken::new(),
            why: OnceLock::new(),
        });
        (Self { frames: sender, line: line.clone() }, Outgoing { frames: receiver, line })
    }

    /// Queues a frame; cuts the line when too much waits already.
    pub(crate) fn send(&self, text: Utf8Bytes) {
        let size = text.len();
        metrics::histogram!("bagarre_frame_bytes").record(u32::try_from(size).unwrap_or(u32::MAX));
        let waiting = self.line.waiting.fetch_add(size, Ordering::Relaxed);
        let full = waiting > 0 && waiting + size > self.line.most;
        if full || self.frames.try_send(text).is_err() {
            self.close(Closing::Slow);
        }
    }

    /// Cuts the line; what waits is dropped.
    pub(crate) fn close(&self, why: Closing) {
        if self.line.why.set(why).is_ok() && why == Closing::Slow {
            metrics::counter!("bagarre_slow_readers_total").increment(1);
        }
        self.line.cut.cancel();
    }
}

impl Outgoing {
    /// The next frame, or why there is none any more.
    pub(crate) async fn next(&mut self) -> Result<Utf8Bytes, Closing> {
        tokio::select! {
            biased;
            () = self.line.cut.cancelled() => Err(self.why()),
            frame = self.frames.recv() => match frame {
                Some(text) => {
                    self.line.waiting.fetch_sub(text.len(), Ordering::Relaxed);
                    Ok(text)
                }
                None => Err(self.why()),
            },
        }
    }

    /// Returns when the line is cut.
    pub(crate) async fn cut(&self) -> Closing {
        self.line.cut.cancelled().await;
        self.why()
    }

    /// A room that lets go without a word has fallen.
    fn why(&self) -> Closing {
        self.line.why.get().copied().unwrap_or(Closing::Rebuilt)
    }
}

/// Words for somebody whose socket is closed.
pub(crate) fn closing_words(why: Closing, lang: Lang) -> &'static str {
    let (fr, en) = match why {
        Closing::Shutdown => ("Le serveur redémarre, on revient.", "The server restarts; back in a moment."),
        Closing::Slow => (
            "La connexion n'a pas suivi ; on reprend où vous en étiez.",
            "The connection could not keep up; going on from where you were.",
        ),
        Closing::Silent => {
            ("Plus de nouvelles de vous ; on se reconnecte.", "Nothing heard of you; reconnecting.")
        }
        Closing::Replaced => {
            ("La salle est ouverte dans une autre fenêtre.", "The room is open in another window.")
        }
        Closing::Kicked => ("L'hôte vous a mis dehors.", "The host showed you the door."),
        Closing::Rate => ("Trop de messages d'un coup.", "Too many messages at once."),
        Closing::Hello => (
            "Cette page est trop ancienne pour le serveur : rechargez-la.",
            "This page is too old for the server: reload it.",
        ),
        Closing::Unknown => ("Cette salle n'existe pas.", "There is no such room."),
        Closing::Denied => (
            "La salle est privée : demandez une invitation à l'hôte.",
            "The room is private: ask the host for an invitation.",
        ),
        Closing::Full => {
            ("Plus une place, et pas de spectateurs ici.", "No seat left, and no spectators here.")
        }
        Closing::Closed => ("La salle est fermée pour de bon.", "The room is closed for good."),
        Closing::Rebuilt => ("La salle se relève d'un incident.", "The room gets up again after a fault."),
        Closing::Busy => (
            "Toutes les tables de ce serveur sont prises ; on réessaie dans un moment.",
            "All tables of this server are taken; trying again in a moment.",
        ),
        Closing::Away => (
            "Le serveur n'atteint pas sa base de données ; on réessaie dans un moment.",
            "The server cannot reach its database; trying again in a moment.",
        ),
        Closing::Crowded => (
            "Il y a foule : on retente dans quelques secondes.",
            "It is crowded in here: trying again in a few seconds.",
        ),
        Closing::Revoked => (
            "Cet appareil a été déconnecté depuis un autre des vôtres.",
            "This device was signed out from another one of yours.",
        ),
        Closing::TooLarge => (
            "Un message était trop long pour le serveur : rechargez la page.",
            "A message was too long for the server: reload the page.",
        ),
    };
    match lang {
        Lang::Fr => fr,
        Lang::En => en,
    }
}
