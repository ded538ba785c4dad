/** The progress in the guided first turn of each system, on this device. */
import { recallJson, remember } from './local';

interface Kept {
  /** The room in which the guide is followed. */
  room: string;
  /** The game of that room; `null` until it has begun. */
  game: string | null;
  /** The entry after which the guide began; -1 for the start of the game. */
  from: number;
  /** Id of the step; empty for the first. */
  step: string;
  /** Whether the guide is being followed. */
  on: boolean;
  /** Whether the guide was followed to its end once. */
  done: boolean;
}

/** The progress in the guide of one system. */
export class GuideRun {
  private readonly key: string;
  private kept = $state.raw<Kept | null>(null);

  constructor(ruleset: string) {
    this.key = `guide.${ruleset}`;
    this.kept = recallJson<Kept>(this.key);
  }

  /** Whether the guide was followed to its end once. */
  get done(): boolean {
    return this.kept?.done ?? false;
  }

  /** The entry after which the guide began; -1 for the start of the game. */
  get from(): number {
    return this.kept?.from ?? -1;
  }

  /** Id of the current step; empty for the first. */
  get step(): string {
    return this.kept?.step ?? '';
  }

  /** Returns whether the guide is followed in a game. */
  follows(room: string, game: string): boolean {
    return this.kept?.on === true && this.isHere(room, game);
  }

  /** Begins the guide in a room whose game has not begun. */
  begin(room: string): void {
    this.keep({ room, game: null, from: -1, step: '', on: true, done: this.done });
  }

  /** Begins the guide in a running game, after its entry `from`; resumes it where it was left in the same game. */
  resume(room: string, game: string, from: number): void {
    const { kept } = this;
    if (kept && this.isHere(room, game) && kept.step !== '') this.keep({ ...kept, game, on: true });
    else this.keep({ room, game, from, step: '', on: true, done: this.done });
  }

  /** Moves to another step of the guide. */
  reach(game: string, step: string): void {
    if (this.kept) this.keep({ ...this.kept, game, step });
  }

  /** Leaves the guide before its end, so that it can be resumed. */
  leave(): void {
    if (this.kept) this.keep({ ...this.kept, on: false });
  }

  /** Ends the guide and remembers that it was followed to its end. */
  finish(): void {
    if (this.kept) this.keep({ ...this.kept, step: '', on: false, done: true });
  }

  private isHere(room: string, game: string): boolean {
    return this.kept?.room === room && (this.kept.game === null || this.kept.game === game);
  }

  private keep(next: Kept): void {
    this.kept = next;
    remember(this.key, JSON.stringify(next));
  }
}

const runs = new Map<string, GuideRun>();

/** Returns the progress in the guide of a system, the same object at each call. */
export function guideRun(ruleset: string): GuideRun {
  const known = runs.get(ruleset);
  if (known) return known;
  const run = new GuideRun(ruleset);
  runs.set(ruleset, run);
  return run;
}
