import { describe, expect, it } from 'vitest';
import { setLang } from '../../../i18n/index.svelte';
import { word } from '../../../i18n/energie/word';
import type { Act, Arm } from '../../../protocol/energie';
import type { PageScene } from '../board/scene';
import { kindsOf, offersAt, partsOf, sameSubject, SELF, subjectOf, touched, ways, withScope } from './offers';

const scene = { gutters: [{ kind: { ends: [0, 1] } }, { kind: { ends: [2, 1] } }, { kind: { ends: [0, 2] } }] } as unknown as PageScene;
const move = (path: number[], leave = false): Act => ({ move: { path, leave } });

describe('the subject of an act', () => {
  it.each<[Act, object]>([
    [{ attack: { arm: 0, at: { who: 3 }, strike: 'normal' } }, { is: 'who', n: 3 }],
    [{ attack: { arm: 0, at: { zone: 2 }, strike: 'normal' } }, { is: 'zone', n: 2 }],
    [{ attack: { arm: 0, at: { vehicle: 0 }, strike: 'normal' } }, { is: 'vehicle', n: 0 }],
    [{ help: { who: 2, scope: 'tout' } }, { is: 'who', n: 2 }],
    [{ rally: { at: [4, 5] } }, { is: 'who', n: 4 }],
    [{ door: { link: 1 } }, { is: 'link', n: 1 }],
    [{ console: { console: 1 } }, { is: 'console', n: 1 }],
    [move([0, 1]), { is: 'zone', n: 2 }],
    ['prepare', SELF],
  ])('%j', (act, about) => expect(subjectOf(act, scene, 0)).toEqual(about));

  it('follows from a touch: a character before its panel, the acting one as itself', () => {
    expect(touched({ who: 3, zone: 1 }, 0)[0]).toEqual({ is: 'who', n: 3 });
    expect(touched({ who: 0, zone: 1 }, 0)).toEqual([SELF, { is: 'zone', n: 1 }]);
    expect(touched({ link: 2, zone: 1 }, 0)[0]).toEqual({ is: 'link', n: 2 });
    expect(sameSubject(SELF, { is: 'zone', n: 0 })).toBe(false);
  });
});

describe.each(['fr', 'en'] as const)('standing orders in %s', (lang) => {
  it.each(['react', 'second', 'guard'])('have a sentence that explains %s', async (key) => {
    await setLang(lang);
    expect(word(`standing.${key}.help`)).toMatch(/\.$/);
  });
});

describe('the list of offers', () => {
  it('has each kind once, in the order of the rules', () => {
    expect(kindsOf(['pass', move([0]), 'prepare', { attack: { arm: 0, at: { who: 1 }, strike: 'normal' } }, move([2])])).toEqual([
      'attack',
      'move',
      'prepare',
      'pass',
    ]);
  });

  it('includes the shortest of many ways, and one way out', () => {
    const acts = [move([2, 1, 0]), move([0]), move([0], true), move([2, 1]), move([1, 1, 1, 1]), move([2, 2, 2, 2, 2])];
    const found = ways(acts, 3);
    expect(found[0]).toEqual(move([0], true));
    expect(found.slice(1)).toEqual([move([0]), move([2, 1]), move([2, 1, 0])]);
  });

  it('includes one of two weapons that are the same, and both where their state differs', () => {
    const attack = (arm: number): Act => ({ attack: { arm, at: { who: 3 }, strike: 'normal' } });
    const arm = (shots: number): Arm => ({ weapon: 'pistolet', held: true, broken: false, jammed: false, shots, spent: false }) as unknown as Arm;
    const offers = (arms: readonly Arm[]) => offersAt([attack(0), attack(1)], 'attack', { is: 'who', n: 3 }, scene, 0, arms);
    expect(offers([arm(0), arm(0)])).toEqual([attack(0)]);
    expect(offers([arm(0), arm(2)])).toEqual([attack(0), attack(1)]);
  });

  it('includes help for the chosen test', () => {
    expect(withScope({ help: { who: 1, scope: 'tout' } }, 'soin')).toEqual({ help: { who: 1, scope: 'soin' } });
    expect(partsOf(withScope('prepare', 'soin')).kind).toBe('prepare');
  });
});
