import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Author, CampaignExport, Export, ExportEntry, Given, Link, Nameplate, Outcome } from '../protocol';
import chainedSince from '../protocol/chained.json';
import { Seals } from './blind';
import { canonical, digest, genesisHead, headOf, nameplateOf, promiseOf, sealOf, seedOf, unhex } from './digest';
import { SeededDice } from './dice';

/** What this browser knows about a game apart from the file. */
export interface Known {
  /** The public key of the server. */
  key?: string | null;
  /** Whether a file is accepted that is not signed, or signed with an unknown key. Ignored where `key` is known. */
  unsigned?: boolean;
  /** The commitment that was published at the start. */
  commitment?: string | null;
  /** The numbers of the seats for the dice, as they were published. */
  draw?: readonly Given[] | null;
  /** Heads of the chain, by entry. */
  heads?: Readonly<Record<number, string>>;
  /** Digests of sealed commands, by entry. */
  seals?: Readonly<Record<number, string>>;
}

/** The result of one part of a check. */
export type Part = 'holds' | 'broken' | 'absent' | 'unchecked';

/** A fault that a check finds; `words.ts` has its text. */
export type Fault =
  | 'format'
  | 'incomplete'
  | 'nothing'
  | 'no_chain'
  | 'seed'
  | 'commitment'
  | 'commitment_kept'
  | 'promise'
  | 'draw_kept'
  | 'number'
  | 'time'
  | 'author'
  | 'chain'
  | 'name'
  | 'kept'
  | 'seal_kept'
  | 'dice'
  | 'seal'
  | 'missing'
  | 'signature'
  | 'unsigned'
  | 'key'
  | 'unknown_key'
  | 'blind';

export interface Found {
  fault: Fault;
  /** The entry of the fault; `null` where it is in none. */
  entry: number | null;
  /** The seat of the fault. */
  seat?: number;
}

export interface Report {
  ok: boolean;
  game: string;
  players: readonly string[];
  firstWrong: number | null;
  draw: Part;
  chain: Part;
  signature: Part;
  entries: number;
  dice: number;
  seals: number;
  /** Number of heads that were compared with kept ones. */
  kept: number;
  /** Whether the dice are those of an exercise, which are not mixed. */
  exercise: boolean;
  /** Seats whose number is in the dice. */
  given: readonly number[];
  key: string | null;
  faults: readonly Found[];
}

/** The error for a text that is not an exported game. */
export class NotAGame extends Error {}

const FIELDS: ReadonlySet<string> = new Set([
  'format',
  'game',
  'ruleset',
  'version',
  'scenario',
  'players',
  'nameplates',
  'setup',
  'started',
  'seed',
  'secret',
  'commitment',
  'draw',
  'entries',
  'outcome',
  'key',
  'signature',
  'blind',
]);
const ENTRY_FIELDS: ReadonlySet<string> = new Set(['n', 'at', 'by', 'command', 'events', 'seal', 'blind', 'link']);
const LINK_FIELDS: ReadonlySet<string> = new Set(['author', 'rolls', 'drawn', 'salt', 'head']);
const NAME_FIELDS: ReadonlySet<string> = new Set(['digest', 'name', 'salt']);
const SEAL_FIELDS: ReadonlySet<string> = new Set(['digest', 'salt']);

/** Parts of every game that was recorded since the chain exists. */
const PARTS = ['draw', 'secret', 'nameplates', 'scenario', 'started'] as const;
/** Upper bound of the dice in one game. A long game rolls some hundreds. */
const MAX_DICE = 20_000;

/** Returns whether every game of these rules has `PARTS`: true for unknown rules, because only known versions precede the chain. */
function mustBeChained({ ruleset, version }: Export): boolean {
  const since: Readonly<Record<string, number>> = chainedSince;
  return !(Object.hasOwn(since, ruleset) && version < (since[ruleset] ?? 0));
}

const only = (value: object, fields: ReadonlySet<string>) => Object.keys(value).every((key) => fields.has(key));

