import type { Advice, Ask, Command, Ghost, Instructions, Prospect, Sheet, View, Who } from '../../protocol/baston';
import type { Dir, Point } from '../../protocol';
import { recallJson, remember } from '../../store/local';
import { Steps } from '../common/steps.svelte';
import type { Link } from './link';
import { counts, readFirst, type Pair } from './model/order';
import { readForm, type Form } from './model/form';
import * as model from './model/sheet';
import { bare, type } from './model/typing';

type Writable = Extract<Ask, { ask: 'plan' | 'rewrite' }>;

/** Names the question a sheet answers, so that a draft is never taken for the answer to another. */
export const sheetKey = (ask: Writable): string => (ask.ask === 'plan' ? `plan.${ask.turn}` : `rewrite.${ask.turn}.${ask.sequence}`);

function draftSheets(draft: unknown): Sheet[] {
  const command = draft as Partial<Extract<Command, { do: 'programme' | 'rewrite' }>> | null;
  return Array.isArray(command?.sheets) ? command.sheets : [];
}

/** Whether a draft answers this very question, and no other. */
function answers(draft: unknown, ask: Writable): boolean {
  const command = draft as Partial<Command> | null;
  if (ask.ask === 'plan') return command?.do === 'programme' && command.turn === ask.turn;
  return command?.do === 'rewrite' && command.turn === ask.turn && command.sequence === ask.sequence;
}

/** The programming sheet on the screen: what is written, what is selected, what waits for its number. */
export class SheetStore {
  private readonly link: Link;
  /** Id of the game: last turn's sheet is remembered under it. */
  private readonly game: string;

  private key = $state('');
  private ask = $state.raw<Writable | null>(null);
  private kept = $state.raw(new Steps<readonly model.Row[]>([]));
  /** The cell that is being written. */
  cell = $state.raw<model.Cell | null>(null);
  /** A first-round order that waits for its direction or number of steps. */
  pending = $state<string | null>(null);
  /** A copied sequence. */
  clip = $state.raw<Pair | null>(null);
  /** What the engine says of where everybody stands, before anything is written. */
  private before = $state.raw<Advice | null>(null);
  private buffer = '';
  private fresh = false;

  constructor(link: Link, game: string) {
    this.link = link;
    this.game = game;
  }

  get rows(): readonly model.Row[] {
    return this.kept.now;
  }

  get turn(): number {
    return this.ask?.turn ?? 0;
  }

  /** Whether only shaken characters are rewritten (DEC-18). */
  get rewriting(): boolean {
    return this.ask?.ask === 'rewrite';
  }

  get isOpen(): boolean {
    return this.ask !== null;
  }

  /** Whether something was written since the question came. */
  get dirty(): boolean {
    return this.kept.canUndo || this.kept.canRedo;
  }

  get canUndo(): boolean {
    return this.kept.canUndo;
  }

  get canRedo(): boolean {
    return this.kept.canRedo;
  }

  get advice(): Advice | null {
    return (this.link.advice?.advice as Advice | null | undefined) ?? this.before;
  }

  get row(): model.Row | null {
    return this.rows.find((row) => row.who === this.cell?.who) ?? null;
  }

  /** The command that confirms what is written. */
  get command(): Command | null {
    if (!this.ask) return null;
    const sheets = this.rows.map(model.sheetOf);
    return this.ask.ask === 'plan'
      ? { do: 'programme', turn: this.ask.turn, sheets }
      : { do: 'rewrite', turn: this.ask.turn, sequence: this.ask.sequence, sheets };
  }

  /** Takes a question. The same question again (a clock was added, the line came back) keeps what is written. */
  open(ask: Writable): void {
    const key = sheetKey(ask);
    const forms = JSON.stringify(ask.forms);
    if (this.key === key && this.ask && JSON.stringify(this.ask.forms) === forms) return;
    const fallback = this.key === key ? this.rows.map(model.sheetOf) : [];
    const draft = this.link.readDraft(key);
    const saved = answers(draft, ask) ? draftSheets(draft) : [];
    this.key = key;
    this.ask = ask;
    const sheets = saved.length > 0 ? saved : fallback;
    this.kept = new Steps<readonly model.Row[]>(ask.forms.map((form) => this.rowFor(readForm(form), sheets)));
    this.cell = model.firstCell(this.rows);
    this.pending = null;
    this.buffer = '';
    if (sheets.length > 0) this.save();
    this.before = null;
    void this.lookAround(key);
  }

