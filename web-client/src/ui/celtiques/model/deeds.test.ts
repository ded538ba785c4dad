import { beforeAll, describe, expect, it } from 'vitest';
import { setLang } from '../../../i18n/index.svelte';
import type { Command, Deed, Question } from '../../../protocol/celtiques';
import { house, view } from '../testdata/view';
import { askedText, choiceKey, choiceText } from './choices';
import { deedsOf, deedText, distinct, isPlain, oddsText, ordered, sortOf, targetsOf } from './deeds';

const act = (deed: Deed): Command => ({ act: { question: 1, deed } });
const march = (pace: 'walk' | 'run', at: [number, number]): Deed['go'] => ({ march: { to: { hex: at }, pace, evasive: false, charge: true } });

beforeAll(async () => {
  await setLang('fr');
  house();
});

describe('the list of the deeds at a slot', () => {
  it('has each deed of a fighter once, alone or in a batch', () => {
    const blow: Deed = { act: { strike: { at: 1 } } };
    const batch: Command = { deeds: { question: 1, deeds: [[0, blow]] } };
    expect(deedsOf([act(blow), act(blow), act({ act: 'pass' })], 0)).toHaveLength(2);
    expect(deedsOf([batch], 0)).toEqual([blow]);
    expect(deedsOf([batch], 1)).toEqual([]);
  });

  it('has a sort and a target for each deed', () => {
    expect(sortOf({ act: { shoot: { at: 1, with: 0 } } })).toBe('shoot');
    expect(sortOf({ act: 'pass', minor: 'drop' })).toBe('minor');
    expect(sortOf({ act: 'pass', go: { leave: { acro: false, to: null } } })).toBe('move');
    expect(sortOf({ act: 'delay' })).toBe('wait');
    expect(targetsOf([{ act: { strike: { at: 3 } } }, { act: { aim: 1 } }, { act: 'pass' }])).toEqual([1, 3]);
    expect(isPlain({ act: { strike: { at: 1 } } })).toBe(true);
    expect(isPlain({ act: { strike: { at: 1, zone: 'tete' } } })).toBe(false);
  });

  it('shows charges that differ in their last step alone as one', () => {
    const charge = (at: [number, number], pace: 'walk' | 'run'): Deed => ({ act: { strike: { at: 1, charge: true } }, go: march(pace, at) });
    expect(distinct([charge([3, 1], 'run'), charge([4, 1], 'run'), charge([3, 1], 'walk')])).toHaveLength(2);
  });

  it('shows shots with two of the same as one', () => {
    const shot = (arm: number): Deed => ({ act: { shoot: { at: 1, with: arm, draw: true } } });
    expect(distinct([shot(1), shot(2), shot(3)], ['lance', 'javelot', 'javelot', 'poignard'])).toEqual([shot(1), shot(3)]);
  });

  it('shows blows with a drawn weapon of the same kind as one', () => {
    const blow = (arm: number): Deed => ({ act: { strike: { at: 1, draw: arm } } });
    expect(distinct([blow(1), blow(2), blow(3)], ['lance', 'javelot', 'javelot', 'poignard'])).toEqual([blow(1), blow(3)]);
  });

  it('has a text for each deed, with its target where the panel does not show it', () => {
    expect(deedText(view(), 0, { act: { strike: { at: 1 } } })).toBe('Frapper → Viridovix');
    expect(deedText(view(), 0, { act: { strike: { at: 1, zone: 'oeil' } } }, false)).toBe('Viser l’œil');
    expect(deedText(view(), 1, { act: { shoot: { at: 0, with: 1 } } }, false)).toContain('javelot');
    expect(deedText(view(), 0, { act: { strike: { at: 1, charge: true } }, go: march('run', [3, 1]) }, false)).toBe('Charger en courant');
  });

  it('shows the odds that the server has sent', () => {
    const advice = { dice: 3, flat: 5, against: 12, chance: 8350, after_dodge: 6112, levels: 132, parts: null, path: [], reach: [] };
    expect(oddsText(advice).replace(/\u00a0/g, ' ')).toBe('3d : 84 % ; s’il esquive 61 % · 1,3 niv.');
    expect(oddsText(null)).toBe('');
    // A dodge may be worse than none. The text says so, since the odds alone look like a mistake.
    expect(oddsText({ ...advice, chance: 2800, after_dodge: 3800 })).toContain('une esquive complètement ratée ouvre sa garde');
    // A trick that trips does no damage by itself, and has a contest of its own.
    expect(oddsText({ ...advice, levels: 0, contest: 5512 }).replace(/\u00a0/g, ' ')).toBe('3d : 84 % ; s’il esquive 61 % · puis 55 % de le faire tomber');
  });
});

describe('short answers', () => {
  const question: Question = { id: 1, seat: 0, dec: 10, who: 0, about: 1, total: 16, against: 14, options: [], default: 0 };
  it('have the text of their decision, else the common one', () => {
    expect(choiceKey({ dodge: { acro: true, slot: true } })).toBe('dodge_acro_slot');
    expect(choiceText('no', question)).toBe('Encaisser');
    expect(choiceText('no', { ...question, dec: 5 })).toBe('Non');
    expect(choiceText({ actions: 3 }, { ...question, dec: 3 })).toBe('3 actions');
  });
  it('belong to a question that names the fighters', () => {
    expect(askedText(question, view())).toContain('Viridovix attaque Ambiomaros');
  });
});

describe('an order', () => {
  it('keeps a dodge that is not acrobatic, and loses an entry that is set to null', () => {
    expect(ordered({}, { dodge: false })).toEqual({ dodge: false });
    expect(ordered({ dodge: false, survive: true }, { dodge: null })).toEqual({ survive: true });
    expect(ordered({ survive: true }, { survive: null })).toEqual({});
  });
});
