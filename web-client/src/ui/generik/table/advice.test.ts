import { describe, expect, it } from 'vitest';
import type { BlowAdvice, Look, PathAdvice, Sighting } from '../../../protocol/generik';
import { coverRays, lookedRound, oddsOf, pathRefused, pathVerdict, sightLine, walkedLine } from './advice';
import { tableScene } from './model';
import { KINDS, sample } from './testdata/sample';
import type { PathDraft } from '../../../surface/plane/tools';
import { pathCost, sightWords } from '../../../surface/plane/words';
import type { Pt } from './types';

const scene = tableScene(sample('western'), KINDS);
const START: Pt = [6000, 2500];
const draft: PathDraft = {
  fig: 0,
  points: [
    [6000, 3500],
    [7000, 3500],
  ],
};

describe('a path', () => {
  const advice: PathAdvice = {
    fig: 0,
    da: 2,
    end: [6500, 3500],
    length: 1500,
    cost: 2000,
    budget: 3000,
    slow: 500,
    rates: [1, 2],
    difficult: [
      { from: [6000, 3200], to: [6000, 3500], piece: 2 },
      { from: [6000, 3500], to: [6200, 3500], piece: 2 },
    ],
    cut: 6,
    halt: null,
    checkpoints: [
      [6000, 3500],
      [6500, 3500],
    ],
    watchers: [
      { fig: 5, at: [1] },
      { fig: 6, at: [0, 1] },
    ],
  };

  it('is shown as far as it goes', () => {
    const verdict = pathVerdict(advice, START, draft);
    expect(verdict).toMatchObject({
      ok: true,
      walked: [START, [6000, 3500], [6500, 3500]],
      cost: 2000,
      budget: 3000,
      da: 2,
      cut: [6500, 3500],
      slow: { u: 500, rate: 2 },
    });
    expect(verdict.difficult).toEqual([
      [
        [6000, 3200],
        [6000, 3500],
      ],
      [
        [6000, 3500],
        [6200, 3500],
      ],
    ]);
    expect(pathCost({ ...draft, verdict })).toMatch(/^20,0 cm sur 30,0 · 5,0 cm difficiles ×2 · 2 DA$/);
    expect(verdict.checkpoints).toEqual([
      { at: [6000, 3500], watchers: [6] },
      { at: [6500, 3500], watchers: [5, 6] },
    ]);
    expect(pathVerdict({ ...advice, cut: null }, START, draft).cut).toBeUndefined();
  });

  it('ends exactly where the engine says, also on a way-point', () => {
    expect(
      walkedLine(
        [
          [0, 0],
          [1000, 0],
          [1000, 1000],
        ],
        1000,
        [1000, 0],
      ),
    ).toEqual([
      [0, 0],
      [1000, 0],
    ]);
    expect(
      walkedLine(
        [
          [0, 0],
          [1000, 0],
          [1000, 1000],
        ],
        2000,
        [1000, 1000],
      ),
    ).toEqual([
      [0, 0],
      [1000, 0],
      [1000, 1000],
    ]);
    expect(
      walkedLine(
        [
          [0, 0],
          [1000, 0],
        ],
        1,
        [1, 0],
      ),
    ).toEqual([
      [0, 0],
      [1, 0],
    ]);
  });

  it('says why it cannot be walked, how far it goes and what bars it', () => {
    const refusal = { code: 'generik.path', words: 'La clôture barre le passage', rule: 'GEN-ACT-32' } as never;
    expect(pathRefused(refusal, START, draft)).toMatchObject({ ok: false, why: 'La clôture barre le passage', stop: [7000, 3500], length: 2000 });
    const walk: PathAdvice = { ...advice, cut: null, halt: { blocked: { point: 1, by: { piece: 4 } } } };
    expect(pathRefused(refusal, START, draft, walk)).toMatchObject({
      ok: false,
      walked: [START, [6000, 3500], [6500, 3500]],
      stop: [6500, 3500],
      barrier: { piece: 4 },
      budget: 3000,
    });
    expect(pathRefused(refusal, START, draft, { ...walk, halt: { blocked: { point: 1, by: { figure: 6 } } } }).barrier).toEqual({ fig: 6 });
    expect(pathRefused(refusal, START, draft, { ...walk, halt: { too_long: { cost: 3200, budget: 3000 } } }).barrier).toBeUndefined();
  });
});

const RAY = { z: 270, front: true, pieces: [] as number[], figures: [] as number[], stop: null as Pt | null };
const sighting = (rays: Sighting['lines']['rays'], seen: boolean): Sighting => ({
  fig: 5,
  distance: 6000,
  covered: true,
  covered_by: [5],
  sees_back: false,
  lines: { seen, eye: START, eye_z: 270, rays },
});