  private async lookAround(key: string): Promise<void> {
    const { command } = this;
    if (!command || !('sheets' in command)) return;
    const { advice } = await this.link.consult({ ...command, sheets: [] });
    if (this.key === key) this.before = advice as Advice | null;
  }

  private rowFor(form: Form, saved: readonly Sheet[]): model.Row {
    return model.rowOf(form, saved.find((sheet) => sheet.who === form.who) ?? null);
  }

  close(): void {
    this.ask = null;
    this.pending = null;
  }

  private change(rows: readonly model.Row[]): void {
    const before = this.rows;
    this.kept.set(rows);
    if (this.rows !== before) this.save();
  }

  private save(): void {
    if (this.command) this.link.writeDraft(this.key, this.command);
  }

  /** Changes the row of one character. */
  edit(who: Who, how: (row: model.Row) => model.Row): void {
    let changed = false;
    const rows = this.rows.map((row) => {
      if (row.who !== who) return row;
      const next = how(row);
      changed ||= next !== row;
      return next;
    });
    if (changed) this.change(rows);
  }

  undo(): void {
    this.kept.undo();
    this.pending = null;
    this.save();
  }

  redo(): void {
    this.kept.redo();
    this.pending = null;
    this.save();
  }

  select(cell: model.Cell | null): void {
    this.cell = cell;
    this.pending = null;
    this.buffer = '';
    this.fresh = false;
  }

  private advance(): void {
    if (this.cell) this.select(model.nextCell(this.rows, this.cell) ?? this.cell);
  }

  /** Writes an order of the palette; one with a parameter waits for it. */
  choose(code: string, stay = false): void {
    const { cell, row } = this;
    if (!cell || !row) return;
    if (cell.round === 2) {
      this.edit(cell.who, (old) => model.writeRound2(old, cell.sequence, code));
      if (!stay) this.advance();
      return;
    }
    const head = model.headOf(row.form, code);
    if (!head) return;
    if (head.params.length > 0) {
      this.pending = code;
      return;
    }
    this.edit(cell.who, (old) => model.writeRound1(old, cell.sequence, bare(code)));
    this.pending = null;
    this.fresh = true;
    if (!stay) this.advance();
  }

  /** The parameters that the waiting order may take. */
  get params(): readonly number[] {
    if (this.pending === null || !this.row) return [];
    return model.headOf(this.row.form, this.pending)?.params ?? [];
  }

  /** Gives the waiting order its direction or steps. */
  give(param: number, stay = false): boolean {
    const { cell, pending } = this;
    if (!cell || pending === null || !this.params.includes(param)) return false;
    this.edit(cell.who, (row) => model.writeRound1(row, cell.sequence, { code: pending, param, pivot: null }));
    this.pending = null;
    this.fresh = true;
    if (!stay) this.advance();
    return true;
  }

  combo(first: string, second: string): void {
    const { cell } = this;
    if (!cell) return;
    this.edit(cell.who, (row) => model.writeCombo(row, cell.sequence, first, second));
    this.cell = { ...cell, round: 2 };
    this.advance();
  }

  pivot(side: 'G' | 'D'): void {
    const { cell } = this;
    if (cell) this.edit(cell.who, (row) => model.togglePivot(row, cell.sequence, side));
  }

  clear(): void {
    const { cell } = this;
    if (!cell) return;
    this.pending = null;
    this.edit(cell.who, (row) => model.clearCell(row, cell.sequence, cell.round));
  }

  clearCharacter(who: Who): void {
    this.edit(who, model.clearRow);
  }

  copySequence(): void {
    const { cell, row } = this;
    if (cell && row) this.clip = model.effective(row).pairs[cell.sequence];
  }

  pasteSequence(): void {
    const { cell, clip } = this;
    if (cell && clip) this.edit(cell.who, (row) => model.paste(row, cell.sequence, clip));
  }

  copyTo(from: Who, to: Who): void {
    const source = this.rows.find((row) => row.who === from);
    if (source) this.edit(to, (row) => model.pasteAll(row, model.ordersOf(source)));
  }

