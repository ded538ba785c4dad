/** The model of a story: facts in order become panels, as the data of the system define them, else one for each turn. */
import { StoryBuilder, type Filter, type StoryGroup, type StoryLine } from '../common/story.svelte';
import type { AnyFact as Fact, Notice } from '../../store/fold';
import type { Fold } from '../../store/timeline.svelte';
import type { Presented, Player } from './presented.svelte';

export interface Line extends StoryLine<Fact> {
  /** The view in which the fact came about. */
  readonly view: unknown;
}

/** A panel of the strip. */
export interface Group extends StoryGroup<Line> {
  /** The kind of panel, from the fact that began it; `turn` for one turn; empty for facts before the first panel. */
  readonly kind: string;
  readonly turn: number;
  /** The number of the character whose panel it is; `null` for none. */
  readonly of: number | null;
  /** The kind of heading that the first fact is: `large`, `small` or `fleeting`; empty when it is none. */
  readonly heading: string;
  /** The view after the fact that began the panel. */
  readonly view: unknown;
}

export class HouseStory extends StoryBuilder<Fact, Line, Group> {
  private readonly house: Presented;
  private readonly fold: Fold<unknown, Notice>;
  private view: unknown;
  private turn: number;
  /** Whether the data define which facts begin a panel. */
  private readonly cut: boolean;

  constructor(house: Presented, base: unknown, fold: Fold<unknown, Notice>) {
    super();
    this.house = house;
    this.fold = fold;
    this.view = base;
    this.turn = house.turn(base);
    this.cut = Object.values(house.data.panels.log).some(({ opens }) => opens !== undefined);
  }

  override add(facts: readonly Fact[], step: number, turn: number): void {
    super.add(facts, step);
    this.turn = turn;
  }

  protected note(fact: Fact): void {
    this.view = this.fold.fold(this.view, { facts: [fact], set: [] });
  }

  protected line(fact: Fact): Line {
    return { key: this.keys++, step: this.step, fact, weight: this.house.weight(fact, this.view), view: this.view };
  }

  protected open(fact: Fact): void {
    const last = this.done.at(-1);
    if (!this.cut) {
      if (last?.turn !== this.turn) this.begin('turn', null, '', this.view);
      return;
    }
    const opens = this.house.opening(fact, this.view);
    if (opens && !(opens.once && last?.kind === opens.kind && last.of === opens.of)) {
      const after = this.fold.fold(this.view, { facts: [fact], set: [] });
      this.turn = this.house.turn(after);
      this.begin(opens.kind, opens.of, opens.heading, after);
    } else if (!last) this.begin('', null, '', this.view);
  }

  private begin(kind: string, of: number | null, heading: string, view: unknown): void {
    this.done.push({ key: this.keys++, kind, turn: this.turn, of, heading, view, lines: [] });
  }
}

/** Returns the lines of a panel that have a text and pass a filter; bookkeeping only with `details`. */
export function shown(group: Group, filter: Filter, details: boolean, house: Presented, player: Player): readonly Line[] {
  const whose = group.of === null ? undefined : house.named(house.people ?? '', group.of, group.view)?.seat;
  return group.lines.filter((line) => {
    if (group.heading !== '' && line === group.lines[0]) return false;
    if (!details && line.weight === 'quiet') return false;
    const said = house.line(line.fact, player, line.view);
    if (!said) return false;
    switch (filter.kind) {
      case 'all':
        return true;
      case 'blows':
        return house.people === undefined ? line.weight === 'loud' || said.dice.length > 0 : house.data.panels.log[line.fact.t]?.blow === true;
      case 'mine':
        return whose === filter.seat || said.seats.includes(filter.seat);
      case 'one':
        if (house.people === undefined) return said.seats.includes(filter.one);
        return group.of === filter.one || said.named.some(([kind, n]) => kind === house.people && n === filter.one);
    }
  });
}

interface Kept {
  readonly group: Group;
}

/** Whether a heading without lines is kept. */
export const isHeading = (group: Group, filter: Filter): boolean => filter.kind === 'all' && group.heading !== '';

/** Whether a panel is drawn, given the next: a fleeting heading is not when nothing follows under it. */
export const isDrawn = ({ group, lines }: Kept & { readonly lines: readonly Line[] }, next: Kept | undefined): boolean =>
  group.heading !== 'fleeting' || lines.length > 0 || (next !== undefined && next.group.heading === '');
