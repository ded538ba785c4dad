import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import folding from '../../../protocol/generik/folding.json';
import { word } from '../../../i18n/generik';
import { setLang } from '../../../i18n/index.svelte';
import type { Ask, Choice, Dec, Question } from '../../../protocol/generik';
import { rulebook } from '../../../rulebook';
import { VIEW } from '../testdata/view';
import { isDec } from './decs';
import { askText, choiceText, decDefault, decName, decOf, exclaimed, momentText, promptText, standingText, watchText } from './say';

const question = (dec: Dec, options: Choice[] = ['no', 'yes']): Question => ({ id: 1, seat: 1, dec, fig: 3, about: 2, die: 5, options, default: 0 });
const both = ['fr', 'en'] as const;
const has = (key: string) => Object.hasOwn(folding.words, key);
const keys = (of: string) =>
  Object.keys(folding.words)
    .filter((key) => key.startsWith(of))
    .map((key) => key.slice(of.length))
    .sort();
const DECISIONS = keys('dec.').filter(isDec);
const broken = /undefined|null|NaN|\[object|#\d|[{}]|GEN-/;

afterEach(() => setLang('fr'));

describe.each(both)('questions in %s', (lang) => {
  it.each(DECISIONS)('%s has a name, a question and a default', (dec) => {
    setLang(lang);
    for (const text of [decName(dec), askText(question(dec), VIEW), decDefault(dec)]) {
      expect(text).not.toMatch(broken);
      expect(text.length).toBeGreaterThan(1);
    }
  });

  it('are those of the rulebook, each of them', async () => {
    const book = await rulebook('generik', lang);
    expect([...DECISIONS]).toEqual(Object.keys(book.decisions));
  });

  it.each([
    'terrain',
    'champions',
    'marker',
    'deploy',
    'standing',
    'stance.shoot',
    'stance.cover',
    'stance.pass',
    'pass',
    'every',
    'stances.ask',
    'stances.every',
    'stances.hold',
    'stances.at',
    'stances.own',
  ])('before the fight and in advance say what %s does', (key) => {
    setLang(lang);
    expect(word(`help.${key}`)).toMatch(/\.$/);
    expect(word(`help.${key}`)).not.toMatch(broken);
  });

  it('have different words for different answers', () => {
    setLang(lang);
    const choices: Choice[] = ['no', 'yes', 'shield', 'lucky', { edge: 'n' }, { figure: 4 }, { defend: { extra: 0 } }, { defend: { extra: 2 } }];
    for (const dec of DECISIONS) {
      const said = choices.map((choice) => choiceText(choice, question(dec), VIEW));
      said.forEach((text) => expect(text).not.toMatch(broken));
      expect(new Set(said).size, said.join('\n')).toBe(said.length);
    }
  });

  it('say with what one defends', () => {
    setLang(lang);
    const own = { ...question('GEN-DEC-17'), fig: 2 };
    const bare = choiceText({ defend: { extra: 1 } }, own, VIEW);
    const armed = choiceText({ defend: { extra: 1, weapon: 1 } }, own, VIEW);
    expect(armed.startsWith(bare)).toBe(true);
    expect(armed).toContain(word('by.w_couteau'));
  });

  it('of every kind can be put, and waited for', () => {
    setLang(lang);
    const asks: Record<Ask['ask'], Ask> = {
      terrain: { ask: 'terrain', id: 1, seat: 0, left: 3 },
      champions: { ask: 'champions', id: 1, seats: [0, 1] },
      marker: { ask: 'marker', id: 1, seat: 1 },
      deploy: { ask: 'deploy', id: 1, seat: 0 },
      phase: { ask: 'phase', id: 1, seat: 0, may_rout: true, heroic: null },
      react: { ask: 'react', id: 1, seat: 1, actor: 0, cause: 'move', checkpoints: [[0, 0]], z: 0, path: [], drags: null, reactors: [] },
      resume: { ask: 'resume', id: 1, seat: 0, fig: 0, rest: [], free: true, budget: 300, other: true },
      choose: { ask: 'choose', ...question('GEN-DEC-21') },
      after: { ask: 'after', seats: [0, 1] },
    };
    const all: Ask[] = [
      ...Object.values(asks),
      { ...(asks.phase as Extract<Ask, { ask: 'phase' }>), heroic: 2 },
      { ...(asks.react as Extract<Ask, { ask: 'react' }>), cause: 'climb' },
      { ...(asks.react as Extract<Ask, { ask: 'react' }>), cause: 'shot' },
    ];
    const prompts = all.map((ask) => promptText(ask, VIEW));
    expect(new Set(prompts).size).toBe(all.length);
    prompts.forEach((text) => expect(text).not.toMatch(broken));
    all.forEach((ask) => expect(DECISIONS).toContain(decOf(ask)));
  });

  it('can be answered beforehand in words', () => {
    setLang(lang);
    const texts = standingText(
      {
        watches: [
          { stance: 'shoot', within: 2000 },
          { fig: 3, against: 0, stance: 'cover' },
        ],
        pass: true,
        defaults: ['GEN-DEC-24'],
      },
      VIEW,
    );
    expect(texts).toHaveLength(4);
    texts.forEach((text) => expect(text).not.toMatch(broken));
    expect(texts[0]).toContain('20 cm');
    expect(texts[1]).toMatch(/Lefty.*Ringo/);
    expect(watchText({ stance: 'pass' }, VIEW)).not.toBe(texts[0]);
  });

  it('say where the game stands', () => {
    setLang(lang);
    expect(momentText(VIEW)).toMatch(/1.*Dry Gulch/);
    expect(momentText({ ...VIEW, scene: { ...VIEW.scene, stage: 'deployment' } })).toBe(word('stage.deployment'));
  });
});

describe('the words agree with the engine', () => {
  const root = new URL('../../../../../rules/systems/generik/src/', import.meta.url);
  const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
  it('on the reasons why a fight ends', () => {
    const finished = [...read('resolve/turn.rs').matchAll(/Self::\w+(?:\(Beaten::\w+\))? => "(\w+)"/g)].map((match) => match[1] ?? '');
    expect(finished.length).toBeGreaterThan(8);
    expect(finished.filter((code) => !has(`reason.${code}`))).toEqual([]);
  });

  it('on the codes of the count', () => {
    const codes = [...read('event.rs').matchAll(/^\s+\/\/\/ (`wounded`.*)$/gm)].flatMap((match) =>
      [...(match[1] ?? '').matchAll(/`(\w+)`/g)].map((code) => code[1] ?? ''),
    );
    // A game from a position has points of before it, which no line of its count explains.
    expect(codes.sort()).toEqual(keys('score.').filter((code) => code !== 'earlier'));
  });
});

it('an action is called out once, even one whose name is a cry', () => {
  for (const lang of both) {
    setLang(lang);
    for (const act of keys('act.').map((key) => `act.${key}`)) {
      expect(exclaimed(word(act)), act).toMatch(/[^!\s]\s?!$/);
    }
  }
});
