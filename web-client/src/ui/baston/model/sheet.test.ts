import { describe, expect, it } from 'vitest';
import { form, wreck } from '../testdata/forms';
import { read, readFirst, write } from './order';
import * as sheet from './sheet';
import { type } from './typing';

const pair = (text: string) => read(text);
const fill = (row: sheet.Row, orders: string[]) => sheet.pasteAll(row, orders);

describe('orders as text', () => {
  it.each(['M6G/CS', '-/-', 'PRE/LAN', 'FD/-', 'C3/CP', 'LEVG/-', 'P7/POU', 'G/CB', 'D/-', 'BRI/CP', 'TER/-'])('reads and writes %s', (text) =>
    expect(write(read(text))).toBe(text),
  );

  it('never reads PRE as P nor D of DES as a turn', () => {
    expect(readFirst('PRE').code).toBe('PRE');
    expect(readFirst('P3')).toEqual({ code: 'P', param: 3, pivot: null });
    expect(readFirst('nonsense')).toEqual({ code: '-', param: null, pivot: null });
  });
});

describe('writing', () => {
  const row = sheet.rowOf(form(0));

  it('writes what is offered and nothing else', () => {
    const moved = sheet.writeRound1(row, 0, readFirst('M6G'));
    expect(sheet.ordersOf(sheet.writeRound2(moved, 0, 'CS'))).toEqual(['M6G/CS', '-/-', '-/-']);
    expect(sheet.writeRound1(row, 0, readFirst('C7'))).toBe(row);
    expect(sheet.writeRound1(row, 0, readFirst('M'))).toBe(row);
    expect(sheet.writeRound2(moved, 0, 'CV')).toBe(moved);
  });

  it('lets a turn be put behind a move and taken away', () => {
    const moved = sheet.writeRound1(row, 1, readFirst('M1'));
    expect(sheet.ordersOf(sheet.togglePivot(moved, 1, 'D'))[1]).toBe('M1D/-');
    expect(sheet.ordersOf(sheet.togglePivot(sheet.togglePivot(moved, 1, 'D'), 1, 'D'))[1]).toBe('M1/-');
    expect(sheet.togglePivot(row, 1, 'G')).toBe(row);
  });

  it('drops a second round that may not follow the new first', () => {
    const low = sheet.writeRound2(row, 0, 'CV');
    expect(sheet.ordersOf(low)[0]).toBe('-/CV');
    expect(sheet.ordersOf(sheet.writeRound1(low, 0, readFirst('M3')))[0]).toBe('M3/-');
  });

  it('empties a cell, and both of a combination', () => {
    const combo = sheet.writeCombo(row, 2, 'PRE', 'LAN');
    expect(sheet.ordersOf(combo)[2]).toBe('PRE/LAN');
    expect(sheet.ordersOf(sheet.clearCell(combo, 2, 2))[2]).toBe('-/-');
    const hit = fill(row, ['M3/CP', '-/-', '-/-']);
    expect(sheet.ordersOf(sheet.clearCell(hit, 0, 1))[0]).toBe('-/CP');
    expect(sheet.ordersOf(sheet.clearCell(hit, 0, 2))[0]).toBe('M3/-');
  });
});

describe('combinations', () => {
  it('are those the server offers', () => {
    expect(sheet.combos(form(0)).map((c) => `${c.first}/${c.second}`)).toEqual(['PRE/CP', 'PRE/LAN', 'PRE/BRI', 'BRI/CP']);
  });

  it('do not stand among the single first-round orders, and F does though its second round is forced', () => {
    const codes = sheet.offers(sheet.rowOf(form(0)), 0, 1).map((offer) => offer.code);
    expect(codes).not.toContain('PRE');
    expect(codes).toContain('F');
  });

  it('never stay half written', () => {
    const row = sheet.writeRound1(sheet.rowOf(form(0)), 0, readFirst('PRE'));
    expect(sheet.ordersOf(row)[0]).toBe('PRE/CP');
    expect(sheet.isCombo(row, 0)).toBe(true);
    expect(sheet.isCombo(row, 1)).toBe(false);
  });
});