/** Returns the seed that the set-up of an exercise gives, in hex; `null` for any other game. */
export function givenSeed(setup: unknown): string | null {
  const { exercise, dice, position } = (setup ?? {}) as { exercise?: unknown; dice?: unknown; position?: unknown };
  if (typeof exercise !== 'string' || typeof dice !== 'number' || position === undefined) return null;
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(0, dice, true);
  return bytesToHex(bytes);
}

/** Returns the games in a file: one, or those of a campaign. Throws `NotAGame` for any other text. */
export function gamesIn(text: string): Export[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new NotAGame();
  }
  const one = file as { format?: unknown; entries?: unknown; matches?: unknown } | null;
  if (Array.isArray(one?.matches)) return (file as CampaignExport).matches;
  if (one?.format === 'bagarre-game' && Array.isArray(one.entries)) return [file as Export];
  throw new NotAGame();
}

/** Returns whether the signature of a file is valid for its key. */
export function signed(file: Readonly<Record<string, unknown>>): boolean {
  const { signature, ...rest } = file;
  const [bytes, key] = [unhex(signature, 64), unhex(file.key, 32)];
  if (!bytes || !key) return false;
  try {
    return ed25519.verify(bytes, utf8ToBytes(`bagarre export 1\n${canonical(rest)}`), key, { zip215: false });
  } catch {
    return false;
  }
}

/** Checks everything about an exported game that needs no rules. Never throws, whatever the file contains. */
export function check(game: Export, known: Known = {}): Report {
  const walk = new Walk(game, known);
  try {
    walk.all();
  } catch {
    walk.find('format', walk.at);
  }
  return walk.report();
}

class Walk {
  private readonly game: Export;
  private readonly known: Known;
  private readonly faults: Found[] = [];
  /** The entry that is being checked. */
  at: number | null = null;
  private dice: SeededDice | null = null;
  private head: string | null = null;
  private time = Number.NEGATIVE_INFINITY;
  private draw: Part = 'absent';
  private chain: Part = 'absent';
  private signature: Part = 'absent';
  private entries = 0;
  private seals = 0;
  private kept = 0;
  /** The blind seals; `null` in a game without them. */
  private readonly blind: Seals | null;

  constructor(game: Export, known: Known) {
    this.game = game;
    this.known = known;
    this.blind = game.blind === true ? new Seals(game.game) : null;
  }

  find(fault: Fault, entry: number | null, seat?: number): void {
    this.faults.push(seat === undefined ? { fault, entry } : { fault, entry, seat });
  }

  report(): Report {
    const { game, faults } = this;
    const wrong = faults.flatMap(({ entry }) => (entry === null ? [] : [entry]));
    const given = (Array.isArray(game.draw) ? game.draw : []).flatMap((one, seat) => (one?.nonce ? [seat] : []));
    return {
      ok: faults.length === 0,
      game: String(game.game),
      players: Array.isArray(game.players) ? game.players.map(String) : [],
      firstWrong: wrong.length > 0 ? Math.min(...wrong) : null,
      draw: this.draw,
      chain: this.chain,
      signature: this.signature,
      entries: this.entries,
      dice: this.dice?.drawn ?? 0,
      seals: this.seals,
      kept: this.kept,
      exercise: givenSeed(game.setup) !== null,
      given,
      key: game.key ?? null,
      faults,
    };
  }

