//! The game of a room: the one that is played or whose dice are mixed, and what the room remembers of its players meanwhile.

mod bots;
mod seats;

use std::collections::{BTreeMap, BTreeSet};

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{OtherRules, Phase};
use bagarre_rules::any::{AnyBot, Refusal};
use bagarre_rules::contract::Seat;
use bagarre_rules::dice::Seeded;
use tokio::time::Instant;
use uuid::Uuid;

use super::audience::AudienceKey;
use super::drawing::Drawing;
use super::earlier::Earlier;
use super::lost_seats::LostSeats;
use super::play::{Draft, Play};
use super::practice::Practice;
use super::question::Turned;
use super::refuse;
use super::seals::Opening;
use super::seating::Seating;
use super::shared::Shared;
use super::step::Step;
use crate::clock::{Time, in_millis};
use crate::frame::Frame;
use crate::store::{Holding, Nameplate, Write};

/// The game of a room, if there is one.
pub(super) struct CurrentGame {
    /// A game that runs, or has just ended.
    play: Option<Play>,
    /// The dice of a game that has no entry yet.
    drawing: Option<Drawing>,
    /// The rules of the game, when this build does not have them: then there is no `play`, and nothing is written.
    other_rules: Option<OtherRules>,
    /// Commands of the games before it.
    earlier: Earlier,
    /// The people who hold a seat of the game, or have held one since it began.
    participants: BTreeSet<Uuid>,
    /// Seats that their players lost in the middle of the question that is open.
    lost_seats: LostSeats,
    /// Questions in a row that the clock answered for a seat.
    missed: BTreeMap<Seat, u32>,
    /// The people who have asked to end the pause.
    wishes: BTreeSet<Uuid>,
    bots: BTreeMap<Seat, AnyBot>,
    /// Chance of the bots, never of the game.
    luck: Seeded,
    /// Since when a bot has to answer.
    bot_since: Option<Instant>,
}

impl CurrentGame {
    /// Returns a room without a game, with the commands of earlier ones and the people who hold a seat. The seed is that of the bots.
    pub(super) fn new(earlier: Earlier, participants: BTreeSet<Uuid>, seed: [u8; 32]) -> Self {
        Self {
            play: None,
            drawing: None,
            other_rules: None,
            earlier,
            participants,
            lost_seats: LostSeats::default(),
            missed: BTreeMap::new(),
            wishes: BTreeSet::new(),
            bots: BTreeMap::new(),
            luck: Seeded::new(seed, 0),
            bot_since: None,
        }
    }

    /// Returns the game that runs, or has just ended.
    pub(super) fn play(&self) -> Option<&Play> {
        self.play.as_ref()
    }

    /// Returns the game and its last entry.
    pub(super) fn last(&self) -> Option<(Uuid, u32)> {
        self.play.as_ref().map(|play| (play.id, play.entry))
    }

    /// Returns the dice that are mixed.
    pub(super) fn drawing(&self) -> Option<&Drawing> {
        self.drawing.as_ref()
    }

    /// Returns the rules that the game waits for.
    pub(super) fn other_rules(&self) -> Option<&OtherRules> {
        self.other_rules.as_ref()
    }

    /// Returns the entry that a command of an earlier game became.
    pub(super) fn earlier_entry(&self, id: Uuid) -> Option<u32> {
        self.earlier.entry(id)
    }

    /// Returns whether a person has held a seat since the game began.
    pub(super) fn has_played(&self, guest: Uuid) -> bool {
        self.participants.contains(&guest)
    }

    /// Returns when the first clock of the game, or its pause, is over, in the time of the tables.
    pub(super) fn alarm(&self, seating: &Seating) -> Option<i64> {
        if seating.is_running() { self.play.as_ref()?.question.first() } else { self.pause_end(seating) }
    }

    /// Returns when the pause ends by itself, in the time of the tables; `None` while the rules of the game are missing.
    pub(super) fn pause_end(&self, seating: &Seating) -> Option<i64> {
        self.play.as_ref().filter(|_| seating.record().phase == Phase::Paused)?;
        seating.record().paused_until
    }

    /// Returns what the game writes at a moment (milliseconds since 1970) when a seat changes hands: its draft dies, and who sits down is
    /// remembered.
    pub(super) fn handover(&self, seat: Seat, to: Option<Uuid>, at: i64) -> Vec<Write> {
        let Some(play) = self.play.as_ref().filter(|play| play.outcome.is_none()) else { return Vec::new() };
        let mut also = vec![Write::Draft { game: play.id, seat, draft: None, at }];
        if let Some(guest) = to.filter(|guest| play.holders.get(&seat) != Some(guest)) {
            let holding = Holding { seat, entry: play.entry, guest };
            also.push(Write::Holding { game: play.id, holding });
        }
        also
    }
}

