/**
 * Texts with placeholders, which may be nested:
 *
 * - `{who}` is a value by its name. An unknown name stays as it is written, so that a mistake shows. An array is written as a list.
 * - `{n|one form|many forms}` is a plural, by the plural rule of the language (French counts 0 as singular).
 * - `{ok?yes|no}` is a choice, `{by??yes|no}` tests whether there is a value, `{n=2?yes|no}`, `{n<0?yes|no}`, `{n>0?yes|no}` and
 *   `{why='rest/held'?yes|no}` (one of several) compare, `{rule^'X-3'?yes|no}` tests the beginning.
 * - Before a value `low:` and `cap:` write the first letter in lower or upper case, `of:` writes the possessive (`d’Anne`, `Anne’s`),
 *   `sign:` writes the sign of a number.
 *
 * In French `de`, `à` and `que` are joined to the text of a placeholder after them. `rules/kit/src/text.rs` fills texts on the server;
 * both pass `tests/fixtures/texts.json`.
 */
import type { Lang } from '../i18n/initial';

/** Returns a text with its first letter in upper case. */
export const cap = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a text with its first letter in lower case, as in the middle of a sentence. */
export const low = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Returns a value as text. A negative number has a minus sign, not a hyphen. */
export const written = (value: string | number): string => (typeof value === 'number' && value < 0 ? `−${-value}` : String(value));

/** Returns a number with its sign. */
export const signed = (n: number): string => (n < 0 ? written(n) : `+${n}`);

/** Returns names as a list. British lists have no comma before the last name. */
export const listed = (names: readonly string[], lang: Lang): string =>
  new Intl.ListFormat(lang === 'en' ? 'en-GB' : lang, { type: 'conjunction' }).format(names);

/** The beginning of a word before which French elides: “d’énergie”. */
const VOWEL = /^[aeiouyhàâéèêëîïôùûœ]/i;

/** Contractions of a preposition and an article. */
const JOINED: Readonly<Record<string, string>> = { 'de le': 'du', 'de les': 'des', 'à le': 'au', 'à les': 'aux' };

/** Appends the text of a placeholder to French text, with elision and contraction. */
export function joined(text: string, next: string): string {
  const word = /(?:^|[^\p{L}’])(de|à|que) $/iu.exec(text)?.[1];
  if (word === undefined) return text + next;
  const before = text.slice(0, -word.length - 1);
  if (word.length > 1 && VOWEL.test(next)) return `${before}${word.slice(0, -1)}’${next}`;
  const [, article = '', rest = ''] = /^(les?) ([\s\S]*)$/i.exec(next) ?? [];
  const one = JOINED[`${word} ${article}`.toLowerCase()];
  return one === undefined ? text + next : `${before}${word === low(word) ? one : cap(one)} ${rest}`;
}

/** Returns the possessive of a name. */
function whose(name: string, lang: Lang): string {
  if (lang === 'en') return name.toLowerCase().endsWith('s') ? `${name}’` : `${name}’s`;
  return joined('de ', name);
}

type Op = '' | '|' | '?' | '??' | '=' | '<' | '>' | '^';
interface Hole {
  /** The placeholder as it is written. */
  readonly written: string;
  readonly head: string;
  readonly op: Op;
  readonly other: string;
  readonly branches: readonly Part[][];
}
type Part = string | Hole;

/** Returns where the part that begins at `from` ends: at a bar or a brace that belongs to no inner placeholder. */
function endOf(text: string, from: number): number {
  let depth = 0;
  for (let i = from; i < text.length; i += 1) {
    const sign = text[i];
    if (depth === 0 && (sign === '|' || sign === '}')) return i;
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
  }
  return text.length;
}

function parse(text: string): Part[] {
  const parts: Part[] = [];
  let here = 0;
  for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', here)) {
    if (open > here) parts.push(text.slice(here, open));
    const pieces: string[] = [];
    here = open;
    do {
      const end = endOf(text, here + 1);
      pieces.push(text.slice(here + 1, end));
      here = end;
    } while (text[here] === '|');
    here += 1;
    parts.push(hole(text.slice(open, here), pieces));
  }
  if (here < text.length) parts.push(text.slice(here));
  return parts;
}

