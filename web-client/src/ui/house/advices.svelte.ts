/** The server's advice on several drafts: a few requests at a time, with a cache that lasts as long as the question. */
import type { Heard } from './table.svelte';

/** Upper bound of concurrent requests. */
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
  /** Counts calls of `forget`: answers to earlier requests are dropped. */
  private age = 0;
  private readonly consult: (command: Command) => Promise<Heard<Advice>>;

  constructor(consult: (command: Command) => Promise<Heard<Advice>>) {
    this.consult = consult;
  }

  /** Returns the answer on a draft; `undefined` until it has arrived. */
  of(key: string): Heard<Advice> | undefined {
    return this.found.get(key);
  }

  /** Requests advice on the drafts that have not been requested yet; resolves once all answers have arrived. */
  async ask(drafts: readonly Draft<Command>[]): Promise<void> {
    const all = drafts.map((draft) => {
      const known = this.asked.get(draft.key) ?? new Promise<void>((done) => this.waiting.push({ ...draft, done }));
      this.asked.set(draft.key, known);
      return known;
    });
    this.next();
    await Promise.all(all);
  }

  /** Clears the cache and the queue, for another question. */
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
