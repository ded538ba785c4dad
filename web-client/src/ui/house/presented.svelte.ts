/** A system as it presents itself: its texts, and what its panels draw of a view. */
import { french, lang } from '../../i18n/index.svelte';
import { at, pair, places } from './path';
import { diceOf, phrase, seatsOf, type Dice, type Telling } from './phrase';
import { tagged } from './tagged';
import type { Bases, Owner, Presentation } from '../../protocol';

/** Names of the players, by seat. */
export type Player = (seat: number) => string;

const nobody: Player = () => '–';

/** A card beside the board. */
export interface CardShown {
  readonly key: string;
  readonly seat: number | null;
  readonly title: string;
  readonly lines: readonly { readonly words: string; readonly value: string; readonly share: number | null }[];
}

/** Something that stands on a board, in its units. */
export interface BaseShown {
  readonly key: string;
  readonly at: readonly [number, number];
  readonly radius: number;
  readonly seat: number | null;
  readonly letter: string;
  readonly facing: readonly [number, number] | null;
  readonly name: string;
}

/** A polygon on a board, in its units. */
export interface AreaShown {
  readonly key: string;
  readonly points: readonly (readonly [number, number])[];
  readonly name: string;
}

/** A fact in words. */
export interface LineShown {
  readonly text: string;
  readonly dice: readonly Dice[];
  readonly seats: readonly number[];
}

/** A, B … Z, A2, B2 … */
const letterOf = (n: number): string => String.fromCharCode(65 + (n % 26)) + (n < 26 ? '' : String(Math.floor(n / 26) + 1));

const ownerOf = (owner: Owner, index: number, it: unknown): number | null => {
  if (owner === 'nobody') return null;
  if (owner === 'index') return index;
  const seat = at(it, owner.at);
  return typeof seat === 'number' ? seat : null;
};

const known = new Map<string, Presented>();

/** A system whose presentation has come. */
export const houseOf = (id: string): Presented | undefined => known.get(id);

export class Presented {
  readonly id: string;
  readonly data: Presentation;

  constructor(id: string, data: Presentation) {
    this.id = id;
    this.data = data;
    known.set(id, this);
  }

  /** A text of the system as it is written, in the language of the moment; `undefined` where it has none. */
  private written(key: string): string | undefined {
    return this.data.words[key]?.[lang()];
  }

  /** A text of the system, filled; its key where it has none. */
  say(key: string, about: unknown = null, player: Player = nobody, rule?: string, name?: Telling['name']): string {
    const text = this.written(key);
    return text === undefined ? key : this.fill(text, about, player, rule, name);
  }

