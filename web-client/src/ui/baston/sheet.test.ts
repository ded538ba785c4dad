import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../protocol';
import type { Ask, Command } from '../../protocol/baston';
import type { Form } from './model/form';
import type { Link } from './link';
import { ordersOf } from './model/sheet';
import { marksOf, tapOn } from './sheet/marks';
import { sheetKey, SheetStore } from './sheet.svelte';
import { form, wreck, sent } from './testdata/forms';
import { VIEW } from './testdata/view';

class Line implements Link {
  advice: Link['advice'] = null;
  drafts = new Map<string, unknown>();
  now = () => 0;
  command = (): Promise<Answer> => Promise.resolve({ result: 'applied', entry: 1 });
  seal = this.command;
  unseal = this.command;
  blind = false;
  ownSheet = { is: 'none' } as const;
  sheets = { forgetful: false };
  writeDraft(key: string, draft: unknown) {
    this.drafts.set(key, draft);
  }
  /** What the engine says of where everybody stands. */
  around: unknown = null;
  consult = (): Promise<{ advice: unknown }> => Promise.resolve({ advice: this.around });
  readDraft(key: string): unknown {
    return this.drafts.get(key);
  }
}

const plan = (forms: Form[], turn = 4): Extract<Ask, { ask: 'plan' }> => ({ ask: 'plan', turn, forms: forms.map(sent) });

let line: Line;
let sheet: SheetStore;
const orders = (row = 0) => ordersOf(sheet.rows[row]!);
const keys = (text: string) => [...text].forEach((key) => sheet.press(key));

beforeEach(() => {
  line = new Line();
  sheet = new SheetStore(line, 'g');
  sheet.open(plan([form(0), wreck(1)]));
});

describe('two taps an order', () => {
  it('writes, waits for a direction, moves on, and saves each time', () => {
    expect(sheet.cell).toEqual({ who: 0, sequence: 0, round: 1 });
    sheet.choose('M');
    expect(sheet.pending).toBe('M');
    expect(line.drafts.size).toBe(0);
    expect(sheet.give(6)).toBe(true);
    expect(sheet.cell).toEqual({ who: 0, sequence: 0, round: 2 });
    sheet.choose('CS');
    expect(sheet.cell).toEqual({ who: 0, sequence: 1, round: 1 });
    expect(orders()).toEqual(['M6/CS', '-/-', '-/-']);
    expect(line.drafts.get('plan.4')).toEqual(sheet.command);
  });

  it('writes combinations in one, turns moves, and goes on to the next character', () => {
    sheet.combo('PRE', 'LAN');
    expect(sheet.cell).toEqual({ who: 0, sequence: 1, round: 1 });
    sheet.choose('C');
    sheet.give(3);
    sheet.pivot('D');
    expect(orders()).toEqual(['PRE/LAN', 'C3D/-', '-/-']);
    sheet.choose('CP');
    expect(sheet.cell).toEqual({ who: 1, sequence: 1, round: 1 });
  });

  it('takes no direction that is not offered', () => {
    sheet.choose('C');
    expect(sheet.wantsSteps).toBe(true);
    expect(sheet.give(8)).toBe(false);
    expect(orders()).toEqual(['-/-', '-/-', '-/-']);
  });
});

describe('the keyboard', () => {
  it('writes as on paper, and stays until one moves on', () => {
    keys('m6g');
    expect(orders()[0]).toBe('M6G/-');
    keys('3');
    expect(orders()[0]).toBe('M3G/-');
    sheet.select({ who: 0, sequence: 0, round: 2 });
    keys('cs');
    expect(orders()[0]).toBe('M3G/CS');
    expect(sheet.cell).toEqual({ who: 0, sequence: 0, round: 2 });
  });

  it('tells P from PRE and a turn from a turned move', () => {
    keys('pre');
    expect(orders()[0]).toBe('PRE/CP');
    sheet.select({ who: 0, sequence: 1, round: 1 });
    keys('g');
    expect(orders()[1]).toBe('G/-');
    keys('p4');
    expect(orders()[1]).toBe('P4/-');
  });

  it('leaves what means nothing to others', () => {
    expect(sheet.press('z')).toBe(false);
    expect(sheet.press('8')).toBe(false);
    expect(sheet.press('Tab')).toBe(false);
  });
});

describe('undo, copy and last turn', () => {
  it('goes back and forth', () => {
    sheet.combo('BRI', 'CP');
    sheet.clear();
    sheet.undo();
    expect(sheet.canRedo).toBe(true);
    sheet.undo();
    expect(orders()[0]).toBe('-/-');
    sheet.redo();
    expect(orders()[0]).toBe('BRI/CP');
  });

  it('copies a sequence, and a whole row as far as the other may', () => {
    keys('r5');
    sheet.copySequence();
    sheet.select({ who: 0, sequence: 2, round: 1 });
    sheet.pasteSequence();
    expect(orders()).toEqual(['R5/-', '-/-', 'R5/-']);
    sheet.copyTo(0, 1);
    expect(orders(1)).toEqual(['-/-', '-/-', 'R5/-']);
  });

  it('empties a character', () => {
    sheet.combo('PRE', 'CP');
    sheet.clearCharacter(0);
    expect(orders()).toEqual(['-/-', '-/-', '-/-']);
  });
});

