import { describe, expect, it } from 'vitest';
import type { BlowAdvice, Look, PathAdvice, Sighting } from '../../../protocol/generik';
import { lookedRound, oddsOf, pathRefused, pathVerdict, sightLine, walkedLine } from './advice';
import { tableScene } from './model';
import { KINDS, sample } from './testdata/sample';
import type { PathDraft } from './tools';
import type { Pt } from './types';

const scene = tableScene(sample('western'), KINDS);
const START: Pt = [6000, 2500];
const draft: PathDraft = { fig: 0, points: [[6000, 3500], [7000, 3500]] };

describe('a path', () => {
  const advice: PathAdvice = { da: 2, end: [6500, 3500], length: 1500, cost: 1500, budget: 3000, cut: 6, checkpoints: [[6000, 3500], [6500, 3500]], watchers: [{ fig: 5, at: [1] }, { fig: 6, at: [0, 1] }] };

  it('is shown as far as it goes', () => {
    const verdict = pathVerdict(advice, START, draft);
    expect(verdict).toMatchObject({ ok: true, walked: [START, [6000, 3500], [6500, 3500]], cost: 1500, budget: 3000, da: 2, cut: [6500, 3500] });
    expect(verdict.checkpoints).toEqual([{ at: [6000, 3500], watchers: [6] }, { at: [6500, 3500], watchers: [5, 6] }]);
    expect(pathVerdict({ ...advice, cut: null }, START, draft).cut).toBeUndefined();
  });

  it('ends exactly where the engine says, also on a way-point', () => {
    expect(walkedLine([[0, 0], [1000, 0], [1000, 1000]], 1000, [1000, 0])).toEqual([[0, 0], [1000, 0]]);
    expect(walkedLine([[0, 0], [1000, 0], [1000, 1000]], 2000, [1000, 1000])).toEqual([[0, 0], [1000, 0], [1000, 1000]]);
    expect(walkedLine([[0, 0], [1000, 0]], 1, [1, 0])).toEqual([[0, 0], [1, 0]]);
  });

  it('says why it cannot be walked', () => {
    const refused = pathRefused({ code: 'generik.path', words: 'La clôture barre le passage', rule: 'GEN-ACT-32' } as never, START, draft, pathVerdict(advice, START, draft));
    expect(refused).toMatchObject({ ok: false, why: 'La clôture barre le passage', stop: [7000, 3500], budget: 3000, da: 2, length: 2000 });
  });
});

const RAY = { z: 270, front: true, pieces: [] as number[], figures: [] as number[] };
const sighting = (rays: Sighting['lines']['rays'], seen: boolean): Sighting => ({ fig: 5, distance: 6000, covered: true, sees_back: false, lines: { seen, eye: START, eye_z: 270, rays } });

describe('sight', () => {
  it('shows a free ray before one that is blocked', () => {
    const line = sightLine(0, sighting([{ ...RAY, to: [8900, 8800], pieces: [5] }, { ...RAY, to: [8960, 8800] }], true), scene);
    expect(line).toMatchObject({ from: 0, to: 5, seen: true, cover: true, line: [START, [8960, 8800]] });
    expect(line?.blocked).toBeUndefined();
  });

  it('marks where a piece blocks it', () => {
    const line = sightLine(0, sighting([{ ...RAY, to: [6000, 9000], pieces: [4] }], false), scene);
    expect(line?.blocked).toEqual({ at: [6000, 3470], piece: 4 });
  });

  it('marks a figure that hides the target', () => {
    const line = sightLine(0, sighting([{ ...RAY, to: [6000, 9000], figures: [3] }], false), scene);
    expect(line?.blocked).toEqual({ at: [5200, 5600], piece: -1 });
  });
});

it('odds are read as shares of one', () => {
  const never = { n: 0, d: 1 };
  const fate = { nothing: { n: 7, d: 12 }, knocked_down: { n: 5, d: 24 }, wounded: { n: 5, d: 36 }, out_of_action: never };
  const blow: BlowAdvice = { da: 1, target: 6, distance: 1200, long: false, mods: [{ rule: 'GEN-SHT-03', n: -1 }, { rule: 'GEN-COV-02', n: 0 }], odds: [{ win: { n: 5, d: 12 }, tie: never, lose: { n: 7, d: 12 }, target: fate, own: fate, stray: null, balks: never }] };
  const odds = oddsOf(blow, 'Colt', 2, (rule) => `règle ${rule}`);
  expect(odds?.hit).toBeCloseTo(5 / 12);
  expect(odds?.outcomes?.map((one) => one.what)).toEqual(['down', 'wounded']);
  expect(odds?.mods).toEqual([{ what: 'règle GEN-SHT-03', n: -1 }]);
  expect(oddsOf({ ...blow, odds: [] }, 'Colt')).toBeUndefined();
});

it('a look round gives area, landing spots, lines and cover', () => {
  const look: Look = { fig: 0, locked: false, reach: { step: 100, cells: [[6000, 2600], [6100, 2600]], touched: [] }, climbs: [{ kind: 'climb', to: [6000, 3000], z: 500, da: 1 }], sightings: [sighting([{ ...RAY, to: [8900, 8800] }], true)], cover_rays: 4, cover: [], acts: [] } as unknown as Look;
  const seen = lookedRound(look, scene, 1, 'bouger');
  expect(seen.reach[0]?.rings).toHaveLength(1);
  expect(seen.spots).toEqual([[6000, 3000]]);
  expect(seen.sight).toHaveLength(1);
  expect(seen.cover).toEqual({ fig: 0, covered: 4, of: 16, legal: true });
  expect(lookedRound({ ...look, reach: { ...look.reach, cells: [] }, cover_rays: 3 }, scene, 1, '').cover.legal).toBe(false);
});
