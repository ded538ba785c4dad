import { beforeEach, describe, expect, it } from 'vitest';
import { setLang } from '../../i18n/index.svelte';
import folding from '../../protocol/baston/folding.json';
import type { Fact, View } from '../../protocol/baston';
import { foldOf, type Folding, type Notice } from '../../store/fold';
import type { Fold } from '../../store/timeline.svelte';
import { HouseStory, isDrawn, shown, type Line } from '../house/log';
import { houseOf } from '../house/presented.svelte';
import { ALL_FACTS, FACTS } from './testdata/facts';
import { VIEW } from './testdata/view';

const house = houseOf('baston')!;
const fold = foldOf(folding as unknown as Folding) as Fold<unknown, Notice>;
const player = (seat: number) => `player ${seat}`;
const say = (line: Line) => house.line(line.fact, player, line.view)!.text;
const story = (view: View = VIEW) => new HouseStory(house, view, fold);

function lines(): Line[] {
  const builder = story();
  return ALL_FACTS.flatMap((fact) => {
    builder.add([fact], 0, 1);
    return builder.groups.at(-1)?.lines.at(-1) ?? [];
  });
}

describe.each(['fr', 'en'] as const)('words of the log, %s', (language) => {
  beforeEach(() => setLang(language));

  it.each(Object.keys(FACTS))('says what %s means, and never the same of two', (kind) => {
    const said = lines()
      .filter((line) => line.fact.t === kind)
      .map(say);
    expect(said.length).toBeGreaterThan(0);
    for (const text of said) {
      expect(text).not.toMatch(/undefined|null|NaN|\[object|#\d|[{}]|–|\s{2}/);
      expect(text, 'a place is told in words').not.toMatch(/\[\d|\d, ?\d+\]/);
      expect(text.length).toBeGreaterThan(8);
      expect(text.charAt(0)).toBe(text.charAt(0).toUpperCase());
    }
    expect(new Set(said).size).toBe(said.length);
  });

  it('reckons every roll', () => {
    for (const fact of ALL_FACTS) {
      const dice = house.line(fact, player, VIEW)!.dice;
      const rows = house.reckoning(fact, player, VIEW);
      if (dice.length > 0) expect(rows.flat().join(' '), fact.t).toContain(String(dice[0]?.faces[0]));
    }
    const hit = house.reckoning(FACTS.to_hit[1]!, player, VIEW).map(([, value]) => value);
    expect(hit).toEqual(expect.arrayContaining(['4', '+5', '−2', '−1']));
  });
});

describe('in French', () => {
  beforeEach(() => setLang('fr'));

  it('a find, a drop, a theft and a break are told apart', () => {
    const said = lines()
      .filter((line) => line.fact.t === 'item')
      .map(say);
    expect(said).toEqual([
      'Momo la Pince ramasse la chaise.',
      'Momo la Pince lâche le cran d’arrêt derrière le bar.',
      'La canette se brise\u00a0: Momo la Pince tient un tesson.',
      'Albert met le gilet de cuir.',
      'Momo la Pince retire le blouson de cuir.',
      'Momo la Pince prend la chaîne à Gégé.',
      'C’en est fini de la matraque.',
      'La caisse finit derrière le bar.',
    ]);
  });

  it('an order with a turn behind it is read by its longest code', () => {
    const said = (order: string) => house.line({ rule: 'BAS-EXE-03', t: 'plays', who: 0, round: 1, order } as Fact, player, VIEW)!.text;
    const orders = ['FD', 'FER', 'C2D', 'CP', 'LEVG'].map((order) => said(order).split(', ').at(-1));
    expect(orders).toEqual(['franchir.', 'fermer.', 'courir.', 'coup de poing.', 'se relever.']);
  });

  it('names are elided', () => {
    expect(say(lines().find((one) => one.fact.t === 'queued')!)).toContain('d’Albert');
  });

  it('the end of a throw is no dropping', () => {
    const builder = story();
    builder.add([{ rule: 'BAS-LAN-04', t: 'item', id: 1, kind: 'cran', place: { at: [[7, 9], 'ground'] } } as Fact], 0, 1);
    expect(say(builder.groups[0]!.lines[0]!)).toBe('Le cran d’arrêt finit dans la salle.');
  });
});

describe('panels', () => {
  const rule = 'BAS-EXE-03';
  const feed = (...facts: Fact[]) => {
    const builder = story({ ...VIEW, turn: 0, sequence: 0 });
    facts.forEach((fact, step) => builder.add([fact], step, 1));
    return builder.groups;
  };

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
    expect(groups.map((group) => group.kind)).toEqual(['', 'turn', 'reveal', 'phase', 'act', 'phase', 'act']);
    expect(groups.map((group) => group.of)).toEqual([null, null, null, null, 1, null, 0]);
    expect(groups[2]?.lines).toHaveLength(2);
    expect(groups[4]).toMatchObject({ turn: 1, heading: '' });
    const drawn = groups.map((group, n) => isDrawn({ group, lines: [] }, groups[n + 1] && { group: groups[n + 1]! }));
    expect(drawn, 'a phase is a heading while something follows').toEqual([true, true, true, true, true, true, true]);
    const empty = feed({ rule, t: 'enter', phase: 'long', sequence: 1 }, { rule, t: 'enter', phase: 'rank', sequence: 2 });
    expect(empty.map((group, n) => isDrawn({ group, lines: [] }, empty[n + 1] && { group: empty[n + 1]! }))).toEqual([false, true]);
  });

  it('filter by kind, band and person, and hide bookkeeping', () => {
    const [group] = feed({ rule, t: 'acts', who: 0 }, ...FACTS.to_hit, ...FACTS.owes, { rule, t: 'faced', who: 3, dir: 2 });
    const kinds = (filter: Parameters<typeof shown>[1], details = false) => shown(group!, filter, details, house, player).map((line) => line.fact.t);
    expect(kinds({ kind: 'all' })).toEqual(['to_hit', 'to_hit', 'faced']);
    expect(kinds({ kind: 'all' }, true)).toContain('owes');
    expect(kinds({ kind: 'blows' })).toEqual(['to_hit', 'to_hit']);
    expect(kinds({ kind: 'one', one: 3 })).toEqual(['to_hit', 'faced']);
    expect(kinds({ kind: 'mine', seat: 1 })).toEqual(['to_hit', 'to_hit', 'faced']);
  });
});
