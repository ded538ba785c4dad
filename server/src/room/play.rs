//! A game that runs in a room: where it stands, and what each audience gets of it.

use std::collections::{BTreeMap, BTreeSet};

use bagarre_protocol::fair::{Blind, Given};
use bagarre_protocol::game::{Asking, Entry, Moment, Table};
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Clocks, Reserve};
use bagarre_protocol::socket::KnownHead;
use bagarre_rules::any::{AnyGame, Json, Refusal, Rest, RulesetId};
use bagarre_rules::contract::{Actor, Outcome, Seat, Seats};
use bagarre_rules::systems;
use serde_json::value::RawValue;
use tokio::time::Instant;
use uuid::Uuid;

use super::audience::{AudienceKey, audience};
use super::chain::{Chain, broken, maker_and_head};
use super::founding::{nameplate, seed};
use super::late::Floor;
use super::practice::Practice;
use super::question::{Made, OpenQuestion, Turned, put};
use super::seals::Spans;
use super::shared::Shared;
use super::step::{Step, new_scores};
use super::tail::Tails;
use super::trouble::Trouble;
use crate::clock::Time;
use crate::frame::Frame;
use crate::store::{DeadlineRow, Draw, GameRecord, Holding, JournalRow, Nameplate};
use crate::world::World;

/// A draft of a seat.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) draft: Payload,
    /// Whether it would be taken as it stands; `None` before the rules have been asked.
    pub(super) legal: Option<bool>,
}

/// A game that runs, or has just ended.
pub(super) struct Play {
    pub(super) id: Uuid,
    pub(super) ruleset: RulesetId,
    version: u16,
    pub(super) seed: [u8; 32],
    commitment: String,
    draw: Option<Vec<Given>>,
    /// Whether sealed answers stay with their players until all seats have sealed.
    pub(super) blind: bool,
    /// What the chain covers of names, those of the seats first.
    pub(super) nameplates: Vec<Nameplate>,
    pub(super) clocks: Clocks,
    pub(super) game: AnyGame,
    /// The last entry.
    pub(super) entry: u32,
    /// When it was made.
    pub(super) at: i64,
    pub(super) drawn: u64,
    pub(super) chain: Chain,
    /// The entry and the seat of every command that was taken.
    pub(super) commands: BTreeMap<Uuid, (u32, Seat)>,
    pub(super) outcome: Option<Outcome>,
    pub(super) question: OpenQuestion,
    pub(super) drafts: BTreeMap<Seat, Draft>,
    /// Whether a draft may be stored.
    pub(super) drafted: bool,
    /// The last person who held each seat.
    pub(super) holders: BTreeMap<Seat, Uuid>,
    /// The exercise, where it is one.
    pub(super) practice: Option<Practice>,
    /// Time and chance.
    pub(super) world: World,
    tails: Tails,
    floor: Option<Floor>,
}

/// The question that is open, for one audience; with its clocks and answers for an audience that is not late.
fn asking_of(
    game: &AnyGame,
    key: AudienceKey,
    stands: Option<(&OpenQuestion, Time)>,
    reserve: Option<Reserve>,
) -> Option<Asking> {
    let Rest::Ask { seats, ask } = game.rest() else { return None };
    let own = stands.map(|(question, _)| own_question(game, key, question)).unwrap_or_default();
    Some(Asking {
        seats: stands.map_or(seats, |(question, _)| question.waiting()),
        ask: ask.into(),
        mine: own.mine,
        default: own.default,
        proposed: own.proposed,
        take_back: own.take_back,
        clocks: stands.map(|(question, time)| question.clocks(time)).unwrap_or_default(),
        banks: stands
            .zip(reserve)
            .map(|((question, _), reserve)| question.banks(game.seats(), reserve))
            .unwrap_or_default(),
        blind: stands
            .filter(|(question, _)| question.seals.asked)
            .map(|(question, _)| question.seals.shown()),
    })
}

/// What one seat alone is told of the open question.
#[derive(Default)]
struct Own {
    /// As it is asked.
    mine: Option<Payload>,
    /// What counts if no answer comes.
    default: Option<Payload>,
    /// What the numbers shown beside the answers speak for.
    proposed: Option<Payload>,
    /// What takes its answer back.
    take_back: Option<Payload>,
}