  all(): void {
    if (this.game.format !== 'bagarre-game' || !only(this.game, FIELDS)) this.find('format', null);
    this.signing();
    if (mustBeChained(this.game) && PARTS.some((part) => this.game[part] === undefined)) this.find('incomplete', 0);
    this.mixing();
    if (!this.game.draw && Object.keys(this.known.heads ?? {}).length > 0) this.breaks('no_chain', 0);
    if (this.game.draw) {
      const { game, ruleset, version, scenario, setup, started, commitment, draw, blind } = this.game;
      const players = this.names()
        .slice(0, this.game.players.length)
        .map(({ digest }) => digest);
      this.chain = 'holds';
      const settled = { game, ruleset, version, scenario: scenario ?? '', players, setup, started: started ?? 0, commitment, draw };
      this.head = genesisHead(blind ? { ...settled, blind } : settled);
      this.time = started ?? 0;
    }
    for (const [expected, entry] of this.game.entries.entries()) {
      this.at = expected;
      const before = this.faults.length;
      this.entry(entry, expected);
      if (this.faults.length > before) return;
      this.entries += 1;
    }
    this.at = null;
    this.naming();
    const count = this.game.entries.length;
    if (Object.keys(this.known.heads ?? {}).some((entry) => Number(entry) >= count)) this.find('missing', count);
    if (this.faults.length === 0 && this.chain !== 'holds' && this.signature !== 'holds') this.find('nothing', null);
  }

  private signing(): void {
    const { key, signature } = this.game;
    const { key: known, unsigned } = this.known;
    if (key === undefined && signature === undefined) {
      if (known || !unsigned) this.find('unsigned', null);
      return;
    }
    if (!signed(this.game as unknown as Record<string, unknown>)) this.forged('signature');
    else if (known && known !== key) this.forged('key');
    else if (known) this.signature = 'holds';
    else {
      this.signature = 'unchecked';
      if (!unsigned) this.find('unknown_key', null);
    }
  }

  private forged(fault: Fault): void {
    this.signature = 'broken';
    this.find(fault, null);
  }

  private names(): readonly Nameplate[] {
    return this.game.nameplates ?? [];
  }

  /** Checks the names against their digests in the chain. Those of the seats belong to entry 0. */
  private naming(): void {
    const { draw, players, entries } = this.game;
    const names = this.names();
    const complete = draw ? names.length >= players.length : this.game.nameplates === undefined;
    if (!complete) this.find('name', 0);
    players.forEach((player, seat) => {
      const name = names[seat];
      if (name && (!nameHolds(name) || player !== (name.name ?? ''))) this.find('name', 0, seat);
    });
    const later = new Map(names.slice(players.length).map((name) => [name.digest, name]));
    const known = new Set(names.map(({ digest }) => digest));
    for (const { n, link } of entries) {
      const digest = link?.author ? nameplateIn(link.author) : null;
      if (digest === null) continue;
      const first = later.get(digest);
      if (!known.has(digest) || (first && !nameHolds(first))) this.find('name', n);
      later.delete(digest);
    }
    if (later.size > 0) this.find('name', null);
  }

  /** Checks the secret, the numbers of the seats, and the seed that they give. */
  private mixing(): void {
    const { game, seed, secret, commitment, draw, players } = this.game;
    const before = this.faults.length;
    const bytes = unhex(seed, 32);
    if (bytes) this.dice = new SeededDice(bytes);
    else this.find('seed', 0);
    const hidden = draw ? unhex(secret, 32) : bytes;
    if (!hidden || Boolean(draw) !== (secret !== undefined)) this.find('seed', 0);
    else if (digest(hidden) !== commitment) this.find('commitment', 0);
    if (this.known.commitment && this.known.commitment !== commitment) this.find('commitment_kept', 0);
    if (draw) {
      if (draw.length !== players.length) this.find('format', 0);
      draw.forEach(({ promise, nonce }, seat) => {
        const number = unhex(nonce, 32);
        const kept = nonce === null || (number !== null && promise === promiseOf(game, seat, number));
        if (!kept) this.find('promise', 0, seat);
      });
      // The dice of an exercise come from its set-up and are not mixed.
      const given = givenSeed(this.game.setup);
      if (given !== null ? given !== seed : hidden && seedOf(hidden, game, draw) !== seed) this.find('seed', 0);
      if (given === null) this.draw = 'holds';
    }
    if (this.known.draw && canonical(this.known.draw) !== canonical(draw ?? null)) this.find('draw_kept', 0);
    if (this.faults.length > before) this.draw = 'broken';
  }

