import { describe, expect, it } from 'vitest';
import { en } from '../../../i18n/baston/log.en';
import { fr } from '../../../i18n/baston/log.fr';
import type { LogWords } from '../../../i18n/baston/log.types';
import { en as enWords } from '../../../i18n/baston/words.en';
import { fr as frWords } from '../../../i18n/baston/words.fr';
import type { Choice, Draw, Fact, Way, Why } from '../../../protocol/baston';
import { ALL_FACTS, FACTS } from '../testdata/facts';
import { VIEW } from '../testdata/view';
import { upTo } from '../../common/story.svelte';
import { dieOf, LogBuilder, ordersOf, people, shown, type Line } from './log';
import { namingOf } from './naming';

const languages = [
  { name: 'fr', log: fr, words: frWords },
  { name: 'en', log: en, words: enWords },
] as const;

function say(log: LogWords, words: typeof frWords, line: Line): string {
  const naming = namingOf(VIEW, words, { before: line.before, kinds: line.kinds });
  return (log.fact[line.fact.t] as (fact: Fact, name: typeof naming) => string)(line.fact, naming);
}

function lines(): Line[] {
  const builder = new LogBuilder(VIEW);
  return ALL_FACTS.flatMap((fact) => {
    builder.add([fact], 0);
    return builder.groups.at(-1)?.lines.at(-1) ?? [];
  });
}

