/** The log without a screen: facts in order become panels, one for each action or reaction. */
import { cited } from '../../../rulebook/cited';
import type { Seat } from '../../../protocol';
import type { Act, Aftermath, Fact, Fig, Figure, Throw, View } from '../../../protocol/generik';
import { DECS } from './decs';
import { fatesOf, type Line } from './told';
import { StoryBuilder, type Filter, type StoryGroup, type Weight } from '../../common/story.svelte';

export type GroupKind = 'stage' | 'turn' | 'phase' | 'act' | 'ao' | 'close' | 'after';

/** A panel of the strip. */
export interface Group extends StoryGroup<Line> {
  readonly kind: GroupKind;
  readonly turn: number;
  /** Number of the phase; 0 before the first. */
  readonly phase: number;
  /** Whose phase or whose steps. */
  readonly seat: Seat | null;
  /** Who acts or reacts. */
  readonly fig: Fig | null;
}

type Kind = Fact['t'];

const QUIET = new Set<Kind>([
  'acted',
  'ledger',
  'kept',
  'settled',
  'ending',
  'faced',
  'used',
  'heroic_die',
  'da',
  'charges',
  'cover',
  'due',
  'down',
  'wounded',
  'stage',
  'phase',
  'sealed',
]);
const LOUD = new Set<Kind>(['turn', 'scenario', 'champion', 'reacts', 'beaten', 'sacked', 'score', 'ended']);
const BLOWS = new Set<Kind>(['attack', 'verdict', 'wound', 'redirected', 'rolled', 'beaten', 'sacked', 'status', 'wounded']);

/** Actions that say on whom they fall; of all others the heading and what comes of them say enough. */
const NAMES_OTHERS = new Set<Act['act']>(['distract', 'hook', 'insult', 'charge', 'drag']);
/** Dice of the steps after the game. */
const AFTER_DICE = new Set<Throw>(['money', 'reputation', 'care']);

/** How much a fact matters in the story, from how things were before. */
export function weightOf(fact: Fact, before: Figure | null, aftermath: Aftermath | null): Weight {
  switch (fact.t) {
    case 'after':
      return aftermath && !changes(aftermath, fact.aftermath) ? 'quiet' : 'plain';
    case 'verdict':
      return fact.verdict === 'miss' || fact.verdict === 'tie' || fact.verdict === 'parried' ? 'plain' : 'loud';
    case 'wound':
      return fact.wound === 'nothing' ? 'plain' : 'loud';
    case 'status':
      return fact.status === 'exited' ? 'loud' : fact.status === 'routed' ? 'plain' : 'quiet';
    // What a wound roll brought about is told by it; what comes about otherwise tells itself.
    case 'down':
      return !fact.down || /^GEN-(KND-04|SHT-12)/.test(fact.rule) ? 'plain' : 'quiet';
    case 'wounded':
      return fact.wounded ? 'quiet' : 'plain';
    case 'da':
      return (fact.taken && !/^GEN-(WND|KND|SHT)/.test(fact.rule)) || fact.da > (before?.da ?? fact.da) ? 'plain' : 'quiet';
    case 'charges': {
      const was = before?.charges ?? fact.charges;
      const loaded = fact.charges.some((n, slot) => n > (was[slot] ?? n));
      return loaded || cited(fact.rule).rule === 'GEN-SHT-06' ? 'plain' : 'quiet';
    }
    case 'cover':
      return fact.in_cover ? 'plain' : 'quiet';
    // Phases in which nobody can act follow each other at the end of a turn.
    case 'phase_over':
      return fact.why === 'spent' && fact.empty_run > 0 ? 'quiet' : 'plain';
    case 'chose':
      return DECS[fact.dec].told ? 'quiet' : 'plain';
    case 'acts':
      return NAMES_OTHERS.has(fact.act.act) ? 'plain' : 'quiet';
    default:
      return LOUD.has(fact.t) ? 'loud' : QUIET.has(fact.t) ? 'quiet' : 'plain';
  }
}

/** Whether a step changed what a band owns or what became of somebody. */
function changes(before: Aftermath, now: Aftermath): boolean {
  const [was, is] = [before.purse, now.purse];
  return was.treasury !== is.treasury || was.reputation !== is.reputation || before.step !== now.step || fatesOf(before, now).length > 0;
}

/** Everybody a fact is about, first of all whose deed or fate it is. */
export function people(fact: Fact): Fig[] {
  const found: Fig[] = [];
  for (const key of ['fig', 'actor', 'target', 'aimed', 'victim'] as const) {
    const value = (fact as unknown as Record<string, unknown>)[key];
    if (typeof value === 'number') found.push(value);
  }
  if (fact.t === 'acts') {
    const act = fact.act as { target?: Fig | null; friend?: Fig; moves?: readonly { fig: Fig }[] };
    found.push(...(typeof act.target === 'number' ? [act.target] : []), ...(typeof act.friend === 'number' ? [act.friend] : []));
    found.push(...(act.moves ?? []).map((move) => move.fig));
  }
  return [...new Set(found)];
}

/** The seat a fact names, if it names one. */
export function seatOf(fact: Fact): Seat | null {
  const seat = (fact as unknown as { seat?: unknown }).seat;
  return typeof seat === 'number' ? seat : fact.t === 'marker' ? fact.owner : null;
}