/// The open question as one seat alone is told of it.
fn own_question(game: &AnyGame, key: AudienceKey, question: &OpenQuestion) -> Own {
    let asked = key.filter(|seat| question.waiting().contains(*seat) && !question.seals.open);
    let answered = key.filter(|_| asked.is_none() && !question.seals.asked);
    Own {
        mine: asked.and_then(|seat| game.ask_for(seat)).map(Payload::from),
        default: asked.map(|seat| game.default_answer(seat).into()),
        proposed: asked.and_then(|seat| game.proposal(seat)).map(Payload::from),
        take_back: answered.and_then(|seat| game.withdrawal(seat)).map(Payload::from),
    }
}

impl Play {
    /// A game from its journal. Fails when the journal does not fold.
    pub(super) fn restore(
        record: &GameRecord,
        rows: &[JournalRow],
        holdings: &[Holding],
        clocks: Clocks,
        delay: u8,
        shared: &Shared,
    ) -> Result<Self, Refusal> {
        let ruleset = systems::parse(&record.ruleset)?;
        let game = AnyGame::new(ruleset, record.version, record.setup.text())?;
        let floor = (delay > 0 && record.ended.is_none()).then(|| Floor::new(delay, &game));
        let mut play = Self {
            id: record.id,
            ruleset,
            version: record.version,
            seed: seed(record)?,
            commitment: record.commitment.clone(),
            draw: match &record.draw {
                Draw::Drawn(given) => Some(given.clone()),
                Draw::Before | Draw::Asked => None,
            },
            blind: record.blind,
            nameplates: record.nameplates.clone(),
            clocks,
            game,
            entry: 0,
            at: record.started,
            drawn: 0,
            chain: Chain::of(record)?,
            commands: BTreeMap::new(),
            outcome: None,
            question: OpenQuestion::default(),
            drafts: BTreeMap::new(),
            drafted: false,
            holders: BTreeMap::new(),
            practice: Practice::of(ruleset, record),
            world: shared.config.world.clone(),
            tails: Tails::new(&shared.tails),
            floor,
        };
        for (number, row) in (0u32..).zip(rows) {
            if row.entry != number {
                return Err(broken(&format!("entry {number} is missing")));
            }
            let last = rows.len() == number as usize + 1;
            play.chain.follow(row, record.outcome.as_ref().filter(|_| last))?;
            play.fold(row)?;
            for holding in holdings.iter().filter(|holding| holding.entry == number) {
                play.seat_player(holding.seat, holding.guest);
            }
        }
        if rows.is_empty() {
            return Err(broken("it is empty"));
        }
        play.outcome = play.game.outcome();
        play.catch_up(&BTreeSet::new());
        Ok(play)
    }

    fn fold(&mut self, row: &JournalRow) -> Result<(), Refusal> {
        let events: Vec<&RawValue> = row.events.read().map_err(|why| broken(&why.to_string()))?;
        for event in &events {
            self.game.apply(event.get(), &mut |_| {})?;
        }
        let by = row.actor.map(Actor::seat);
        // In wall time: the clocks of the open question are stored, and take their place.
        let by_clock = matches!(row.actor, Some(Actor::Clock(_)));
        let made =
            Made { by, by_clock, entry: row.entry, at: row.at, now: row.at, grace: 0, spans: Spans::STORED };
        if let Some(blind) = &row.blind {
            self.question.note(made, blind);
        }
        if row.command.is_some() || row.blind.is_none() {
            self.question.turn(made, self.game.asking(), self.sealing(), put(&self.game, self.clocks));
        }
        self.follow_practice(row);
        self.entry = row.entry;
        self.at = row.at;
        self.drawn = row.drawn;
        if let (Some(id), Some(seat)) = (row.command_id, by) {
            self.commands.insert(id, (row.entry, seat));
        }
        if let Some(floor) = &mut self.floor {
            floor.hold(row, self.game.turn());
        }
        Ok(())
    }

    fn follow_practice(&mut self, row: &JournalRow) {
        if let Some(practice) = &mut self.practice {
            practice.hear(row, self.game.outcome().is_some());
        }
    }

    /// Whether what is asked now is sealed blindly.
    fn sealing(&self) -> bool {
        self.blind && self.game.asks_sealed()
    }

