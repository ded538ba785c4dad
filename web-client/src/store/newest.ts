/** The numbers of requests for one thing, so that the answer to an older request never replaces that to a newer one. */
export class Newest {
  #begun = 0;
  #taken = 0;

  /** Returns the number of a request that begins now. */
  begin(): number {
    this.#begun += 1;
    return this.#begun;
  }

  /** Returns whether the answer to request `number` may be shown: false once that to a later request was taken. */
  take(number: number): boolean {
    if (number < this.#taken) return false;
    this.#taken = number;
    return true;
  }
}
