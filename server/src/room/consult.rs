//! What people ask of the rules besides answering: what comes of a draft, and what may be answered. A draft is saved at once; what the
//! rules say of it is worked out when it is its writer's turn, and the room goes on meanwhile.

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::Phase;
use bagarre_protocol::socket::ServerMessage;
use bagarre_rules::any::{AnyGame, Refusal};
use bagarre_rules::contract::Seat;
use tokio::task::JoinError;

use super::actor::Room;
use super::audience::AudienceKey;
use super::people::queries::{At, Consultation, Query, QueryKind, Reply};
use super::play::Play;
use super::refuse;
use super::trouble::Trouble;
use crate::store::Write;
use crate::text;

/// Upper bound of the answers that are listed: a seat that may give more has a form for them, or is shown a fair sample.
const MAX_LISTED_OPTIONS: usize = 256;
/// How often something is worked out again because the game has moved on meanwhile.
const MAX_CONSULT_RETRIES: u8 = 2;

/// Returns whether a draft is an answer in the making: what is only asked is not kept.
fn is_kept(play: Option<&Play>, draft: Option<&Payload>) -> bool {
    play.zip(draft).is_none_or(|(play, draft)| play.keeps(draft.text()))
}

/// Returns what the rules have worked out, unless they panicked: then the room falls, as with any other panic of its rules.
fn unwrap_work<T>(done: Result<T, JoinError>) -> Result<T, Trouble> {
    match done {
        Ok(said) => Ok(said),
        Err(why) if why.is_panic() => std::panic::resume_unwind(why.into_panic()),
        Err(_) => Err(Trouble::Unknown),
    }
}

impl Room {
    /// Saves a draft, and puts it into the line of its socket. Of several that wait behind each other the newest one is saved.
    pub(super) async fn draft(
        &mut self,
        number: u64,
        seq: u32,
        draft: Option<Payload>,
    ) -> Result<(), Trouble> {
        let Some((_, key)) = self.who(number) else { return Ok(()) };
        let kept = is_kept(self.game.play(), draft.as_ref());
        let mut drafts = vec![(seq, draft)];
        if kept {
            drafts.extend(self.later_drafts(number));
        }
        let judged: Vec<_> = drafts
            .into_iter()
            .map(|(seq, draft)| (seq, self.may_draft(key, draft.as_ref(), kept), draft))
            .collect();
        let newest =
            judged.iter().rev().find_map(|(_, seat, draft)| Some((*seat.as_ref().ok()?, draft.clone())));
        let saved = match newest {
            Some((seat, draft)) if kept => self.save(seat, draft).await?,
            _ => Ok(false),
        };
        for (seq, seat, draft) in judged {
            let what = match (seat.and(saved.clone()), draft) {
                (Err(refusal), _) => QueryKind::Known { saved: false, refusal: Some(refusal) },
                (Ok(saved), None) => QueryKind::Known { saved, refusal: None },
                (Ok(saved), Some(draft)) => QueryKind::Draft { draft, saved },
            };
            self.ask(number, Query::new(seq, what)).await?;
        }
        Ok(())
    }

    /// Takes the drafts of a socket that follow upon one of its drafts, came before the first clock is over, and are to be kept too.
    fn later_drafts(&mut self, number: u64) -> Vec<(u32, Option<Payload>)> {
        let (over, times, play) = (self.game.alarm(&self.seating), self.times(), self.game.play());
        self.inbox.drafts_after(number, |arrived, draft| {
            over.is_none_or(|over| times.at(arrived) < over) && is_kept(play, draft)
        })
    }