describe.each(languages)('words of the log, $name', ({ log, words }) => {
  it.each(Object.keys(FACTS))('says what %s means', (kind) => {
    const own = lines().filter((line) => line.fact.t === kind);
    expect(own.length).toBeGreaterThan(0);
    for (const line of own) {
      const text = say(log, words, line);
      expect(text).not.toMatch(/undefined|null|NaN|\[object|#\d|\{|\s{2}/);
      expect(text.length).toBeGreaterThan(8);
      expect(text.charAt(0)).toBe(text.charAt(0).toUpperCase());
    }
  });

  it('never says the same of two different facts of a kind', () => {
    for (const kind of Object.keys(FACTS)) {
      const own = lines()
        .filter((line) => line.fact.t === kind)
        .map((line) => say(log, words, line));
      expect(new Set(own).size).toBe(own.length);
    }
  });

  it('reckons every roll', () => {
    const naming = namingOf(VIEW, words);
    for (const fact of ALL_FACTS.filter((one) => dieOf(one))) {
      const rows = log.reckon(fact, naming);
      expect(rows.length, fact.t).toBeGreaterThan(0);
      expect(rows.flat().join(' ')).toContain(String(dieOf(fact)?.face));
    }
    const hit = log.reckon(FACTS.to_hit[1]!, naming).map(([, value]) => value);
    expect(hit).toEqual(expect.arrayContaining(['4', '+5', '−2', '−1']));
  });

  it('has words for every reason, way and draw', () => {
    const whys: Record<Why, true> = {
      stunned: true,
      held: true,
      rest: true,
      posture: true,
      limb: true,
      chair: true,
      no_target: true,
      no_item: true,
      no_tool: true,
      no_effect: true,
      barred: true,
      blocked: true,
      place: true,
      full: true,
      declined: true,
      first_half: true,
      failed: true,
      holding: true,
      gone: true,
      interrupted: true,
      together: true,
      loaded: true,
    };
    const ways: Record<Way, true> = {
      placed: true,
      walk: true,
      crawl: true,
      jump: true,
      leap: true,
      run: true,
      pushed: true,
      dragged: true,
      fall: true,
      ride: true,
    };
    const draws: Record<Draw, true> = { row: true, column: true, rank: true, target: true, direction: true, point: true, facing: true, strength_tie: true };
    Object.keys(whys).forEach((key) => expect(words.why[key]).toBeTruthy());
    Object.keys(ways).forEach((key) => expect(words.way[key]).toBeTruthy());
    Object.keys(draws).forEach((key) => expect(words.draw[key]).toBeTruthy());
  });

  it('has words for every answer', () => {
    const naming = namingOf(VIEW, words);
    const choices: Choice[] = [
      'no',
      'yes',
      'fist',
      'single',
      'strike',
      'spare',
      'element',
      { facing: 3 },
      { at: [3, 4] },
      { leaf: [0, 1] },
      { window: 0 },
      { door: 1 },
      { phone: 0 },
      { panel: 0 },
      { item: 1 },
      { several: [] },
      { several: [1, 2] },
      { part: 'T' },
      { throw: { item: 1, aggressive: true, to: [2, 2] } },
      { throw: { item: 1, aggressive: false, to: [2, 2] } },
      { put_on: 8 },
      { take_off: 0 },
      { victim: 3 },
    ];
    const said = choices.map((choice) => log.choice(choice, naming));
    said.forEach((text) => expect(text).not.toMatch(/undefined|\[object|#\d/));
    expect(new Set(said).size).toBe(said.length);
  });
});

describe('both languages', () => {
  it('speak of the same things', () => {
    for (const key of [
      'item',
      'piece',
      'part',
      'stat',
      'order',
      'phase',
      'why',
      'way',
      'draw',
      'lock',
      'moment',
      'dec',
      'place',
      'row',
      'reason',
      'end',
    ] as const) {
      expect(Object.keys(enWords[key]).sort()).toEqual(Object.keys(frWords[key]).sort());
    }
  });

  it('tell a find, a drop, a theft and a break apart', () => {
    const said = lines()
      .filter((line) => line.fact.t === 'item')
      .map((line) => say(fr, frWords, line));
    expect(said).toEqual([
      'Momo la Pince ramasse la chaise.',
      'Momo la Pince lâche le cran d’arrêt en [4, 4].',
      'La canette se brise : Momo la Pince tient un tesson.',
      'Albert met le gilet de cuir.',
      'Momo la Pince retire le blouson de cuir.',
      'Momo la Pince prend la chaîne à Gégé.',
      'C’en est fini de la matraque.',
      'La caisse finit en [4, 4].',
    ]);
  });

  it('read the code of an order that has a turn behind it', () => {
    const naming = namingOf(VIEW, frWords);
    const said = (order: string) => fr.fact.plays({ rule: 'BAS-EXE-03', t: 'plays', who: 0, round: 1, order }, naming);
    expect(said('FD')).toContain('franchir');
    expect(said('FER')).toContain('fermer');
    expect(said('C2D')).toContain('courir');
    expect(said('CP')).toContain('coup de poing');
    expect(said('LEVG')).toContain('se relever');
  });

  it('elide in French', () => {
    const line = lines().find((one) => one.fact.t === 'queued')!;
    expect(say(fr, frWords, line)).toContain('d’Albert');
  });
});

describe('panels', () => {
  const feed = (...facts: Fact[]) => {
    const builder = new LogBuilder({ ...VIEW, turn: 0, sequence: 0 });
    facts.forEach((fact, step) => builder.add([fact], step));
    return builder.groups;
  };
  const rule = 'BAS-EXE-03';

  it('open with a turn, a phase, a reveal, an activation', () => {
    const groups = feed(
      { rule, t: 'ranked', who: 0, rank: 1 },
      { rule, t: 'turn', turn: 1 },
      ...FACTS.revealed,
      { rule, t: 'revealed', who: 1, orders: ['-/-', '-/-', '-/-'] },
      { rule, t: 'enter', phase: 'rank', sequence: 1 },
      { rule, t: 'acts', who: 1 },
      { rule, t: 'plays', who: 1, round: 1, order: 'M3' },
      ...FACTS.moved,
      { rule, t: 'plays', who: 1, round: 2, order: 'CP' },
      { rule, t: 'enter', phase: 'long', sequence: 1 },
      { rule, t: 'plays', who: 0, round: 2, order: 'POU' },
    );
    expect(groups.map((group) => group.kind)).toEqual(['setup', 'turn', 'reveal', 'phase', 'act', 'phase', 'act']);
    expect(groups[2]?.lines).toHaveLength(2);
    expect(groups[4]).toMatchObject({ who: 1, turn: 1, sequence: 1 });
    expect(groups[6]).toMatchObject({ who: 0 });
    expect(groups.map(ordersOf)).toEqual([[], [], [], [], ['M3', 'CP'], [], ['POU']]);
  });

  it('keep keys and panels that are closed as they were', () => {
    const builder = new LogBuilder(VIEW);
    builder.add([{ rule, t: 'acts', who: 0 }], 0);
    const [first] = builder.groups;
    builder.add([{ rule, t: 'acts', who: 1 }, ...FACTS.wounded], 1);
    expect(builder.groups[0]).toBe(first);
    const keys = builder.groups.flatMap((group) => [group.key, ...group.lines.map((line) => line.key)]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('go as far as the playhead', () => {
    const groups = feed(
      { rule, t: 'acts', who: 0 },
      { rule, t: 'plays', who: 0, round: 1, order: 'M1' },
      { rule, t: 'plays', who: 0, round: 2, order: 'CP' },
      { rule, t: 'acts', who: 1 },
    );
    expect(upTo(groups, 0)).toEqual([]);
    expect(upTo(groups, 2).map(ordersOf)).toEqual([['M1']]);
    expect(upTo(groups, 3).map(ordersOf)).toEqual([['M1', 'CP']]);
    expect(upTo(groups, 4)).toEqual(groups);
  });

  it('tell the end of a throw from a dropping', () => {
    const [group] = feed({ rule, t: 'acts', who: 0 }, FACTS.throws[0]!, { rule, t: 'item', id: 1, kind: 'cran', place: { at: [[7, 9], 'ground'] } });
    const line = group?.lines.at(-1);
    expect(say(fr, frWords, line!)).toBe('Le cran d’arrêt finit en [7, 9].');
  });

  it('filter by kind, band and person, and hide bookkeeping', () => {
    const [group] = feed({ rule, t: 'acts', who: 0 }, ...FACTS.to_hit, ...FACTS.owes, { rule, t: 'faced', who: 3, dir: 2 });
    const kinds = (filter: Parameters<typeof shown>[1], details = false) => shown(group!, filter, details, VIEW).map((line) => line.fact.t);
    expect(kinds({ kind: 'all' })).toEqual(['to_hit', 'to_hit', 'faced']);
    expect(kinds({ kind: 'all' }, true)).toContain('owes');
    expect(kinds({ kind: 'blows' })).toEqual(['to_hit', 'to_hit']);
    expect(kinds({ kind: 'one', one: 3 })).toEqual(['to_hit', 'faced']);
    expect(kinds({ kind: 'mine', seat: 1 })).toEqual(['to_hit', 'to_hit', 'faced']);
    expect(people(FACTS.strength[0]!)).toEqual([0, 3]);
  });
});