    /// What the chain covers of a person's name. One that the game does not know yet is added to the `fresh` ones.
    pub(super) fn nameplate(
        &self,
        guest: Uuid,
        name: &str,
        fresh: &mut Vec<Nameplate>,
    ) -> Result<String, Trouble> {
        let same = |plate: &&Nameplate| {
            plate.guest == Some(guest) && plate.name.as_ref().is_some_and(|(known, _)| known == name)
        };
        if let Some(plate) = self.nameplates.iter().chain(&*fresh).find(same) {
            return Ok(plate.digest.clone());
        }
        let plate = nameplate(&self.world, Some(guest), name)?;
        let digest = plate.digest.clone();
        fresh.push(plate);
        Ok(digest)
    }

    /// Drops the names of a person.
    pub(super) fn forget_names(&mut self, guest: Uuid) {
        self.question.seals.forget_guest(guest);
        for plate in self.nameplates.iter_mut().filter(|plate| plate.guest == Some(guest)) {
            (plate.guest, plate.name) = (None, None);
        }
    }

    /// Takes the stored clocks and drafts.
    pub(super) fn recall(&mut self, deadlines: &[DeadlineRow], drafts: Vec<(Seat, Payload)>) {
        self.question.restore(deadlines);
        self.drafted = !drafts.is_empty();
        for (seat, draft) in drafts {
            let legal = Some(self.game.advise(seat, draft.text()).is_ok());
            self.drafts.insert(seat, Draft { draft, legal });
        }
    }

    /// Whether nothing of a step was written down for an audience. Those who see the game late hear nothing of a step itself.
    pub(super) fn misses(&self, key: AudienceKey, step: &Step) -> bool {
        (key.is_some() || !self.is_watched_late()) && !step.notices.contains_key(&key)
    }

    /// Swaps a durable step in. What it says is told with [`Self::tell`].
    pub(super) fn swap(&mut self, step: Step) {
        let Step { game, row, question, turned, outcome, notices, lapsed, .. } = step;
        let scores = new_scores(self.game.scoreboard().as_ref(), &game);
        self.game = game;
        self.entry = row.entry;
        self.at = row.at;
        self.drawn = row.drawn;
        self.chain.grow(&row);
        self.question = question;
        self.outcome = outcome;
        self.follow_practice(&row);
        if let (Some(id), Some(by)) = (row.command_id, row.actor) {
            self.commands.insert(id, (row.entry, by.seat()));
        }
        match turned {
            Turned::Same => {}
            Turned::Again(seat) => {
                self.drafts.remove(&seat);
            }
            Turned::New => {
                self.drafts.clear();
                self.drafted = false;
            }
        }
        let (author, head) = maker_and_head(&row);
        let entry = Entry {
            n: row.entry,
            at: row.at,
            turn: self.game.turn(),
            notices: Vec::new(),
            scores,
            seal: row.seal.as_ref().map(|(digest, _)| digest.clone()),
            author,
            head,
            blind: row.blind.as_ref().map(Blind::told),
            lapsed,
        };
        self.tails.push(entry, notices.into_iter().collect());
        if let Some(floor) = &mut self.floor {
            floor.hold(&row, self.game.turn());
        }
    }

    /// What was swapped in since the last time, in one frame for each audience of those who are `here`.
    pub(super) fn tell(&mut self, time: Time, here: &BTreeSet<AudienceKey>) -> Vec<(AudienceKey, Frame)> {
        let common = asking_of(&self.game, None, Some((&self.question, time)), self.clocks.reserve());
        let asking = |key| {
            let Own { mine, default, proposed, take_back } = own_question(&self.game, key, &self.question);
            common.clone().map(|asking| Asking { mine, default, proposed, take_back, ..asking })
        };
        let mut frames = self.tails.tell(here, &asking, self.outcome.as_ref());
        frames.extend(self.catch_up(here));
        frames
    }

    /// Lets late spectators see what they may see by now.
    fn catch_up(&mut self, here: &BTreeSet<AudienceKey>) -> Vec<(AudienceKey, Frame)> {
        let (turn, over) = (self.game.turn(), self.outcome.is_some());
        let Some(floor) = &mut self.floor else { return Vec::new() };
        while let Some(entry) = floor.next(turn, over, self.id) {
            self.tails.push_late(entry);
        }
        let (asking, outcome) = (asking_of(&floor.game, None, None, None), floor.game.outcome());
        self.tails.tell_late(here, &|_| asking.clone(), outcome.as_ref())
    }

