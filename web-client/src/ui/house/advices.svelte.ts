/** What the server says of several drafts, asked a few at a time and kept while the question stands. */
import type { Heard } from './table.svelte';

/** Questions under way at the same time. */
const AT_ONCE = 4;

interface Draft<Command> {
  readonly key: string;
  readonly command: Command;
}

export class Advices<Command, Advice> {
  private found = $state.raw<ReadonlyMap<string, Heard<Advice>>>(new Map());
  private waiting: (Draft<Command> & { readonly done: () => void })[] = [];
  private readonly asked = new Map<string, Promise<void>>();
  private open = 0;
  /** What was asked before it was forgotten is dropped. */
  private age = 0;
  private readonly consult: (command: Command) => Promise<Heard<Advice>>;

  constructor(consult: (command: Command) => Promise<Heard<Advice>>) {
    this.consult = consult;
  }

  /** What is known of a draft; nothing before it is. */
  of(key: string): Heard<Advice> | undefined {
    return this.found.get(key);
  }

  /** Asks about drafts that nobody has asked about yet; resolves once all of them are known. */
  async ask(drafts: readonly Draft<Command>[]): Promise<void> {
    const all = drafts.map((draft) => {
      const known = this.asked.get(draft.key) ?? new Promise<void>((done) => this.waiting.push({ ...draft, done }));
      this.asked.set(draft.key, known);
      return known;
    });
    this.next();
    await Promise.all(all);
  }

  /** Another question: nothing is known, and nothing more is asked of the old one. */
  forget(): void {
    this.age += 1;
    this.waiting = [];
    this.asked.clear();
    this.found = new Map();
  }

  private next(): void {
    while (this.open < AT_ONCE) {
      const one = this.waiting.shift();
      if (!one) return;
      const { age } = this;
      this.open += 1;
      void this.consult(one.command).then((heard) => {
        this.open -= 1;
        if (age === this.age) this.found = new Map([...this.found, [one.key, heard]]);
        one.done();
        this.next();
      });
    }
  }
}
