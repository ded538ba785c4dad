import { bytesToHex } from '@noble/hashes/utils.js';
import type { ClientMessage, Draw, Entry, Export, Given, KnownHead, PublicKey, Table } from '../protocol';
import { recallJson, recalledKeys, remember } from '../store/local';
import type { Found, Report } from './check';
import { canonical, promiseOf, unhex } from './digest';

/** Upper bound of the games whose records stay in the browser. */
const GAMES = 12;
/** Upper bound of the heads that are kept of one game. Beyond it every second one is dropped: a later head covers every earlier entry. */
const HEADS = 600;
/** Upper bound of the branches that are kept of one game whose end the server has lost. */
const BRANCHES = 4;
/** Delay before new heads are written, in milliseconds. */
const WRITE = 1000;

/** Loads the check of the file of a finished game, which is not needed before. */
export const loadCheck = () => import('./check');

/** The record that this browser keeps of a game, so that later changes are detected. */
interface Kept {
  /** When the record was last written, in milliseconds since 1970. */
  at: number;
  commitment: string;
  /** The player's number for the dice; `gave` is whether it was sent. */
  nonce: string | null;
  seat: number | null;
  gave: boolean;
  /** How often the numbers were asked for again after the player's was sent. */
  again: number;
  /** The promises of all seats when the numbers were asked for. */
  promises: (string | null)[] | null;
  draw: Given[] | null;
  heads: Record<number, string>;
  seals: Record<number, string>;
  /** The kept part of entries that the server lost; absent in records of older versions of this page. */
  lost?: Branch[];
}

/** Entries that this browser saw and that the server has reported as lost. */
interface Branch {
  /** Number of the last of these entries. */
  last: number;
  heads: Record<number, string>;
  seals: Record<number, string>;
}

/** The range of lost entries. The first is known once the file of the game is fetched. */
export interface Lost {
  first: number | null;
  last: number;
}

/** The verdict on a game that the table shows. */
export type Verdict =
  /** No head was received: the game is from before the chain, or the first head has yet to arrive. */
  | { is: 'older' }
  /** The game is being played, and no fault was found so far. */
  | { is: 'watching'; heads: number }
  /** The game is over, and its file is being checked. */
  | { is: 'checking' }
  /** The game is over, and its file could not be fetched. */
  | { is: 'unreached' }
  /** The game is over, and everything holds. */
  | { is: 'verified'; report: Report }
  /** A fault was found, during the game or in its file. */
  | { is: 'wrong'; entry: number | null; faults: readonly Found[]; report: Report | null };

/** Whether the player's number is in the dice, was too late for them, or was not given. */
export type Own = 'in' | 'late' | 'none';

export interface KeeperOptions {
  /** Returns random bytes; `crypto` does by default. */
  random?: (length: number) => Uint8Array;
  /** Fetches the exported game. */
  fetchExport: (game: string) => Promise<Export>;
  fetchKey: () => Promise<PublicKey>;
}

const fresh = (commitment: string): Kept => ({
  at: 0,
  commitment,
  nonce: null,
  seat: null,
  gave: false,
  again: 0,
  promises: null,
  draw: null,
  heads: {},
  seals: {},
});

/** Returns the entries of a branch that the file does not hold: none where the file holds all of them. */
function lostOf({ last, heads }: Branch, file: Export): Lost[] {
  const own = new Map(file.entries.map(({ n, link }) => [n, link?.head]));
  const first = Object.keys(heads)
    .map(Number)
    .find((n) => own.get(n) !== heads[n]);
  return first === undefined ? [] : [{ first, last }];
}

/** The fairness checks of a game: sends the player's number, keeps what is published, and checks it during the game and with the file. */
export class Keeper {
  verdict = $state.raw<Verdict>({ is: 'older' });
  own = $state<Own>('none');
  /** How often the numbers were asked for again after the player's was sent. */
  again = $state(0);
  /** Whether the dice are those of an exercise, which are not mixed. */
  exercise = $state(false);
  /** Entries that this browser saw and that the server has reported as lost. */
  lost = $state.raw<readonly Lost[]>([]);
  private readonly options: KeeperOptions;
  private game = '';
  private kept: Kept = fresh('');
  private timer: ReturnType<typeof setTimeout> | null = null;
  private over = false;

  constructor(options: KeeperOptions) {
    this.options = options;
  }

