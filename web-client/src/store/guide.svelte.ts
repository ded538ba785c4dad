/** Where somebody is in the guided first turn of each system, on this device. */
import { recallJson, remember } from './local';

interface Kept {
  /** The room it is followed in. */
  room: string;
  /** Its game; `null` until it has begun. */
  game: string | null;
  /** The entry after which it began; -1 for the start of the game. */
  from: number;
  /** Id of the step; empty for the first. */
  step: string;
  /** It is being followed. */
  on: boolean;
  /** It was followed to its end once. */
  done: boolean;
}

/** The guide of one system on this device. */
export class GuideRun {
  private readonly key: string;
  private kept = $state.raw<Kept | null>(null);

  constructor(ruleset: string) {
    this.key = `guide.${ruleset}`;
    this.kept = recallJson<Kept>(this.key);
  }

  /** Whether it was followed to its end once. */
  get done(): boolean {
    return this.kept?.done ?? false;
  }

  /** The entry after which it began. */
  get from(): number {
    return this.kept?.from ?? -1;
  }

  /** Id of the step where it stands. */
  get step(): string {
    return this.kept?.step ?? '';
  }

  /** Whether it is followed in a game. */
  follows(room: string, game: string): boolean {
    return this.kept?.on === true && this.isHere(room, game);
  }

  /** Begins in a room whose game has not begun. */
  begin(room: string): void {
    this.keep({ room, game: null, from: -1, step: '', on: true, done: this.done });
  }

  /** Begins in a game that is played, after its entry `from`; where it was left in that same game, it goes on. */
  resume(room: string, game: string, from: number): void {
    const { kept } = this;
    if (kept && this.isHere(room, game) && kept.step !== '') this.keep({ ...kept, game, on: true });
    else this.keep({ room, game, from, step: '', on: true, done: this.done });
  }

  /** Stands at another step of the game. */
  reach(game: string, step: string): void {
    if (this.kept) this.keep({ ...this.kept, game, step });
  }

  /** Left before its end: it can be taken up again. */
  leave(): void {
    if (this.kept) this.keep({ ...this.kept, on: false });
  }

  /** Followed to its end. */
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

/** The guide of a system on this device. */
export function guideRun(ruleset: string): GuideRun {
  const known = runs.get(ruleset);
  if (known) return known;
  const run = new GuideRun(ruleset);
  runs.set(ruleset, run);
  return run;
}