    /// Makes the draft of a seat durable.
    async fn save(&mut self, seat: Seat, draft: Option<Payload>) -> Result<Result<bool, Refusal>, Trouble> {
        let Some(game) = self.game.expect_draft() else { return Ok(Err(refuse::not_now())) };
        let job = vec![Write::Draft { game, seat, draft: draft.clone(), at: self.world().now() }];
        match self.write(job).await.map_err(Trouble::from) {
            Ok(()) => {}
            Err(Trouble::Unsaved) => return Ok(Err(refuse::store())),
            Err(trouble) => return Err(trouble),
        }
        let bytes = draft.as_ref().map_or(0, |draft| draft.text().len());
        self.shared.ledger.charge(self.seating.payer(seat), "drafts", bytes);
        self.game.set_draft(seat, draft);
        Ok(Ok(true))
    }

    /// Asks what the seat of a socket may answer now: all of it, or a fair sample.
    pub(super) async fn options(&mut self, number: u64, seq: u32) -> Result<(), Trouble> {
        self.ask(number, Query::new(seq, QueryKind::Options)).await
    }

    async fn ask(&mut self, number: u64, query: Query) -> Result<(), Trouble> {
        if self.people.ask(number, query) {
            self.advance(number).await?;
        }
        Ok(())
    }

    /// Answers what stands first in the line of a socket, and what stands behind it, up to what has to wait for a turn.
    async fn advance(&mut self, number: u64) -> Result<(), Trouble> {
        while let Some(first) = self.people.first_query(number) {
            let what = first.what.clone();
            let Some((guest, key)) = self.who(number) else { return Ok(()) };
            let said = match self.question(key, what) {
                None => None,
                Some((at, question)) => match self.shared.turns.take(guest) {
                    Ok(turn) => Some(unwrap_work(self.patiently(turn.run(question)).await)?),
                    Err(turn) => {
                        self.people.work_out(number, async move {
                            let Ok(turn) = turn.await else { std::future::pending().await };
                            match turn.run(question).await {
                                Ok(said) => Consultation { number, at, said },
                                // The room falls, as with any other panic of its rules.
                                Err(why) if why.is_panic() => std::panic::resume_unwind(why.into_panic()),
                                Err(_) => std::future::pending().await,
                            }
                        });
                        return Ok(());
                    }
                },
            };
            let Some(query) = self.people.take_query(number) else { return Ok(()) };
            self.send_reply(number, query, said);
        }
        Ok(())
    }

    /// Takes what was worked out once it had its turn, and answers it. What the game has left behind meanwhile is worked out anew.
    pub(super) async fn take_consultation(
        &mut self,
        done: Result<Consultation, JoinError>,
    ) -> Result<(), Trouble> {
        let Consultation { number, at, said } = match done {
            // The socket that asked is gone.
            Err(why) if why.is_cancelled() => return Ok(()),
            done => unwrap_work(done)?,
        };
        let now = self.who(number).and_then(|(_, key)| self.stands_at(key?));
        let Some(first) = self.people.first_query(number) else { return Ok(()) };
        if now.is_none_or(|now| now.seat != at.seat) || now != Some(at) && first.stale < MAX_CONSULT_RETRIES {
            first.stale = first.stale.saturating_add(1);
        } else if let Some(query) = self.people.take_query(number) {
            self.send_reply(number, query, Some(said));
        }
        self.advance(number).await
    }

    /// Returns where the game stands, for a seat.
    fn stands_at(&self, seat: Seat) -> Option<At> {
        self.game.play().map(|play| At { game: play.id, entry: play.entry, seat })
    }

    /// Returns what has to be worked out to answer something; nothing if the answer is known.
    fn question(
        &self,
        key: AudienceKey,
        what: QueryKind,
    ) -> Option<(At, Box<dyn FnOnce() -> Reply + Send + 'static>)> {
        let seat = self.may_ask(key).ok()?;
        let state = self.game.play()?.game.clone();
        let most = self.shared.config.limits.payload;
        let question: Box<dyn FnOnce() -> Reply + Send> = match what {
            QueryKind::Draft { draft, .. } => {
                Box::new(move || Reply::Advice(state.advise(seat, draft.text()).map(Payload::from)))
            }
            QueryKind::Options => Box::new(move || Reply::Options(listed(&state, seat, most))),
            QueryKind::Known { .. } => return None,
        };
        Some((self.stands_at(seat)?, question))
    }

