/**
 * Texts of a system with their placeholders: `{turn}` is a path of what the text is about (`{value}` the thing itself, where it has
 * no parts), `{seat:player}` the player of a seat, `{face:die}` a die (`{face:die:20}` one with twenty sides), `{word:place:at}` the
 * text `place.…` of the value there, `{rule}` the title of the rule, `{n|one form|many forms}` a plural.
 */
import { at } from './path';

/** What a text may speak of besides what it is about. */
export interface Telling {
  /** The name of whoever plays a seat. */
  readonly player: (seat: number) => string;
  /** A text by its key. */
  readonly word?: (key: string) => string | undefined;
  /** The title of the rule. */
  readonly rule?: string;
  readonly lang: 'fr' | 'en';
}

/** Dice that a text names: where they stand in what it is about, and their sides. */
export interface Dice {
  readonly sides: number;
  readonly faces: readonly number[];
}

const HOLE = /\{([^{}|]+)(?:\|([^|{}]*)\|([^{}]*))?\}/g;
const SIDES = 6;

function valueOf(about: unknown, path: string): unknown {
  if (path === 'value' && (typeof about !== 'object' || about === null)) return about;
  return at(about, path);
}

function said(value: unknown, lang: string): string {
  if (Array.isArray(value)) return new Intl.ListFormat(lang, { type: 'conjunction' }).format(value.map((one) => said(one, lang)));
  if (typeof value === 'number') return new Intl.NumberFormat(lang).format(value);
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '–' : JSON.stringify(value);
}

function players(value: unknown, { player, lang }: Telling): string {
  const names = (Array.isArray(value) ? value : [value]).map((one) => (typeof one === 'number' ? player(one) : '–'));
  return new Intl.ListFormat(lang, { type: 'conjunction' }).format(names);
}

/** A text with its placeholders filled. */
export function phrase(text: string, about: unknown, telling: Telling): string {
  return text.replace(HOLE, (_whole, hole: string, one: string | undefined, many: string | undefined) => {
    if (many !== undefined) return new Intl.PluralRules(telling.lang).select(Number(valueOf(about, hole))) === 'one' ? (one ?? '') : many;
    const [kind, path = '', more = ''] = hole.split(':');
    if (path === '') return hole === 'rule' ? (telling.rule ?? '') : said(valueOf(about, hole), telling.lang);
    if (kind === 'seat') return players(valueOf(about, path), telling);
    if (kind === 'word') {
      const value = valueOf(about, more);
      return telling.word?.(`${path}.${said(value, telling.lang)}`) ?? said(value, telling.lang);
    }
    return said(valueOf(about, path), telling.lang);
  });
}

const holes = (text: string, kind: string): string[][] =>
  [...text.matchAll(HOLE)].map((found) => (found[1] ?? '').split(':')).filter((parts) => parts[0] === kind);

/** The dice that a text names. */
export function diceOf(text: string, about: unknown): Dice[] {
  return holes(text, 'face').flatMap(([, path = '', sides]) => {
    const value = valueOf(about, path);
    const faces = (Array.isArray(value) ? value : [value]).filter((face): face is number => typeof face === 'number');
    return faces.length > 0 ? [{ sides: Number(sides ?? SIDES), faces }] : [];
  });
}

/** The seats that a text names, in order. */
export function seatsOf(text: string, about: unknown): number[] {
  return holes(text, 'seat').flatMap(([, path = '']) => {
    const value = valueOf(about, path);
    return (Array.isArray(value) ? value : [value]).filter((seat): seat is number => typeof seat === 'number');
  });
}