  /** Returns the message of the seat while the dice are mixed; `null` where none is due. */
  mix(draw: Draw, seat: number | null): ClientMessage | null {
    this.open(draw.game, draw.commitment);
    if (seat === null) return null;
    const promised = draw.promises[seat] ?? null;
    const { kept } = this;
    if (!draw.open) {
      if (promised !== null) return null;
      if (kept.nonce === null || kept.gave || kept.seat !== seat) {
        // A number that was sent once is known to the server, so that it is never sent again.
        if (kept.gave) kept.again += 1;
        const bytes = this.options.random?.(32) ?? crypto.getRandomValues(new Uint8Array(32));
        Object.assign(kept, { nonce: bytesToHex(bytes), seat, gave: false, promises: null });
      }
      this.again = kept.again;
      this.write();
      return { t: 'promise', game: draw.game, promise: this.promise(kept.nonce, seat) };
    }
    if (kept.promises !== null && canonical(kept.promises) !== canonical(draw.promises)) {
      this.wrong({ fault: 'promise', entry: 0 });
      return null;
    }
    if (kept.nonce === null || kept.seat !== seat || promised === null) return null;
    if (promised !== this.promise(kept.nonce, seat)) {
      this.wrong({ fault: 'promise', entry: 0, seat });
      return null;
    }
    Object.assign(kept, { gave: true, promises: draw.promises });
    this.write();
    return { t: 'nonce', game: draw.game, nonce: kept.nonce };
  }

  private promise(nonce: string | null, seat: number): string {
    return promiseOf(this.game, seat, unhex(nonce, 32) ?? new Uint8Array(32));
  }

  /** Keeps and checks what a table publishes. */
  table(table: Pick<Table, 'game' | 'commitment' | 'draw' | 'entry' | 'head' | 'outcome' | 'lost'>): void {
    this.open(table.game, table.commitment);
    const { draw, entry, head, outcome, lost } = table;
    if (!draw) return;
    if (lost !== undefined) this.branch(lost);
    const { kept } = this;
    if (kept.draw && canonical(kept.draw) !== canonical(draw)) this.wrong({ fault: 'draw_kept', entry: 0 });
    kept.draw ??= draw;
    this.mixed(draw);
    if (head !== null) this.head(entry, head);
    if (outcome) void this.end();
  }

  /** Returns the newest head that is kept of a game. */
  newest(game: string): KnownHead | undefined {
    const heads = (game === this.game ? this.kept : Keeper.known(game))?.heads ?? {};
    const entry = Object.keys(heads).map(Number).at(-1);
    return entry === undefined ? undefined : { entry, head: heads[entry] ?? '' };
  }

  /** Returns whether a table leaves open that the server still holds all entries that this browser saw. */
  leavesOpen({ game, entry, head, lost }: Pick<Table, 'game' | 'entry' | 'head' | 'lost'>): boolean {
    const newest = this.newest(game);
    if (newest === undefined || lost !== undefined) return false;
    const kept = game === this.game ? this.kept.heads : (Keeper.known(game)?.heads ?? {});
    return newest.entry > entry || kept[entry] !== head;
  }

  /**
   * Moves the kept heads to a branch, because the server has reported that it lost entries up to `last`: they cannot agree with what
   * follows. A head covers every entry before it, so that the file of the game shows which lost entry was the first.
   */
  private branch(last: number): void {
    const { heads, seals, lost = [] } = this.kept;
    if (Object.keys(heads).length === 0) return;
    Object.assign(this.kept, { heads: {}, seals: {}, lost: [...lost, { last, heads, seals }].slice(-BRANCHES) });
    this.lost = [...this.lost, { first: null, last }].slice(-BRANCHES);
    this.write();
  }

  /** Checks the result of the mixing against what was kept of it. */
  private mixed(draw: readonly Given[]): void {
    const { nonce, seat, promises, gave } = this.kept;
    draw.forEach((given, at) => {
      const promised = promises ? (promises[at] ?? null) : given.promise;
      const number = unhex(given.nonce, 32);
      const kept = given.nonce === null || (number !== null && given.promise === promiseOf(this.game, at, number));
      if (promised !== given.promise || !kept) this.wrong({ fault: 'promise', entry: 0, seat: at });
    });
    const mine = seat === null ? undefined : draw[seat];
    if (nonce === null || !mine) this.own = 'none';
    else if (mine.nonce === nonce) this.own = 'in';
    else if (mine.nonce !== null && gave) this.wrong({ fault: 'promise', entry: 0, seat: seat ?? 0 });
    else this.own = 'late';
  }