  private entry(entry: ExportEntry, expected: number): void {
    if (entry.n !== expected) return this.find('number', expected);
    if (!only(entry, ENTRY_FIELDS) || (entry.link && !only(entry.link, LINK_FIELDS))) this.find('format', expected);
    const first = expected === 0;
    const bare = first || entry.blind?.step === 'sealed' || entry.blind?.step === 'withdrawn';
    if ((entry.by === null) !== first || (entry.command === null) !== bare) this.find('author', expected);
    if (!(entry.at >= this.time)) this.find('time', expected);
    this.time = entry.at;
    if (this.head !== null && entry.link) this.link(entry, entry.link, this.head);
    else if (this.head !== null || entry.link) this.breaks('chain', expected);
    this.seal(entry);
    this.unseal(entry);
  }

  private breaks(fault: Fault, entry: number): void {
    this.chain = 'broken';
    this.find(fault, entry);
  }

  private link(entry: ExportEntry, link: Link, before: string): void {
    const { n, at, command, events, seal } = entry;
    const outcome = n === this.game.entries.at(-1)?.n ? this.game.outcome : null;
    if (!sameActor(entry, link)) this.find('author', n);
    const covered = { command, events, rolls: link.rolls, drawn: link.drawn, seal: seal?.digest ?? null };
    const hidden = entry.blind ? { ...covered, blind: entry.blind } : covered;
    const follows = (end: Outcome | null) => headOf(before, { n, at, author: link.author, outcome: end }, hidden, link.salt) === link.head;
    // A head that follows without the outcome is that of an earlier entry: the entries after it were cut off.
    if (!follows(outcome)) this.breaks(outcome && follows(null) ? 'missing' : 'chain', outcome && follows(null) ? n + 1 : n);
    this.head = link.head;
    const kept = this.known.heads?.[n];
    if (kept !== undefined) {
      this.kept += 1;
      if (kept !== link.head) this.breaks('kept', n);
    }
    if (!this.dice) return;
    if (this.dice.drawn + link.rolls.length > MAX_DICE) return this.find('dice', n);
    for (const [sides, face] of link.rolls) if (this.dice.die(sides) !== face) return this.find('dice', n);
    if (this.dice.drawn !== link.drawn) this.find('dice', n);
  }

  private seal({ n, seal, command, blind }: ExportEntry): void {
    const kept = this.known.seals?.[n];
    const told = blind?.step === 'sealed' ? blind.digest : seal?.digest;
    if (kept !== undefined && kept !== told) this.find('seal_kept', n);
    if (!seal) return;
    if (only(seal, SEAL_FIELDS) && sealOf(seal.salt, command) === seal.digest) this.seals += 1;
    else this.find('seal', n);
  }

  /** Checks what the entry states about a sheet that stayed with its player. */
  private unseal(entry: ExportEntry): void {
    const found = this.blind ? this.blind.check(entry) : entry.blind === undefined ? 'nothing' : 'wrong';
    if (found === 'wrong') this.find('blind', entry.n);
    else if (found === 'holds') this.seals += 1;
  }
}

/** Returns whether a name matches its digest. A name that was removed matches if its salt was removed as well. */
function nameHolds(plate: Nameplate): boolean {
  if (!only(plate, NAME_FIELDS) || unhex(plate.digest, 32) === null) return false;
  if (plate.name === null) return plate.salt === null;
  return nameplateOf(plate.salt, plate.name) === plate.digest;
}

/** Returns the digest of the name of an author, as the chain covers it; `null` for a bot. */
const nameplateIn = (author: Author): string | null => (author.kind === 'bot' ? null : author.nameplate);

/** Returns whether the author of an entry is the seat, or the clock of the seat, that gave the command. */
function sameActor({ by }: ExportEntry, { author }: Link): boolean {
  if (!author) return by === null;
  return canonical(by) === canonical(author.kind === 'clock' ? { clock: author.seat } : { seat: author.seat });
}