    /// Answers something that a socket asked; without what the rules say, what may be known is asked for no more.
    fn send_reply(&mut self, number: u64, query: Query, said: Option<Reply>) {
        let Some((_, key)) = self.who(number) else { return };
        // It may not be asked any more.
        let late = said.is_none().then(|| self.may_ask(key).err().unwrap_or_else(refuse::not_now));
        let (mut saved, mut options, mut advice) = (false, None, None);
        let refusal = match (query.what, said) {
            (QueryKind::Known { saved: is_saved, refusal }, _) => {
                saved = is_saved;
                refusal
            }
            (QueryKind::Draft { draft, saved: was_saved }, said) => {
                let refusal = match said {
                    Some(Reply::Advice(Ok(said))) => {
                        advice = Some(said);
                        None
                    }
                    Some(Reply::Advice(Err(refusal))) => Some(refusal),
                    Some(Reply::Options(_)) | None => late,
                };
                // One that has died since is not there any more.
                let kept = key.is_some_and(|seat| self.game.judge_draft(seat, &draft, refusal.is_none()));
                saved = was_saved && kept;
                refusal
            }
            (QueryKind::Options, Some(Reply::Options(found))) => {
                options = Some(found);
                None
            }
            (QueryKind::Options, _) => {
                options = Some(Vec::new());
                late
            }
        };
        let refusal = refusal.and_then(|refusal| self.people.refusal(number, &refusal));
        for seq in query.seqs {
            let (advice, refusal) = (advice.clone(), refusal.clone());
            self.people.send(
                number,
                &match options.clone() {
                    Some(options) => ServerMessage::Options { seq, options, refusal },
                    None => ServerMessage::Advice { seq, saved, advice, refusal },
                },
            );
        }
    }

    /// Returns the seat of a person who may consult the rules about a game that goes on.
    fn may_ask(&self, key: AudienceKey) -> Result<Seat, Refusal> {
        let seat = key.ok_or_else(refuse::no_seat)?;
        if self.game.other_rules().is_some() {
            return Err(refuse::other_rules());
        }
        let playing = matches!(self.seating.record().phase, Phase::Playing | Phase::Paused)
            && self.game.play().is_some();
        if playing { Ok(seat) } else { Err(refuse::not_now()) }
    }

    /// Returns the seat of a person who may send a draft. Drafts may be written while the game is paused, by a seat that is asked or has answered and
    /// may think again; what is not kept may be asked by any seat at any time.
    fn may_draft(&self, key: AudienceKey, draft: Option<&Payload>, kept: bool) -> Result<Seat, Refusal> {
        let seat = self.may_ask(key)?;
        let question = &self.game.play().ok_or_else(refuse::not_now)?.question;
        if kept && !question.asked.contains(seat) && !question.confirmed.contains(seat) {
            return Err(refuse::not_now());
        }
        if draft.is_some_and(|draft| draft.text().len() > self.shared.config.limits.payload) {
            return Err(refuse::too_big());
        }
        if draft.is_some() && question.seals.asked && (question.asked.contains(seat) || kept) {
            return Err(refuse::blind_draft());
        }
        draft.map_or(Ok(()), text::check)?;
        if kept {
            self.shared.ledger.may_write(self.seating.payer(seat))?;
        }
        Ok(seat)
    }
}

/// Returns what a seat may answer, as far as it goes into a message.
fn listed(state: &AnyGame, seat: Seat, most: usize) -> Vec<Payload> {
    let (mut options, mut room) = (Vec::new(), most);
    state.options(seat, &mut |option| {
        let size = option.get().len();
        if options.len() < MAX_LISTED_OPTIONS && size <= room {
            room -= size;
            options.push(Payload::from(option));
        }
    });
    options
}
