import { afterAll, describe, expect, it } from 'vitest';
import { setLang } from '../../../i18n/index.svelte';
import { word } from '../../../i18n/baston';
import { QUESTIONS } from '../testdata/questions';
import { VIEW } from '../testdata/view';
import { stepFrom, towards } from '../desk.svelte';
import { defaultOf, flight, itemOf, shapeOf, spotOf, throwsOf } from './choices';
import { askText, choiceText } from './say';

const of = (dec: string) => QUESTIONS.find((question) => question.dec === dec)!;

describe.each(['fr', 'en'] as const)('questions in %s', (language) => {
  it.each(QUESTIONS.map((question) => question.dec))('%s is asked and answered in words', (dec) => {
    setLang(language);
    const question = of(dec);
    expect(askText(question, VIEW)).toMatch(/\?$/);
    expect(askText(question, VIEW)).not.toMatch(/[{}]|undefined|#/);
    const said = question.options.map((choice) => choiceText(choice, question, VIEW));
    said.forEach((text) => expect(text).not.toMatch(/[{}]|undefined|\[object|#\d/));
    expect(new Set(said).size).toBe(said.length);
    expect(word(`dec.${dec}.standing`)).toBeTruthy();
  });

  it('every decision has its words', () => {
    setLang(language);
    const all = Array.from({ length: 21 }, (_, n) => `DEC-${String(n + 1).padStart(2, '0')}`);
    all.forEach((dec) => expect(word(`dec.${dec}`)).not.toBe(''));
  });
});

describe.each(['fr', 'en'] as const)('choices before the fight in %s', (language) => {
  it.each(['DEC-01', 'DEC-02'])('%s says what it does', (dec) => {
    setLang(language);
    expect(word(`help.${dec}`)).toMatch(/\.$/);
  });
});

describe('wording', () => {
  afterAll(() => setLang('fr'));

  it('gives “no” and “strike” the sense of the decision', () => {
    setLang('fr');
    expect(choiceText('no', of('DEC-05'), VIEW)).toBe('Ne rien prendre');
    expect(choiceText('no', of('DEC-04'), VIEW)).toBe('Laisser sans verrou');
    expect(choiceText('strike', of('DEC-13'), VIEW)).toBe('Viser Albert');
    expect(choiceText('strike', of('DEC-10'), VIEW)).toBe('Frapper');
    expect(askText(of('DEC-13'), VIEW)).toContain('d’Albert');
  });

  it('names doors by their own name when the vocabulary has none', () => {
    setLang('en');
    expect(choiceText({ leaf: [2, 0] }, of('DEC-03'), VIEW)).toBe('Trappe');
    expect(choiceText({ leaf: [0, 1] }, of('DEC-03'), VIEW)).toBe('The front door, leaf 2');
  });
});

describe('shapes', () => {
  it('follow from the options', () => {
    expect(Object.fromEntries(QUESTIONS.map((question) => [question.dec, shapeOf(question)]))).toMatchObject({
      'DEC-01': 'compass',
      'DEC-02': 'points',
      'DEC-03': 'buttons',
      'DEC-11': 'parts',
      'DEC-12': 'throw',
      'DEC-21': 'buttons',
    });
  });

  it('find their place on the board', () => {
    const spots = of('DEC-14').options.map((choice) => spotOf(choice, VIEW));
    expect(spots).toEqual([
      [8, 4],
      [18, 4],
      [18, 4],
      [8, 3],
      [4, 10],
    ]);
    expect(spotOf('no', VIEW)).toBeNull();
    expect(itemOf({ item: 6 }, VIEW)).toBe('chaine');
  });

  it('lay out throws by thing, then mode, hurting first', () => {
    expect(throwsOf(of('DEC-12'))).toEqual([
      {
        item: 2,
        modes: [
          {
            aggressive: true,
            to: [
              [7, 8],
              [7, 9],
            ],
          },
          { aggressive: false, to: [[6, 7]] },
        ],
      },
      { item: 1, modes: [{ aggressive: true, to: [[7, 8]] }] },
    ]);
    expect(flight([7, 6], [7, 9])).toEqual([
      [7, 7],
      [7, 8],
      [7, 9],
    ]);
  });

  it('know the default', () => {
    expect(defaultOf(of('DEC-06'))).toEqual({ item: 2 });
    expect(defaultOf({ ...of('DEC-06'), default: 99 })).toEqual({ item: 1 });
  });
});

describe('directions', () => {
  it('are those of the board', () => {
    expect(stepFrom([7, 6], 1)).toEqual([6, 6]);
    expect(stepFrom([7, 6], 4, 2)).toEqual([9, 8]);
    expect(towards([7, 6], [8, 5])).toBe(6);
    expect(towards([7, 6], [9, 5])).toBeNull();
  });
});
