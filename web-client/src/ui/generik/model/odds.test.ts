import { describe, expect, it } from 'vitest';
import type { BlowAdvice, Chance, Fate, Odds } from '../../../protocol/generik';
import { VIEW } from '../testdata/view';
import { bestOf, countsOf, fateRows, oddsLine, percentText, rowsOf } from './odds';

const never: Chance = { n: 0, d: 1 };
const fate: Fate = { nothing: { n: 1, d: 2 }, knocked_down: { n: 1, d: 4 }, wounded: { n: 1, d: 6 }, out_of_action: { n: 1, d: 12 } };
const safe: Fate = { nothing: { n: 1, d: 1 }, knocked_down: never, wounded: never, out_of_action: never };
const odds: Odds = { win: { n: 5, d: 12 }, tie: { n: 1, d: 6 }, lose: { n: 5, d: 12 }, target: fate, own: fate, stray: null, balks: never };
const blow: BlowAdvice = {
  da: 1,
  target: 0,
  distance: 0,
  long: false,
  mods: [],
  guard: [{ rule: 'GEN-CC-03', n: 1 }],
  wound: [{ rule: 'GEN-WND-02', n: 1 }],
  armour: 5,
  sword: 1,
  skills: [{ fig: 0, rule: 'GEN-SKL-13' }],
  sight: null,
  odds: [odds, { ...odds, win: { n: 55, d: 216 } }],
};
const shot: BlowAdvice = {
  ...blow,
  distance: 1200,
  mods: [{ rule: 'GEN-COV-02', n: -1 }],
  guard: [],
  wound: [],
  armour: null,
  sword: null,
  skills: [],
  sight: { fig: 0, distance: 1200, covered: false, covered_by: [], sees_back: true, lines: { seen: true, eye: [0, 0], eye_z: 270, rays: [] } },
  odds: [{ ...odds, tie: never, own: safe }],
};

describe('chances', () => {
  it('never read as sure or impossible what is neither', () => {
    expect([0, 0.001, 0.25, 0.999, 1].map((n) => percentText(n).replace(/\s/g, ' '))).toEqual(['0 %', '< 1 %', '25 %', '> 99 %', '100 %']);
  });

  it('have a row for each thing that may happen and a cell for each number of dice', () => {
    const rows = rowsOf(blow, 'attacker', VIEW);
    expect(rows.map((row) => row.key)).toEqual(['win', 'tie', 'lose', 'down', 'wounded', 'out', 'own']);
    expect(rows[0]?.cells.map((one) => one.exact)).toEqual(['5/12', '55/216']);
    expect(rows[6]?.cells[0]?.share).toBeCloseTo(0.5);
    expect(rowsOf(shot, 'defender', VIEW).map((row) => row.label)).toEqual(['Touché', 'À terre', 'Blessé', 'Hors de combat']);
  });

  it('name who takes a stray shot, and a bad reputation', () => {
    const melee = { ...shot, odds: [{ ...odds, tie: never, own: safe, stray: [1, fate] as [number, Fate], balks: { n: 1, d: 6 } }] };
    const rows = rowsOf(melee, 'attacker', VIEW);
    expect(rows.map((row) => row.key)).toEqual(['win', 'down', 'wounded', 'out', 'stray', 'balks']);
    expect(rows[4]?.cells[0]?.share).toBeCloseTo(0.5);
  });

  it('tell what becomes of somebody', () => {
    expect(fateRows(fate, true).map((row) => row.label)).toEqual(['Indemne', 'À terre', 'Blessé', 'Hors de combat']);
    expect(fateRows(safe, false).map((row) => row.key)).toEqual(['nothing']);
  });
});

it('what counts is told die by die, with its rules', () => {
  const counts = countsOf(blow, VIEW);
  expect(counts.map((one) => one.mods.map((mod) => [mod.rule, mod.what, mod.n]))).toEqual([
    [],
    [['GEN-CC-03', 'surnombre', 1]],
    [['GEN-WND-02', 'à terre avant le coup', 1]],
    [],
    [],
    [],
  ]);
  expect(counts[3]?.label.replace(/\s/g, ' ')).toBe('Ringo peut jouer : Grosse moustache');
  expect(counts[4]?.label.replace(/\s/g, ' ')).toBe('Armure : sauve sur 5 ou plus');
  expect(countsOf(shot, VIEW)).toEqual([{ label: 'Dé d’attaque', mods: [{ rule: 'GEN-COV-02', what: 'cible à couvert', n: -1 }] }]);
});

it('a table of odds in one line: without defence, and against all of it', () => {
  const rows = [{ key: 'win', label: 'Touche', cells: [{ share: 0.42 }, { share: 0.25 }, { share: 0.17 }] }];
  const line = (of: typeof rows): string => oddsLine(of).replace(/\s/g, ' ');
  expect(line(rows)).toBe('Touche 42 % ; 17 % contre 2 DA de défense');
  expect(line([{ key: 'win', label: 'Touche', cells: [{ share: 0.5 }] }])).toBe('Touche 50 %');
  expect(line([])).toBe('');
});

it('the best blow is the one that hits most often, and the first of several', () => {
  const hits = (n: number): BlowAdvice => ({ ...shot, odds: [{ ...odds, win: { n, d: 36 } }] });
  expect(bestOf([hits(6), hits(15), hits(9)])).toBe(1);
  expect(bestOf([hits(6), undefined, hits(6)])).toBe(0);
  expect(bestOf([undefined, { ...shot, odds: [] }, hits(1)])).toBe(2);
});