describe('rests that orders force', () => {
  it('covers the next sequence after a run and gives it back', () => {
    const row = fill(sheet.rowOf(form(0)), ['-/-', 'M1/CP', 'M2/CS']);
    const run = sheet.writeRound1(row, 0, readFirst('C3'));
    expect(sheet.ordersOf(run)).toEqual(['C3/-', '-/-', 'M2/CS']);
    expect(sheet.cellOf(run, 1, 1).hold).toEqual({ kind: 'forced', by: 'C3', sequence: 0 });
    expect(sheet.ordersOf(sheet.clearCell(run, 0, 1))).toEqual(['-/-', 'M1/CP', 'M2/CS']);
  });

  it('counts only runs that are run', () => {
    const twice = fill(sheet.rowOf(form(0)), ['C3/CP', 'C2/-', 'M1/-']);
    expect(sheet.ordersOf(twice)).toEqual(['C3/CP', '-/-', 'M1/-']);
  });

  it('forces the second round after F and the next sequence after TAX and MET', () => {
    const leap = fill(sheet.rowOf(form(0)), ['F/CP', '-/TAX', 'M1/-']);
    expect(sheet.ordersOf(leap)).toEqual(['F/-', '-/TAX', '-/-']);
    expect(sheet.cellOf(leap, 0, 2).hold).toEqual({ kind: 'forced', by: 'F', sequence: 0 });
    expect(sheet.effective(fill(sheet.rowOf(form(0)), ['-/-', '-/-', '-/MET'])).owes).toBe('MET');
  });

  it('keeps what is locked', () => {
    const row = sheet.rowOf(form(0, 4, { locked: ['rest', null, null] }));
    expect(sheet.writeRound1(row, 0, readFirst('M1'))).toBe(row);
    expect(sheet.paste(row, 0, pair('M1/CP'))).toBe(row);
    expect(sheet.cellOf(row, 0, 1).hold).toEqual({ kind: 'lock', lock: 'rest' });
    expect(sheet.firstCell([row])).toEqual({ who: 0, sequence: 1, round: 1 });
  });

  it('keeps played sequences when rewriting, and the rest they force', () => {
    const rewriting = form(0, 4, { locked: ['played', null, null], orders: ['C3/CP', '-/-', 'M1/CP'] });
    const row = sheet.rowOf(rewriting);
    expect(sheet.ordersOf(row)).toEqual(['C3/CP', '-/-', 'M1/CP']);
    expect(sheet.cellOf(row, 1, 2).hold).toEqual({ kind: 'forced', by: 'C3', sequence: 0 });
    expect(sheet.ordersOf(sheet.clearRow(row))).toEqual(['C3/CP', '-/-', '-/-']);
  });
});

describe('what cannot be chosen', () => {
  it('says which rule bars it', () => {
    const offer = sheet.offers(sheet.rowOf(wreck(0)), 1, 1).find((one) => one.code === 'LEV');
    expect(offer?.refusal).toMatchObject({ kind: 'bar', bar: { rule: 'BAS-WND-03' } });
  });

  it('says after what it may be written', () => {
    const row = sheet.writeRound1(sheet.rowOf(form(0)), 0, readFirst('M1'));
    const offer = sheet.offers(row, 0, 2).find((one) => one.code === 'CV');
    expect(offer?.refusal).toEqual({ kind: 'after', heads: ['-'] });
  });
});

describe('copying', () => {
  it('brings a sequence, or all of them, as far as the other may', () => {
    const from = fill(sheet.rowOf(form(0)), ['M1/CP', '-/CS', 'LEV/-']);
    const to = sheet.pasteAll(sheet.rowOf(wreck(1)), sheet.ordersOf(from));
    expect(sheet.ordersOf(to)).toEqual(['-/-', '-/-', '-/-']);
    expect(sheet.ordersOf(sheet.paste(sheet.rowOf(wreck(1)), 1, pair('R3/CP')))[1]).toBe('R3/CP');
    expect(sheet.ordersOf(sheet.paste(sheet.rowOf(form(2, 2)), 0, pair('C4/CP')))[0]).toBe('-/CP');
  });

  it('brings back a saved draft', () => {
    const saved = { who: 0, orders: ['M1G/CP', '-/-', '-/LAN'] as [string, string, string], instructions: { ...sheet.NO_INSTRUCTIONS, part: 'T' as const } };
    const row = sheet.rowOf(form(0), saved);
    expect(sheet.sheetOf(row)).toEqual(saved);
  });
});

describe('moving on', () => {
  it('skips what is held and goes to the next character', () => {
    const rows = [fill(sheet.rowOf(form(0)), ['C3/-', '-/-', '-/-']), sheet.rowOf(form(1))];
    expect(sheet.nextCell(rows, { who: 0, sequence: 0, round: 2 })).toEqual({ who: 0, sequence: 2, round: 1 });
    expect(sheet.nextCell(rows, { who: 0, sequence: 2, round: 2 })).toEqual({ who: 1, sequence: 0, round: 1 });
    expect(sheet.nextCell(rows, { who: 1, sequence: 2, round: 2 })).toBeNull();
  });
});

describe('typing', () => {
  const first = ['-', 'M', 'P', 'PRE', 'LEV', 'D', 'C'];
  const second = ['CB', 'CP', 'CS', 'POU', 'PRE', 'DES'];
  it.each([
    ['', 'm', first, { kind: 'code', code: 'M', buffer: '' }],
    ['', 'p', first, { kind: 'code', code: 'P', buffer: 'P' }],
    ['P', 'r', first, { kind: 'code', code: 'PRE', buffer: '' }],
    ['', 'l', first, { kind: 'code', code: 'LEV', buffer: '' }],
    ['', 'c', second, { kind: 'more', buffer: 'C' }],
    ['C', 's', second, { kind: 'code', code: 'CS', buffer: '' }],
    ['C', 'd', second, { kind: 'code', code: 'DES', buffer: '' }],
    ['', 'z', second, { kind: 'nothing' }],
  ])('after “%s” reads %s', (buffer, key, codes, expected) => {
    expect(type(buffer, key, codes)).toEqual(expected);
  });
});

describe('remarks', () => {
  it('belong to their cell', () => {
    const remark = { who: 0, sequence: 2, round: 1, refused: false, code: 'wall', rule: 'BAS-MOV-03', fr: 'un mur', en: 'a wall' };
    const advice = { remarks: [remark], path: [], prospects: [], runs: [] };
    expect(sheet.remarksOf(advice, { who: 0, sequence: 1, round: 1 })).toEqual([remark]);
    expect(sheet.remarksOf(advice, { who: 0, sequence: 1, round: 2 })).toEqual([]);
  });
});
