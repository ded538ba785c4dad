//! The people who are in a room: their sockets, what each of them was told, the chat, and what they ask of the rules. All that is sent to
//! a socket goes through here.

mod answers;
pub(super) mod chat;
pub(super) mod presence;
pub(super) mod queries;
mod sockets;
mod spectators;

use std::collections::BTreeMap;

use bagarre_protocol::game::Refusal as WireRefusal;
use bagarre_protocol::room::Watcher;
use bagarre_protocol::socket::{Answer, ChatLine, Closing, ServerMessage, You};
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::Lang;
use tokio::task::JoinError;
use tokio::time::Instant;
use uuid::Uuid;

use self::answers::Answers;
use self::chat::{Chat, Hearing};
use self::presence::Presence;
use self::queries::{Consultation, Queries, Query};
use self::sockets::{Socket, Sockets};
use self::spectators::{Groups, Reported};
use super::outbox::Outbox;
use super::refuse;
use crate::frame::Frame;
use crate::link::queue::SpectatorOutbox;
use crate::store::Guest;

/// The people who are in a room.
pub(super) struct People {
    sockets: Sockets,
    /// The spectators at other servers.
    spectators: Groups,
    /// Answers that were sent, to be sent again.
    answers: Answers,
    chat: Chat,
    /// Whether lines of chat are withheld from some people because a game goes on.
    withholds_lines: bool,
    /// What people ask of the rules, and was not answered yet.
    queries: Queries,
    /// When the presence has to be sent.
    news_at: Option<Instant>,
    /// The presence that all sockets were last told.
    last_presence: Option<Presence>,
    /// The host who is away from people who are here, and since when.
    host_away: Option<(Uuid, Instant)>,
    /// Since when the room has no socket, if it has none.
    empty_since: Instant,
}

impl People {
    /// Returns a room that no person has entered yet, with its chat.
    pub(super) fn new(chat: Chat) -> Self {
        Self {
            sockets: Sockets::default(),
            spectators: Groups::default(),
            answers: Answers::default(),
            chat,
            withholds_lines: false,
            queries: Queries::default(),
            news_at: None,
            last_presence: None,
            host_away: None,
            empty_since: Instant::now(),
        }
    }

    /// Lets the socket of a person in under a number of its own; an older one of the same person is replaced.
    pub(super) fn enter(&mut self, number: u64, guest: Guest, lang: Lang, outbox: Outbox) {
        self.spectators.dismiss(guest.id, Closing::Replaced);
        self.sockets.add(number, Socket::new(guest, lang, outbox));
    }

    /// Removes a socket that has ended. Returns `false` where there is none of this number.
    pub(super) fn remove(&mut self, number: u64) -> bool {
        let removed = self.sockets.remove(number);
        if removed {
            self.empty_since = Instant::now();
        }
        removed
    }

    /// Closes the socket of a person.
    pub(super) fn dismiss(&mut self, guest: Uuid, why: Closing) {
        self.sockets.dismiss(guest, why);
        self.spectators.dismiss(guest, why);
    }

    /// Closes all sockets.
    pub(super) fn dismiss_all(&mut self, why: Closing) {
        self.sockets.dismiss_all(why);
        self.spectators.dismiss_all(why);
    }

    /// Returns the ways to the sockets of this server, those first that came first. Those of other servers are dropped: their servers look for the room
    /// again.
    pub(super) fn into_local_sockets(self) -> Vec<Outbox> {
        self.sockets.into_local()
    }

    /// Returns whether no person is connected.
    pub(super) fn is_empty(&self) -> bool {
        self.sockets.is_empty() && self.spectators.is_empty()
    }

    /// Returns how many sockets there are.
    pub(super) fn count(&self) -> usize {
        self.sockets.len() + self.spectators.count() as usize
    }

    /// Returns since when no person is connected; an earlier moment while one is.
    pub(super) fn empty_since(&self) -> Instant {
        self.empty_since
    }

    /// Returns whether a person is connected, or is named among the spectators at other servers.
    pub(super) fn is_here(&self, guest: Uuid) -> bool {
        self.online(guest) || self.spectators.names().any(|watcher| watcher.id == guest)
    }

    /// Returns whether a person is connected whom the room knows as a socket.
    pub(super) fn online(&self, guest: Uuid) -> bool {
        self.sockets.online(guest)
    }

    /// Returns the person behind a socket.
    pub(super) fn guest(&self, number: u64) -> Option<&Guest> {
        self.sockets.get(number).map(|socket| &socket.guest)
    }

    /// Returns the people who are connected, with the numbers of their sockets; spectators at other servers have none.
    pub(super) fn everybody(&self) -> impl Iterator<Item = (u64, &Guest)> {
        self.sockets.iter().map(|(number, socket)| (number, &socket.guest))
    }

