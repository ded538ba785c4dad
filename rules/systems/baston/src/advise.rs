//! What the engine reports about a draft: the planned path, and the orders that cannot be executed as things stand.
//!
//! Each own character is played alone on a copy of the public scene: no other character moves, every test succeeds,
//! every question takes its default. Sealed orders are not read.

use super::Baston;
use super::command::{Advice, Command, Ghost, Remark, RunReach, Sheet};
use super::decide::{rewriting, writing};
use super::event::{Answer, Unit, What, Why};
use super::ids::Who;
use super::programme;
use super::refusal::Illegal;
use super::resolve;
use super::scene::Phase;
use super::state::{Input, Need, Sealed, State};
use bagarre_kit::contract::{Lang, Refuse, Rule, Seat};
use bagarre_kit::dice::Faces;
use bagarre_kit::procedure;

/// Dice and answers one order may take in a forecast.
const BOUND: usize = 60;

/// Remarks and path of a draft.
pub(super) fn advise(state: &State, seat: Seat, draft: &Command) -> Result<Advice, Illegal> {
    let (sheets, allowed) = match draft {
        Command::Programme { sheets, .. } => (&sheets.0, writing(state, seat)),
        Command::Rewrite { sheets, .. } => (&sheets.0, rewriting(state, seat)),
        _ => return Ok(Advice::default()),
    };
    let mut advice = Advice::default();
    if sheets.is_empty() {
        for who in allowed {
            forecast(state, &programme::known(state, who), &mut advice);
        }
        return Ok(Advice { prospects: advice.prospects, runs: advice.runs, ..Advice::default() });
    }
    for sheet in sheets {
        if !allowed.contains(&sheet.who) {
            return programme::check_sheets(state, seat, std::slice::from_ref(sheet), &allowed)
                .map(|_| Advice::default());
        }
        if let Err(refusal) = programme::check_sheet(state, sheet) {
            advice.remarks.push(Remark {
                who: sheet.who,
                sequence: 0,
                round: 0,
                refused: true,
                code: refusal.code().to_owned(),
                rule: refusal.rule().unwrap_or(Rule::new("BAS-PRG-08")),
                fr: refusal.say(Lang::Fr),
                en: refusal.say(Lang::En),
            });
            continue;
        }
        forecast(state, sheet, &mut advice);
    }
    Ok(advice)
}

/// A copy of the game in which only this sheet is known.
fn alone(state: &State, sheet: &Sheet) -> State {
    let mut copy = state.clone();
    copy.sheets.fill(None);
    copy.sheets[sheet.who.i()] = Some(Sealed(sheet.clone()));
    for figure in &mut copy.scene.figures {
        figure.orders = [super::order::Sequence::REST; 3];
    }
    copy.scene.figures[sheet.who.i()].orders = sheet.orders;
    copy.stack.clear();
    copy
}

fn forecast(state: &State, sheet: &Sheet, advice: &mut Advice) {
    let who = sheet.who;
    let played = if state.scene.phase == Phase::Rewriting { state.scene.sequence } else { 0 };
    let most = state.fighters[who.i()].character.speed;
    let mut game = alone(state, sheet);
    for sequence in played + 1..=3 {
        game.scene.apply(&What::Enter { phase: Phase::Rank, sequence });
        let points = resolve::run_reach(&game, who, most);
        advice.runs.push(RunReach { who, sequence, points });
        for unit in [
            Unit::Activate(who),
            Unit::Round(who, 1),
            Unit::Round(who, 2),
            Unit::Push(who),
            Unit::LongAction(who),
        ] {
            if unit == Unit::Round(who, 2) && game.scene.figure(who).in_play() {
                advice.prospects.extend(resolve::prospects(&game, who, sequence));
            }
            play(&mut game, unit, sequence, who, advice);
        }
        let figure = game.scene.figure(who);
        if !figure.in_play() {
            break;
        }
        let ghost = Ghost {
            who,
            sequence,
            at: figure.at,
            facing: figure.facing,
            prone: figure.prone,
            top: figure.top,
        };
        advice.path.push(ghost);
        let fresh = figure.fresh;
        let figure = &mut game.scene.figures[who.i()];
        if fresh { figure.fresh = false } else { figure.stun = figure.stun.saturating_sub(1) }
    }
}