  private fill(text: string, about: unknown, player: Player, rule?: string, name?: Telling['name']): string {
    const of = lang();
    const telling: Telling = { player, name, word: (key) => this.written(key), lang: of, ...(rule === undefined ? {} : { rule: this.ruleTitle(rule) }) };
    const filled = phrase(text, about, telling);
    return of === 'fr' ? french(filled) : filled;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.data.words, key);
  }

  /** The title of a rule; its id where it has none. */
  ruleTitle(rule: string): string {
    return this.written(`rule.${rule}`) ?? rule;
  }

  get name(): string {
    return this.data.card.name[lang()];
  }

  /** Name of a scenario; its id where it has none. */
  scenario(id: string): string {
    return this.data.card.scenarios[id]?.name[lang()] ?? id;
  }

  turn(view: unknown): number {
    const turn = at(view, this.data.panels.turn);
    return typeof turn === 'number' ? turn : 0;
  }

  /** Where the game stands, in one line. */
  moment(view: unknown): string {
    return this.has('moment') ? this.say('moment', view) : '';
  }

  /** Why a game ended. */
  reason(code: string): string {
    return this.has(`reason.${code}`) ? this.say(`reason.${code}`) : '';
  }

  /** What is asked: the text of its tag, else of the first of its parts that is set and has one. */
  asked(ask: unknown, player: Player): string {
    const found = tagged(ask);
    if (found && this.has(`ask.${found.tag}`)) return this.say(`ask.${found.tag}`, found.body, player);
    const parts =
      typeof ask === 'object' && ask !== null
        ? Object.entries(ask).filter(([name, value]) => value !== false && value !== null && this.has(`ask.${name}`))
        : [];
    const [name] = parts.at(-1) ?? [];
    return name === undefined ? (this.has('ask') ? this.say('ask', ask, player) : '') : this.say(`ask.${name}`, ask, player);
  }

  /** A command in words: by its tag and its value, else by its tag, else as it is sent. */
  command(command: unknown, player: Player): string {
    const found = tagged(command);
    if (!found) return JSON.stringify(command);
    const { tag, body } = found;
    const exact = `command.${tag}.${String(body)}`;
    if (this.has(exact)) return this.say(exact, body, player);
    const key = `command.${tag}`;
    return this.has(key) ? this.say(key, body, player) : body === null ? tag : `${tag} ${JSON.stringify(body)}`;
  }

  /** A fact in words; `null` for one that is not told. */
  line(fact: { readonly t: string; readonly rule?: string }, player: Player): LineShown | null {
    const text = this.written(`fact.${fact.t}`);
    if (text === undefined) return null;
    return { text: this.fill(text, fact, player, fact.rule), dice: diceOf(text, fact), seats: seatsOf(text, fact) };
  }

  cards(view: unknown, player: Player): CardShown[] {
    return this.data.panels.cards.flatMap((card, n) =>
      places(view, card.each).map(({ index, it }) => {
        const seat = ownerOf(card.seat, index, it);
        const title = card.title === undefined ? (seat === null ? letterOf(index) : player(seat)) : this.say(card.title, it, player);
        const lines = card.lines.map((line) => {
          const value = at(it, line.value);
          const most = line.of === undefined ? undefined : at(it, line.of);
          const share = typeof value === 'number' && typeof most === 'number' && most > 0 ? Math.max(0, Math.min(1, value / most)) : null;
          const said = this.fill('{value}', typeof value === 'object' && value !== null ? JSON.stringify(value) : value, player);
          return { words: this.say(line.words, it, player), value: most === undefined ? said : `${said} / ${String(most)}`, share };
        });
        return { key: `${n}.${index}`, seat, title, lines };
      }),
    );
  }

  bases(view: unknown, lists: readonly Bases[], player: Player): BaseShown[] {
    return lists.flatMap((list, n) =>
      places(view, list.each).flatMap(({ index, it }) => {
        const along = 'along' in list.at ? at(it, list.at.along) : undefined;
        const spot = 'at' in list.at ? pair(it, list.at.at) : typeof along === 'number' ? ([along, index] as const) : null;
        if (!spot) return [];
        const seat = ownerOf(list.seat, index, it);
        const name = list.words === undefined ? (seat === null ? letterOf(index) : player(seat)) : this.say(list.words, it, player);
        const facing = list.facing === undefined ? null : pair(it, list.facing);
        return [{ key: `${n}.${index}`, at: spot, radius: list.radius, seat, letter: letterOf(list.seat === 'index' ? (seat ?? index) : index), facing, name }];
      }),
    );
  }

  areas(view: unknown, player: Player): AreaShown[] {
    const { board } = this.data.panels;
    if (board.is !== 'plane') return [];
    return board.areas.flatMap((list, n) =>
      places(view, list.each).flatMap(({ index, it }) => {
        const corners = at(it, list.points);
        if (!Array.isArray(corners)) return [];
        const points = corners.flatMap((_, i) => {
          const point = pair(corners, String(i));
          return point ? [point] : [];
        });
        return [{ key: `${n}.${index}`, points, name: list.words === undefined ? '' : this.say(list.words, it, player) }];
      }),
    );
  }
}
