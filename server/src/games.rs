//! The games of a person, as they look before any room is entered. No room is woken for it.

use bagarre_protocol::http::{LastMove, MyGame};
use bagarre_protocol::room::{Holder, Phase};
use bagarre_rules::contract::{Actor, Seat};
use bagarre_rules::presentation::Words;
use bagarre_rules::systems;

use crate::app::App;
use crate::clock::DAY_MS;
use crate::error::AppError;
use crate::room::card;
use crate::store::{Guest, JournalRow, RoomRecord};

/// The most rooms that are looked at.
const MAX_ROOMS: u32 = 100;

/// The most entries of a journal among which the newest blow is looked for.
const MAX_SEARCHED_ENTRIES: u32 = 16;

/// How long a game that is over stays in the list, in milliseconds.
const RECENT_GAME_AGE_MS: i64 = 14 * DAY_MS;

/// The seat that a person holds.
fn seat_of(room: &RoomRecord, guest: &Guest) -> Option<Seat> {
    let mut seats = (0u8..).map(Seat).zip(&room.seats);
    let held = |holder: &Holder| matches!(holder, Holder::Guest { id, .. } if *id == guest.id);
    seats.find(|(_, seat)| held(&seat.holder)).map(|(seat, _)| seat)
}

impl App {
    /// Games of a person that are to come, run or have just ended: those first that wait for the person, then by deadline.
    pub(crate) async fn games_of(&self, guest: &Guest) -> Result<Vec<MyGame>, AppError> {
        let mut games = Vec::new();
        for room in self.store().rooms_of(guest.id, MAX_ROOMS).await? {
            let seat = seat_of(&room, guest);
            let live = matches!(room.phase, Phase::Lobby | Phase::Playing | Phase::Paused)
                || (room.phase == Phase::Finished && self.world().now() - room.touched < RECENT_GAME_AGE_MS);
            // An exercise is begun anew rather than come back to.
            let played = room.settings.exercise.is_none();
            if live && played && (seat.is_some() || room.host == guest.id) {
                games.push(self.game_of(guest, seat, room).await?);
            }
        }
        games.sort_by_key(|game| {
            let mine = game.seat.is_some_and(|seat| game.waited.contains(&seat));
            let phase = match game.room.phase {
                Phase::Playing | Phase::Paused => 0,
                Phase::Lobby => 1,
                _ => 2,
            };
            (!mine, phase, game.deadline.unwrap_or(i64::MAX))
        });
        Ok(games)
    }

    /// The newest blow among the last entries of a journal, the newest first.
    async fn newest_blow(&self, moves: &[JournalRow]) -> Result<Option<Words>, AppError> {
        let Some(first) = moves.first() else { return Ok(None) };
        let Some(game) = self.store().game(first.game).await? else { return Ok(None) };
        let Ok(ruleset) = systems::parse(&game.ruleset) else { return Ok(None) };
        let headline = |row: &JournalRow| ruleset.headline(game.setup.text(), row.events.text());
        Ok(moves.iter().find_map(headline))
    }

    async fn game_of(&self, guest: &Guest, seat: Option<Seat>, room: RoomRecord) -> Result<MyGame, AppError> {
        let (clocks, moves) = match room.game.filter(|_| room.phase != Phase::Lobby) {
            Some(game) => (
                self.store().deadlines(game).await?,
                self.store().journal_end(game, MAX_SEARCHED_ENTRIES).await?,
            ),
            None => (Vec::new(), Vec::new()),
        };
        // A spectator may be behind the players.
        let blow = if seat.is_some() { self.newest_blow(&moves).await? } else { None };
        let waiting = clocks.iter().filter(|clock| clock.asked.is_some());
        let waited: Vec<Seat> = waiting.clone().map(|clock| clock.seat).collect();
        let time = self.rooms().stored_time();
        let running = waiting.filter(|clock| clock.paused_left.is_none() && time.runs);
        let own = running.clone().find(|clock| Some(clock.seat) == seat);
        let deadline = own.or_else(|| running.min_by_key(|clock| clock.deadline));
        let host = room.host == guest.id;
        let fresh = host && room.phase == Phase::Lobby && room.game.is_none();
        let deletable = fresh && self.store().past_games(&room.id, 1).await?.is_empty();
        let last = moves.first().map(|row| LastMove {
            seat: row.actor.map(Actor::seat),
            clock: matches!(row.actor, Some(Actor::Clock(_))),
            at: row.at,
        });
        Ok(MyGame {
            players: room.seats.iter().map(|seat| seat.holder.clone()).collect(),
            seat,
            host,
            deletable,
            waited,
            deadline: deadline.map(|clock| time.to_wall(clock.deadline)),
            last,
            blow,
            touched: room.touched,
            room: card(room),
        })
    }
}
