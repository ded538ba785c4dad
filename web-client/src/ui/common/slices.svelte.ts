/**
 * The number of items of a long page that are rendered: the first ones at once, the rest in slices, each in a task of its own, so that a
 * slow phone responds to input between them.
 */
export class Slices {
  #shown = $state(0);
  /** The same number without reactivity. */
  #at: number;
  readonly #step: number;

  constructor(first: number, step: number) {
    this.#step = step;
    this.#at = this.#shown = first;
  }

  /** The number of items that may be rendered. */
  get count(): number {
    return this.#shown;
  }

  /** Adds slices until `total` is reached. Called in an effect, which returns the function that this one returns: it stops the timer. */
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

  /** Renders everything at once, to print a page or to jump to a place in it. */
  all(): void {
    this.#shown = this.#at = Infinity;
  }
}
