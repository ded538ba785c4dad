/**
 * Texts of a system: placeholders as in `fill.ts`, and
 *
 * - `{turn}` is a path into what the text is about (`{value}` the thing itself, where it has no parts), `{view.turn}` one into the view;
 *   `[n]` in a path is the number at `n`: `{view.people[who].name}`; `-1` is the last element of a list, `*` each element.
 * - `{seat:player}` is the player of a seat, `{name:fig:target}` the name of a thing of the kind `fig`, `{face:die}` a die
 *   (`{face:die:20}` one with twenty sides), `{rule}` the title of the rule; `{aim:from:to}` and
 *   `{step:from:to}` are direction and length of a straight line on a grid, `{ground:at}` the ground at a point.
 * - `{word:place:at}` is the text `place.…` of the value there (`null` where there is none), else the text `place`: its own placeholders
 *   are about the same thing; a value that is a tag with a body gives the text of the tag, about both.
 *   `{begin:order:code}` is the text of the longest beginning of the value that has one. `{each:fate:members}` is the text `fate`
 *   about each element of a list in turn, and about what the text itself is about; `index` is the index of the element.
 * - `{sum:a:b}` adds numbers and lists; `{gap:a:b}` is the difference of two numbers, `{way:from:points}` the length of the way from a
 *   point along others, `{wind:vector}` the eighth of the compass that a vector points to, from 0 in the north, clockwise. `{cm:n}`
 *   writes hundredths of centimetres as centimetres.
 */
import { lengthOf } from '../surface/plane/geometry';
import { tenths } from '../surface/plane/tools';
import { cut, each, Filling } from './fill';
import { all, at, pair } from './path';
import { tagged } from './tagged';

/** A name, and the seat that the thing belongs to. */
export interface NameTold {
  readonly text: string;
  readonly seat?: number | undefined;
}

/** The context of a text, besides what it is about. */
export interface Telling {
  /** Returns the name of the player of a seat. */
  readonly player: (seat: number) => string;
  /** Returns the name of a thing of a kind that only the system knows, in a text about `about`. */
  readonly name?: ((kind: string, value: unknown, about: unknown) => string | NameTold | undefined) | undefined;
  /** Returns the name of the ground at a point of the view. */
  readonly ground?: (point: unknown) => unknown;
  /** Returns the text of a key. */
  readonly word?: (key: string) => string | undefined;
  /** The title of the rule. */
  readonly rule?: string;
  /** The view that the text refers to. */
  readonly view?: unknown;
  readonly lang: 'fr' | 'en';
}

/** Dice that a text names: their sides, and the faces that they show. */
export interface Dice {
  readonly sides: number;
  readonly faces: readonly number[];
}

/** A filled text, and what it names. */
export interface Said {
  readonly text: string;
  readonly dice: readonly Dice[];
  /** The seats that the text names, in order. */
  readonly seats: readonly number[];
  /** The things of seats that the text names: kind and number. */
  readonly named: readonly (readonly [kind: string, n: number])[];
}

const SIDES = 6;
/** Upper bound of the depth of texts within texts, so that a text that contains itself ends. */
const DEEPEST = 8;
/** Steps to the eight neighbours on a grid, by row and column, clockwise from the north. */
const WAYS = ['-1,0', '-1,1', '0,1', '1,1', '1,0', '1,-1', '0,-1', '-1,-1'];

/** Returns the direction of a straight line on a grid, from 1, or its length; `undefined` where there is no such line. */
function line(made: 'aim' | 'step', from: unknown, to: unknown): number | undefined {
  if (!Array.isArray(from) || !Array.isArray(to)) return undefined;
  const [dr, dc] = [Number(to[0]) - Number(from[0]), Number(to[1]) - Number(from[1])];
  const steps = Math.max(Math.abs(dr), Math.abs(dc));
  if (steps === 0 || (dr !== 0 && dc !== 0 && Math.abs(dr) !== Math.abs(dc))) return undefined;
  return made === 'step' ? steps : WAYS.indexOf(`${Math.sign(dr)},${Math.sign(dc)}`) + 1;
}

/** Returns the fields of the body of a tag; none where the body is no object. */
const partsOfBody = (body: unknown): object => (typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {});

/** The filler of one text, which records what the text names. */
class Teller extends Filling {
  private readonly telling: Telling;
  private deep = 0;
  readonly dice: Dice[] = [];
  readonly seats: number[] = [];
  readonly named: [string, number][] = [];

  constructor(telling: Telling) {
    super(telling.lang);
    this.telling = telling;
  }

  /** Returns the id of the rule where it is compared; its title is written. */
  protected override asked(expression: string, about: unknown): unknown {
    return expression === 'rule' ? at(about, 'rule') : this.value(expression, about);
  }

  protected override unknown(): undefined {
    return undefined;
  }

