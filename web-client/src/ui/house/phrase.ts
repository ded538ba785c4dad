/**
 * Texts of a system with their placeholders: `{turn}` is a path of what the text is about (`{value}` the thing itself, where it has
 * no parts), `{seat:player}` the player of a seat, `{name:fig:target}` the name of a thing of the kind `fig`, `{face:die}` a die
 * (`{face:die:20}` one with twenty sides), `{rule}` the title of the rule, `{n|one form|many forms}` a plural. `{word:place:at}` is the
 * text `place.…` of the value there (`null` where there is none), else the text `place`: it has placeholders of its own, about the
 * same thing. What a list names is told as a list. Before any of them `low:` and `cap:` make the first letter small or large, `of:`
 * says whose something is: `d’Anne`, `Anne’s`.
 */
import { at } from './path';

/** What a text may speak of besides what it is about. */
export interface Telling {
  /** The name of whoever plays a seat. */
  readonly player: (seat: number) => string;
  /** The name of a thing of a kind that only the system knows. */
  readonly name?: ((kind: string, value: unknown) => string) | undefined;
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
/** Texts within texts go no deeper: a text that holds itself ends. */
const DEEPEST = 8;

function valueOf(about: unknown, path: string): unknown {
  if (path === 'value' && (typeof about !== 'object' || about === null)) return about;
  return at(about, path);
}

function said(value: unknown, lang: string): string {
  if (typeof value === 'number') return new Intl.NumberFormat(lang).format(value);
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '–' : JSON.stringify(value);
}

/** Whose something is. */
function whose(name: string, lang: 'fr' | 'en'): string {
  if (lang === 'en') return name.toLowerCase().endsWith('s') ? `${name}’` : `${name}’s`;
  return /^[aeiouyhàâéèêëîïôùûœ]/i.test(name) ? `d’${name}` : `de ${name}`;
}

const SHAPES: Readonly<Record<string, (text: string, lang: 'fr' | 'en') => string>> = {
  low: (text) => text.charAt(0).toLowerCase() + text.slice(1),
  cap: (text) => text.charAt(0).toUpperCase() + text.slice(1),
  of: whose,
};

/** A text with its placeholders filled. */
export function phrase(text: string, about: unknown, telling: Telling): string {
  return filled(text, about, telling, DEEPEST);
}

function filled(text: string, about: unknown, telling: Telling, deep: number): string {
  return text.replace(HOLE, (_whole, hole: string, one: string | undefined, many: string | undefined) => {
    if (many !== undefined) return new Intl.PluralRules(telling.lang).select(Number(valueOf(about, hole))) === 'one' ? (one ?? '') : many;
    const { lang } = telling;
    const parts = hole.split(':');
    const shape = SHAPES[parts[0] ?? ''];
    const [kind = '', path = '', more = ''] = shape ? parts.slice(1) : parts;
    if (kind === 'rule' && path === '') return telling.rule ?? '';
    const named = kind === 'word' || kind === 'name';
    const value = valueOf(about, path === '' ? kind : named ? more : path);
    const say = (it: unknown): string => {
      if (kind === 'seat') return typeof it === 'number' ? telling.player(it) : '–';
      if (kind === 'name') return telling.name?.(path, it) ?? said(it, lang);
      if (kind !== 'word') return said(it, lang);
      const own = telling.word?.(`${path}.${String(it ?? null)}`) ?? telling.word?.(path);
      return own === undefined ? said(it, lang) : deep > 0 ? filled(own, about, telling, deep - 1) : '';
    };
    const each = (it: unknown): string => shape?.(say(it), lang) ?? say(it);
    if (!Array.isArray(value)) return each(value);
    // British lists have no comma before the last.
    return new Intl.ListFormat(lang === 'en' ? 'en-GB' : lang, { type: 'conjunction' }).format(value.map(each));
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
