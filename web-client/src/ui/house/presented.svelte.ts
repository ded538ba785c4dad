/** The presentation of a system: its texts, and the contents of its panels for a view. */
import { cap, low } from '../../text/fill';
import { french, lang } from '../../i18n/index.svelte';
import { at, pair, places } from '../../text/path';
import { told, type NameTold, type Said, type Telling } from '../../text/phrase';
import { tagged } from '../../text/tagged';
import type { Bases, Owner, Presentation, Weight } from '../../protocol';
import type { AnyFact } from '../../store/fold';
import type { Timed } from '../common/clocks';

/** Returns the name of the player of a seat. */
export type Player = (seat: number) => string;

const nobody: Player = () => '–';

/** A card beside the board. */
export interface CardShown {
  readonly key: string;
  readonly seat: number | null;
  readonly title: string;
  readonly lines: readonly { readonly words: string; readonly value: string; readonly share: number | null }[];
}

/** A piece on a board, in the units of the board. */
export interface BaseShown {
  readonly key: string;
  readonly at: readonly [number, number];
  readonly radius: number;
  readonly seat: number | null;
  readonly letter: string;
  readonly facing: readonly [number, number] | null;
  readonly name: string;
}

/** A polygon on a board, in the units of the board. */
export interface AreaShown {
  readonly key: string;
  readonly points: readonly (readonly [number, number])[];
  readonly name: string;
}

/** A question to other seats, in words. */
export interface Pending {
  /** A name for the decision, such as “the action of Kick”. */
  readonly what: string;
  /** The default that applies when the time runs out. */
  readonly then: string;
}

/** A fact in words. */
export interface LineShown extends Said {
  readonly weight: Weight;
  /** Whether the result of its dice is good or bad; `null` for neither. */
  readonly good: boolean | null;
}

/** The name of a thing in a view, with its letter and seat, if it has them. */
export interface Named extends NameTold {
  readonly letter: string;
}

/** Returns the letter of a number from 0: A, B … Z, A2, B2 … */
const letterOf = (n: number): string => String.fromCharCode(65 + (n % 26)) + (n < 26 ? '' : String(Math.floor(n / 26) + 1));

const ownerOf = (owner: Owner, index: number, it: unknown): number | null => {
  if (owner === 'nobody') return null;
  if (owner === 'index') return index;
  const seat = at(it, owner.at);
  return typeof seat === 'number' ? seat : null;
};

const known = new Map<string, Presented>();

/** Returns the presentation of a system; `undefined` until it has been loaded. */
export const houseOf = (id: string): Presented | undefined => known.get(id);

export class Presented {
  readonly id: string;
  readonly data: Presentation;

  constructor(id: string, data: Presentation) {
    this.id = id;
    this.data = data;
    known.set(id, this);
  }

  /** Returns a text of the system with its placeholders, in the current language; `undefined` where it has none. */
  private written(key: string): string | undefined {
    return this.data.words[key]?.[lang()];
  }

  /** Returns a text of the system, filled; its key where it has none. `name` replaces the naming of things from the `view`. */
  say(key: string, about: unknown = null, player: Player = nobody, rule?: string, name?: Telling['name'], view?: unknown): string {
    const text = this.written(key);
    return text === undefined ? key : this.fill(text, about, this.telling(player, rule, view, name));
  }

  private telling(player: Player, rule?: string, view?: unknown, name?: Telling['name']): Telling {
    return {
      player,
      view,
      name: name ?? ((kind, n, about) => (kind === 'scenario' ? this.scenario(String(n)) : this.named(kind, n, view, about))),
      ground: (point) => this.ground(point, view),
      word: (key) => this.written(key),
      lang: lang(),
      ...(rule === undefined ? {} : { rule: this.ruleTitle(rule) }),
    };
  }

  private fill(text: string, about: unknown, telling: Telling): string {
    return this.told(text, about, telling).text;
  }

  private told(text: string, about: unknown, telling: Telling): Said {
    const said = told(text, about, telling);
    return telling.lang === 'fr' ? { ...said, text: french(said.text) } : said;
  }