/** A panel for each action or reaction. */
export class LogBuilder extends StoryBuilder<Fact, Line, Group> {
  private readonly figures: Figure[];
  private readonly after: Aftermath[];
  private turn: number;
  private phase: number;
  private seat: Seat | null;
  /** Whose action an opportunity action has interrupted. */
  private interrupted: Fig | null = null;

  constructor(base: View) {
    super();
    this.figures = base.scene.figures.map((figure) => ({ ...figure }));
    this.after = [...base.scene.after];
    this.turn = base.scene.turn;
    this.phase = base.scene.phase.number;
    this.seat = base.scene.phase.number > 0 ? base.scene.phase.seat : null;
  }

  protected line(fact: Fact): Line {
    const fig = people(fact)[0];
    const before = fig === undefined ? null : (this.figures[fig] ?? null);
    const aftermath = fact.t === 'after' || fact.t === 'did' ? (this.after[fact.seat] ?? null) : null;
    return { key: this.keys++, step: this.step, fact, weight: weightOf(fact, before, aftermath), before, aftermath };
  }

  protected note(fact: Fact): void {
    if (fact.t === 'turn') fact.da.forEach((da, fig) => this.change(fig, { da }));
    if (fact.t === 'da') this.change(fact.fig, { da: fact.da });
    if (fact.t === 'charges') this.change(fact.fig, { charges: fact.charges });
    if (fact.t === 'taken_back') this.change(fact.fig, { at: fact.at, z: fact.z, facing: fact.facing, da: fact.da, in_cover: fact.in_cover });
    if (fact.t === 'moved') this.change(fact.fig, { at: fact.path.at(-1) ?? this.figures[fact.fig]?.at ?? [0, 0], z: fact.z });
    if (fact.t === 'after') this.after[fact.seat] = fact.aftermath;
  }

  private change(fig: Fig, part: Partial<Figure>): void {
    const was = this.figures[fig];
    if (was) this.figures[fig] = { ...was, ...part };
  }

  protected open(fact: Fact): void {
    const last = this.done.at(-1);
    switch (fact.t) {
      case 'stage':
        return this.begin('stage', null);
      case 'turn':
        this.turn = fact.turn;
        return this.begin('turn', null);
      case 'phase':
        this.phase = fact.number;
        this.seat = fact.seat;
        this.interrupted = null;
        return this.begin('phase', null);
      case 'phase_over':
      case 'beaten':
      case 'control':
      case 'score':
        return last?.kind === 'close' ? undefined : this.begin('close', null);
      case 'acts':
        return last !== undefined && last.fig === fact.fig && opensWithWits(last) ? undefined : this.begin('act', fact.fig);
      case 'reacts':
        this.interrupted = fact.actor;
        return this.begin('ao', fact.fig);
      case 'rolled':
        return AFTER_DICE.has(fact.throw) ? this.openAfter(fact.seat, last) : this.goOn(fact, last);
      case 'did':
      case 'after':
        return this.openAfter(fact.seat, last);
      default:
        return this.goOn(fact, last);
    }
  }

  /** The steps after the game: a panel for each band in turn. */
  private openAfter(seat: Seat, last: Group | undefined): void {
    if (last?.kind === 'after' && last.seat === seat) return;
    this.seat = seat;
    this.begin('after', null);
  }

  /** What needs a panel although no action begins: a pivot, the die of skill 17, going on after an interruption. */
  private goOn(fact: Fact, last: Group | undefined): void {
    const fig = people(fact)[0] ?? null;
    const pivots = fact.t === 'faced' && cited(fact.rule).rule === 'GEN-ACT-21';
    const wits = fact.t === 'used' && fact.mark === 'dim';
    const resumes = last?.kind === 'ao' && fig !== null && fig === this.interrupted && resuming(fact);
    if (pivots || wits || resumes) this.begin('act', fig);
    else if (!last) this.begin(this.turn === 0 ? 'stage' : 'phase', null);
  }

  private begin(kind: GroupKind, fig: Fig | null): void {
    this.done.push({ key: this.keys++, kind, turn: this.turn, phase: this.phase, seat: this.seat, fig, lines: [] });
  }
}

/** Whether a panel holds the die of skill 17 and no action yet: the action it comes before belongs to it. */
function opensWithWits(group: Group): boolean {
  const first = group.lines[0]?.fact;
  return first?.t === 'used' && first.mark === 'dim' && !group.lines.some((line) => line.fact.t === 'acts');
}

/** Whether a fact about an interrupted figure is its own deed again. */
function resuming(fact: Fact): boolean {
  return fact.t === 'stopped' || (fact.t === 'moved' && fact.way !== 'pushed' && fact.way !== 'fell');
}

/** The lines of a panel that pass a filter; bookkeeping only where it is asked for. */
export function shown(group: Group, filter: Filter, details: boolean, view: View): readonly Line[] {
  const owner = (fig: Fig | null) => (fig === null ? null : (view.figures[fig]?.seat ?? null));
  return group.lines.filter((line) => {
    if (!details && line.weight === 'quiet') return false;
    if (filter.kind === 'all') return true;
    if (filter.kind === 'blows') return BLOWS.has(line.fact.t);
    const about = people(line.fact);
    if (filter.kind === 'one') return group.fig === filter.one || about.includes(filter.one);
    return owner(group.fig) === filter.seat || seatOf(line.fact) === filter.seat || about.some((fig) => owner(fig) === filter.seat);
  });
}
