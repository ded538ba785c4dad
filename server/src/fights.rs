//! A fight against a bot at once: a room in which all seats are taken and everything is chosen.

use bagarre_protocol::http::QuickFight;
use bagarre_protocol::room::Holder;
use bagarre_rules::any::{Json, Refusal, RulesetId};
use bagarre_rules::contract::{Lang, Seat};
use bagarre_rules::gather::Terms;
use bagarre_rules::presentation::{BotCard, Quick};
use bagarre_rules::systems;
use bagarre_rules::text::fill;

use crate::app::App;
use crate::error::AppError;
use crate::room::settings;
use crate::store::{Guest, SeatRecord};
use crate::words::room as refuse;
use crate::words::{FIGHT, shelf};

/// A fight as its system declares it, against one of its bots.
pub(crate) struct Chosen {
    ruleset: RulesetId,
    quick: &'static Quick,
    bot: String,
}

impl Chosen {
    /// Reads what is wanted, before a person is made for it.
    pub(crate) fn read(wanted: &QuickFight) -> Result<Self, Refusal> {
        let ruleset = systems::parse(&wanted.ruleset)?;
        let quick = ruleset.presentation().card.quick.as_ref().ok_or_else(shelf::no_fight)?;
        let bot = wanted.bot.as_deref().unwrap_or(&quick.bot);
        if !ruleset.bots().contains(&bot) {
            return Err(refuse::no_such_bot());
        }
        Ok(Self { ruleset, quick, bot: bot.to_owned() })
    }

    fn card(&self) -> Option<&'static BotCard> {
        self.ruleset.presentation().card.bots.get(&self.bot)
    }

    /// Whom one meets first, by name.
    fn opponent(&self) -> &str {
        let people = self.card().map(|card| card.people.as_slice()).unwrap_or_default();
        people.get(1 % people.len().max(1)).map_or(self.bot.as_str(), String::as_str)
    }

    /// The person's seat first, then those of bots, each with a band of its own.
    fn seats(&self, host: &Guest, terms: &Terms, lang: Lang, from: u8) -> Result<Vec<SeatRecord>, Refusal> {
        let mut seats = vec![SeatRecord::of(host)];
        let bot = SeatRecord { holder: Holder::Bot { bot: self.bot.clone() }, ..SeatRecord::empty() };
        seats.resize(usize::from(terms.seats), bot);
        let mut bands: Vec<Json> = Vec::new();
        for seat in (0..terms.seats).map(Seat) {
            let others: Vec<&str> = bands.iter().map(|band| band.get()).collect();
            bands.push(self.ruleset.own_band(terms, seat, from, lang, &others)?);
        }
        for (seat, band) in seats.iter_mut().zip(bands) {
            seat.band = Some(band.into());
        }
        Ok(seats)
    }
}

impl App {
    /// Opens a room for a fight at once. It begins when its host starts it, who has to be there for the dice to be mixed.
    pub(crate) async fn open_fight(
        &self,
        host: &Guest,
        chosen: &Chosen,
        lang: Lang,
    ) -> Result<(String, String), AppError> {
        let terms = chosen.quick.terms();
        let [from, ..] = self.world().luck()?;
        let seats = chosen.seats(host, &terms, lang, from & 15)?;
        let both = [("host", host.name.as_str().into()), ("opponent", chosen.opponent().into())];
        let name = fill(FIGHT.in_lang(lang), lang, &both);
        let settings = settings::at_once(&name, chosen.ruleset, terms, &self.config().limits)?;
        self.may_open_room(host).await?;
        self.rooms().open(host, settings, None, seats).await
    }
}
