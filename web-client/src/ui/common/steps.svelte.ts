/** Upper bound of the steps that can be undone. */
const KEPT = 100;

/** A value with an undo history. */
export class Steps<T> {
  now = $state.raw() as T;
  private past = $state.raw<readonly T[]>([]);
  private future = $state.raw<readonly T[]>([]);
  private tag: string | null = null;

  constructor(first: T) {
    this.now = first;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Changes the value. Changes in a row with the same tag, such as letters typed into one field, are one step. */
  set(next: T, tag: string | null = null): void {
    if (next === this.now) return;
    if (tag === null || tag !== this.tag) this.past = [...this.past.slice(1 - KEPT), this.now];
    this.tag = tag;
    this.future = [];
    this.now = next;
  }

  undo(): void {
    const last = this.past.at(-1);
    if (last === undefined) return;
    this.future = [this.now, ...this.future];
    this.past = this.past.slice(0, -1);
    this.now = last;
    this.tag = null;
  }

  redo(): void {
    const [next, ...rest] = this.future;
    if (next === undefined) return;
    this.past = [...this.past, this.now];
    this.future = rest;
    this.now = next;
    this.tag = null;
  }
}
