/** The deeds of a slot, as the server lists them, put in order for a panel. Contains no rule. */
import type { Act, Advice, Blow, Command, Deed, Go, Minor, Order, View, Who } from '../../../protocol/celtiques';
import { decimal, signed } from '../../../i18n/index.svelte';
import { word } from '../../../i18n/celtiques/word';
import { tagged } from '../../../text/tagged';
import { nameOf } from './people';

/** Returns the key of a charge: target, pace and trick. Where exactly it ends makes no difference to the player. */
const chargeKey = (deed: Deed): string | null =>
  typeof deed.act !== 'string' && 'strike' in deed.act && deed.act.strike.charge === true && deed.go != null && 'march' in deed.go
    ? `${deed.act.strike.at} ${deed.go.march.pace} ${deed.act.strike.trick ?? ''}`
    : null;

/** Returns a small act with the name of a weapon instead of its number. */
const minorKey = (minor: Minor | null | undefined, weapons: readonly string[]): unknown =>
  typeof minor === 'object' && minor !== null && 'draw' in minor ? { draw: weapons[minor.draw] ?? minor.draw } : minor;

/** Returns the key of a deed: one of two javelins is as good as the other, so that weapons count by their names. */
function deedKey({ act, minor, ...more }: Deed, weapons: readonly string[]): string {
  const name = (n: number) => weapons[n] ?? n;
  const rest = [minorKey(minor, weapons), more];
  if (typeof act !== 'string' && 'shoot' in act) return JSON.stringify([{ ...act.shoot, with: name(act.shoot.with) }, ...rest]);
  if (typeof act === 'string' || !('strike' in act)) return JSON.stringify([act, ...rest]);
  const { draw = null, second = null, ...blow } = act.strike;
  return JSON.stringify([blow, draw === null ? null : name(draw), second === null ? null : [name(second[0]), ...second.slice(1)], ...rest]);
}

/** Returns the first item of each key. */
function firsts<T>(all: readonly T[], key: (one: T) => string): T[] {
  const seen = new Set<string>();
  return all.filter((one) => seen.size < seen.add(key(one)).size);
}

/** Returns the deeds without those that differ only in the last step of a charge, or in which of the same `weapons` they use. */
export const distinct = (deeds: readonly Deed[], weapons: readonly string[] = []): Deed[] => firsts(deeds, (deed) => chargeKey(deed) ?? deedKey(deed, weapons));

/** Returns the small acts without those that differ only in which of the same `weapons` they use. */
export const distinctMinors = (minors: readonly Minor[], weapons: readonly string[] = []): Minor[] =>
  firsts(minors, (minor) => JSON.stringify(minorKey(minor, weapons)));

/** Returns an order with a change; `null` removes an entry. A dodge that is not acrobatic is `false`, and stays. */
export const ordered = (order: Order, change: Partial<Record<keyof Order, unknown>>): Order =>
  Object.fromEntries(Object.entries({ ...order, ...change }).filter(([, value]) => value !== null && value !== undefined));

/** The sorts of deeds, which a panel shows apart. */
export const SORTS = ['strike', 'shoot', 'prepare', 'hold', 'command', 'move', 'minor', 'wait', 'task', 'end'] as const;
export type Sort = (typeof SORTS)[number];

/** Returns the name of an act. */
export const actOf = (act: Act): string => tagged(act)?.tag ?? '';

/** Returns the deeds of a fighter among the commands that may answer a question. */
export function deedsOf(options: readonly unknown[], who: Who): Deed[] {
  const found = new Map<string, Deed>();
  for (const option of options as readonly Command[]) {
    if (typeof option !== 'object') continue;
    const deed = 'act' in option ? option.act.deed : 'deeds' in option ? option.deeds.deeds.find(([one]) => one === who)?.[1] : undefined;
    if (deed) found.set(JSON.stringify(deed), deed);
  }
  return [...found.values()];
}

const PREPARES: readonly string[] = ['aim', 'force', 'acrobatic', 'bay', 'duel'];
const HOLDS: readonly string[] = ['escape', 'tighten', 'hurl', 'pull'];

/** Returns the sort of a deed. */
export function sortOf({ act, go, minor }: Deed): Sort {
  const name = actOf(act);
  if (name === 'strike') return 'strike';
  if (name === 'shoot') return 'shoot';
  if (PREPARES.includes(name)) return 'prepare';
  if (HOLDS.includes(name)) return 'hold';
  if (name === 'call' || name === 'sing') return 'command';
  if (name === 'task' || name === 'trek') return 'task';
  if (name === 'surrender') return 'end';
  if (name === 'pass' && go) return 'move';
  if (name === 'pass' && minor) return 'minor';
  return 'wait';
}

/** Returns the target of a deed; `null` without one. */
export function targetOf({ act }: Deed): Who | null {
  if (typeof act === 'string') return null;
  if ('strike' in act) return act.strike.at;
  if ('shoot' in act) return act.shoot.at;
  if ('aim' in act) return act.aim;
  if ('acrobatic' in act) return act.acrobatic;
  if ('bay' in act) return act.bay;
  if ('duel' in act) return act.duel;
  return null;
}

/** Returns the targets of all deeds, sorted by number. */
export const targetsOf = (deeds: readonly Deed[]): Who[] => [...new Set(deeds.flatMap((deed) => targetOf(deed) ?? []))].sort((a, b) => a - b);