    /// Returns the language that a person reads who is connected, else the usual one.
    pub(super) fn lang_of(&self, guest: Uuid) -> Lang {
        let socket = self.sockets.iter().find(|(_, socket)| socket.guest.id == guest);
        socket.map(|(_, socket)| socket.lang).unwrap_or_default()
    }

    /// Changes the language of a socket.
    pub(super) fn set_lang(&mut self, number: u64, lang: Lang) {
        if let Some(socket) = self.sockets.get_mut(number) {
            socket.lang = lang;
        }
    }

    /// Sets the commands of an earlier game that a client may send again.
    pub(super) fn set_recalled(&mut self, number: u64, commands: BTreeMap<Uuid, u32>) {
        if let Some(socket) = self.sockets.get_mut(number) {
            socket.recalled = commands;
        }
    }

    /// Returns the entry of a command of an earlier game that a client may send again.
    pub(super) fn recalled_entry(&self, number: u64, id: Uuid) -> Option<u32> {
        self.sockets.get(number)?.recalled.get(&id).copied()
    }
}

/// Sending.
impl People {
    /// Sends a message to one socket.
    pub(super) fn send(&self, number: u64, message: &ServerMessage) {
        self.sockets.send(number, message);
    }

    /// Sends the same message to all sockets.
    pub(super) fn broadcast(&self, message: &ServerMessage) {
        if !self.is_empty() {
            let frame = Frame::text(message);
            self.sockets.broadcast(&frame);
            self.spectators.send(&frame);
        }
    }

    /// Sends the same frame to all sockets of this server.
    pub(super) fn broadcast_here(&self, frame: &Frame) {
        self.sockets.broadcast_here(frame);
    }

    /// Sends a frame to one socket.
    pub(super) fn send_frame(&self, number: u64, frame: Frame) {
        if let Some(socket) = self.sockets.get(number) {
            socket.send(frame);
        }
    }

    /// Tells a socket that it sent something which cannot be taken.
    pub(super) fn send_unreadable(&self, number: u64, refusal: &Refusal) {
        if let Some(refusal) = self.refusal(number, refusal) {
            self.send(number, &ServerMessage::Unreadable { refusal });
        }
    }

    /// Returns a refusal in the language of a socket.
    pub(super) fn refusal(&self, number: u64, refusal: &Refusal) -> Option<WireRefusal> {
        self.sockets.get(number).map(|socket| refuse::wire(refusal, socket.lang))
    }

    /// Returns the answer that refuses a message, in the language of a socket.
    pub(super) fn refuse(&self, number: u64, refusal: &Refusal) -> Answer {
        let lang = self.sockets.get(number).map(|socket| socket.lang).unwrap_or_default();
        Answer::Refused { refusal: refuse::wire(refusal, lang) }
    }

    /// Remembers the answer to a message of a person.
    pub(super) fn keep_answer(&mut self, guest: Uuid, id: Uuid, answer: Answer) {
        self.answers.keep(guest, id, answer);
    }

    /// Returns the answer to a message of a person that was answered before.
    pub(super) fn first_answer(&self, guest: Uuid, id: Uuid) -> Option<&Answer> {
        self.answers.get(guest, id)
    }

    /// Sets what a person was told of themselves in the welcome.
    pub(super) fn set_you(&mut self, number: u64, you: You) {
        if let Some(socket) = self.sockets.get_mut(number) {
            socket.you = Some(you);
        }
    }

    /// Tells a person what has changed for them, if anything has.
    pub(super) fn tell_you(&mut self, number: u64, you: You) {
        let Some(socket) = self.sockets.get_mut(number) else { return };
        if socket.you.as_ref() != Some(&you) {
            socket.you = Some(you.clone());
            socket.send(Frame::text(&ServerMessage::You { you }));
        }
    }
}

/// Spectators at other servers.
impl People {
    /// Lets a spectator at another server in; an older socket of the same person is replaced.
    pub(super) fn watch(&mut self, outbox: &SpectatorOutbox, guest: Uuid) {
        self.sockets.dismiss(guest, Closing::Replaced);
        self.spectators.admit(outbox, guest);
    }

    /// Takes a report of how many spectators another server has. Returns whether that has changed.
    pub(super) fn count_spectators(
        &mut self,
        link: Uuid,
        count: u32,
        (admitted, promoted): (u64, u64),
        names: Vec<(Uuid, String)>,
    ) -> bool {
        let names = names.into_iter().map(|(id, name)| Watcher { id, name }).collect();
        let changed = self.spectators.report(link, Reported { count, admitted, promoted }, names);
        self.note_empty(changed);
        changed
    }