/// Whether a piece of work still has to be played in a forecast.
fn is_due(game: &State, unit: Unit, who: Who) -> bool {
    let figure = game.scene.figure(who);
    let order = figure.orders[usize::from(game.scene.sequence.clamp(1, 3)) - 1];
    let push = order.r2 == super::order::R2::Push;
    match unit {
        Unit::Round(_, 2) => {
            let combination = matches!(order.r1, super::order::R1::Take | super::order::R1::Break);
            figure.in_play() && !figure.done && !combination
        }
        Unit::Round(..) => figure.in_play() && !figure.done,
        Unit::Push(_) => figure.queued && push,
        Unit::LongAction(_) => figure.queued && !push,
        _ => figure.in_play(),
    }
}

fn play(game: &mut State, unit: Unit, sequence: u8, who: Who, advice: &mut Advice) {
    if !is_due(game, unit, who) {
        return;
    }
    let mut tape = Vec::new();
    loop {
        let ran = procedure::run::<Baston>(game, &unit, &game.scene, &tape, game.questions, &mut |_| None);
        match ran.need {
            Need::Roll(roll) if tape.len() < BOUND => {
                tape.push(Input::Faces(Faces::new(&[lucky(roll.sides, &roll.what)])));
            }
            Need::Ask(question) if tape.len() < BOUND => {
                tape.push(Input::Answer(Answer::Choice(question.default_choice())));
            }
            _ => {
                for fact in &ran.facts {
                    remark(&fact.what, &fact.rule, sequence, who, advice);
                    game.scene.apply(&fact.what);
                }
                return;
            }
        }
    }
}

/// The face that suits the actor: tests succeed on 1, contests and blows on the highest.
fn lucky(sides: u8, what: &str) -> u8 {
    if what.ends_with("test") { 1 } else { sides }
}

fn remark(what: &What, rule: &Rule, sequence: u8, who: Who, advice: &mut Advice) {
    let (round, why) = match what {
        // Later on others will have moved: no target is only worth a word for the first sequence.
        What::Lost { who: own, round, why: Why::NoTarget } if *own == who && sequence > 1 => {
            let _ = round;
            return;
        }
        What::Lost { who: own, round, why } if *own == who => (*round, Some(*why)),
        What::Impossible { who: own, .. } if *own == who => (1, None),
        _ => return,
    };
    let (code, fr, en) = words(why);
    advice.remarks.push(Remark {
        who,
        sequence,
        round,
        refused: false,
        code: code.to_owned(),
        rule: rule.clone(),
        fr: fr.to_owned(),
        en: en.to_owned(),
    });
}

/// What a remark says.
fn words(why: Option<Why>) -> (&'static str, &'static str, &'static str) {
    let Some(why) = why else {
        return (
            "impossible",
            "ça bute sur un obstacle : risque d’être sonné",
            "this runs into an obstacle: a stun is possible",
        );
    };
    match why {
        Why::Posture => ("posture", "pas dans cette posture", "not in this posture"),
        Why::Limb => ("limb", "il lui manque un bras ou les jambes", "an arm or the legs are missing"),
        Why::Chair => ("chair", "la chaise dans les mains gêne", "the chair in hand is in the way"),
        Why::NoTarget => ("no_target", "rien ni personne à cet endroit", "nothing and nobody there"),
        Why::NoItem => ("no_item", "rien à prendre ou à lancer ici", "nothing to take or throw here"),
        Why::NoTool => (
            "no_tool",
            "il faut un outil : matraque, santiags, casque ou chaise",
            "a tool is needed: club, boots, helmet or chair",
        ),
        Why::NoEffect => ("no_effect", "ça ne changera rien", "this will change nothing"),
        Why::Barred => ("barred", "verrouillé, ou du mauvais côté", "bolted, or from the wrong side"),
        Why::Blocked => ("blocked", "c’est bloqué", "this is blocked"),
        Why::Place => ("place", "pas possible à cet endroit", "not possible in this place"),
        Why::Full => ("full", "déjà six objets", "six objects already"),
        Why::FirstHalf => (
            "first_half",
            "le premier geste échoue, donc le second aussi",
            "the first half fails, so the second does too",
        ),
        Why::Loaded => ("loaded", "on ne court pas avec la caisse", "no running with the cash box"),
        _ => ("lost", "l’ordre sera perdu", "the order will be lost"),
    }
}