    /// The question that is open now, for one audience.
    pub(super) fn asking_for(&self, key: AudienceKey, time: Time) -> Option<Asking> {
        match &self.floor {
            Some(floor) if key.is_none() => asking_of(&floor.game, None, None, None),
            _ => asking_of(&self.game, key, Some((&self.question, time)), self.clocks.reserve()),
        }
    }

    /// Whether those who watch see the game some turns late.
    pub(super) fn is_watched_late(&self) -> bool {
        self.floor.is_some()
    }

    /// The last entry that an audience may know.
    pub(super) fn last(&self, key: AudienceKey) -> u32 {
        match &self.floor {
            Some(floor) if key.is_none() => floor.entry,
            _ => self.entry,
        }
    }

    /// What an audience missed after an entry, with the question that is open now; `None` when it needs a fresh view.
    pub(super) fn tail(&self, key: AudienceKey, after: u32, time: Time) -> Option<Moment> {
        let entries = self.tails.after(key, after, self.last(key))?;
        let (asking, outcome) = (self.asking_for(key, time), self.outcome_for(key));
        Some(Moment { entries, still: None, asking, outcome })
    }

    /// How the game ended, as far as an audience may know.
    fn outcome_for(&self, key: AudienceKey) -> Option<Outcome> {
        match &self.floor {
            Some(floor) if key.is_none() => floor.game.outcome(),
            _ => self.outcome.clone(),
        }
    }

    /// Whether what an audience missed after an entry is there.
    pub(super) fn has_tail(&self, key: AudienceKey, after: u32) -> bool {
        self.tails.has(key, after, self.last(key))
    }

    /// Until when the tails are kept.
    pub(super) fn tails_until(&self) -> Option<Instant> {
        self.tails.until()
    }

    /// Evicts the tails: clients that come back from now on get a fresh view.
    pub(super) fn drop_tails(&mut self) {
        self.tails.clear();
    }

    /// Whether the journal holds an entry with another head than a client knows, or does not hold it. A game without a chain tells
    /// nothing.
    pub(super) fn has_lost(&self, known: &KnownHead) -> bool {
        self.chain.last().is_some() && self.chain.head(known.entry).as_ref() != Some(&known.head)
    }

    /// The game as an audience sees it. With `after`, without a view: the tail follows.
    pub(super) fn table(&self, key: AudienceKey, after: Option<u32>, time: Time) -> Table {
        let game = match &self.floor {
            Some(floor) if key.is_none() => &floor.game,
            _ => &self.game,
        };
        let entry = after.unwrap_or_else(|| self.last(key));
        Table {
            game: self.id,
            ruleset: self.ruleset.name().to_owned(),
            version: self.version,
            commitment: self.commitment.clone(),
            draw: self.draw.clone(),
            blind: self.blind,
            entry,
            head: self.chain.head(entry),
            lost: None,
            turn: game.turn(),
            view: after.is_none().then(|| game.view(audience(key)).into()),
            scores: if after.is_none() { game.scoreboard() } else { None },
            asking: self.asking_for(key, time),
            draft: key.and_then(|seat| self.drafts.get(&seat)).map(|draft| draft.draft.clone()),
            outcome: game.outcome(),
        }
    }

    /// Whether a draft is an answer in the making, which counts when the time runs out.
    pub(super) fn keeps(&self, draft: &str) -> bool {
        self.game.ruleset().kept(draft).map_or(true, |command| command.is_some())
    }

    /// What counts for a seat whose time is over and that has no legal draft.
    pub(super) fn default_answer(&self, seat: Seat) -> Json {
        self.game.default_answer(seat)
    }

    /// Who has to answer.
    pub(super) fn asked(&self) -> Seats {
        if self.outcome.is_some() { Seats::NONE } else { self.question.asked }
    }

    /// The game, for a bot, which takes nothing from it but the view of its seat.
    pub(super) fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Takes a seat from its player, with the draft.
    pub(super) fn clear_seat(&mut self, seat: Seat) {
        self.tails.forget(seat);
        self.drafts.remove(&seat);
    }

    /// Gives a seat to a person. What others have sealed there stays hidden from them; before the first entry there is nothing sealed.
    pub(super) fn seat_player(&mut self, seat: Seat, guest: Uuid) {
        self.clear_seat(seat);
        if self.holders.insert(seat, guest) == Some(guest) {
            return;
        }
        self.question.seals.new_holder(seat);
        if self.entry > 0 {
            self.game.new_holder(seat);
        }
    }
}
