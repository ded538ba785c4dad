/** The texts that the house makes of all facts of recorded games, from the data of the system alone. */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { setLang } from '../../i18n/index.svelte';
import type { Presentation } from '../../protocol';
import generik from '../../protocol/generik/folding.json';
import { foldOf, type AnyFact, type Folding, type Notice } from '../../store/fold';
import { ALL_FACTS, FACTS } from '../generik/testdata/facts';
import { VIEW } from '../generik/testdata/view';
import { HouseStory } from './log';
import { Presented } from './presented.svelte';

/** Traces of a missing value in a text. */
const BROKEN = /–|undefined|null|NaN|\[object|\{|\}|\s{2}|:\s*\.$|^\s*$/;

interface Recorded {
  view: unknown;
  notices: unknown[];
}

const data = generik as unknown as Presentation & Folding;
const house = new Presented('told', { ...data, card: { name: { fr: '', en: '' }, about: { fr: '', en: '' }, scenarios: {}, bots: {} } });
const fold = foldOf<unknown, never>(data);

/** Returns the facts of a recorded game in words, line by line. */
function lines(file: string): { t: string; text: string }[] {
  const { view, notices } = JSON.parse(readFileSync(new URL(`../../store/testdata/${file}`, import.meta.url), 'utf8')) as Recorded;
  const story = new HouseStory(house, view, fold as never);
  notices.forEach((raw, step) => story.add((fold.read(raw) as Notice).facts, step, 0));
  return story.groups.flatMap((group) =>
    group.lines.flatMap((line) => {
      const told = house.line(line.fact, (seat) => `player ${seat}`, line.view);
      return told ? [{ t: line.fact.t, text: told.text }] : [];
    }),
  );
}

afterEach(() => setLang('fr'));

describe.each(['fr', 'en'] as const)('GeneriK in the words of the house, %s', (lang) => {
  it.each(['generik-duel.json', 'generik-sack.json', 'generik-campaign.json'])('words all of %s', (file) => {
    setLang(lang);
    const told = lines(file);
    expect(told.length).toBeGreaterThan(100);
    for (const { t, text } of told) expect(text, t).not.toMatch(BROKEN);
  });
});

it('compares with the view before a fact', () => {
  setLang('en');
  const told = lines('generik-duel.json');
  const said = (kind: string) => told.filter(({ t }) => t === kind).map(({ text }) => text);
  expect(said('da').some((text) => /spends \d AD, \d left\./.test(text))).toBe(true);
  expect(said('moved').some((text) => /, [\d.]+ cm\.$/.test(text) && !text.includes(', 0 cm'))).toBe(true);
  expect(said('rolled').some((text) => /: \d [+−]\d+.* = \d+/.test(text))).toBe(true);
});

it.each(['fr', 'en'] as const)('words each kind of fact, and the consequences for a band, %s', (lang) => {
  setLang(lang);
  const first = FACTS.after[0] as AnyFact;
  for (const fact of ALL_FACTS as readonly AnyFact[]) {
    const story = new HouseStory(house, VIEW, fold as never);
    story.add(['after', 'did'].includes(fact.t) && fact !== first ? [first, fact] : [fact], 0, 1);
    const line = story.groups.at(-1)?.lines.at(-1);
    const text = line && house.line(line.fact, () => 'player', line.view)?.text;
    expect(text, JSON.stringify(fact)).not.toMatch(BROKEN);
  }
  const after = new HouseStory(house, VIEW, fold as never);
  after.add([first, FACTS.after[1] as AnyFact], 0, 1);
  const line = after.groups.at(-1)?.lines.at(-1);
  const text = line && house.line(line.fact, () => 'player', line.view)?.text;
  expect(text).toContain(lang === 'en' ? 'Ugly Joe did not survive' : 'Ugly Joe n’a pas survécu');
});