  /** Returns the name of a thing of a kind in a view; `about`, the subject of the text, may hold the numbers in the path of its list. */
  named(kind: string, n: unknown, view: unknown, about?: unknown): Named | undefined {
    const naming = this.data.panels.names[kind];
    if (!naming || typeof n !== 'number') return undefined;
    const { each, by } = naming;
    const all = places(
      view,
      each.replace(/\[([^\]]+)\]/g, (_, path: string) => `.${String(at(about, path))}`),
    );
    const it = (by === undefined ? all[n] : all.find((place) => at(place.it, by) === n))?.it;
    if (it === undefined) return undefined;
    const seat = naming.seat === undefined ? null : ownerOf(naming.seat, n, it);
    const letter = naming.letter === undefined ? undefined : naming.letter === '#' ? letterOf(n) : at(it, naming.letter);
    return {
      text: this.say(naming.words, it, nobody, undefined, undefined, view),
      letter: typeof letter === 'string' ? letter : '',
      ...(seat === null ? {} : { seat }),
    };
  }

  /** Returns the name of the ground at a point in a view, where the board is a drawn map. */
  private ground(point: unknown, view: unknown): unknown {
    const drawn = this.data.panels.ground;
    const spot = pair(point, '');
    if (!drawn) return undefined;
    const map = at(view, drawn.map);
    if (!spot || typeof map !== 'string') return undefined;
    const [row, col] = spot.map((n) => drawn.apart * n - 1) as [number, number];
    const kind = (at(view, drawn.kinds) as Readonly<Record<string, unknown>> | undefined)?.[map.split('\n')[row]?.[col] ?? ''];
    return at(kind, drawn.name);
  }

  /** Returns the seats of the characters that a text names, by their letters. */
  letters({ named }: Said, view: unknown): ReadonlyMap<string, number> {
    const people = named.map(([kind, n]) => this.named(kind, n, view));
    return new Map(people.flatMap((one) => (one?.letter && one.seat !== undefined ? [[one.letter, one.seat] as const] : [])));
  }

  /** The kind of things that have a letter: the characters of a story. */
  get people(): string | undefined {
    return Object.entries(this.data.panels.names).find(([, { letter }]) => letter !== undefined)?.[0];
  }

  /** The kind of the characters: the one with letters; else the first whose things each have a seat in their data. */
  private get characters(): string | undefined {
    return this.people ?? Object.entries(this.data.panels.names).find(([, { seat }]) => typeof seat === 'object')?.[0];
  }

  has(key: string): boolean {
    return Object.hasOwn(this.data.words, key);
  }

  /** Returns the title of a rule; its id where it has none. */
  ruleTitle(rule: string): string {
    return this.written(`rule.${rule}`) ?? rule;
  }

  get name(): string {
    return this.data.card.name[lang()];
  }

  /** Returns the time for a kind of question, in the system's own words; `undefined` where it has none. */
  timed(kind: Timed, time: string): string | undefined {
    const key = `clock.${kind}`;
    return this.has(key) ? this.say(key, { time }) : undefined;
  }

  /** Returns the name of a scenario; its id where it has none. */
  scenario(id: string): string {
    return this.data.card.scenarios[id]?.name[lang()] ?? id;
  }

  turn(view: unknown): number {
    const turn = at(view, this.data.panels.turn);
    return typeof turn === 'number' ? turn : 0;
  }

  /** Returns the state of the game in one line. */
  moment(view: unknown): string {
    return this.has('moment') ? this.say('moment', view, nobody, undefined, undefined, view) : '';
  }

  /** Returns the first of some texts that the system has, filled; `null` where it has none of them. */
  first(keys: readonly string[], about: unknown = null): string | null {
    const key = keys.find((one) => this.has(one));
    return key === undefined ? null : this.say(key, about);
  }

  /** Returns the text of a part of a score, after the name of the character that it was given for, if any. */
  scored(code: string, who: number | undefined, view: unknown): string {
    const name = who === undefined ? undefined : this.named(this.characters ?? '', who, view);
    const what = this.first([`score.${code}`]) ?? code;
    return name ? `${name.text} · ${what}` : what;
  }

  /** Returns a question in words: the text of its tag, else of the last part that is set and has one. Names come from the `view`. */
  asked(ask: unknown, player: Player, view?: unknown): string {
    const say = (key: string, about: unknown) => this.say(key, about, player, undefined, undefined, view);
    const found = tagged(ask);
    if (found && this.has(`ask.${found.tag}`)) return say(`ask.${found.tag}`, found.body);
    const parts =
      typeof ask === 'object' && ask !== null
        ? Object.entries(ask).filter(([name, value]) => value !== false && value !== null && this.has(`ask.${name}`))
        : [];
    const [name] = parts.at(-1) ?? [];
    return name === undefined ? (this.has('ask') ? say('ask', ask) : '') : say(`ask.${name}`, ask);
  }

  /**
   * Returns a question to other seats and the default when their time runs out, in words that are public; each is empty where the system
   * has no text. The default of a decision with a number is its standing answer, or the option that counts.
   */
  pending(ask: unknown, view?: unknown): Pending {
    const found = tagged(ask);
    if (!found) return { what: '', then: '' };
    const about = found.body;
    const say = (key: string) => (this.has(key) ? this.say(key, about, nobody, undefined, undefined, view) : '');
    const { dec, options, default: usual } = (about ?? {}) as { dec?: unknown; options?: unknown; default?: unknown };
    const option: unknown = Array.isArray(options) ? options[Number(usual)] : undefined;
    const own = typeof option === 'string' ? say(`dec.${String(dec)}.${option}`) : '';
    return { what: say(`asked.${found.tag}`), then: low(say(`dec.${String(dec)}.standing`) || own) || say(`lapse.${found.tag}`) };
  }

  /** Returns a command in words: by its tag and its value, else by its tag, else as it is sent. */
  command(command: unknown, player: Player): string {
    const found = tagged(command);
    if (!found) return JSON.stringify(command);
    const { tag, body } = found;
    const exact = `command.${tag}.${String(body)}`;
    if (this.has(exact)) return this.say(exact, body, player);
    const key = `command.${tag}`;
    return this.has(key) ? this.say(key, body, player) : body === null ? tag : `${tag} ${JSON.stringify(body)}`;
  }

  /** Returns a fact in words, as it came about in a view; `null` for a kind without a text. */
  line(fact: AnyFact, player: Player, view?: unknown): LineShown | null {
    const text = this.written(`fact.${fact.t}`);
    if (text === undefined) return null;
    const telling = this.telling(player, fact.rule, view);
    const how = this.data.panels.log[fact.t];
    const of = (form: string | undefined) => (form === undefined ? undefined : told(form, fact, telling));
    const said = this.told(text, fact, telling);
    const good = of(how?.good)?.text;
    // A sentence may begin with a name in lower case, such as “the Boar of Artio”.
    return { ...said, text: cap(said.text), dice: of(how?.dice)?.dice ?? said.dice, weight: this.weight(fact, view), good: good ? good === 'good' : null };
  }

  /** Returns the weight of a fact in the story. */
  weight(fact: AnyFact, view?: unknown): Weight {
    const how = this.data.panels.log[fact.t];
    return how?.weigh === undefined ? (how?.weight ?? 'plain') : (told(how.weigh, fact, this.telling(nobody, undefined, view)).text as Weight);
  }

  /** Returns the calculation behind a fact, line by line: a label and a value. */
  reckoning(fact: AnyFact, player: Player, view?: unknown): [label: string, value: string][] {
    const text = this.written(`reckon.${fact.t}`);
    if (text === undefined) {
      const values = Object.entries(fact).filter(([name, value]) => this.has(`count.${name}`) && ['number', 'string'].includes(typeof value));
      return values.map(([name, value]) => [this.say(`count.${name}`), String(value)]);
    }
    const lines = this.fill(text, fact, this.telling(player, fact.rule, view)).split('\n');
    return lines.flatMap((line): [string, string][] => (line.includes(' = ') ? [line.split(' = ', 2) as [string, string]] : []));
  }

  /** Returns the panel of a story that a fact begins: its kind, its character, and the kind of heading; `null` where it begins none. */
  opening(fact: AnyFact, view?: unknown): { kind: string; of: number | null; once: boolean; heading: string } | null {
    const opens = this.data.panels.log[fact.t]?.opens;
    if (!opens) return null;
    // The character may have no seat, so that it is collected here rather than from the seats of the text.
    const named: number[] = [];
    const name = (kind: string, n: unknown, about: unknown) => {
      if (typeof n === 'number') named.push(n);
      return this.named(kind, n, view, about);
    };
    const of = (form: string | undefined) => (form === undefined ? undefined : told(form, fact, this.telling(nobody, undefined, view, name)));
    of(opens.of);
    return { kind: opens.as, of: named[0] ?? null, once: opens.once ?? false, heading: of(opens.heading)?.text ?? '' };
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
          const said = this.fill('{value}', typeof value === 'object' && value !== null ? JSON.stringify(value) : value, this.telling(player));
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

/** Returns functions for the texts of a system by their keys, filled from a subject and a view; the key where it has no text. */
export const wordsOf = (id: string) => ({
  word: (key: string, about?: unknown, view?: unknown): string => houseOf(id)?.say(key, about, undefined, undefined, undefined, view) ?? key,
  hasWord: (key: string): boolean => houseOf(id)?.has(key) ?? false,
});
