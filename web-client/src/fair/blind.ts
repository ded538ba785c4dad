import type { Blind, ExportEntry } from '../protocol';
import { blindOf, unhex } from './digest';

/** A seal that no entry has withdrawn or resolved yet, while a journal is read. */
interface Held {
  entry: number;
  question: number;
  digest: string;
}

const FIELDS: Readonly<Record<Blind['step'], readonly string[]>> = {
  sealed: ['step', 'question', 'digest'],
  withdrawn: ['step', 'seal'],
  opened: ['step', 'seal', 'salt', 'sheet'],
  refused: ['step', 'seal', 'salt', 'sheet'],
  unopened: ['step', 'seal', 'wrong'],
};

/** The check of sheets that stayed with their players against their digests. What only the rules can judge is not checked. */
export class Seals {
  private readonly game: string;
  private readonly held = new Map<number, Held>();

  constructor(game: string) {
    this.game = game;
  }

  /** Checks what an entry states about a seal: `holds` where one is opened and its sheet is the one that was sealed. */
  check(entry: ExportEntry): 'holds' | 'wrong' | 'nothing' {
    const { blind, by } = entry;
    if (!blind) return 'nothing';
    if (by === null || !Object.keys(blind).every((key) => FIELDS[blind.step]?.includes(key))) return 'wrong';
    const [player, clock] = 'seat' in by ? [by.seat, null] : [null, by.clock];
    const answered = blind.step === 'refused' || blind.step === 'unopened';
    const seat = answered ? clock : player;
    if (seat === null) return 'wrong';
    if (blind.step === 'sealed') return this.seal(entry, seat, blind);
    const held = this.held.get(seat);
    this.held.delete(seat);
    if (held?.entry !== blind.seal) return 'wrong';
    switch (blind.step) {
      case 'withdrawn':
        return empty(entry) ? 'nothing' : 'wrong';
      case 'unopened':
        return typeof blind.wrong === 'boolean' ? 'nothing' : 'wrong';
      case 'opened':
        return this.opens(held, seat, blind.salt, blind.sheet === undefined ? entry.command : blind.sheet);
      case 'refused':
        return blind.sheet === undefined ? 'wrong' : this.opens(held, seat, blind.salt, blind.sheet);
    }
  }

  private opens({ question, digest }: Held, seat: number, salt: string | undefined, sheet: unknown): 'holds' | 'wrong' {
    return blindOf(this.game, question, seat, salt ?? '', sheet) === digest ? 'holds' : 'wrong';
  }

  private seal(entry: ExportEntry, seat: number, { question, digest }: Extract<Blind, { step: 'sealed' }>): 'wrong' | 'nothing' {
    const other = [...this.held.values()].some((held) => held.question !== question);
    if (!empty(entry) || this.held.has(seat) || other || !(question < entry.n) || !unhex(digest, 32)) return 'wrong';
    this.held.set(seat, { entry: entry.n, question, digest });
    return 'nothing';
  }
}

/** Returns whether an entry has no command, no event and no roll, like each one that only seals. */
const empty = ({ command, events, link }: ExportEntry): boolean => command === null && events.length === 0 && (link?.rolls.length ?? 0) === 0;
