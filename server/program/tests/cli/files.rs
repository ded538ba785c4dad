//! Exported games, made as the server makes them.

use bagarre_protocol::fair::{Author, Given, Link};
use bagarre_protocol::game::{Export, ExportEntry, Seal};
use bagarre_protocol::payload::Payload;
use bagarre_rules::any::{AnyGame, Json, RulesetId};
use bagarre_rules::contract::{Actor, Lang, Seat};
use bagarre_rules::dice::Seeded;
use bagarre_rules::systems;
use bagarre_server::fair::sign::Signer;
use bagarre_server::fair::{self, Genesis, Hash, Hidden, Noted, Open};
use bagarre_server::store::Nameplate;
use sha2::{Digest, Sha256};
use uuid::Uuid;

pub(crate) const SALT: [u8; 16] = [9; 16];
pub(crate) const GAME: Uuid = Uuid::from_u128(0xba6a_44e0);

pub(crate) fn payload(json: Json) -> Payload {
    Payload::from(json)
}

/// A game with everything taken out that exports did not have before there was a chain.
pub(crate) fn stripped(mut export: Export) -> Export {
    export.entries.iter_mut().for_each(|entry| entry.link = None);
    let seed: Hash = fair::unhex(&export.seed).unwrap();
    export.commitment = hex::encode(Sha256::digest(seed));
    (export.draw, export.secret, export.nameplates) = (None, None, None);
    (export.scenario, export.started, export.key, export.signature) = (None, None, None, None);
    export
}

/// A game that has not come to its first question.
pub(crate) fn new_game() -> (RulesetId, Json, AnyGame) {
    let ruleset = systems::parse("baston").unwrap();
    let terms = ruleset.usual("SCN-01", 2).unwrap();
    let setup = ruleset.gather(&terms, &[None, None], Seat(0), Lang::Fr).unwrap();
    let game = AnyGame::new(ruleset, ruleset.version(), setup.get()).unwrap();
    (ruleset, setup, game)
}

/// A whole game of bots from a seed, with links that tie nothing yet.
pub(crate) fn played(seed: Hash) -> Export {
    let (ruleset, setup, mut game) = new_game();
    let mut chance = Seeded::from_number(1);
    let mut bots = [ruleset.bot("any").unwrap(), ruleset.bot("brawler").unwrap()];
    let (mut entries, mut drawn) = (Vec::new(), 0);
    loop {
        let mut events = Vec::new();
        let mut dice = Noted::new(seed, drawn);
        let n = entries.len() as u32;
        let sink = &mut |moment: bagarre_rules::any::Moment<'_>| events.push(payload(moment.event()));
        let (by, command, seal) = if n == 0 {
            game.advance(&mut dice, sink).unwrap();
            (None, None, None)
        } else {
            let Some(seat) = game.asking().iter().next() else { break };
            let command = bots[usize::from(seat.0)].answer(&game, seat, &mut chance).unwrap();
            // Now and then the clock is over, as in a game of people.
            let by = if n == 5 { Actor::Clock(seat) } else { Actor::Seat(seat) };
            let accepted = game.submit(by, command.get(), &mut dice, sink).unwrap();
            let digest = || fair::seal(&SALT, accepted.command.get()).unwrap();
            let seal = accepted.sealed.then(|| Seal { digest: digest(), salt: hex::encode(SALT) });
            (Some(by), Some(payload(accepted.command)), seal)
        };
        let (total, rolls) = dice.done();
        drawn = total;
        let link = Link { author: None, rolls, drawn, salt: String::new(), head: String::new() };
        let at = 1_000 + i64::from(n);
        entries.push(ExportEntry { n, at, by, command, events, seal, blind: None, link: Some(link) });
    }
    exported(seed, setup, &game, entries)
}

