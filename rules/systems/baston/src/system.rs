//! What the machine under the procedures asks of Baston.

use std::borrow::Cow;

use super::command::{Advice, Ask, Choice, Command, Question, Standing};
use super::event::{Answer, Event, Fact, Unit, What};
use super::refusal::Illegal;
use super::resolve::{Flow, Notes, Script};
use super::save::{self, Position};
use super::scene::Scene;
use super::setup::Setup;
use super::state::{State, Wait, Work};
use super::tables::tables;
use super::view::{self, View};
use super::{Baston, advise, bots, create, decide, next, options, programme, proposal, scores, threats};
use bagarre_kit::contract::{
    Actor, Audience, BETWEEN_SECONDS, Bot, Hand, Outcome, Pace, Scoreboard, Seat, Seats, Threat, Threatened,
};
use bagarre_kit::notice::Notice;
use bagarre_kit::procedure::System;

impl System for Baston {
    const ID: &'static str = "baston";
    const VERSION: u16 = 4;
    // Games of version 1 were played before there was a chain.
    const CHAINED_SINCE: u16 = 2;
    const IDLE: Unit = Unit::EndTurn;

    type Setup = Setup;
    type State = State;
    type Position = Position;
    type Command = Command;
    type Draft = Command;
    type Event = Event;
    type Ask = Ask;
    type View = View;
    type Fact = Fact;
    type Advice = Advice;
    type Illegal = Illegal;

    type Scene = Scene;
    type Unit = Unit;
    type Wait = Wait;
    type Question = Question;
    type Answer = Answer;
    type Standing = Standing;
    type Notes = Notes;
    type Script<'a> = Script<'a>;

    fn new(setup: &Setup) -> Result<State, Illegal> {
        create::create(setup)
    }

    fn from_position(position: &Position) -> Result<State, Illegal> {
        save::load(position)
    }

    fn position(state: &State) -> Position {
        save::position(state)
    }

    fn misread(text: &str) -> Option<Illegal> {
        programme::ungrammatical(text)
    }

    fn happen(scene: &mut Scene, what: &What) {
        scene.apply(what);
    }

    fn tell(state: &mut State, facts: &[Fact]) {
        for fact in facts {
            state.scene.apply(&fact.what);
            if let What::Score { seat, points, reason, .. } = &fact.what {
                state.tally.add(seat.0, &fact.rule, reason, *points);
            }
        }
    }

    fn apply(state: &mut State, event: &Event) {
        state.apply(event);
    }

    fn play(script: &mut Script<'_>, unit: &Unit) -> Flow {
        script.play(*unit)
    }

    fn after_fact(script: &mut Script<'_>) {
        script.watch(script.facts.len() - 1);
    }

    fn follow(state: &mut State, unit: &Unit) {
        next::follow(state, *unit);
    }

    fn outcome(state: &State) -> Option<&Outcome> {
        state.scene.outcome.as_ref()
    }

    fn decide_on(
        state: &State,
        by: Actor,
        command: &Command,
        hand: &mut Hand<'_, Self>,
    ) -> Result<Event, Illegal> {
        decide::decide(state, by, command, hand)
            .inspect_err(|why| debug_assert!(why.is_reasoned(), "{why:?} is not in the table of reasons"))
    }

    fn options(state: &State, seat: Seat, each: &mut dyn FnMut(Command)) {
        options::options(state, seat, each);
    }

    fn default_answer(state: &State, seat: Seat) -> Command {
        next::default_answer(state, seat)
    }

    fn proposal(state: &State, seat: Seat) -> Option<Command> {
        proposal::proposal(state, seat)
    }

    fn advise(state: &State, seat: Seat, draft: &Command) -> Result<Advice, Illegal> {
        advise::advise(state, seat, draft)
    }

    fn threats(state: &State, about: Threatened) -> Option<Vec<Threat>> {
        threats::threats(state, about)
    }

    fn draft_command(draft: &Command) -> Option<Command> {
        // A sheet without a character is a question about where all characters stand.
        let asks = matches!(draft, Command::Programme { sheets, .. } | Command::Rewrite { sheets, .. } if sheets.0.is_empty());
        (!asks).then(|| draft.clone())
    }

    fn waiting(state: &State, wait: &Wait) -> (Seats, Ask) {
        next::waiting(state, wait)
    }

