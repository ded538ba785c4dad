//! Mixing the dice of a new game. The server's secret is committed to first; then every seat promises a number, and only
//! when all promises are known are the numbers given. So no player, not even a server that plays along at the table, can choose
//! a number that suits the others'. The wait is short and lives in memory: after a restart the seats are asked again.

use std::sync::Arc;

use bagarre_protocol::fair::Given;
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::Seat;
use uuid::Uuid;

use super::actor::Room;
use super::drawing::Drawing;
use super::founding;
use super::play::Play;
use super::trouble::Trouble;
use super::{refuse, start};
use crate::store::{Draw, GameRecord, Write};

impl Room {
    /// Takes the promise of a number from the player of a seat.
    pub(super) fn take_promise(&mut self, number: u64, game: Uuid, digest: &str) {
        self.contribute(number, game, |drawing, seat| drawing.add_promise(seat, digest));
    }

    /// Takes the number that the player of a seat has promised.
    pub(super) fn take_number(&mut self, number: u64, game: Uuid, nonce: &str) {
        self.contribute(number, game, |drawing, seat| drawing.add_number(seat, nonce));
    }

    /// Gives something of a socket to the dice that are mixed.
    fn contribute(
        &mut self,
        number: u64,
        game: Uuid,
        put: impl FnOnce(&mut Drawing, Seat) -> Result<(), Refusal>,
    ) {
        let seat = self.who(number).and_then(|(_, key)| key).ok_or_else(refuse::no_seat);
        let taken = seat.and_then(|seat| self.game.mix(game, |drawing| put(drawing, seat)));
        if let Err(refusal) = taken {
            self.people.send_unreadable(number, &refusal);
        }
    }

    /// Asks for the numbers, or begins the game, because no player is waited for any more or the time is over.
    pub(super) async fn mix(&mut self) -> Result<(), Trouble> {
        if self.game.ask_for_numbers() {
            self.tell_room();
            return Ok(());
        }
        let Some(drawing) = self.game.drawing() else { return Ok(()) };
        let given = drawing.contributions();
        let record = GameRecord { draw: Draw::Drawn(given.clone()), ..drawing.record.clone() };
        // The set-up was taken when the host started: what is refused now is a fault, not an answer to a player.
        match self.begin_game(record, given).await {
            Err(Trouble::Refused(refusal)) => Err(Trouble::Poisoned(refusal.en)),
            done => done,
        }
    }

    async fn begin_game(&mut self, record: GameRecord, draw: Vec<Given>) -> Result<(), Trouble> {
        let (clocks, delay) =
            (self.seating.record().settings.clocks, self.seating.record().settings.spectator_delay);
        let (row, question) = founding::open(self.world(), &record, clocks, self.time())?;
        let holdings = start::holdings(self.seating.record());
        let play =
            Play::restore(&record, std::slice::from_ref(&row), &holdings, clocks, delay, &self.shared)?;
        let game = record.id;
        let mut job = vec![
            Write::Drawn { game, draw },
            Write::Entry(Arc::new(row)),
            Write::Deadlines { game, rows: question.rows() },
        ];
        job.extend(holdings.into_iter().map(|holding| Write::Holding { game, holding }));
        self.write(job).await?;
        self.game.begin(play);
        metrics::counter!("bagarre_games_started_total").increment(1);
        self.tell_room();
        let all: Vec<u64> = self.people.everybody().map(|(number, _)| number).collect();
        for number in all {
            self.show_table(number);
        }
        self.show_spectators_the_table();
        Ok(())
    }
}
