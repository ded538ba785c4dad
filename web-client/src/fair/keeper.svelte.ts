import { bytesToHex } from '@noble/hashes/utils.js';
import type { ClientMessage, Draw, Entry, Export, Given, KnownHead, PublicKey, Table } from '../protocol';
import { recallJson, recalledKeys, remember } from '../store/local';
import type { Found, Report } from './check';
import { canonical, promiseOf, unhex } from './digest';

/** Games whose keepsakes stay in the browser. */
const GAMES = 12;
/** Heads that are kept of one game: of more, every second one goes. A later head covers every earlier entry. */
const HEADS = 600;
/** Branches that are kept of one game whose end the server has lost. */
const BRANCHES = 4;
/** How long heads gather before they are written, in milliseconds. */
const WRITE = 1000;

/** What checks the file of a finished game; nobody needs it before. */
export const loadCheck = () => import('./check');

/** What this browser keeps of a game, so that nothing can be changed behind its back. */
interface Kept {
  /** When it was last written. */
  at: number;
  commitment: string;
  /** Our number, and whether we have given it. */
  nonce: string | null;
  seat: number | null;
  gave: boolean;
  /** How often the numbers were asked for again after we had given ours. */
  again: number;
  /** What everybody had promised when the numbers were asked for. */
  promises: (string | null)[] | null;
  draw: Given[] | null;
  heads: Record<number, string>;
  seals: Record<number, string>;
  /** What was kept of entries that the server lost; not there in what older versions of this page wrote. */
  lost?: Branch[];
}

/** Entries that this browser saw and the server says it has lost. */
interface Branch {
  /** The last of them. */
  last: number;
  heads: Record<number, string>;
  seals: Record<number, string>;
}

/** What is told of such entries. The first of them is known once the file of the game is there. */
export interface Lost {
  first: number | null;
  last: number;
}

/** What the table says of a game. */
export type Verdict =
  /** A game of before there was anything to keep. */
  | { is: 'older' }
  /** It is played, and nothing is wrong so far. */
  | { is: 'watching'; heads: number }
  /** It is over, and its file is being checked. */
  | { is: 'checking' }
  /** It is over, and its file could not be fetched. */
  | { is: 'unreached' }
  /** It is over, and everything holds. */
  | { is: 'verified'; report: Report }
  /** Something is wrong, perhaps already during the game. */
  | { is: 'wrong'; entry: number | null; faults: readonly Found[]; report: Report | null };

/** What happened to our number. */
export type Own = 'in' | 'late' | 'none';

export interface KeeperOptions {
  /** Random bytes. */
  random?: (length: number) => Uint8Array;
  /** The exported game. */
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

/** What a branch holds that the file does not: nothing where the file holds all of it. */
function lostOf({ last, heads }: Branch, file: Export): Lost[] {
  const own = new Map(file.entries.map(({ n, link }) => [n, link?.head]));
  const first = Object.keys(heads)
    .map(Number)
    .find((n) => own.get(n) !== heads[n]);
  return first === undefined ? [] : [{ first, last }];
}

/** Gives our number to the dice, keeps what is published, and checks it: during the game, and against the file at its end. */
export class Keeper {
  verdict = $state.raw<Verdict>({ is: 'older' });
  own = $state<Own>('none');
  /** How often the numbers were asked for again after we had given ours. */
  again = $state(0);
  /** The dice are those of an exercise: nobody mixes them. */
  exercise = $state(false);
  /** Entries that this browser saw and the server says it has lost. */
  lost = $state.raw<readonly Lost[]>([]);
  private readonly options: KeeperOptions;
  private game = '';
  private kept: Kept = fresh('');
  private timer: ReturnType<typeof setTimeout> | null = null;
  private over = false;

  constructor(options: KeeperOptions) {
    this.options = options;
  }

  /** The dice are being mixed: what we have to say, if anything. */
  mix(draw: Draw, seat: number | null): ClientMessage | null {
    this.open(draw.game, draw.commitment);
    if (seat === null) return null;
    const promised = draw.promises[seat] ?? null;
    const { kept } = this;
    if (!draw.open) {
      if (promised !== null) return null;
      if (kept.nonce === null || kept.gave || kept.seat !== seat) {
        // A number that was given once is known: it is never given again.
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

  /** A table came. */
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

  /** The newest head that is kept of a game. */
  newest(game: string): KnownHead | undefined {
    const heads = (game === this.game ? this.kept : Keeper.known(game))?.heads ?? {};
    const entry = Object.keys(heads).map(Number).at(-1);
    return entry === undefined ? undefined : { entry, head: heads[entry] ?? '' };
  }

  /** Whether a table leaves open if the server still holds what was seen of this game. */
  leavesOpen({ game, entry, head, lost }: Pick<Table, 'game' | 'entry' | 'head' | 'lost'>): boolean {
    const newest = this.newest(game);
    if (newest === undefined || lost !== undefined) return false;
    const kept = game === this.game ? this.kept.heads : (Keeper.known(game)?.heads ?? {});
    return newest.entry > entry || kept[entry] !== head;
  }

  /**
   * The server says that it has lost entries up to one which this browser saw. Their heads are kept apart: they cannot agree with what
   * comes now. A head of this browser covers every entry before it, so that the file will tell which was the first that was lost.
   */
  private branch(last: number): void {
    const { heads, seals, lost = [] } = this.kept;
    if (Object.keys(heads).length === 0) return;
    Object.assign(this.kept, { heads: {}, seals: {}, lost: [...lost, { last, heads, seals }].slice(-BRANCHES) });
    this.lost = [...this.lost, { first: null, last }].slice(-BRANCHES);
    this.write();
  }

  /** What came out of the mixing, against what we know of it. */
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

  /** An entry came. */
  entry(entry: Pick<Entry, 'n' | 'head' | 'seal' | 'blind'>): void {
    if (entry.head) this.head(entry.n, entry.head);
    const seal = entry.blind?.step === 'sealed' ? entry.blind.digest : entry.seal;
    if (seal) this.kept.seals[entry.n] = seal;
  }

  /** The game is over. */
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

  /** The game is over: its file is fetched and checked against everything that was kept. */
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

  /** What was kept of a game, for a file of it. */
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

  /** Writes down what is kept. */
  write(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const { kept } = this;
    if (this.game === '' || (kept.nonce === null && kept.draw === null)) return;
    kept.at = Date.now();
    remember(`fair.${this.game}`, JSON.stringify(kept));
  }

  /** Only the last games are kept. */
  private tidy(): void {
    const old = recalledKeys('fair.').map((game) => ({ game, at: recallJson<Kept>(`fair.${game}`)?.at ?? 0 }));
    old
      .sort((a, b) => b.at - a.at)
      .slice(GAMES - 1)
      .forEach(({ game }) => remember(`fair.${game}`, null));
  }
}
