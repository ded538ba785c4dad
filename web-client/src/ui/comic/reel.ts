/** The panels of a game in order; they are extended as the timeline grows. */
import type { AnyFact, Notice } from '../../store/fold';
import type { Timeline } from '../../store/timeline.svelte';
import { cast, END, isSeen, type Caption, type Comic, type Luck, type Panel, type Part, type Shot } from './comic';

/** A text of the story outside of panels. */
export interface Line extends Caption {
  readonly turn: number;
}

type Line0 = Timeline<unknown, Notice>;

export class Reel {
  private readonly comic: Comic;
  private readonly line: Line0;
  private view: unknown;
  private base: unknown;
  private done = 0;
  private open = false;
  private kept: Panel[] = [];
  private besides: Line[] = [];
  private fortunes: Luck[] = [];
  private readonly ends = new Map<number, unknown>();

  constructor(comic: Comic, line: Line0) {
    this.comic = comic;
    this.line = line;
    this.base = this.view = line.first;
  }

  /** The view that the timeline began with. */
  get start(): unknown {
    return this.line.first;
  }

  /** Returns the view at the end of a turn. */
  end(turn: number): unknown {
    this.read();
    return this.ends.get(turn) ?? this.start;
  }

  /** All panels that are drawn. All but the last stay the same objects when the timeline grows. */
  get panels(): readonly Panel[] {
    this.read();
    return this.kept.filter(isSeen);
  }

  /** The texts outside of panels. */
  get lines(): readonly Line[] {
    this.read();
    return this.besides;
  }

  /** All dice by which luck can be measured. */
  get luck(): readonly Luck[] {
    this.read();
    return this.fortunes;
  }

  /** Returns the panel that a step belongs to, and the number of its shots up to that step; `null` where it has none. */
  at(step: number): { readonly panel: Panel; readonly count: number } | null {
    this.read();
    for (let n = this.kept.length - 1; n >= 0; n -= 1) {
      const panel = this.kept[n] as Panel;
      if ((panel.shots[0]?.step ?? Infinity) > step) continue;
      const exact = panel.shots.some((shot) => shot.step === step);
      return exact && isSeen(panel) ? { panel, count: panel.shots.filter((shot) => shot.step <= step).length } : null;
    }
    return null;
  }

  private read(): void {
    const { line } = this;
    const { length, first } = line;
    if (first !== this.base || length < this.done) {
      this.base = this.view = first;
      this.done = 0;
      this.open = false;
      [this.kept, this.besides, this.fortunes] = [[], [], []];
      this.ends.clear();
    }
    for (; this.done < length; this.done += 1) {
      const step = line.steps[this.done];
      if (!step) return;
      const after = line.rules.fold(this.view, step.notice);
      for (const fact of step.notice.facts) this.tell(fact, this.done, step.turn, after);
      this.view = after;
      this.ends.set(step.turn, after);
    }
  }

  private tell(fact: AnyFact, step: number, turn: number, after: unknown): void {
    const part = this.comic.part(fact, this.view);
    const caption = this.comic.caption(fact, this.view);
    const luck = this.comic.luck?.(fact, this.view);
    if (luck) this.fortunes.push(luck);
    if (part === END) this.open = false;
    const shot: Shot | null = part && part !== END ? { ...part, step, after, caption } : null;
    const last = this.open ? this.kept.at(-1) : undefined;
    if (shot && last && joins(last, shot)) this.kept[this.kept.length - 1] = { ...last, shots: [...last.shots, shot] };
    else if (shot && (shot.begins || shot.dice || shot.word)) {
      this.kept.push({ key: step, turn, shots: [shot] });
      this.open = true;
    } else if (caption && part !== END && caption.weight !== 'quiet') this.besides.push({ ...caption, turn });
  }
}

/** Whether a shot joins a panel. */
function joins(panel: Panel, shot: Part): boolean {
  const struck = panel.shots.some(({ blow }) => blow);
  const first = panel.shots[0];
  if (shot.begins) {
    const same = first?.who === shot.who && (first?.target === undefined || first.target === shot.target);
    return shot.blow === true && same && !struck;
  }
  const about = shot.befalls ?? shot.who;
  const there = cast(panel);
  return about === undefined || there.length === 0 || there.includes(about);
}