/// From one game to the next.
impl CurrentGame {
    /// Waits for rules that this build does not have.
    pub(super) fn await_rules(&mut self, rules: OtherRules) {
        self.other_rules = Some(rules);
    }

    /// Waits for rules no longer: the game is put aside.
    pub(super) fn give_up_rules(&mut self) {
        self.other_rules = None;
    }

    /// Goes on mixing the dice of a game, after the room was woken.
    pub(super) fn resume_drawing(&mut self, drawing: Drawing) {
        self.drawing = Some(drawing);
    }

    /// Begins to mix the dice of a game with its players.
    pub(super) fn begin_drawing(&mut self, drawing: Drawing, players: BTreeSet<Uuid>) {
        self.end_play();
        self.participants = players;
        self.drawing = Some(drawing);
        self.bots.clear();
        self.lost_seats.free_all();
    }

    /// Begins a game whose dice are mixed.
    pub(super) fn begin(&mut self, play: Play) {
        self.play = Some(play);
        self.drawing = None;
    }

    /// Goes on with a game that was read. Its seats are kept at first: their players have no socket yet.
    pub(super) fn resume(&mut self, mut play: Play, seating: &Seating, now: i64) {
        for (seat, guest) in seating.players() {
            self.lost_seats.add(seat, now);
            // Games from before holdings were kept.
            play.holders.entry(seat).or_insert(guest);
        }
        self.play = Some(play);
    }

    /// Ends the game without a successor: the room goes on without it.
    pub(super) fn put_aside(&mut self) {
        self.end_play();
        self.drawing = None;
    }

    /// Makes the room ready for another game.
    pub(super) fn clear(&mut self) {
        self.put_aside();
        self.other_rules = None;
        self.lost_seats.free_all();
        self.bots.clear();
    }

    /// Drops the game. Its commands are not forgotten.
    fn end_play(&mut self) {
        if let Some(play) = self.play.take() {
            let mut commands: Vec<(Uuid, u32)> =
                play.commands.into_iter().map(|(id, (entry, _))| (id, entry)).collect();
            commands.sort_unstable_by_key(|(_, entry)| *entry);
            self.earlier.keep(commands);
        }
    }

    /// Gives what a seat sent to the dice of a game that are mixed.
    pub(super) fn mix(
        &mut self,
        game: Uuid,
        put: impl FnOnce(&mut Drawing) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let drawing = self.drawing.as_mut().filter(|drawing| drawing.record.id == game);
        put(drawing.ok_or_else(refuse::draw_over)?)
    }

    /// Asks for the numbers that were promised. Returns `false` where they are asked for already, and where no seat has promised one.
    pub(super) fn ask_for_numbers(&mut self) -> bool {
        let drawing = self.drawing.as_mut();
        let Some(drawing) = drawing.filter(|draw| !draw.open && draw.promises.iter().any(Option::is_some))
        else {
            return false;
        };
        drawing.open();
        true
    }
}

/// Entries, and what players prepare for the next one.
impl CurrentGame {
    /// Adds names that the game does not know yet.
    pub(super) fn add_nameplates(&mut self, fresh: Vec<Nameplate>) {
        if let Some(play) = &mut self.play {
            play.nameplates.extend(fresh);
        }
    }

    /// Swaps a durable step in. Returns the audiences of those who are `here` for whom nothing of it was written down.
    pub(super) fn swap(&mut self, step: Step, here: &BTreeSet<AudienceKey>) -> Vec<AudienceKey> {
        let turned = step.turned;
        let mut unheard = Vec::new();
        if let Some(play) = &mut self.play {
            unheard.extend(here.iter().filter(|key| play.misses(**key, &step)));
            play.swap(step);
        }
        match turned {
            Turned::Same => {}
            Turned::Again(seat) => self.lost_seats.free(seat),
            Turned::New => self.lost_seats.free_all(),
        }
        unheard
    }

    /// Returns what was swapped in since the last time, in one frame for each audience of those who are `here`.
    pub(super) fn tell(&mut self, time: Time, here: &BTreeSet<AudienceKey>) -> Vec<(AudienceKey, Frame)> {
        self.play.as_mut().map(|play| play.tell(time, here)).unwrap_or_default()
    }

