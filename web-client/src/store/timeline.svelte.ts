import { realTimers, type Timers } from '../net/socket';
import type { Blind, Entry, Maker, Scoreboard } from '../protocol';
import type { Noise } from '../sound/sounds';
import type { Speed } from './speeds';

/** How notices of one ruleset change its view. No rule is known here: each notice states the values that result. */
export interface Fold<V, N> {
  /** A notice from how it came. */
  read(raw: unknown): N;
  /** A notice of a replay that is stored in one of the first two formats. */
  readOld?(raw: unknown): N;
  /** The view after a notice. The old view is left as it was; what did not change may be shared. */
  fold(view: V, notice: N): V;
  /** The notice cut into what is shown one after the other, in order. */
  split(notice: N): N[];
  /** How long the notice is looked at, in milliseconds at speed 1; 0 passes at once. */
  beat(notice: N): number;
  /** The turn a view stands in. */
  turn(view: V): number;
  /** What it sounds like, for players who want sounds. */
  noise?(notice: N): Noise | null;
}

/** One notice in its place. */
export interface Step<N> {
  /** Entry it came with. */
  entry: number;
  /** When, in milliseconds since 1970. */
  at: number;
  /** Turn in which it happens. */
  turn: number;
  notice: N;
}

/** What the journal tells besides what the rules do: it happened before the step with this number. */
export interface Aside {
  step: number;
  entry: number;
  author: Maker;
  /** A sheet that was sealed and not played; or the time of a seat was over. */
  what: { is: 'blind'; blind: Extract<Blind, { step: 'refused' | 'unopened' }> } | { is: 'lapse'; lapse: Lapse };
}

/** The clock answered for a seat. */
export interface Lapse {
  /** The question, as everybody knows it, in the view in which it was asked. */
  ask: unknown;
  view: unknown;
  /** What was saved counted. */
  saved: boolean;
  /** The answer is sealed. */
  sealed: boolean;
}

/** A view is kept every so many steps, so that going back is quick. */
const KEEP_EVERY = 48;
/** No single beat lasts longer, and what has to be caught up takes at least this much per step. */
const SHORTEST = 16;

/**
 * The views of a game in order, with a playhead. New entries are added at the end; `shown` is the view at the
 * playhead, which runs after the end event by event. With all entries given at once it is a replay.
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

  /** Everything that can be played, oldest first. Grows; read `length` to be told. */
  readonly steps: Step<N>[] = [];
  private told = $state.raw<readonly Aside[]>([]);
  /** Scores in order, each as it stands once so many steps have been played. */
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

  /** The view after everything known: what the server sees. */
  get latest(): V {
    return this.end;
  }

  /** The view before the first step. */
  get first(): V {
    return this.base;
  }

  /** What the journal tells besides, up to the playhead. */
  get asides(): readonly Aside[] {
    return this.told.filter((aside) => aside.step <= this.head);
  }

  /** The score at the playhead, as the server counts it; `null` where it tells none. */
  get scores(): Scoreboard | null {
    return this.counted.findLast(({ step }) => step <= this.head)?.scores ?? null;
  }

  /** The score after everything known. */
  get lastScores(): Scoreboard | null {
    return this.counted.at(-1)?.scores ?? null;
  }

  /** How many steps there are. */
  get length(): number {
    return this.count;
  }

  /** How many steps have been played. */
  get cursor(): number {
    return this.head;
  }

  /** The step that was played last. */
  get current(): Step<N> | null {
    return this.head > 0 ? (this.steps[this.head - 1] ?? null) : null;
  }

  /** Whether everything known has been shown. */
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

  /** Which steps, by number, are looked at where the speed is `mine`. */
  set concerns(concern: ((step: number) => boolean) | null) {
    if (this.concern === concern) return;
    this.concern = concern;
    if (this.running) this.schedule();
  }

  /** Milliseconds in which the rest must be shown, because somebody is asked something; `null`: no hurry. */
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
    // What needs no time is shown with what was shown already: nothing seems to be going on.
    if (shown && this.steps.slice(first).every((_, n) => this.lasts(first + n) === 0)) this.go(this.count);
    else this.schedule();
  }

  /** Starts over from a fresh view with its score. The steps shown so far are forgotten, for nothing links them to it. */
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

  /** Runs after the end, event by event. */
  play(): void {
    this.running = true;
    this.schedule();
  }

  pause(): void {
    this.running = false;
    this.stop();
  }

  /** One step on or back; pauses. */
  step(by: 1 | -1): void {
    this.pause();
    this.go(this.head + by);
  }

  /** Shows the end at once. */
  skip(): void {
    this.go(this.count);
    if (this.running) this.schedule();
  }

  /** Moves the playhead: so many steps are played. */
  seek(steps: number): void {
    this.go(steps);
    if (this.running) this.schedule();
  }

  /** The steps after which each turn begins, for jumping. */
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

  /** Lets go of the timer. */
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

  /** Shows the next step, and with it all that passes at once. */
  private tick(): void {
    this.timer = null;
    let next = this.head + 1;
    while (next < this.count && this.beatOf(next - 1) === 0) next += 1;
    this.go(next);
    this.schedule();
  }

  /** How long a step is looked at, in milliseconds at the speed of the moment; 0 passes at once. */
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