describe('sight', () => {
  const hidden = { ...RAY, to: [8900, 8800] as Pt, pieces: [4], stop: [6000, 3470] as Pt };
  const free = { ...RAY, to: [8960, 8800] as Pt };

  it('shows a free line first, and every line with what stops it', () => {
    const line = sightLine(0, sighting([hidden, { ...hidden, z: 100 }, { ...free, pieces: [5], stop: [7000, 5000] }, { ...free, z: 100 }], true));
    expect(line).toMatchObject({ from: 0, to: 5, seen: true, cover: [5], line: [START, [8960, 8800]], free: { n: 1, of: 4 }, pieces: [4, 5], figures: [] });
    expect(line?.rays).toEqual([
      { to: [8900, 8800], free: false, stop: [6000, 3470] },
      { to: [8960, 8800], free: true },
    ]);
    expect(line?.blocked).toBeUndefined();
    expect(line && sightWords(line, scene)).toBe('1 ligne de vue libre sur 4 (Clôture de corral, Chariot bâché) · à couvert (Chariot bâché)');
  });

  it('marks where it is blocked, and by what', () => {
    const line = sightLine(0, sighting([hidden], false), false);
    expect(line).toMatchObject({ blocked: [6000, 3470], seen: false, pieces: [4] });
    expect(line?.rays).toBeUndefined();
    const behind = sightLine(0, sighting([{ ...RAY, to: [6000, 9000], figures: [3], stop: [5200, 5600] }], false));
    expect(behind).toMatchObject({ blocked: [5200, 5600], figures: [3] });
  });
});

it('odds are read as shares of one', () => {
  const never = { n: 0, d: 1 };
  const fate = { nothing: { n: 7, d: 12 }, knocked_down: { n: 5, d: 24 }, wounded: { n: 5, d: 36 }, out_of_action: never };
  const blow: BlowAdvice = {
    da: 1,
    target: 6,
    distance: 1200,
    long: false,
    mods: [
      { rule: 'GEN-SHT-03', n: -1 },
      { rule: 'GEN-COV-02', n: 0 },
    ],
    guard: [],
    wound: [],
    armour: null,
    sword: null,
    skills: [],
    sight: null,
    odds: [{ win: { n: 5, d: 12 }, tie: never, lose: { n: 7, d: 12 }, target: fate, own: fate, stray: null, balks: never }],
  };
  const odds = oddsOf(blow, 'Colt', 2, (rule) => `règle ${rule}`);
  expect(odds?.hit).toBeCloseTo(5 / 12);
  expect(odds?.outcomes?.map((one) => one.what)).toEqual(['down', 'wounded']);
  expect(odds?.mods).toEqual([{ what: 'règle GEN-SHT-03', n: -1 }]);
  expect(oddsOf({ ...blow, odds: [] }, 'Colt')).toBeUndefined();
});

it('a look round gives area, landing spots, lines and cover', () => {
  const look: Look = {
    fig: 0,
    locked: false,
    reach: {
      step: 100,
      cells: [
        [6000, 2600],
        [6100, 2600],
      ],
      touched: [],
    },
    climbs: [{ kind: 'climb', to: [6000, 3000], z: 500, cost: 1 }],
    sightings: [sighting([{ ...RAY, to: [8900, 8800] }], true)],
    screen: {
      facing: [0, 1],
      covered: 4,
      needed: 4,
      inside: null,
      rays: [
        { to: [6250, 2500], pieces: [2] },
        { to: [6000, 2750], pieces: [] },
      ],
    },
    against: [],
    cover: [],
    acts: [],
  } as unknown as Look;
  const seen = lookedRound(look, 1, 'bouger');
  expect(seen.reach[0]?.rings).toHaveLength(1);
  expect(seen.spots).toEqual([[6000, 3000]]);
  expect(seen.sight).toHaveLength(1);
  expect(seen.cover).toEqual({
    fig: 0,
    covered: 4,
    of: 2,
    needed: 4,
    legal: true,
    pieces: [2],
    rays: [
      { to: [6250, 2500], covered: true },
      { to: [6000, 2750], covered: false },
    ],
  });
  const wood = coverRays(0, { ...look.screen, covered: 3, inside: 6 });
  expect(wood).toMatchObject({ legal: false, pieces: [6, 2] });
  expect(wood.rays.every((ray) => ray.covered)).toBe(true);
});