function hole(written: string, [first = '', ...more]: readonly string[]): Hole {
  const ask = first.indexOf('?');
  if (ask < 0) return { written, head: first, op: more.length > 0 ? '|' : '', other: '', branches: more.map(parse) };
  const there = first[ask + 1] === '?';
  const [, head = '', sign = '', other = ''] = /^([^=<>^]*)(?:([=<>^])(.*))?$/.exec(first.slice(0, ask)) ?? [];
  const op = there ? '??' : sign === '' ? '?' : (sign as Op);
  return { written, head, op, other, branches: [first.slice(ask + (there ? 2 : 1)), ...more].map(parse) };
}

const known = new Map<string, Part[]>();

function partsOf(text: string): Part[] {
  let parts = known.get(text);
  if (!parts) known.set(text, (parts = parse(text)));
  return parts;
}

const SHAPES: Readonly<Record<string, (text: string, lang: Lang) => string>> = { low, cap, of: whose };

/** Splits an expression at its first colon; without one the first part is empty. */
export function cut(expression: string): readonly [string, string] {
  const colon = expression.indexOf(':');
  return colon < 0 ? ['', expression] : [expression.slice(0, colon), expression.slice(colon + 1)];
}

/** Applies a function to each element of an array, or to a single value. */
export const each = (value: unknown, tell: (one: unknown) => string): string | string[] => (Array.isArray(value) ? value.map(tell) : tell(value));

/** A filler of texts, whose values are the properties of the object that a text is about. */
export class Filling {
  protected readonly lang: Lang;

  constructor(lang: Lang) {
    this.lang = lang;
  }

  fill(text: string, about: unknown): string {
    return this.tell(partsOf(text), about);
  }

  private tell(parts: readonly Part[], about: unknown): string {
    return parts.reduce<string>((text, part) => {
      if (typeof part === 'string') return text + part;
      const next = this.filled(part, about);
      return this.lang === 'fr' ? joined(text, next) : text + next;
    }, '');
  }

  private filled(hole: Hole, about: unknown): string {
    const { head, op, other, branches } = hole;
    const value = op === '' ? this.value(head, about) : this.asked(head, about);
    if (value === undefined && op !== '??') {
      const unknown = this.unknown(hole.written);
      if (unknown !== undefined) return unknown;
    }
    if (op === '') return this.said(value);
    const first = op === '|' ? new Intl.PluralRules(this.lang).select(Number(value)) === 'one' : this.holds(value, op, other, about);
    return this.tell(branches[first ? 0 : 1] ?? [], about);
  }

  private holds(value: unknown, op: Op, other: string, about: unknown): boolean {
    if (op === '??') return value !== undefined && value !== null;
    if (op === '?') return Array.isArray(value) ? value.length > 0 : Boolean(value);
    const than = this.value(other, about);
    if (typeof than === 'string' && typeof value === 'string') return than.split('/').some((one) => (op === '^' ? value.startsWith(one) : value === one));
    return op === '=' ? value === than : op === '<' ? Number(value) < Number(than) : Number(value) > Number(than);
  }

  /** Evaluates an expression: a number, a text in quotes, a path, or a function before a colon, applied to the rest. */
  protected value(expression: string, about: unknown): unknown {
    if (/^-?\d+$/.test(expression)) return Number(expression);
    if (expression.startsWith("'")) return expression.slice(1, -1);
    const [made, rest] = cut(expression);
    const shape = SHAPES[made];
    if (shape) return each(this.value(rest, about), (one) => shape(this.said(one), this.lang));
    return made === 'sign' ? signed(Number(this.value(rest, about))) : this.made(made, rest, about);
  }

  /** Evaluates an expression that is compared or counted, which may differ from the value that is written. */
  protected asked(expression: string, about: unknown): unknown {
    return this.value(expression, about);
  }

  /** Applies the function before a colon to the rest; without a function, returns the value at a path. */
  protected made(made: string, rest: string, about: unknown): unknown {
    return made === '' && Object.hasOwn(about as object, rest) ? (about as Record<string, unknown>)[rest] : undefined;
  }

  /** Returns the text for a placeholder without a value; `undefined` where it is written like any other. */
  protected unknown(placeholder: string): string | undefined {
    return placeholder;
  }

  protected said(value: unknown): string {
    return Array.isArray(value)
      ? listed(
          value.map((one) => this.said(one)),
          this.lang,
        )
      : written(value as string | number);
  }
}

/** Returns a text with its placeholders filled from values. */
export const fill = (text: string, lang: Lang, values: object): string => new Filling(lang).fill(text, values);
