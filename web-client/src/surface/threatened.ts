/** Words and shapes of the threat overlay. */
import { texts } from '../i18n/index.svelte';
import type { Threat } from '../protocol';
import type { Box, Size, XY } from './camera';
import { boxAt, freeSpot } from './marks';
import type { ThreatLine } from './threats.svelte';

export const threatText = texts(
  {
    ask: 'Qui m’atteint ici ?',
    help: 'T : qui m’atteint ici, ou à l’endroit désigné.',
    about: 'Menaces sur {name}',
    none: '{name} : hors d’atteinte',
    noneThere: '{name} à cet endroit : hors d’atteinte',
    counts: '{name}, menaces : {reach} au contact, {shoot} à distance',
    countsThere: '{name} à cet endroit, menaces : {reach} au contact, {shoot} à distance',
    aboutThere: 'Menaces sur {name} à cet endroit',
    foe: '{name} {what}',
    reach: 'peut venir au contact',
    shoot: 'peut tirer',
    shootHit: 'peut tirer ({n} %)',
    both: '{a} et {b}',
    hit: '{n} %',
  },
  {
    ask: 'Who can reach me here?',
    help: 'T: who can reach me here, or at the place pointed at.',
    about: 'Threats to {name}',
    none: '{name}: out of everybody’s reach',
    noneThere: '{name} at this place: out of everybody’s reach',
    counts: '{name}, threats: {reach} hand to hand, {shoot} at range',
    countsThere: '{name} at this place, threats: {reach} hand to hand, {shoot} at range',
    aboutThere: 'Threats to {name} at this place',
    foe: '{name} {what}',
    reach: 'can come to blows',
    shoot: 'can shoot',
    shootHit: 'can shoot ({n}%)',
    both: '{a} and {b}',
    hit: '{n}%',
  },
);

/** Returns the threat of an opponent in words. */
export function threatLine({ name, reach, shoot, hit }: Threat & { readonly name: string }): string {
  const t = threatText;
  const shot = shoot ? [hit === undefined ? t('shoot') : t('shootHit', { n: hit })] : [];
  const [a, b] = [...(reach ? [t('reach')] : []), ...shot];
  return t('foe', { name, what: b === undefined ? (a ?? '') : t('both', { a: a ?? '', b }) });
}

/** Returns the distance from the middle of a body at which a line in a direction leaves it; `least` where its size is unknown. */
function leaves(body: Size | undefined, ux: number, uy: number, least: number): number {
  if (!body) return least;
  const across = ux === 0 ? Infinity : body.w / 2 / Math.abs(ux);
  const along = uy === 0 ? Infinity : body.h / 2 / Math.abs(uy);
  return Math.max(least, Math.min(across, along) + least / 3);
}

/** Upper bound of what is cut off at each end of a line, as a share of its length. */
const UNDER = 0.4;

/** Returns the line from one place to another without what lies under the bodies at its ends, moved aside by `aside`. */
export function between(
  from: XY,
  to: XY,
  clear: number,
  aside = 0,
  bodies: ThreatLine['bodies'] = {},
): { readonly from: XY; readonly to: XY; readonly angle: number } {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const long = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / long, dy / long];
  const cut = (body: Size | undefined) => Math.min(leaves(body, ux, uy, clear), long * UNDER);
  const at = (base: XY, along: number): XY => ({ x: base.x + ux * along + uy * aside, y: base.y + uy * along - ux * aside });
  return { from: at(from, cut(bodies.from)), to: at(to, -cut(bodies.to)), angle: (Math.atan2(dy, dx) * 180) / Math.PI };
}

/** Places of the odds along the line of a shot, as shares of its length, the best first. Lines to one target diverge to the shooters. */
const ALONG = [0.5, 0.35, 0.2, 0.65, 0.05, 0.8] as const;

/** Returns the middle of the odds on each line, where they hide no others, or else least of them. */
export function hitSpots(lines: readonly { readonly from: XY; readonly to: XY; readonly size: Size }[]): XY[] {
  const taken: Box[] = [];
  return lines.map(({ from, to, size }) => {
    const middles = ALONG.map((share) => ({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }));
    const spot = freeSpot(middles, size, taken);
    taken.push(boxAt(spot, size));
    return spot;
  });
}
