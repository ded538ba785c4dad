/** The log without a screen: facts in order become panels, one for each activation. */
import { carrier, wearer } from '../../../i18n/baston/naming';
import type { Fact, Item, ItemKind, Place, View, Who } from '../../../protocol/baston';
import { StoryBuilder, type Filter, type StoryGroup, type StoryLine, type Weight } from '../../common/story.svelte';

export interface Line extends StoryLine<Fact> {
  /** What an object was before a fact about it. */
  readonly before: { readonly kind: ItemKind; readonly place: Place } | null;
  /** What objects were at the time, where the fact names some. */
  readonly kinds: ReadonlyMap<number, ItemKind>;
}

export type GroupKind = 'setup' | 'turn' | 'reveal' | 'phase' | 'act';

/** A panel of the strip. */
export interface Group extends StoryGroup<Line> {
  readonly kind: GroupKind;
  readonly turn: number;
  readonly sequence: number;
  /** Whose activation. */
  readonly who: Who | null;
}

/** A die that fell: how many sides, which face. */
export interface Fallen {
  readonly sides: number;
  readonly face: number;
}

const QUIET = new Set<Fact['t']>(['done', 'queued', 'owes', 'shaken', 'on_top', 'targets', 'plot', 'acts', 'plays']);
const LOUD = new Set<Fact['t']>(['turn', 'wounded', 'out', 'left_board', 'seized', 'score', 'over', 'door_destroyed', 'panel_destroyed', 'phone_destroyed']);
/** Decisions whose outcome is told by the very next fact. */
const TOLD = new Set(['DEC-01', 'DEC-02', 'DEC-05', 'DEC-10', 'DEC-11', 'DEC-12', 'DEC-17']);
const BLOWS = new Set<Fact['t']>([
  'to_hit',
  'wounded',
  'stunned',
  'stun_roll',
  'out',
  'seized',
  'released',
  'spared',
  'targets',
  'location',
  'throws',
  'strength',
  'left_board',
  'no_test',
]);

function weightOf(fact: Fact): Weight {
  if (fact.t === 'to_hit') return fact.hit ? 'loud' : 'plain';
  if (fact.t === 'stunned') return fact.gained > 0 ? 'loud' : fact.saved > 0 ? 'plain' : 'quiet';
  if (fact.t === 'wounded') return fact.wounds > 0 ? 'loud' : 'plain';
  if (fact.t === 'rests') return fact.resting ? 'plain' : 'quiet';
  if (fact.t === 'chose') return fact.silent || (TOLD.has(fact.dec) && fact.choice !== 'no') ? 'quiet' : 'plain';
  // What somebody takes along when leaving the board is lost as well: the leaving says it.
  if (fact.t === 'item' && fact.rule.startsWith('BAS-OFF-01')) return 'quiet';
  if (fact.t === 'working') return fact.task ? 'plain' : 'quiet';
  return LOUD.has(fact.t) ? 'loud' : QUIET.has(fact.t) ? 'quiet' : 'plain';
}

/** Objects a fact names by number only. */
function itemsNamed(fact: Fact): number[] {
  if (fact.t === 'throws') return [fact.id];
  if (fact.t === 'working') return fact.task && 'dress' in fact.task ? [fact.task.dress.item] : [];
  if (fact.t !== 'chose' || typeof fact.choice === 'string') return [];
  const choice = fact.choice;
  if ('item' in choice) return [choice.item];
  if ('throw' in choice) return [choice.throw.item];
  if ('put_on' in choice) return [choice.put_on];
  return 'take_off' in choice ? [choice.take_off] : [];
}

/** Everybody a fact is about. */
export function people(fact: Fact): Who[] {
  const found: Who[] = [];
  for (const key of ['who', 'target', 'victim', 'mover', 'other', 'by'] as const) {
    const value = (fact as unknown as Record<string, unknown>)[key];
    if (typeof value === 'number') found.push(value);
  }
  if (fact.t === 'item') {
    const holder = carrier(fact.place) ?? wearer(fact.place);
    if (holder !== null) found.push(holder);
  }
  return found;
}

/** The die of a fact, if one fell. */
export function dieOf(fact: Fact): Fallen | null {
  switch (fact.t) {
    case 'test':
    case 'stun_roll':
      return { sides: 8, face: fact.die };
    case 'to_hit':
      return { sides: 20, face: fact.die };
    case 'strength':
    case 'location':
      return fact.die === null ? null : { sides: 8, face: fact.die };
    case 'drew':
      return { sides: fact.sides, face: fact.face };
    default:
      return null;
  }
}

/** A panel for each activation. */
export class LogBuilder extends StoryBuilder<Fact, Line, Group> {
  private items: Item[];
  private turn: number;
  private sequence: number;

  constructor(base: View) {
    super();
    this.items = base.items.map((item) => ({ ...item }));
    this.turn = base.turn;
    this.sequence = base.sequence;
  }

  protected note(fact: Fact): void {
    if (fact.t === 'item') this.items[fact.id] = { kind: fact.kind, place: fact.place };
    // What flies is in nobody's hands: where it ends is no dropping.
    const flying = fact.t === 'throws' ? this.items[fact.id] : undefined;
    if (fact.t === 'throws' && flying) this.items[fact.id] = { ...flying, place: 'gone' };
  }

  protected line(fact: Fact): Line {
    const was = fact.t === 'item' ? this.items[fact.id] : undefined;
    const kinds = new Map<number, ItemKind>();
    for (const id of itemsNamed(fact)) {
      const kind = this.items[id]?.kind;
      if (kind) kinds.set(id, kind);
    }
    return { key: this.keys++, step: this.step, fact, weight: weightOf(fact), before: was ? { kind: was.kind, place: was.place } : null, kinds };
  }

  protected open(fact: Fact): void {
    const last = this.done.at(-1);
    if (fact.t === 'turn') {
      this.turn = fact.turn;
      this.sequence = 0;
      this.begin('turn', null);
    } else if (fact.t === 'enter') {
      this.sequence = fact.sequence;
      this.begin('phase', null);
    } else if (fact.t === 'revealed') {
      if (last?.kind !== 'reveal') this.begin('reveal', null);
    } else if (fact.t === 'acts') {
      this.begin('act', fact.who);
    } else if (fact.t === 'plays' && (last?.kind !== 'act' || last.who !== fact.who)) {
      this.begin('act', fact.who);
    } else if (!last) {
      this.begin(this.turn === 0 ? 'setup' : 'phase', null);
    }
  }

  private begin(kind: GroupKind, who: Who | null): void {
    this.done.push({ key: this.keys++, kind, turn: this.turn, sequence: this.sequence, who, lines: [] });
  }
}

/** Orders played in a panel. */
export const ordersOf = (group: Group): string[] => group.lines.flatMap(({ fact }) => (fact.t === 'plays' ? [fact.order] : []));

/** The lines of a panel that pass a filter; bookkeeping only where it is asked for. */
export function shown(group: Group, filter: Filter, details: boolean, view: View): readonly Line[] {
  return group.lines.filter((line) => {
    if (!details && line.weight === 'quiet') return false;
    if (filter.kind === 'all') return true;
    if (filter.kind === 'blows') return BLOWS.has(line.fact.t);
    const about = people(line.fact);
    if (filter.kind === 'one') return group.who === filter.one || about.includes(filter.one);
    const own = (who: Who | null) => who !== null && view.fighters[who]?.seat === filter.seat;
    return own(group.who) || about.some(own);
  });
}
