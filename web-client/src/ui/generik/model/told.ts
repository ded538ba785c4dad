/** What the words of facts speak of: facts with what follows from how things were before them. No words are here. */
import { actName } from '../../../i18n/generik/ids';
import { word } from '../../../i18n/generik/word';
import { signed } from '../../../i18n/numbers';
import type { Pt } from '../../../protocol';
import type { After, Aftermath, Fact, Figure, View, Weapon } from '../../../protocol/generik';
import { lengthOf } from '../../../surface/plane/geometry';
import type { StoryLine } from '../../common/story.svelte';
import { namingOf } from './naming';

/** A fact with how things were before it. */
export interface Line extends StoryLine<Fact> {
  /** The figure it is about, as it was before. */
  readonly before: Figure | null;
  /** The band it is about, as it was before, in the steps after the game. */
  readonly aftermath: Aftermath | null;
}

type FactOf<T extends Fact['t']> = Extract<Fact, { t: T }>;
type Naming = ReturnType<typeof namingOf>;

/** The wind a vector points to: 0 for north, clockwise, eight in all. */
export const windOf = ([x, y]: Pt): number => Math.round(((Math.atan2(x, y) / Math.PI) * 4 + 8) % 8) % 8;

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

function moved(f: FactOf<'moved'>, before: Figure | null): object {
  const rise = before ? f.z - before.z : 0;
  const how = f.way === 'deployed' || f.way === 'fell' ? f.way : f.way !== 'climb' ? 'far' : rise < 0 ? 'down' : 'up';
  return { how, rise: Math.abs(rise), far: before ? lengthOf([before.at, ...f.path]) : 0, end: f.path.at(-1) ?? before?.at ?? [0, 0] };
}

function rolled({ faces, mods, need, ok, throw: thrown }: FactOf<'rolled'>): object {
  return {
    added: mods.map((mod) => signed(mod.n)).join(' '),
    form: mods.length === 0 ? 'bare' : faces.length === 1 ? 'sum' : 'each',
    needed: need === null ? null : thrown === 'rout' ? 'most' : 'least',
    came: ok === null ? null : ['defence', 'blast', 'rout'].includes(thrown) ? `${thrown}.${ok}` : ok,
  };
}

function da(f: FactOf<'da'>, before: Figure | null): object {
  const change = before ? f.da - before.da : 0;
  return { n: Math.abs(change), how: change > 0 ? 'gains' : f.taken ? (change < 0 ? 'loses' : 'lost') : change < 0 ? 'spends' : 'is' };
}

function charges(f: FactOf<'charges'>, before: Figure | null, carried: readonly Weapon[]): object {
  const was = before?.charges ?? f.charges;
  const those = (test: (n: 0 | 1) => boolean) => ([0, 1] as const).filter(test);
  const loaded = those((n) => f.charges[n] > was[n]);
  const emptied = those((n) => f.charges[n] < was[n]);
  const held = (loaded.length > 0 ? loaded : emptied).flatMap((slot) => carried[slot] ?? []);
  return { held, how: loaded.length > 0 ? 'loaded' : emptied.length > 0 ? 'emptied' : 'left' };
}

function settled(after: After): object {
  if ('money' in after) return { how: 'money', people: after.money, some: after.money.length > 0 };
  if ('reputation' in after) return { how: 'reputation', people: after.reputation, some: after.reputation.length > 0 };
  if ('pay' in after) return { how: after.pay.dismissed.length > 0 ? 'pay' : 'pay_none', people: after.pay.dismissed };
  const [[kind, value]] = Object.entries(after) as [[string, unknown]];
  if (value === null) return { how: `${kind}_none` };
  return { how: kind === 'buy' ? Object.keys(value as object)[0] : kind };
}