  protected override made(made: string, rest: string, about: unknown): unknown {
    switch (made) {
      case '':
        return rest === 'rule' ? (this.telling.rule ?? '') : this.path(rest, about);
      case 'seat':
        return each(this.value(rest, about), (seat) => this.player(seat));
      case 'name':
        return this.name(...cut(rest), about);
      case 'word':
        return this.word(...cut(rest), about);
      case 'face':
        return this.face(rest, about);
      case 'begin':
        return this.begin(...cut(rest), about);
      case 'each':
        return this.each(...cut(rest), about);
      case 'sum':
        return rest
          .split(':')
          .flatMap((one) => this.value(one, about))
          .reduce<number>((sum, one) => sum + Number(one), 0);
      case 'gap': {
        const [one, other] = cut(rest);
        return Math.abs(Number(this.value(one, about)) - Number(this.value(other, about)));
      }
      case 'way': {
        const [from, along] = cut(rest);
        return lengthOf([from, `${along}.*`].flatMap((path) => this.points(path, about)));
      }
      case 'wind': {
        const [x, y] = pair(this.path(rest, about), '') ?? [0, 0];
        return Math.round(((Math.atan2(x, y) / Math.PI) * 4 + 8) % 8) % 8;
      }
      case 'cm':
        return new Intl.NumberFormat(this.lang, { maximumFractionDigits: 1 }).format(tenths(Number(this.value(rest, about))));
      case 'aim':
      case 'step': {
        const [from, to] = cut(rest);
        return line(made, this.path(from, about), this.path(to, about));
      }
      case 'ground':
        return this.telling.ground?.(this.path(rest, about));
      default:
        return undefined;
    }
  }

  private path(path: string, about: unknown): unknown {
    if (path === 'value' && (typeof about !== 'object' || about === null)) return about;
    // Inner brackets are replaced first, because brackets may be nested.
    let whole = path;
    for (let last = ''; last !== whole;) {
      last = whole;
      whole = whole.replace(/\[([^[\]]+)\]/g, (_, inner: string) => `.${String(this.path(inner, about))}`);
    }
    const [of, rest] = whole.startsWith('view.') ? [this.telling.view, whole.slice(5)] : [about, whole];
    return rest.split('.').includes('*') ? all(of, rest) : at(of, rest);
  }

  /** Returns the points at a path: one, or a list of them. */
  private points(path: string, about: unknown): [number, number][] {
    const found = this.path(path, about);
    return (path.endsWith('.*') ? (found as unknown[]) : [found]).flatMap((one): [number, number][] => {
      const point = pair(one, '');
      return point ? [[point[0], point[1]]] : [];
    });
  }

  /** Returns the text of a key about each element of a list, joined. */
  private each(key: string, expression: string, about: unknown): string {
    const list = this.value(expression, about);
    const text = this.telling.word?.(key);
    if (text === undefined || !Array.isArray(list)) return '';
    return list.map((one, index) => this.fill(text, { ...(about as object), ...(one as object), index })).join('');
  }

  protected override said(value: unknown): string {
    if (Array.isArray(value) || typeof value === 'string') return super.said(value);
    if (typeof value === 'number') return new Intl.NumberFormat(this.lang).format(value).replace('-', '−');
    return value === undefined || value === null ? '–' : JSON.stringify(value);
  }

  private player(seat: unknown): string {
    if (typeof seat !== 'number') return '–';
    this.seats.push(seat);
    return this.telling.player(seat);
  }

  private name(kind: string, expression: string, about: unknown): string | string[] {
    return each(this.value(expression, about), (n) => {
      const found = this.telling.name?.(kind, n, about) ?? this.said(n);
      if (typeof found === 'string') return found;
      if (found.seat !== undefined) {
        this.seats.push(found.seat);
        if (typeof n === 'number') this.named.push([kind, n]);
      }
      return found.text;
    });
  }

  private face(rest: string, about: unknown): unknown {
    const [, path = rest, sides] = /^([^:]*):(.*)$/.exec(rest) ?? [];
    const value = this.path(path, about);
    const faces = (Array.isArray(value) ? value : [value]).filter((face): face is number => typeof face === 'number');
    if (faces.length > 0) this.dice.push({ sides: sides === undefined ? SIDES : Number(this.value(sides, about)), faces });
    return value;
  }

  /** Returns the text of the longest beginning of a value that has one. */
  private begin(prefix: string, expression: string, about: unknown): string {
    const value = this.said(this.value(expression, about));
    for (let n = value.length; n > 0; n -= 1) {
      const text = this.telling.word?.(`${prefix}.${value.slice(0, n)}`);
      if (text !== undefined) return text;
    }
    return value;
  }

  /** Returns the text of a value; that of a tag with a body is also about the body. */
  private word(prefix: string, expression: string, about: unknown): string | string[] {
    return each(this.value(expression, about), (value) => {
      const { word } = this.telling;
      const found = typeof value === 'object' ? tagged(value) : null;
      const text = word?.(`${prefix}.${found ? found.tag : String(value ?? null)}`) ?? word?.(prefix);
      if (text === undefined) return this.said(value);
      if (this.deep >= DEEPEST) return '';
      this.deep += 1;
      const filled = this.fill(text, found ? { ...(about as object), ...(value as object), ...partsOfBody(found.body), value: found.body } : about);
      this.deep -= 1;
      return filled;
    });
  }
}

/** Returns a text with its placeholders filled, and what it names. */
export function told(text: string, about: unknown, telling: Telling): Said {
  const teller = new Teller(telling);
  const filled = teller.fill(text, about);
  return { text: filled, dice: teller.dice, seats: teller.seats, named: teller.named };
}

/** Returns a text with its placeholders filled. */
export const phrase = (text: string, about: unknown, telling: Telling): string => told(text, about, telling).text;
