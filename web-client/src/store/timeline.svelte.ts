import { realTimers, type Timers } from '../net/socket';
import type { Blind, Entry, Maker, Scoreboard } from '../protocol';
import type { Noise } from '../sound/sounds';
import type { Speed } from './speeds';

/** The fold of one ruleset: how notices change its view. It contains no rules: each notice states the resulting values. */
export interface Fold<V, N> {
  /** Parses a notice as it was received. */
  read(raw: unknown): N;
  /** Parses a notice of a replay that is stored in one of the first two formats. */
  readOld?(raw: unknown): N;
  /** Returns the view after a notice. The old view is not modified; unchanged parts may be shared. */
  fold(view: V, notice: N): V;
  /** Splits the notice into the parts that are shown one after the other, in order. */
  split(notice: N): N[];
  /** Returns how long the notice is shown, in milliseconds at speed 1; with 0 the next step follows at once. */
  beat(notice: N): number;
  /** Returns the turn of a view. */
  turn(view: V): number;
  /** Returns the sound of the notice, for players who want sounds. */
  noise?(notice: N): Noise | null;
}

/** One notice with its place in the game. */
export interface Step<N> {
  /** The entry of the notice. */
  entry: number;
  /** Time of the entry, in milliseconds since 1970. */
  at: number;
  /** Turn of the view after the notice. */
  turn: number;
  notice: N;
}

/** What the journal reports besides notices. It happened before the step with this number. */
export interface Aside {
  step: number;
  entry: number;
  author: Maker;
  /** A sheet that was sealed and not played, or the end of the time of a seat. */
  what: { is: 'blind'; blind: Extract<Blind, { step: 'refused' | 'unopened' }> } | { is: 'lapse'; lapse: Lapse };
}

/** An answer that the clock gave for a seat. */
export interface Lapse {
  /** The question in the form for all audiences, and the view in which it was asked. */
  ask: unknown;
  view: unknown;
  /** Whether the saved draft was the answer. */
  saved: boolean;
  /** Whether the answer is sealed. */
  sealed: boolean;
}

/** Number of steps between two views that are kept, so that going back is quick. */
const KEEP_EVERY = 48;
/** Lower bound of a beat that is shortened to catch up, in milliseconds. */
const SHORTEST = 16;

/**
 * The views of a game in order, with a playhead. New entries are added at the end; `shown` is the view at the
 * playhead, which follows the end step by step. With all entries added at once it is a replay.
 */
export class Timeline<V, N> {
  readonly rules: Fold<V, N>;
  private readonly timers: Timers;
  private base: V;
  private kept: V[];
  private end: V;
  private timer: unknown = null;
  /** Called when nothing is left to show. */
  private readonly onEnd: () => void;

  /** All steps, oldest first. The array is not reactive: `length` is. */
  readonly steps: Step<N>[] = [];
  private told = $state.raw<readonly Aside[]>([]);
  /** Scores in order, each with the number of played steps from which on it holds. */
  private counted = $state.raw<readonly { readonly step: number; readonly scores: Scoreboard }[]>([]);
  private count = $state(0);
  private head = $state(0);
  private running = $state(false);
  private rate = $state<Speed>(1);
  private limit = $state<number | null>(null);
  private concern: ((step: number) => boolean) | null = null;
  private view = $state.raw() as V;

  constructor(rules: Fold<V, N>, base: V, timers: Timers = realTimers, onEnd: () => void = () => undefined) {
    this.rules = rules;
    this.timers = timers;
    this.onEnd = onEnd;
    this.base = base;
    this.kept = [base];
    this.end = base;
    this.view = base;
  }

  /** The view at the playhead. */
  get shown(): V {
    return this.view;
  }

  /** The view after all steps: that of the server. */
  get latest(): V {
    return this.end;
  }

  /** The view before the first step. */
  get first(): V {
    return this.base;
  }

  /** What the journal reports besides notices, up to the playhead. */
  get asides(): readonly Aside[] {
    return this.told.filter((aside) => aside.step <= this.head);
  }

  /** The score at the playhead, as the server counts it; `null` where it has sent none. */
  get scores(): Scoreboard | null {
    return this.counted.findLast(({ step }) => step <= this.head)?.scores ?? null;
  }

  /** The score after all steps. */
  get lastScores(): Scoreboard | null {
    return this.counted.at(-1)?.scores ?? null;
  }

  /** Number of steps. */
  get length(): number {
    return this.count;
  }

  /** Number of steps that have been played. */
  get cursor(): number {
    return this.head;
  }

  /** The step that was played last. */
  get current(): Step<N> | null {
    return this.head > 0 ? (this.steps[this.head - 1] ?? null) : null;
  }

  /** Whether all steps have been shown. */
  get atEnd(): boolean {
    return this.head >= this.count;
  }

  get playing(): boolean {
    return this.running;
  }

  get speed(): Speed {
    return this.rate;
  }

  set speed(speed: Speed) {
    this.rate = speed;
    if (this.running) this.schedule();
  }

  /** Selects the steps, by number, that are shown at the speed `mine`. */
  set concerns(concern: ((step: number) => boolean) | null) {
    if (this.concern === concern) return;
    this.concern = concern;
    if (this.running) this.schedule();
  }

