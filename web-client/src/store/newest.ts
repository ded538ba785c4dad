/** Numbers the requests for one thing, so that an answer to an older request never replaces the answer to a newer one. */
export class Newest {
  #begun = 0;
  #taken = 0;

  /** Returns the number of a request that begins now. */
  begin(): number {
    this.#begun += 1;
    return this.#begun;
  }

  /** Whether the answer to request `number` may be shown: false once that of a later request has been. */
  take(number: number): boolean {
    if (number < this.#taken) return false;
    this.#taken = number;
    return true;
  }
}
