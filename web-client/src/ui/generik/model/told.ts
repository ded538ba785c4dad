/** Facts with how things were before them. */
import { actName } from '../../../i18n/generik/ids';
import { word } from '../../../i18n/generik/word';
import { signed } from '../../../text/fill';
import type { Aftermath, Fact, Figure, View } from '../../../protocol/generik';
import { t as p } from '../../../surface/plane/words';
import type { StoryLine } from '../../common/story.svelte';
import { cm, namingOf } from './naming';

/** A fact with how things were before it. */
export interface Line extends StoryLine<Fact> {
  /** The figure it is about, as it was before. */
  readonly before: Figure | null;
  /** The band it is about, as it was before, in the steps after the game. */
  readonly aftermath: Aftermath | null;
}

type FactOf<T extends Fact['t']> = Extract<Fact, { t: T }>;

/** What became of a member in a step after the game. */
export type Fate = 'healed' | 'wounded' | 'dead' | 'left';

/** Members whose fate a step changed. Whoever is struck off while being cared for has died (GEN-CMP-04). */
export function fatesOf(before: Aftermath | null, now: Aftermath): { id: number; fate: Fate }[] {
  return now.members.flatMap((member): { id: number; fate: Fate }[] => {
    const was = before?.members.find((one) => one.id === member.id);
    if (!was) return [];
    if (member.gone && !was.gone) return [{ id: member.id, fate: before?.step === 'care' ? 'dead' : 'left' }];
    if (member.health === was.health || member.health === 'out') return [];
    return [{ id: member.id, fate: member.health === 'well' ? 'healed' : 'wounded' }];
  });
}

/** The view in which a fact came about, as far as its words speak of it: the figure and the band that it is about are as they were before it. */
export function pastOf({ fact, before, aftermath }: Line, view: View): View {
  const { scene } = view;
  if ('fig' in fact && fact.fig !== null && before) return { ...view, scene: { ...scene, figures: scene.figures.with(fact.fig, before) } };
  if (fact.t !== 'after' && fact.t !== 'did') return view;
  const after = [...scene.after];
  if (aftermath) after[fact.seat] = aftermath;
  else delete after[fact.seat];
  return { ...view, scene: { ...scene, after } };
}

/** A row of the explanation of a roll: what counts, and how much. */
export type Reckoning = readonly [label: string, value: string];

const row = (key: string, value: string | number): Reckoning => [word(`count.${key}`), String(value).replace(/^-/, '−')];

function reckonRoll(f: FactOf<'rolled'>): Reckoning[] {
  const own = ['defence', 'blast', 'rout'].includes(f.throw) ? `${f.throw}.` : '';
  return [
    [f.faces.length > 1 ? `${f.faces.length} D6` : 'D6', f.faces.join(', ')],
    ...(f.faces.length > 1 ? [row('best', Math.max(...f.faces))] : []),
    ...f.mods.map((mod) => [word(`mod.${mod.rule}`), signed(mod.n)] as const),
    ...(f.mods.length > 0 ? [row('total', f.total)] : []),
    ...(f.need === null ? [] : [row(f.throw === 'rout' ? 'most' : 'least', f.need)]),
    ...(f.ok === null ? [] : [row('result', word(`result.${own}${f.ok}`))]),
  ];
}

/** How a fact came about, number by number; empty where there is nothing to reckon. */
export function reckoning(line: Line, view: View): Reckoning[] {
  const f = line.fact;
  const n = namingOf(view, line);
  switch (f.t) {
    case 'rolled':
      return reckonRoll(f);
    case 'acts':
      return [[word(`act.${actName(f.act)}`), p('cost', { n: f.cost })]];
    case 'attack':
      return f.distance > 0 ? [row('distance', `${cm(f.distance)} cm`), row('range', word(`range.${f.long}`))] : [];
    case 'verdict':
      return [row('result', word(`verdict.${f.verdict}`))];
    case 'wound':
      return [row('result', word(`wound.${f.wound}`))];
    case 'score':
      return [
        ...f.lines.map((one) => [`${word(`score.${one.code}`)}${one.fig === null ? '' : ` (${n.fig(one.fig)})`}`, signed(one.n)] as const),
        row('total', f.total),
      ];
    case 'after': {
      const was = line.aftermath?.purse;
      const { treasury, reputation } = f.aftermath.purse;
      return was ? [row('treasury', `${was.treasury} → ${treasury}`), row('reputation', `${was.reputation} → ${reputation}`)] : [];
    }
    case 'phase_over':
      return f.empty_run > 0 ? [row('empty', f.empty_run)] : [];
    default:
      return [];
  }
}