  /** Bounds each beat to this time divided by the number of steps left, in milliseconds, while a question is open; `null`: no bound. */
  set within(limit: number | null) {
    if (this.limit === limit) return;
    this.limit = limit;
    if (this.running) this.schedule();
  }

  /** Adds the notices of an entry at the end. */
  add(entry: Entry): void {
    const { blind, author, lapsed } = entry;
    const tell = (author: Maker, what: Aside['what']) => (this.told = [...this.told, { step: this.steps.length, entry: entry.n, author, what }]);
    if (author && (blind?.step === 'refused' || blind?.step === 'unopened')) tell(author, { is: 'blind', blind });
    if (author?.kind === 'clock' && lapsed !== undefined) {
      tell(author, {
        is: 'lapse',
        lapse: { ask: lapsed, view: this.end, saved: author.why === 'draft', sealed: entry.seal !== undefined && entry.seal !== null },
      });
    }
    for (const notice of entry.notices.flatMap((raw) => this.rules.split(this.rules.read(raw)))) {
      this.end = this.rules.fold(this.end, notice);
      this.steps.push({ entry: entry.n, at: entry.at, turn: this.rules.turn(this.end), notice });
      if (this.steps.length % KEEP_EVERY === 0) this.kept[this.steps.length / KEEP_EVERY] = this.end;
    }
    if (entry.scores) this.counted = [...this.counted, { step: this.steps.length, scores: entry.scores }];
    const shown = this.atEnd;
    const first = this.count;
    this.count = this.steps.length;
    if (!this.running) return;
    // Steps without a beat are shown at once where all others have been shown, so that nothing seems to be playing.
    if (shown && this.steps.slice(first).every((_, n) => this.lasts(first + n) === 0)) this.go(this.count);
    else this.schedule();
  }

  /** Starts over from a new view with its score. The steps so far are dropped, because nothing links them to that view. */
  reset(base: V, scores: Scoreboard | null = null): void {
    this.stop();
    this.base = base;
    this.kept = [base];
    this.end = base;
    this.view = base;
    this.steps.length = 0;
    this.told = [];
    this.counted = scores ? [{ step: 0, scores }] : [];
    this.count = 0;
    this.head = 0;
  }

  /** Plays step by step up to the end, and each step that is added later. */
  play(): void {
    this.running = true;
    this.schedule();
  }

  pause(): void {
    this.running = false;
    this.stop();
  }

  /** Pauses, and moves one step forward or back. */
  step(by: 1 | -1): void {
    this.pause();
    this.go(this.head + by);
  }

  /** Shows the end at once. */
  skip(): void {
    this.go(this.count);
    if (this.running) this.schedule();
  }

  /** Moves the playhead to a number of played steps. */
  seek(steps: number): void {
    this.go(steps);
    if (this.running) this.schedule();
  }

  /** Returns each turn with the number of steps before it, as `seek` takes it. */
  turns(): { turn: number; step: number }[] {
    const found: { turn: number; step: number }[] = [];
    let last = -1;
    this.steps.forEach((step, index) => {
      if (step.turn !== last) {
        found.push({ turn: step.turn, step: index });
        last = step.turn;
      }
    });
    return found;
  }

  /** Cancels the timer. */
  stop(): void {
    this.timers.clear(this.timer);
    this.timer = null;
  }

  private go(steps: number): void {
    const target = Math.max(0, Math.min(this.count, steps));
    if (target === this.head) return;
    if (target === this.count) this.view = this.end;
    else {
      const near = Math.floor(target / KEEP_EVERY);
      const onwards = target > this.head && this.head >= near * KEEP_EVERY;
      let view = onwards ? this.view : (this.kept[near] ?? this.base);
      for (let i = onwards ? this.head : near * KEEP_EVERY; i < target; i += 1) {
        const step = this.steps[i];
        if (step) view = this.rules.fold(view, step.notice);
      }
      this.view = view;
    }
    this.head = target;
    if (this.atEnd) this.onEnd();
  }

  private schedule(): void {
    this.stop();
    if (this.head >= this.count) return;
    const beat = this.head === 0 ? 0 : this.beatOf(this.head - 1);
    this.timer = this.timers.set(() => this.tick(), beat);
  }

  /** Shows the next step, and further ones up to the first that has a beat. */
  private tick(): void {
    this.timer = null;
    let next = this.head + 1;
    while (next < this.count && this.beatOf(next - 1) === 0) next += 1;
    this.go(next);
    this.schedule();
  }

  /** Returns how long a step is shown, in milliseconds at the current speed; with 0 the next step follows at once. */
  lasts(index: number): number {
    const step = this.steps[index];
    if (!step || (this.rate === 'mine' && this.concern && !this.concern(index))) return 0;
    return this.rules.beat(step.notice) / (this.rate === 'mine' ? 1 : this.rate);
  }

  private beatOf(index: number): number {
    const beat = this.lasts(index);
    if (beat === 0 || this.limit === null) return beat;
    const left = this.count - this.head;
    return Math.min(beat, Math.max(SHORTEST, this.limit / Math.max(1, left)));
  }
}
