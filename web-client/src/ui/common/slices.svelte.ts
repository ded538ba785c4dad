/**
 * How much of a long page is drawn: the first part at once, the rest part by part, each in a task of its own, so that a slow telephone
 * answers to a finger meanwhile.
 */
export class Slices {
  #shown = $state(0);
  /** The same where nobody shall be told of changes. */
  #at: number;
  readonly #step: number;

  constructor(first: number, step: number) {
    this.#step = step;
    this.#at = this.#shown = first;
  }

  /** How many may be drawn. */
  get count(): number {
    return this.#shown;
  }

  /** Goes on until so many are drawn. To be called in an effect, with what it gives back. */
  upto(total: number): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const next = () => {
      if (this.#at >= total) return;
      timer = setTimeout(() => {
        this.#shown = this.#at += this.#step;
        next();
      });
    };
    next();
    return () => clearTimeout(timer);
  }

  /** All of it at once: for somebody who prints it, or goes to a place in it. */
  all(): void {
    this.#shown = this.#at = Infinity;
  }
}