  /** Keeps and checks the head and the seal of an entry. */
  entry(entry: Pick<Entry, 'n' | 'head' | 'seal' | 'blind'>): void {
    if (entry.head) this.head(entry.n, entry.head);
    const seal = entry.blind?.step === 'sealed' ? entry.blind.digest : entry.seal;
    if (seal) this.kept.seals[entry.n] = seal;
  }

  /** Starts the check of the file, because the game is over. */
  finish(): void {
    if (this.kept.draw) void this.end();
  }

  private head(n: number, head: string): void {
    const { heads } = this.kept;
    const before = heads[n];
    if (before !== undefined && before !== head) this.wrong({ fault: 'kept', entry: n });
    heads[n] ??= head;
    const numbers = Object.keys(heads).map(Number);
    if (numbers.length > HEADS) numbers.slice(0, -1).forEach((old, at) => at % 2 === 0 && delete heads[old]);
    if (this.verdict.is === 'watching' || this.verdict.is === 'older') {
      this.verdict = { is: 'watching', heads: Object.keys(heads).length };
    }
    this.timer ??= setTimeout(() => this.write(), WRITE);
  }

  private wrong(found: Found): void {
    const faults = this.verdict.is === 'wrong' ? this.verdict.faults : [];
    if (faults.some((other) => other.fault === found.fault && other.entry === found.entry)) return;
    this.verdict = { is: 'wrong', entry: faults[0]?.entry ?? found.entry, faults: [...faults, found], report: null };
    this.write();
  }

  /** Fetches the file of the finished game and checks it against everything that was kept. */
  async end(): Promise<void> {
    if (this.over) return;
    this.over = true;
    this.write();
    const before = this.verdict;
    const { game } = this;
    if (before.is !== 'wrong') this.verdict = { is: 'checking' };
    try {
      const { fetchExport, fetchKey } = this.options;
      const [file, key, { check }] = await Promise.all([fetchExport(game), fetchKey(), loadCheck()]);
      if (game !== this.game) return;
      const { commitment, draw, heads, seals, lost = [] } = this.kept;
      const report = check(file, { key: key.key, commitment, draw, heads, seals });
      this.lost = lost.flatMap((branch) => lostOf(branch, file));
      const faults = [...(before.is === 'wrong' ? before.faults : []), ...report.faults];
      this.verdict =
        faults.length === 0 ? { is: 'verified', report } : { is: 'wrong', entry: faults.find(({ entry }) => entry !== null)?.entry ?? null, faults, report };
    } catch {
      this.over = false;
      if (game === this.game && before.is !== 'wrong') this.verdict = { is: 'unreached' };
    }
  }

  /** Returns what was kept of a game, to check a file of it. */
  static known(game: string): Pick<Kept, 'commitment' | 'draw' | 'heads' | 'seals'> | null {
    return recallJson<Kept>(`fair.${game}`);
  }

  private open(game: string, commitment: string): void {
    if (game !== this.game) {
      this.write();
      const kept = recallJson<Kept>(`fair.${game}`);
      Object.assign(this, { game, kept: kept ?? fresh(commitment), over: false });
      this.verdict = { is: 'older' };
      this.own = 'none';
      this.again = this.kept.again;
      this.lost = (this.kept.lost ?? []).map(({ last }) => ({ first: null, last }));
      if (!kept) this.tidy();
    }
    if (this.kept.commitment !== commitment) this.wrong({ fault: 'commitment_kept', entry: 0 });
  }

  /** Writes the record, if it has a number or a draw. */
  write(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const { kept } = this;
    if (this.game === '' || (kept.nonce === null && kept.draw === null)) return;
    kept.at = Date.now();
    remember(`fair.${this.game}`, JSON.stringify(kept));
  }

  /** Removes the records of all but the last games. */
  private tidy(): void {
    const old = recalledKeys('fair.').map((game) => ({ game, at: recallJson<Kept>(`fair.${game}`)?.at ?? 0 }));
    old
      .sort((a, b) => b.at - a.at)
      .slice(GAMES - 1)
      .forEach(({ game }) => remember(`fair.${game}`, null));
  }
}
