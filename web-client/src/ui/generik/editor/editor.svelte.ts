/** The state of the terrain editor: the table, the piece in hand, and the way back. */
import type { Placing } from '../../../surface/plane/tools';
import type { Era, Placed, TerrainKind } from '../table/types';
import { Steps } from '../../common/steps.svelte';
import { kindOf, remarks, roomFor, sound, type OwnTable, type Remark } from './model';

export class Editor {
  readonly kinds: readonly TerrainKind[];
  /** What a remark says, in words. */
  readonly #say: (remark: Remark, pieces: readonly Placed[]) => string;
  #steps = $state.raw(new Steps<OwnTable>({ era: 'western', pieces: [] }));
  /** Pieces as they are while one of them is being dragged. */
  #pieces = $state.raw<readonly Placed[]>([]);
  /** The piece in hand, by its number. */
  held = $state<number | null>(null);

  constructor(kinds: readonly TerrainKind[], say: (remark: Remark, pieces: readonly Placed[]) => string) {
    this.kinds = kinds;
    this.#say = say;
  }

  get era(): Era {
    return this.#steps.now.era;
  }

  get pieces(): readonly Placed[] {
    return this.#pieces;
  }

  get table(): OwnTable {
    return { era: this.era, pieces: [...this.#pieces] };
  }

  get set(): TerrainKind[] {
    return this.kinds.filter((kind) => kind.era === this.era);
  }

  readonly said = $derived.by(() => remarks(this.#pieces, this.kinds));
  readonly sound = $derived(sound(this.said));

  get canUndo(): boolean {
    return this.#steps.canUndo;
  }

  get canRedo(): boolean {
    return this.#steps.canRedo;
  }

  /** The piece in hand as something being placed. */
  get placing(): Placing | undefined {
    const piece = this.held === null ? undefined : this.#pieces[this.held];
    if (!piece || this.held === null) return undefined;
    const remark = this.said[this.held];
    const ok = !remark || remark.fault === 'apart';
    const placing = { kind: 'piece' as const, piece: piece.piece, at: piece.at, turn: piece.turn, ok, index: this.held };
    return remark ? { ...placing, why: this.#say(remark, this.#pieces) } : placing;
  }

  /** Starts over with a table: there is no way back from it. */
  load(table: OwnTable): void {
    this.#steps = new Steps<OwnTable>({ era: table.era, pieces: [...table.pieces] });
    this.#pieces = [...table.pieces];
    this.held = null;
  }

  /** A table in place of the one there is; it can be undone. */
  replace(table: OwnTable): void {
    this.held = null;
    this.#commit(table.pieces, table.era);
  }

  add(kind: TerrainKind): void {
    const piece = roomFor(kind, this.#pieces, this.kinds);
    this.#commit([...this.#pieces, piece]);
    this.held = this.#pieces.length - 1;
  }

  /** The piece in hand is moved or turned; {@link settle} makes it a step of the history. */
  move(placing: Placing): void {
    if (placing.kind !== 'piece' || this.held === null) return;
    this.#pieces = this.#pieces.map((piece, i) => (i === this.held ? { piece: piece.piece, at: placing.at, turn: placing.turn } : piece));
  }

  settle(): void {
    if (JSON.stringify(this.#pieces) !== JSON.stringify(this.#steps.now.pieces)) this.#commit(this.#pieces);
  }

  release(): void {
    this.settle();
    this.held = null;
  }

  /** Takes up a piece by its number; returns whether there was one. */
  take(index: number | undefined): boolean {
    if (index === undefined) return false;
    this.settle();
    this.held = index;
    return true;
  }

  remove(index: number | null = this.held): void {
    if (index === null) return;
    this.held = null;
    this.#commit(this.#pieces.filter((_, i) => i !== index));
  }

  clear(): void {
    this.held = null;
    if (this.#pieces.length > 0) this.#commit([]);
  }

  chooseEra(era: Era): void {
    this.held = null;
    this.#commit([], era);
  }

  undo(): void {
    this.#steps.undo();
    this.#look();
  }

  redo(): void {
    this.#steps.redo();
    this.#look();
  }

  /** The table is as the history has it. */
  #look(): void {
    this.#pieces = this.#steps.now.pieces;
    if (this.held !== null && this.held >= this.#pieces.length) this.held = null;
  }

  #commit(pieces: readonly Placed[], era: Era = this.era): void {
    this.#pieces = [...pieces];
    this.#steps.set({ era, pieces: [...pieces] });
  }

  /** Name of a piece in a language, for remarks. */
  name(index: number | undefined, lang: 'fr' | 'en'): string {
    const piece = index === undefined ? undefined : this.#pieces[index];
    return (piece && kindOf(this.kinds, piece.piece)?.name[lang]) ?? '?';
  }
}
