import { afterEach, describe, expect, it } from 'vitest';
import { setLang } from '../../../i18n/index.svelte';
import type { Fact } from '../../../protocol/generik';
import { ALL_FACTS, FACTS } from '../testdata/facts';
import { VIEW } from '../testdata/view';
import { upTo } from '../../common/story.svelte';
import { LogBuilder, people, shown } from './log';
import type { Line } from './told';
import { lineText } from './say';
import { reckoning } from './told';

const languages = ['fr', 'en'] as const;
const rule = 'GEN-ACT-01';

afterEach(() => setLang('fr'));

function lines(): Line[] {
  return ALL_FACTS.flatMap((fact) => {
    // Every fact from the same moment, but for what came of a band: that has to be compared with something.
    const builder = new LogBuilder(VIEW);
    const first = FACTS.after[0]!;
    if (fact.t === 'after' && fact !== first) builder.add([first], 0);
    builder.add([fact], 0);
    return builder.groups.at(-1)?.lines.at(-1) ?? [];
  });
}

function feed(...facts: Fact[]) {
  const builder = new LogBuilder(VIEW);
  facts.forEach((fact, step) => builder.add([fact], step));
  return builder.groups;
}

describe.each(languages)('words of the log, %s', (lang) => {
  const say = (line: Line) => {
    setLang(lang);
    return lineText(line, VIEW);
  };

  it.each(Object.keys(FACTS))('says what %s means', (kind) => {
    const own = lines().filter((line) => line.fact.t === kind);
    expect(own.length).toBeGreaterThan(0);
    for (const line of own) {
      const text = say(line);
      expect(text).not.toMatch(/undefined|null|NaN|\[object|#\d|\{|\s{2}|GEN-/);
      expect(text.length).toBeGreaterThan(8);
      expect(text.charAt(0)).toBe(text.charAt(0).toUpperCase());
      expect(text).toMatch(/[.!]$/);
    }
  });

  it('never says the same of two different facts of a kind', () => {
    for (const kind of Object.keys(FACTS)) {
      const own = lines()
        .filter((line) => line.fact.t === kind)
        .map(say);
      expect(new Set(own).size, own.join('\n')).toBe(own.length);
    }
  });

  it('reckons every roll: its faces, its modifiers by name, what was needed', () => {
    setLang(lang);
    for (const line of lines()) {
      const fact = line.fact;
      if (fact.t !== 'rolled') continue;
      const rows = reckoning(line, VIEW);
      const values = rows.map(([, value]) => value);
      expect(values).toContain(fact.faces.join(', '));
      if (fact.mods.length > 0) expect(values).toContain(String(fact.total));
      if (fact.need !== null) expect(values).toContain(String(fact.need));
      expect(rows.length).toBeGreaterThanOrEqual(1 + fact.mods.length);
      expect(rows.flat().join(' ')).not.toMatch(/GEN-|R-\d|undefined/);
    }
  });

  it('reckons the count of a band, and what a step brought', () => {
    setLang(lang);
    const rows = (kind: Fact['t'], nth = 0) => reckoning(lines().filter((line) => line.fact.t === kind)[nth]!, VIEW);
    expect(rows('score').map(([, value]) => value)).toEqual(['+15', '+15', '30']);
    expect(rows('score')[0]?.[0]).toContain('Lefty');
    expect(rows('after', 1).map(([, value]) => value)).toEqual(['63 → 48', '3 → 4']);
  });
});

describe('both languages', () => {
  it('say in French', () => {
    setLang('fr');
    const said = (kind: Fact['t']) =>
      lines()
        .filter((line) => line.fact.t === kind)
        .map((line) => lineText(line, VIEW).replace(/\u00a0/g, ' '));
    expect(said('attack')).toEqual([
      'Ringo tire sur Lefty au Colt, à 18,4 cm (courte portée).',
      'Calam tire sur Lefty à la Winchester, à 40 cm (longue portée).',
      'Ugly Joe frappe Abigaïl au couteau.',
      'Abigaïl frappe Ugly Joe à mains nues.',
    ]);
    expect(said('rolled').slice(0, 5)).toEqual([
      'Attaque, Ringo : 5 −1 +2 = 6.',
      'Défense, Lefty : 3 et 4, il fallait 6 : cela ne suffit pas.',
      'Défense, Lefty : 3 et 4, +1 à chacun, il fallait 5 : cela suffit.',
      'Dé héroïque, Ringo : 3 +1 = 4, il fallait 4 : réussi.',
      'Déroute, Dry Gulch : 3, il fallait 2 au plus : la bande craque.',
    ]);
    expect(said('da')).toEqual(['Ringo dépense 1 DA, reste 2.', 'Ringo perd 3 DA, reste 0.', 'Doc gagne 1 DA.']);
    expect(said('moved')).toContain('Abigaïl tombe de 6 cm.');
    expect(said('charges')[0]).toBe('Ringo, arme vide : Colt.');
    expect(said('after')[1]).toBe('Dry Gulch : Calam est sur pied ; Ugly Joe n’a pas survécu ; 48 points au trésor, réputation 4. Ensuite : la solde.');
  });

  it('say in English', () => {
    setLang('en');
    const said = (kind: Fact['t']) =>
      lines()
        .filter((line) => line.fact.t === kind)
        .map((line) => lineText(line, VIEW));
    expect(said('attack')[0]).toBe('Ringo fires at Lefty with the Colt, 18.4 cm away (short range).');
    expect(said('rolled')[1]).toBe('Defence, Lefty: 3 and 4, 6 was needed: not enough.');
    expect(said('reacts')[0]).toBe('OA! Lefty reacts to Ringo: shoot with the buffalo rifle.');
    expect(said('after')[1]).toContain('Ugly Joe did not survive');
  });
});

describe('the panels', () => {
  const run: Fact = { rule, t: 'acts', fig: 0, cost: 2, act: { act: 'move', path: [[6000, 6000]], run: true, exit: false } };
  const halt: Fact = { rule, t: 'moved', fig: 0, path: [[6000, 3400]], z: 0, way: 'run' };
  const reacts = FACTS.reacts[0]!;

  it('open one for each turn, phase, action and reaction, and one for going on', () => {
    const groups = feed(
      { rule, t: 'turn', turn: 2, da: [3, 2, 2, 2, 2, 2], idle: 0 },
      { rule, t: 'phase', number: 5, seat: 0 },
      run,
      { rule, t: 'interrupted', fig: 0 },
      halt,
      reacts,
      FACTS.attack[0]!,
      { rule, t: 'moved', fig: 0, path: [[6000, 3900]], z: 0, way: 'pushed' },
      { rule, t: 'moved', fig: 0, path: [[6000, 6000]], z: 0, way: 'run' },
      { rule, t: 'phase_over', seat: 0, why: 'chosen', empty_run: 0 },
      { rule, t: 'phase', number: 6, seat: 1 },
    );
    expect(groups.map(({ kind, fig, phase, turn }) => [kind, fig, phase, turn])).toEqual([
      ['turn', null, 3, 2],
      ['phase', null, 5, 2],
      ['act', 0, 5, 2],
      ['ao', 3, 5, 2],
      ['act', 0, 5, 2],
      ['close', null, 5, 2],
      ['phase', null, 6, 2],
    ]);
    expect(groups[3]?.lines.map((line) => line.fact.t)).toEqual(['reacts', 'attack', 'moved']);
  });

  it('keep the die of a slow wit with the action it comes before', () => {
    const dim: Fact = { rule: 'GEN-SKL-17', t: 'used', fig: 2, mark: 'dim' };
    const acts: Fact = { ...run, fig: 2 };
    expect(feed(dim, acts, acts).map((group) => [group.kind, group.fig, group.lines.length])).toEqual([
      ['act', 2, 2],
      ['act', 2, 1],
    ]);
  });

  it('gather the steps of each band after the game, their dice too', () => {
    const dice: Fact = { ...FACTS.rolled[7]! };
    const groups = feed(dice, FACTS.did[0]!, FACTS.after[0]!, { ...FACTS.did[0]!, seat: 1 });
    expect(groups.map((group) => [group.kind, group.seat, group.lines.length])).toEqual([
      ['after', 0, 3],
      ['after', 1, 1],
    ]);
  });

  it('leave to the details what changes nothing: empty phases, steps without effect', () => {
    const weights = feed(
      { rule, t: 'phase_over', seat: 0, why: 'spent', empty_run: 1 },
      { rule, t: 'phase_over', seat: 1, why: 'chosen', empty_run: 2 },
      FACTS.after[0]!,
      FACTS.after[0]!,
      FACTS.after[1]!,
    ).flatMap((group) => group.lines.map((line) => line.weight));
    expect(weights).toEqual(['quiet', 'plain', 'plain', 'quiet', 'plain']);
  });

  it('tell a heroic action after an interrupted move apart from it', () => {
    const heroic: Fact = { ...run, cost: 0, act: { act: 'heroic' } };
    const groups = feed(run, halt, reacts, { rule, t: 'stopped', fig: 0, why: 'chosen' }, heroic);
    expect(groups.map((group) => [group.kind, group.fig])).toEqual([
      ['act', 0],
      ['ao', 3],
      ['act', 0],
      ['act', 0],
    ]);
  });

  it('remember what was before: DA, place and loads', () => {
    const [group] = feed(run, { rule, t: 'da', fig: 0, da: 1, taken: false }, { rule, t: 'da', fig: 0, da: 0, taken: true }, halt, {
      ...halt,
      path: [[6000, 3900]],
    });
    setLang('en');
    expect(group?.lines.slice(1).map((line) => lineText(line, VIEW))).toEqual([
      'Ringo spends 2 AD, 1 left.',
      'Ringo loses 1 AD, 0 left.',
      'Ringo runs, 4 cm.',
      'Ringo runs, 5 cm.',
    ]);
  });

  it('keep keys and panels that are closed as they were', () => {
    const builder = new LogBuilder(VIEW);
    builder.add([run], 0);
    const [first] = builder.groups;
    builder.add([reacts, ...FACTS.wound], 1);
    expect(builder.groups[0]).toBe(first);
    const keys = builder.groups.flatMap((group) => [group.key, ...group.lines.map((line) => line.key)]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('go as far as the playhead', () => {
    const groups = feed(run, halt, reacts);
    expect(upTo(groups, 0)).toEqual([]);
    expect(upTo(groups, 1)).toMatchObject([{ fig: 0, lines: [{ step: 0 }] }]);
    expect(upTo(groups, 2)).toHaveLength(1);
    expect(upTo(groups, 3)).toEqual(groups);
  });

  it('filter by kind, band and figure, and hide bookkeeping', () => {
    const [group] = feed(run, { rule, t: 'acted', fig: 0 }, ...FACTS.attack.slice(0, 1), { rule, t: 'cover', fig: 5, in_cover: true });
    const kinds = (filter: Parameters<typeof shown>[1], details = false) => shown(group!, filter, details, VIEW).map((line) => line.fact.t);
    expect(kinds({ kind: 'all' })).toEqual(['attack', 'cover']);
    expect(kinds({ kind: 'all' }, true)).toEqual(['acts', 'acted', 'attack', 'cover']);
    expect(kinds({ kind: 'blows' })).toEqual(['attack']);
    expect(kinds({ kind: 'one', one: 5 })).toEqual(['cover']);
    expect(kinds({ kind: 'mine', seat: 0 })).toEqual(['attack', 'cover']);
    expect(kinds({ kind: 'mine', seat: 1 })).toEqual(['attack', 'cover']);
    expect(people(FACTS.acts[15]!)).toEqual([2, 1]);
  });
});