function acts({ fig, act }: FactOf<'acts'>, n: Naming): object {
  const slot = act.act === 'shoot' || act.act === 'attack' ? act.weapon : null;
  return {
    doing: actName(act),
    weapon: typeof slot === 'number' ? (n.weapons(fig)[slot] ?? null) : null,
    chargers: act.act === 'charge' ? act.moves.map((move) => move.fig) : [],
  };
}

function chose({ fig, choice }: FactOf<'chose'>, n: Naming): object {
  if (typeof choice === 'string') return { chosen: choice };
  if (!('defend' in choice)) return { chosen: Object.keys(choice)[0] };
  const { extra, weapon } = choice.defend;
  const armed = typeof weapon === 'number' && fig !== null ? n.weapons(fig)[weapon] : undefined;
  return { chosen: 'defend', dice: extra + 1, weapon: armed ?? null };
}

/** What follows from how things were before. */
function more(f: Fact, n: Naming, { before, aftermath }: Pick<Line, 'before' | 'aftermath'>): object {
  switch (f.t) {
    case 'attacker':
      return { following: f.order.map((seat) => n.seat(seat)).join(', ') };
    case 'phase_over':
      return { how: f.why !== 'chosen' ? 'over' : f.empty_run > 0 ? 'passes' : 'ends' };
    case 'acts':
      return acts(f, n);
    case 'reacts': {
      const { ao } = f.reaction;
      return { weapon: ao.ao === 'shoot' ? (n.weapons(f.fig)[ao.weapon] ?? null) : null };
    }
    case 'rolled':
      return rolled(f);
    case 'chose':
      return chose(f, n);
    case 'da':
      return da(f, before);
    case 'moved':
      return moved(f, before);
    case 'faced':
      return { wind: windOf(f.facing) };
    case 'charges':
      return charges(f, before, n.weapons(f.fig));
    case 'redirected':
      return { strayed: f.aimed !== f.victim };
    case 'barred':
      return { what: typeof f.by === 'string' ? f.by : Object.keys(f.by)[0] };
    case 'skill':
      return { cry: word(`skill.${f.skill}`).endsWith('!') };
    case 'sacked':
      return { owner: n.owner(f.marker) };
    case 'ended':
      return { drawn: f.outcome.winners.length === 0 };
    case 'after': {
      const { step } = f.aftermath;
      const fates = fatesOf(aftermath, f.aftermath).map(({ id, fate }) => n.say(`fate.${fate}`, { id, seat: f.seat }));
      return { fates: fates.join(''), next: step === 'done' || step === aftermath?.step ? null : step };
    }
    case 'did':
      return settled(f.after);
    default:
      return {};
  }
}

/** A fact with everything that its words speak of. */
export const toldOf = (line: Line, view: View): object => ({ ...line.fact, ...more(line.fact, namingOf(view, line), line) });

/** A row of the explanation of a roll: what counts, and how much. */
export type Reckoning = readonly [label: string, value: string];

const row = (key: string, value: string | number): Reckoning => [word(`count.${key}`), String(value).replace(/^-/, '−')];

function reckonRoll(f: FactOf<'rolled'>): Reckoning[] {
  const { came } = rolled(f) as { came: string | boolean | null };
  return [
    [f.faces.length > 1 ? `${f.faces.length} D6` : 'D6', f.faces.join(', ')],
    ...(f.faces.length > 1 ? [row('best', Math.max(...f.faces))] : []),
    ...f.mods.map((mod) => [word(`mod.${mod.rule}`), signed(mod.n)] as const),
    ...(f.mods.length > 0 ? [row('total', f.total)] : []),
    ...(f.need === null ? [] : [row(f.throw === 'rout' ? 'most' : 'least', f.need)]),
    ...(came === null ? [] : [row('result', word(`result.${came}`))]),
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
      return [[word(`act.${actName(f.act)}`), `${f.cost} DA`]];
    case 'attack':
      return f.distance > 0 ? [row('distance', `${n.cm(f.distance)} cm`), row('range', word(`range.${f.long}`))] : [];
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
