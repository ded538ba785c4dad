import { describe, expect, it } from 'vitest';
import { KINDS } from '../table/testdata/sample';
import type { TerrainKind } from '../table/types';
import { Editor } from './editor.svelte';

const kind = (id: string): TerrainKind => {
  const found = KINDS.find((one) => one.id === id);
  if (!found) throw new Error(`no ${id}`);
  return found;
};
const fresh = (): Editor => {
  const editor = new Editor(KINDS, (remark, pieces) => `${remark.fault} ${pieces.length}`);
  editor.load({
    era: 'western',
    pieces: [
      { piece: 'W-2', at: [3000, 3000], turn: 0 },
      { piece: 'W-6', at: [9000, 9000], turn: 3 },
    ],
  });
  return editor;
};

describe('the terrain editor', () => {
  it('puts a new piece where there is room, and holds it', () => {
    const editor = fresh();
    editor.add(kind('W-1'));
    expect(editor.held).toBe(2);
    expect(editor.placing).toMatchObject({ kind: 'piece', piece: 'W-1', at: [6000, 6000], ok: true });
    expect(editor.sound).toBe(true);
  });

  it('moves the piece in hand, and keeps one step of it', () => {
    const editor = fresh();
    editor.take(0);
    const placing = editor.placing;
    if (placing?.kind !== 'piece') throw new Error('nothing in hand');
    editor.move({ ...placing, at: [4000, 3000] });
    editor.move({ ...placing, at: [5000, 3000] });
    expect(editor.canUndo).toBe(false);
    editor.settle();
    editor.settle();
    expect(editor.table.pieces[0]).toEqual({ piece: 'W-2', at: [5000, 3000], turn: 0 });
    editor.undo();
    expect(editor.table.pieces[0]?.at).toEqual([3000, 3000]);
    expect(editor.canUndo).toBe(false);
    editor.redo();
    expect(editor.table.pieces[0]?.at).toEqual([5000, 3000]);
  });

  it('says what is wrong with the piece in hand, and that the table is not fit', () => {
    const editor = fresh();
    editor.take(0);
    const placing = editor.placing;
    if (placing?.kind !== 'piece') throw new Error('nothing in hand');
    editor.move({ ...placing, at: [9000, 9000] });
    expect(editor.placing).toMatchObject({ ok: false, why: 'overlap 2' });
    expect(editor.sound).toBe(false);
    editor.move({ ...placing, at: [9000, 7600] });
    expect(editor.placing).toMatchObject({ ok: true, why: 'apart 2' });
    expect(editor.sound).toBe(true);
  });

  it('takes up another piece without losing the move of the first', () => {
    const editor = fresh();
    editor.take(0);
    const placing = editor.placing;
    if (placing?.kind === 'piece') editor.move({ ...placing, turn: 5 });
    expect(editor.take(undefined)).toBe(false);
    expect(editor.take(1)).toBe(true);
    expect(editor.canUndo).toBe(true);
    expect(editor.table.pieces[0]?.turn).toBe(5);
  });

  it('removes, clears, changes era, and gives all of it back', () => {
    const editor = fresh();
    editor.take(1);
    editor.remove();
    expect([editor.pieces.length, editor.held]).toEqual([1, null]);
    editor.clear();
    editor.clear();
    editor.chooseEra('pirates');
    expect([editor.era, editor.set.every((one) => one.era === 'pirates')]).toEqual(['pirates', true]);
    editor.undo();
    editor.undo();
    editor.undo();
    expect([editor.era, editor.pieces.length, editor.canUndo]).toEqual(['western', 2, false]);
  });

  it('lets go of what an undo took away', () => {
    const editor = fresh();
    editor.add(kind('W-1'));
    editor.undo();
    expect([editor.held, editor.placing]).toEqual([null, undefined]);
    editor.replace({ era: 'medieval', pieces: [] });
    expect([editor.era, editor.canUndo]).toEqual(['medieval', true]);
  });

  it('names its pieces', () => {
    const editor = fresh();
    expect([editor.name(0, 'fr'), editor.name(1, 'en'), editor.name(undefined, 'fr')]).toEqual(['Cabane', 'Rock outcrop', '?']);
  });
});