/** Returns whether a deed is the plain blow or shot at its target. */
export const isPlain = (deed: Deed): boolean => {
  if (deed.go || deed.minor || typeof deed.act === 'string') return false;
  if ('shoot' in deed.act) return !deed.act.shoot.draw;
  if (!('strike' in deed.act)) return false;
  const { fists, estoc, zone, trick, charge, second, draw } = deed.act.strike;
  return !fists && !estoc && !charge && zone == null && trick == null && second == null && draw == null;
};

const weaponOf = (view: View, who: Who, n: number): string => {
  const weapon = view.known[who]?.weapons[n];
  return weapon ? word(`weapon.${weapon}`) : '?';
};

function blowText(view: View, who: Who, blow: Blow, runs: boolean): string {
  const parts = [
    ...(blow.charge ? [word(runs ? 'blow.charge_run' : 'blow.charge')] : []),
    ...(blow.trick != null ? [word(`trick.${blow.trick}`)] : []),
    ...(blow.zone != null ? [word('blow.zone', { zone: word(`zone.${blow.zone}`) })] : []),
    ...(blow.draw != null ? [word('blow.draw', { weapon: weaponOf(view, who, blow.draw) })] : []),
    ...(blow.second != null ? [word('blow.second', { weapon: weaponOf(view, who, blow.second[0]) })] : []),
    ...(blow.fists ? [word('blow.fists')] : []),
    ...(blow.estoc ? [word('blow.estoc')] : []),
  ];
  return parts.length > 0 ? parts.join(' · ') : word('blow.plain');
}

/** Returns the text of a deed on a button; `named` adds the target, where the panel does not show it. */
export function deedText(view: View, who: Who, deed: Deed, named = true): string {
  const name = actOf(deed.act);
  const at = targetOf(deed);
  const charges = typeof deed.act !== 'string' && 'strike' in deed.act && deed.act.strike.charge === true;
  const moves = deed.go && !charges ? goText(view, deed.go) : '';
  const whom = named && at !== null ? word('deed.at', { name: nameOf(view, at) }) : '';
  const joined = (text: string) =>
    [text, whom].filter(Boolean).join(' ') + (moves ? ` (${word(deed.after ? 'deed.then' : 'deed.first', { move: moves })})` : '');
  if (typeof deed.act !== 'string') {
    if ('strike' in deed.act) return joined(blowText(view, who, deed.act.strike, deed.go != null && 'march' in deed.go && deed.go.march.pace === 'run'));
    if ('shoot' in deed.act) return joined(word(deed.act.shoot.draw ? 'act.shoot_draw' : 'act.shoot', { weapon: weaponOf(view, who, deed.act.shoot.with) }));
    if ('call' in deed.act) return word(`call.${callKey(deed.act.call[0])}`);
    if ('task' in deed.act) return word('act.task', { task: word(`task.${deed.act.task[0]}`), name: nameOf(view, deed.act.task[1]) });
    if ('yield' in deed.act) return word('act.yield', { name: nameOf(view, deed.act.yield) });
    if ('escape' in deed.act) return word(deed.act.escape.acro ? 'act.escape_acro' : 'act.escape');
  }
  if (name === 'pass' && deed.go) return moves;
  if (name === 'pass' && deed.minor) return minorText(view, who, deed.minor);
  return joined(word(`act.${name}`));
}

/** Returns the key of a call, such as `rally` or `tactics.true`. */
export function callKey(call: unknown): string {
  const { tag = '', body = null } = tagged(call) ?? {};
  return body === null ? tag : `${tag}.${String(body)}`;
}

/** Returns a move in words. */
export function goText(view: View, go: Go): string {
  if ('jump' in go) return word(go.jump.acro ? 'go.leap' : 'go.jump');
  if ('leave' in go) return word(go.leave.acro ? 'go.leave_acro' : 'go.leave');
  const { to, pace = 'walk', evasive = false, charge = false } = go.march;
  const goal =
    to === 'off' ? word('goal.off') : 'who' in to ? word('goal.who', { name: nameOf(view, to.who) }) : word('goal.hex', { x: to.hex[0] + 1, y: to.hex[1] + 1 });
  const how = [word(`pace.${pace}`), ...(evasive ? [word('go.evasive')] : []), ...(charge ? [word('go.charge')] : [])].join(', ');
  return `${goal} (${how})`;
}

/** Returns a small act in words. */
export function minorText(view: View, who: Who, minor: Minor): string {
  return typeof minor === 'string' ? word(`minor.${minor}`) : word(`minor.${Object.keys(minor)[0]}`, { who, ...minor }, view);
}

/** Returns a chance in ten-thousandths as whole percent. */
export const percent = (chance: number): number => Math.round(chance / 100);

/** Returns the odds of a blow or a shot that the server has sent, in short; empty without any. */
export function oddsText(advice: Advice | null | undefined): string {
  if (!advice || advice.dice === 0 || (advice.chance === 0 && advice.levels === 0 && advice.against === 0)) return '';
  const [chance, dodge] = [percent(advice.chance), percent(advice.after_dodge)];
  // A dodge that fails altogether replaces the défense (CEL-ESQ-03): it may be worse than none, which needs an explanation.
  const bold = dodge > chance;
  const key = advice.levels === 0 ? (bold ? 'odds.trick_bold' : 'odds.trick') : bold ? 'odds.bold' : 'odds.blow';
  const text = word(key, { n: advice.dice, chance, dodge, levels: decimal(advice.levels) });
  return advice.contest === undefined ? text : `${text} · ${word('odds.contest', { contest: percent(advice.contest) })}`;
}

/** Returns the same odds in full. */
export const oddsFull = (advice: Advice): string =>
  word('odds.full', { ...advice, chance: percent(advice.chance), after_dodge: percent(advice.after_dodge), flat: signed(advice.flat) });
