//! What people ask of the rules besides answering: what comes of a draft, and what may be answered.

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::Phase;
use bagarre_protocol::socket::ServerMessage;
use bagarre_rules::any::{AnyGame, Refusal};
use bagarre_rules::contract::Seat;
use tokio::time::{self, sleep};

use super::actor::Room;
use super::audience::AudienceKey;
use super::play::Draft;
use super::refuse;
use super::state::Trouble;
use crate::store::Write;
use crate::text;
use crate::world::aside;
use crate::world::now;

/// The most answers that are listed: whoever may give more has a form for them, or is shown a fair sample.
const OPTIONS: usize = 256;

impl Room {
    pub(super) async fn draft(
        &mut self,
        number: u64,
        seq: u32,
        draft: Option<Payload>,
    ) -> Result<(), Trouble> {
        let Some((_, key)) = self.who(number) else { return Ok(()) };
        // What is only asked, and no answer in the making, is not kept.
        let kept =
            self.play.as_ref().zip(draft.as_ref()).is_none_or(|(play, draft)| play.keeps(draft.text()));
        let seat = match self.may_draft(key, draft.as_ref(), kept) {
            Ok(seat) => seat,
            Err(refusal) => {
                let refusal = self.refusal(number, &refusal);
                self.sockets
                    .send(number, &ServerMessage::Advice { seq, saved: false, advice: None, refusal });
                return Ok(());
            }
        };
        let Some(play) = &self.play else { return Ok(()) };
        let (game, at) = (play.id, now());
        let advice = match &draft {
            Some(draft) => {
                let (state, draft) = (play.game.clone(), draft.clone());
                Some(self.consult(move || state.advise(seat, draft.text()).map(Payload::from)).await?)
            }
            None => None,
        };
        let mut job = Vec::new();
        if kept {
            job.push(Write::Draft { game, seat, draft: draft.clone(), at });
            if let Some(play) = &mut self.play {
                play.drafted = true;
            }
        }
        let saved = job.is_empty()
            || match self.write(job).await.map_err(Trouble::from) {
                Ok(()) => true,
                Err(Trouble::Unsaved) => false,
                Err(trouble) => return Err(trouble),
            };
        let (advice, refusal) = match advice.transpose() {
            Ok(advice) => (advice, None),
            Err(refusal) => (None, Some(refusal)),
        };
        if saved
            && kept
            && let Some(play) = &mut self.play
        {
            match draft {
                Some(draft) => play.drafts.insert(seat, Draft { draft, legal: refusal.is_none() }),
                None => play.drafts.remove(&seat),
            };
        }
        let refusal = if saved { refusal } else { Some(refuse::store()) };
        let refusal = refusal.and_then(|refusal| self.refusal(number, &refusal));
        self.sockets.send(number, &ServerMessage::Advice { seq, saved: saved && kept, advice, refusal });
        Ok(())
    }

    /// Tells a socket what its seat may answer now: all of it, or a fair sample.
    pub(super) async fn options(&mut self, number: u64, seq: u32) -> Result<(), Trouble> {
        let Some((_, key)) = self.who(number) else { return Ok(()) };
        let (options, refusal) = match self.may_ask(key) {
            Ok(seat) => {
                let state = self.play.as_ref().map(|play| play.game.clone());
                let most = self.shared.config.limits.payload;
                (
                    self.consult(move || state.map_or_else(Vec::new, |state| listed(&state, seat, most)))
                        .await?,
                    None,
                )
            }
            Err(refusal) => (Vec::new(), self.refusal(number, &refusal)),
        };
        self.sockets.send(number, &ServerMessage::Options { seq, options, refusal });
        Ok(())
    }

    /// The seat of somebody who may ask the rules about a game that goes on.
    fn may_ask(&self, key: AudienceKey) -> Result<Seat, Refusal> {
        let seat = key.ok_or_else(refuse::no_seat)?;
        if self.other_rules.is_some() {
            return Err(refuse::other_rules());
        }
        let playing = matches!(self.record.phase, Phase::Playing | Phase::Paused) && self.play.is_some();
        if playing { Ok(seat) } else { Err(refuse::not_now()) }
    }

    /// Asks the rules what may take them long: on a thread of its own, no more at once than leave a core for the tables, and each
    /// followed by a breath as long, so that turns find the processor free however much is asked.
    async fn consult<T: Send + 'static>(
        &mut self,
        question: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Trouble> {
        let consultations = self.shared.consultations.clone();
        let asked = async move {
            let turn = consultations.acquire_owned().await;
            let begun = time::Instant::now();
            let answer = aside(question).await;
            let took = begun.elapsed();
            tokio::spawn(async move {
                sleep(took).await;
                drop(turn);
            });
            answer
        };
        match self.patiently(asked).await {
            Ok(answer) => Ok(answer),
            // The room falls, as with any other panic of its rules.
            Err(why) if why.is_panic() => std::panic::resume_unwind(why.into_panic()),
            Err(_) => Err(Trouble::Unknown),
        }
    }

    /// Drafts may be written while the game is paused, by whoever is asked or has answered and may think again; what is
    /// not kept may be asked by any seat at any time.
    fn may_draft(&self, key: AudienceKey, draft: Option<&Payload>, kept: bool) -> Result<Seat, Refusal> {
        let seat = self.may_ask(key)?;
        let question = &self.play.as_ref().ok_or_else(refuse::not_now)?.question;
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
        Ok(seat)
    }
}

/// What a seat may answer, as far as it goes into a message.
fn listed(state: &AnyGame, seat: Seat, most: usize) -> Vec<Payload> {
    let (mut options, mut room) = (Vec::new(), most);
    state.options(seat, &mut |option| {
        let size = option.get().len();
        if options.len() < OPTIONS && size <= room {
            room -= size;
            options.push(Payload::from(option));
        }
    });
    options
}