    /// Notes that a spectator of another server is known as a socket by now.
    pub(super) fn note_promoted(&mut self, link: Uuid) {
        self.spectators.promote(link);
    }

    /// Forgets the spectators of another server whose link has ended. Returns whether there were any.
    pub(super) fn forget_spectators(&mut self, link: Uuid) -> bool {
        let changed = self.spectators.forget(link);
        self.note_empty(changed);
        changed
    }

    fn note_empty(&mut self, changed: bool) {
        if changed && self.is_empty() {
            self.empty_since = Instant::now();
        }
    }

    /// Returns whether there are any.
    pub(super) fn has_spectators_elsewhere(&self) -> bool {
        !self.spectators.is_empty()
    }

    /// Sends all of them a message.
    pub(super) fn send_spectators(&self, message: &ServerMessage) {
        if self.has_spectators_elsewhere() {
            self.spectators.send(&Frame::text(message));
        }
    }

    /// Sends all of them a frame.
    pub(super) fn send_spectator_frame(&self, frame: &Frame) {
        self.spectators.send(frame);
    }

    /// Lets one of them enter the room as a socket, where the person is not known as one.
    pub(super) fn summon(&self, guest: Uuid) {
        if !self.online(guest) {
            self.spectators.summon(guest);
        }
    }
}

/// Chat.
impl People {
    /// Returns a line as it may be said, or why it may not be: see [`Chat::admit`].
    pub(super) fn admit_line(&mut self, guest: Uuid, text: &str) -> Result<String, Refusal> {
        self.chat.admit(guest, text)
    }

    /// Returns the lines that a person may read.
    pub(super) fn lines_for(&self, hearing: Hearing) -> Vec<ChatLine> {
        self.chat.lines_for(hearing)
    }

    /// Keeps a line that is stored, and sends it to those who may read it.
    pub(super) fn send_line(
        &mut self,
        line: ChatLine,
        of_spectators: Hearing,
        hearing: impl Fn(Uuid) -> Hearing,
    ) {
        let frame = Frame::text(&ServerMessage::Chat { line: line.clone() });
        for (_, socket) in self.sockets.iter() {
            if hearing(socket.guest.id).hears(&line) {
                socket.send(frame.clone());
            }
        }
        if of_spectators.hears(&line) {
            self.spectators.send(&frame);
        }
        self.chat.keep(line);
    }

    /// Withholds lines of chat while a game goes on. Once it is over, sends each person those that were withheld.
    pub(super) fn withhold_lines(
        &mut self,
        withhold: bool,
        of_spectators: Hearing,
        hearing: impl Fn(Uuid) -> Hearing,
    ) {
        let before = std::mem::replace(&mut self.withholds_lines, withhold);
        if !before || withhold {
            return;
        }
        for (number, socket) in self.sockets.iter() {
            let now = hearing(socket.guest.id);
            for line in self.chat.withheld_lines(now.in_a_game(), now) {
                self.send(number, &ServerMessage::Chat { line });
            }
        }
        for line in self.chat.withheld_lines(of_spectators.in_a_game(), of_spectators) {
            self.send_spectators(&ServerMessage::Chat { line });
        }
    }

    /// Drops the lines of a person who is deleted.
    pub(super) fn forget_lines(&mut self, guest: Uuid) {
        self.chat.forget(guest);
    }
}

/// Queries of the rules.
impl People {
    /// Puts a query at the end of the line of a socket. Returns whether it is the first one there.
    pub(super) fn ask(&mut self, number: u64, query: Query) -> bool {
        self.sockets.get(number).is_some() && self.queries.push(number, query)
    }

    /// Returns the first query of a socket.
    pub(super) fn first_query(&mut self, number: u64) -> Option<&mut Query> {
        self.queries.first(number)
    }

    /// Takes the first query of a socket, which is answered now.
    pub(super) fn take_query(&mut self, number: u64) -> Option<Query> {
        self.queries.take(number)
    }

    /// Works out the first query of a socket in a task of its own.
    pub(super) fn work_out(
        &mut self,
        number: u64,
        work: impl Future<Output = Consultation> + Send + 'static,
    ) {
        self.queries.work_out(number, work);
    }

    /// Returns whether a query is worked out in a task of its own.
    pub(super) fn is_consulting(&self) -> bool {
        self.queries.is_consulting()
    }

    /// Returns the next query that has been worked out; `None` while there is none to wait for.
    pub(super) async fn next_consultation(&mut self) -> Option<Result<Consultation, JoinError>> {
        self.queries.next_consultation().await
    }

    /// Drops the queries of sockets that are gone.
    pub(super) fn drop_queries(&mut self) {
        let sockets = &self.sockets;
        if !self.queries.is_empty() {
            self.queries.keep(|number| sockets.get(number).is_some());
        }
    }
}