    fn asked(question: &Question) -> (Seats, Cow<'_, Ask>) {
        (Seats::one(question.seat), Cow::Owned(Ask::Decide(question.clone())))
    }

    fn addressed(state: &State, seat: Seat, ask: Ask) -> Ask {
        next::with_odds(state, next::with_forms(state, seat, ask))
    }

    /// Without odds, which are counted face by face.
    fn addressed_to_bot(state: &State, seat: Seat, ask: Ask) -> Ask {
        next::with_forms(state, seat, ask)
    }

    fn counts(answer: &Answer) -> bool {
        !matches!(answer, Answer::Drop(..))
    }

    fn standing(state: &State, question: &Question) -> Option<(Seat, Answer)> {
        let standing = state.standing.get(usize::from(question.seat.0))?;
        let mut usual = standing.answers.iter().filter(|usual| usual.dec == question.dec);
        let own = usual.find_map(|usual| {
            let suits = |choice: &&Choice| choice.habit(&state.scene) == Some(usual.answer);
            question.options.iter().find(suits).cloned()
        });
        let default = || standing.defaults.contains(&question.dec).then(|| question.default_choice());
        own.or_else(default).map(|choice| (question.seat, Answer::Standing(choice)))
    }

    fn has_given_up(state: &State, seat: Seat) -> bool {
        state.scene.gave_up.contains(&seat)
    }

    fn has_sealed(state: &State, seat: Seat) -> bool {
        state.has_sealed(seat)
    }

    fn withdraw(ask: &Ask) -> Option<Command> {
        match ask {
            Ask::Plan { turn, .. } | Ask::Rewrite { turn, .. } => Some(Command::Withdraw { turn: *turn }),
            Ask::Decide(_) => None,
        }
    }

    fn sealed(command: &Command) -> bool {
        matches!(command, Command::Programme { .. } | Command::Rewrite { .. })
    }

    fn taken_over(state: &mut State, seat: Seat) {
        state.inherited.opened = state.inherited.opened.with(seat);
    }

    fn view(state: &State, to: Audience) -> View {
        view::view(state, to)
    }

    fn notice<'a>(after: &State, event: &'a Event, to: Audience) -> Option<Notice<'a, Fact>> {
        view::notice(after, event, to)
    }

    fn scoreboard(state: &State) -> Option<Scoreboard> {
        Some(scores::scoreboard(state))
    }

    fn turn(state: &State) -> u32 {
        u32::from(state.scene.turn)
    }

    fn parts(state: &State) -> u32 {
        u32::from(save::sequences_over(state))
    }

    fn pace(state: &State, seat: Seat) -> Pace {
        match state.wait() {
            Some(Wait::Programming(_)) => Pace::Long(decide::writing(state, seat).len() as u8),
            Some(Wait::Rewriting(_)) => Pace::Short,
            None => Pace::Quick,
        }
    }

    fn seconds(pace: Pace) -> u32 {
        let times = tables().times();
        match pace {
            Pace::Window | Pace::Quick => times.decision,
            Pace::Short => times.rewrite,
            Pace::Long(characters) => times.programming + times.per_character * u32::from(characters),
            Pace::Between => BETWEEN_SECONDS,
        }
    }

    fn bots() -> &'static [&'static str] {
        &["any", "novice", "brawler"]
    }

    fn bot(name: &str) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "any" => Some(Box::new(bots::AnyBot)),
            "novice" => Some(Box::new(bots::Novice::default())),
            "brawler" => Some(Box::new(bots::Brawler::default())),
            _ => None,
        }
    }

    fn alike(a: &Scene, b: &Scene) -> bool {
        a.figures.len() == b.figures.len()
            && a.items.len() == b.items.len()
            && a.pieces.len() == b.pieces.len()
            && a.doors.len() == b.doors.len()
            && a.windows.len() == b.windows.len()
            && a.panels.len() == b.panels.len()
            && a.phones.len() == b.phones.len()
            && a.scores.len() == b.scores.len()
    }

    fn suits(state: &State, _: &Work, question: &Question, scene: &Scene, answer: &Answer) -> bool {
        match answer {
            Answer::Choice(choice) | Answer::Standing(choice) => question.options.contains(choice),
            Answer::Drop(who, item) => decide::may_drop(state, scene, question.seat, *who, *item),
        }
    }
}
