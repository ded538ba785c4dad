import { inflateSync } from 'fflate';

/** Upper bound of the earlier messages with entries that are the dictionary of a packed one. */
const MESSAGES = 8;

/** A reader of the frames of one socket, packed or not: see "Packed messages" in `protocol/PROTOCOL.md`. */
export class Unpacker {
  /** The bytes of the last messages with entries, oldest first. */
  private readonly entries: Uint8Array[] = [];

  /** Returns the text of a frame. Throws where it cannot be unpacked. */
  text(data: unknown): string {
    if (!(data instanceof ArrayBuffer)) return String(data);
    const packed = new Uint8Array(data);
    const [count] = packed;
    if (count === undefined || count > this.entries.length) throw new Error('packed with what never came');
    const dictionary = join(this.entries.slice(this.entries.length - count));
    const text = inflateSync(packed.subarray(1), count > 0 ? { dictionary } : {});
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  }

  /** Keeps the text of a message with entries: later messages may be packed with it. */
  keep(text: string): void {
    this.entries.push(new TextEncoder().encode(text));
    if (this.entries.length > MESSAGES) this.entries.shift();
  }
}

function join(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
