/** A story without a screen: facts in order become panels, one for each turn. */
import { StoryBuilder, type Filter, type StoryGroup, type StoryLine } from '../common/story.svelte';
import type { AnyFact as Fact } from '../../store/fold';
import type { Presented, Player } from './presented.svelte';

export type Line = StoryLine<Fact>;

/** The panel of a turn. */
export interface Group extends StoryGroup<Line> {
  readonly turn: number;
}

export class HouseStory extends StoryBuilder<Fact, Line, Group> {
  private readonly house: Presented;
  private turn: number;

  constructor(house: Presented, base: unknown) {
    super();
    this.house = house;
    this.turn = house.turn(base);
  }

  override add(facts: readonly Fact[], step: number, turn: number): void {
    super.add(facts, step);
    this.turn = turn;
  }

  protected note(): void {
    // A line of the house is read by itself.
  }

  protected line(fact: Fact): Line {
    return { key: this.keys++, step: this.step, fact, weight: this.house.data.panels.log[fact.t]?.weight ?? 'plain' };
  }

  protected open(): void {
    if (this.done.at(-1)?.turn !== this.turn) this.done.push({ key: this.keys++, turn: this.turn, lines: [] });
  }
}

/** The lines of a panel that are told and pass a filter; bookkeeping only where it is asked for. */
export function shown(group: Group, filter: Filter, details: boolean, house: Presented, player: Player): readonly Line[] {
  return group.lines.filter((line) => {
    const said = house.line(line.fact, player);
    if (!said || (!details && line.weight === 'quiet')) return false;
    switch (filter.kind) {
      case 'all':
        return true;
      case 'blows':
        return line.weight === 'loud' || said.dice.length > 0;
      case 'mine':
        return said.seats.includes(filter.seat);
      case 'one':
        return said.seats.includes(filter.one);
    }
  });
}