describe('questions', () => {
  it('come again without harm, and a new one starts afresh', () => {
    keys('m1');
    sheet.open(plan([form(0), wreck(1)]));
    expect(orders()[0]).toBe('M1/-');
    sheet.open(plan([form(0), wreck(1)], 5));
    expect(orders()[0]).toBe('-/-');
    expect(sheet.dirty).toBe(false);
  });

  it('bring back their own draft and never another one', () => {
    keys('m1');
    const draft = line.drafts.get('plan.4') as Command;
    const later = new SheetStore(line, 'g');
    later.open(plan([form(0), wreck(1)]));
    expect(ordersOf(later.rows[0]!)[0]).toBe('M1/-');
    line.drafts.set('plan.5', draft);
    later.open(plan([form(0), wreck(1)], 5));
    expect(ordersOf(later.rows[0]!)[0]).toBe('-/-');
  });

  it('keep what is written when only the form changes', () => {
    keys('m1');
    line.drafts.clear();
    sheet.open(plan([form(0, 5), wreck(1)]));
    expect(orders()[0]).toBe('M1/-');
  });

  it('rewrite only what is left, under a key of their own', () => {
    const ask: Ask = {
      ask: 'rewrite',
      turn: 4,
      sequence: 1,
      whos: [0],
      forms: [sent(form(0, 4, { locked: ['played', 'stunned', null], orders: ['M1/CP', '-/-', '-/CS'] }))],
    };
    sheet.open(ask);
    expect(sheetKey(ask)).toBe('rewrite.4.1');
    expect(sheet.cell).toEqual({ who: 0, sequence: 2, round: 1 });
    keys('m2');
    expect(sheet.command).toEqual({
      do: 'rewrite',
      turn: 4,
      sequence: 1,
      sheets: [{ who: 0, orders: ['M1/CP', '-/-', 'M2/CS'], instructions: { weapons: [], part: null, spare: [], drops: [] } }],
    });
  });
});

describe('where he would stand', () => {
  it('is where he is, or where the advice leads him', () => {
    expect(sheet.place(VIEW)).toEqual({ at: [7, 6], facing: 3 });
    line.advice = {
      saved: true,
      refusal: null,
      advice: { remarks: [], prospects: [], runs: [], path: [{ who: 0, sequence: 1, at: [6, 6], facing: 1, prone: false, top: false }] },
    };
    expect(sheet.place(VIEW)).toEqual({ at: [7, 6], facing: 3 });
    sheet.select({ who: 0, sequence: 2, round: 1 });
    expect(sheet.place(VIEW)).toEqual({ at: [6, 6], facing: 1 });
  });
});

describe('the board', () => {
  it('offers directions around him, and a tap there gives one', () => {
    sheet.choose('M');
    expect(marksOf(sheet, VIEW).wedges).toEqual({ at: [7, 6], dirs: [1, 2, 3, 4, 5, 6, 7, 8], chosen: null });
    expect(tapOn(sheet, VIEW, { at: [8, 5] })).toBe(true);
    expect(orders()[0]).toBe('M6/-');
  });

  it('offers the points of a run ahead, up to what the server says stops it', async () => {
    const runs = [
      {
        who: 0,
        sequence: 1,
        points: [
          [7, 7],
          [7, 8],
          [7, 9],
        ],
      },
    ];
    line.around = { remarks: [], path: [], prospects: [], runs };
    sheet = new SheetStore(line, 'g');
    sheet.open(plan([form(0), wreck(1)]));
    await Promise.resolve();
    sheet.choose('C');
    expect(marksOf(sheet, VIEW).points).toEqual([
      [7, 8],
      [7, 9],
    ]);
    expect(tapOn(sheet, VIEW, { at: [7, 10] }), 'behind the wall').toBe(false);
    expect(tapOn(sheet, VIEW, { at: [9, 9] })).toBe(false);
    expect(tapOn(sheet, VIEW, { at: [7, 9], who: 3 })).toBe(true);
    expect(orders()[0]).toBe('C3/-');
  });

  it('selects the row of an own character, and leaves the others to the card', () => {
    expect(tapOn(sheet, VIEW, { at: [8, 7], who: 1 })).toBe(true);
    expect(sheet.cell?.who).toBe(1);
    expect(tapOn(sheet, VIEW, { at: [7, 8], who: 2 })).toBe(false);
  });

  it('draws the way the server foresees', () => {
    line.advice = {
      saved: true,
      refusal: null,
      advice: { remarks: [], prospects: [], runs: [], path: [{ who: 0, sequence: 1, at: [6, 6], facing: 1, prone: false, top: false }] },
    };
    expect(marksOf(sheet, VIEW).trails).toEqual([{ who: 0, from: [7, 6], steps: [{ at: [6, 6], sequence: 1, facing: 1 }] }]);
  });
});
