import { chacha20 } from '@noble/ciphers/chacha.js';

/** Words of the key stream from the first word of a die to that of the next. */
const WORDS = 4;
const BLOCK = 16;

/** The dice of a seed: one ChaCha20 key stream, of which die number `n` reads word `4 n` and those after it. */
export class SeededDice {
  private readonly seed: Uint8Array;
  /** Number of dice that were drawn. */
  drawn = 0;
  private block = -1;
  private words: DataView = new DataView(new ArrayBuffer(64));

  constructor(seed: Uint8Array) {
    this.seed = seed;
  }

  private word(at: number): number {
    const block = Math.floor(at / BLOCK);
    if (block !== this.block) {
      const stream = chacha20(this.seed, new Uint8Array(12), new Uint8Array(64), undefined, block);
      this.words = new DataView(stream.buffer, stream.byteOffset, 64);
      this.block = block;
    }
    return this.words.getUint32(4 * (at % BLOCK), true);
  }

  /** Returns the next die: a face from 1. */
  die(sides: number): number {
    const most = 0xffff_ffff;
    // Words beyond the last whole multiple of the sides would favour low faces.
    const zone = most - (most % sides);
    let at = WORDS * this.drawn;
    this.drawn += 1;
    while (this.word(at) >= zone) at += 1;
    return (this.word(at) % sides) + 1;
  }
}