  instruct(who: Who, instructions: Instructions): void {
    this.edit(who, (row) => ({ ...row, instructions }));
  }

  /** Last turn's sheets, as this browser remembers them. */
  get last(): Sheet[] {
    return draftSheets(recallJson<unknown>(`last.${this.game}`));
  }

  takeLast(who?: Who): void {
    const last = this.last;
    this.change(
      this.rows.map((row) => {
        const sheet = last.find((one) => one.who === row.who);
        return sheet && (who === undefined || who === row.who) ? model.pasteAll(row, sheet.orders) : row;
      }),
    );
  }

  /** Remembers what was confirmed, for the next turn. */
  confirmed(): void {
    if (this.command && !this.rewriting) remember(`last.${this.game}`, JSON.stringify(this.command));
  }

  /**
   * A key on a cell: letters write codes as on paper, digits give direction or steps, `G` or `D` just after a move
   * turns it. Returns whether the key meant something.
   */
  press(key: string): boolean {
    const { cell, row } = this;
    if (!cell || !row || key.length !== 1) return false;
    if (/[1-8]/.test(key)) return this.digit(Number(key));
    const side = key.toUpperCase();
    const first = model.effective(row).pairs[cell.sequence].first;
    const turns = model.headOf(row.form, first.code)?.pivot && cell.round === 1 && this.fresh && this.pending === null;
    if (turns && (side === 'G' || side === 'D')) {
      this.pivot(side);
      return true;
    }
    const codes =
      cell.round === 1
        ? row.form.heads.map((head) => head.code)
        : model
            .offers(row, cell.sequence, 2)
            .filter((offer) => !offer.refusal)
            .map((offer) => offer.code);
    const typed = type(this.buffer, key, codes);
    this.buffer = typed.kind === 'nothing' ? '' : typed.buffer;
    if (typed.kind === 'code') this.choose(typed.code, true);
    return typed.kind !== 'nothing';
  }

  /** A digit completes the waiting order, or changes the number of the one just written. */
  private digit(param: number): boolean {
    const { cell, row } = this;
    this.buffer = '';
    if (!cell || !row || cell.round !== 1) return false;
    if (this.pending !== null) return this.give(param, true);
    const { first } = model.effective(row).pairs[cell.sequence];
    if (first.param === null) return false;
    this.edit(cell.who, (old) => model.writeRound1(old, cell.sequence, { ...first, param }));
    return true;
  }

  /** Where the selected character would stand when the selected sequence begins. */
  place(view: View): { at: Point; facing: Dir } | null {
    const { cell } = this;
    const figure = cell ? view.fighters[cell.who]?.now : undefined;
    if (!cell || !figure) return null;
    const before = (this.advice?.path ?? [])
      .filter((ghost) => ghost.who === cell.who && ghost.sequence <= cell.sequence)
      .reduce<Ghost | null>((late, ghost) => (!late || ghost.sequence > late.sequence ? ghost : late), null);
    return before ? { at: before.at, facing: before.facing } : { at: figure.at, facing: figure.facing };
  }

  /** What a blow of the second round of the selected sequence promises; none when nobody is in its reach. */
  prospect(code: string): Prospect | null {
    const { cell } = this;
    if (!cell) return null;
    return this.advice?.prospects.find((one) => one.who === cell.who && one.sequence === cell.sequence + 1 && one.blow === code) ?? null;
  }

  /** The points that a run of the selected sequence can come to, as the server says, one step after the other; `null` where it has not said. */
  get run(): readonly Point[] | null {
    const { cell } = this;
    return this.advice?.runs.find((one) => one.who === cell?.who && one.sequence === cell.sequence + 1)?.points ?? null;
  }

  /** Whether the waiting order takes steps; otherwise it takes a direction. */
  get wantsSteps(): boolean {
    return this.pending !== null && counts(this.pending);
  }

  /** The parameter now written in the selected cell, if the waiting order is the same. */
  get chosenParam(): number | null {
    const { cell, row, pending } = this;
    if (!cell || !row) return null;
    const first = readFirst(model.cellOf(row, cell.sequence, 1).text);
    return pending === null || pending === first.code ? first.param : null;
  }
}