/// What is exported of a game that is over.
pub(crate) fn exported(seed: Hash, setup: Json, game: &AnyGame, entries: Vec<ExportEntry>) -> Export {
    Export {
        format: "bagarre-game".to_owned(),
        game: GAME,
        ruleset: "baston".to_owned(),
        version: game.ruleset().version(),
        scenario: None,
        players: vec!["Lulu".to_owned(), "brawler".to_owned()],
        nameplates: None,
        setup: payload(setup),
        started: None,
        seed: hex::encode(seed),
        secret: None,
        commitment: hex::encode(Sha256::digest(seed)),
        draw: None,
        blind: false,
        outcome: game.outcome().unwrap(),
        entries,
        key: None,
        signature: None,
    }
}

/// The same as the server exports it now: drawn from a secret and a number of the first seat, chained, and signed.
pub(crate) fn fair(secret: Hash, signer: &Signer) -> Export {
    let nonce = [5; 32];
    let promise = Some(hex::encode(fair::promise(GAME, Seat(0), &nonce)));
    let given = Given { promise, nonce: Some(hex::encode(nonce)) };
    let seed = fair::seed(&secret, GAME, &[Some(nonce), None]);
    settled(played(seed), secret, given, signer)
}

/// The same where sheets stay with their players until all seats have sealed: first a seal is taken back, later one is
/// not opened, and then the rules refuse a sheet.
pub(crate) fn blind(secret: Hash, signer: &Signer) -> Export {
    let nonce = [5; 32];
    let promise = Some(hex::encode(fair::promise(GAME, Seat(0), &nonce)));
    let given = Given { promise, nonce: Some(hex::encode(nonce)) };
    let seed = fair::seed(&secret, GAME, &[Some(nonce), None]);
    settled(super::blind::played(seed), secret, given, signer)
}

fn settled(mut export: Export, secret: Hash, given: Given, signer: &Signer) -> Export {
    export.scenario = Some("SCN-01".to_owned());
    export.started = Some(900);
    export.secret = Some(hex::encode(secret));
    export.commitment = hex::encode(Sha256::digest(secret));
    export.draw = Some(vec![given, Given::default()]);
    let plates = export.players.iter().map(|name| Nameplate::new(None, name, SALT).shown());
    let plates: Vec<_> = plates.collect();
    let lulu = plates[0].digest.clone();
    export.nameplates = Some(plates);
    for (entry, at) in export.entries.iter_mut().zip(0u8..) {
        let link = entry.link.as_mut().unwrap();
        link.salt = hex::encode([at; 16]);
        link.author = entry.by.map(|by| match by {
            Actor::Seat(Seat(0)) => Author::Player { seat: Seat(0), nameplate: lulu.clone() },
            Actor::Seat(seat) => Author::Bot { seat, bot: "brawler".to_owned() },
            Actor::Clock(seat) => {
                Author::Clock { seat, nameplate: None, why: bagarre_protocol::fair::Why::Default }
            }
        });
    }
    chain(&mut export);
    signer.game(export).unwrap()
}

/// Makes every head anew, as far as the file can be chained at all.
pub(crate) fn chain(export: &mut Export) {
    let draw = export.draw.clone().unwrap_or_default();
    let mut last = Genesis::of_export(export, &draw).head().unwrap();
    let outcome = Some(&export.outcome);
    let end = export.entries.last().map(|entry| entry.n);
    for entry in &mut export.entries {
        let Some(link) = &mut entry.link else { return };
        let Some(salt) = fair::unhex(&link.salt) else { return };
        let open = Open {
            n: entry.n,
            at: entry.at,
            author: link.author.as_ref(),
            outcome: outcome.filter(|_| end == Some(entry.n)),
        };
        let hidden = Hidden {
            command: entry.command.as_ref(),
            events: &entry.events,
            rolls: &link.rolls,
            drawn: link.drawn,
            seal: entry.seal.as_ref().map(|seal| seal.digest.as_str()),
            blind: entry.blind.as_ref(),
        };
        last = fair::head(&last, open, &hidden, &salt).unwrap();
        link.head = hex::encode(last);
    }
}