    /// Returns whether the exercise stands otherwise than people were told. They are told now.
    pub(super) fn take_practice_change(&mut self) -> bool {
        self.play.as_mut().and_then(|play| play.practice.as_mut()).is_some_and(Practice::news)
    }

    /// Evicts the tails if their time is over.
    pub(super) fn evict_tails(&mut self, now: Instant) {
        if let Some(play) = self.play.as_mut().filter(|play| play.tails_until().is_some_and(|at| at <= now)) {
            play.drop_tails();
        }
    }

    /// Takes what a seat opens of a question whose answers are sealed blindly.
    pub(super) fn open_seal(&mut self, game: Uuid, seat: Seat, opening: Opening) -> Result<(), Refusal> {
        let seals = &mut self.play.as_mut().ok_or_else(refuse::not_now)?.question.seals;
        if !seals.open {
            return Err(refuse::blind_early());
        }
        seals.add_opening(game, seat, opening)
    }

    /// Returns whether every seat has opened, or had the time to.
    pub(super) fn all_open(&self, seating: &Seating) -> bool {
        let question = self.play.as_ref().filter(|_| seating.is_running()).map(|play| &play.question);
        question.is_some_and(|question| question.seals.open && question.waiting().is_empty())
    }

    /// Returns whether the room must stay awake: a sheet of a seat is nowhere else, or the time to open it is nearly over.
    pub(super) fn is_opening(&self, shared: &Shared) -> bool {
        let question = self.play.as_ref().map(|play| &play.question);
        let Some(question) = question.filter(|question| question.seals.open) else { return false };
        let soon = shared.time().table + in_millis(shared.config.limits.opening);
        question.seals.holds_a_sheet() && !shared.is_crowded()
            || question.first().is_some_and(|at| at <= soon)
    }

    /// Ends the time to open for the seats whose clock was over at a moment of the tables.
    pub(super) fn end_openings(&mut self, moment: i64) {
        if let Some(play) = &mut self.play {
            let due = play.question.due(moment);
            play.question.seals.too_late(due);
        }
    }

    /// Notes that a draft is about to be written: it may be stored from now on, also where the write fails. Returns the game.
    pub(super) fn expect_draft(&mut self) -> Option<Uuid> {
        let play = self.play.as_mut()?;
        play.drafted = true;
        Some(play.id)
    }

    /// Replaces the draft of a seat.
    pub(super) fn set_draft(&mut self, seat: Seat, draft: Option<Payload>) {
        let Some(play) = &mut self.play else { return };
        match draft {
            Some(draft) => play.drafts.insert(seat, Draft { draft, legal: None }),
            None => play.drafts.remove(&seat),
        };
    }

    /// Notes what the rules say of a draft, if it is still the one of its seat. Returns whether the seat has a draft.
    pub(super) fn judge_draft(&mut self, seat: Seat, draft: &Payload, legal: bool) -> bool {
        let Some(kept) = self.play.as_mut().and_then(|play| play.drafts.get_mut(&seat)) else { return false };
        if kept.draft == *draft {
            kept.legal = Some(legal);
        }
        true
    }
}

/// Clocks and pauses.
impl CurrentGame {
    /// Stops the clocks, in the time of the tables.
    pub(super) fn stop_clocks(&mut self, now: i64) {
        if let Some(play) = &mut self.play {
            play.question.pause(now);
        }
    }

    /// Lets the clocks run on after a pause, and forgets who has asked for it.
    pub(super) fn resume_clocks(&mut self, now: i64) {
        self.wishes.clear();
        if let Some(play) = &mut self.play {
            play.question.resume(now);
        }
    }

    /// Lets the clocks begin that wait for pages to show no more than an entry. Returns whether any did.
    pub(super) fn begin_clocks(&mut self, shown: u32, now: i64) -> bool {
        self.play.as_mut().is_some_and(|play| play.question.shown(shown, now))
    }

    /// Remembers that a person has asked to end the pause.
    pub(super) fn add_wish(&mut self, guest: Uuid) {
        self.wishes.insert(guest);
    }

    /// Returns whether a person has asked to end the pause.
    pub(super) fn has_wish(&self, guest: Uuid) -> bool {
        self.wishes.contains(&guest)
    }

    /// Returns whether no person has asked to end the pause.
    pub(super) fn has_no_wish(&self) -> bool {
        self.wishes.is_empty()
    }
}
