/** What the engine says of a draft, as things that are laid over the table. No rule is known here. */
import type { Advice, BlowAdvice, Climb, Look, PathAdvice, Sighting } from '../../../protocol/generik';
import type { Refusal } from '../../../protocol';
import { ringsOf } from './area';
import { tokenOfFig, type TableScene } from './model';
import { far, lengthOf } from './plane';
import type { Checkpoint, CoverRays, Odds, PathDraft, PathVerdict, ReachArea, SightLine } from './tools';
import type { Fig, Pt } from './types';

/** The rays of a cover test (GEN-GEO-10). */
const RAYS = 16;

/** The drafted line up to a length, with its end as the engine says it. */
export function walkedLine(points: readonly Pt[], length: number, end: Pt): Pt[] {
  const out: Pt[] = [];
  let left = length;
  for (const [i, point] of points.entries()) {
    const before = points[i - 1];
    if (before) {
      const step = far(before, point);
      if (step >= left - 1) break;
      left -= step;
    }
    out.push(point);
  }
  return [...out, end];
}

/** What is said of a drafted path. */
export function pathVerdict(advice: PathAdvice, start: Pt, draft: PathDraft): PathVerdict {
  const line = [start, ...draft.points];
  const checkpoints: Checkpoint[] = advice.checkpoints.map((at, i) => ({ at, watchers: advice.watchers.filter((one) => one.at.includes(i)).map((one) => one.fig) }));
  const verdict: PathVerdict = {
    ok: true,
    walked: walkedLine(line, advice.length, advice.end),
    length: advice.length,
    cost: advice.cost,
    budget: advice.budget,
    da: advice.da,
    checkpoints,
  };
  return advice.cut === null ? verdict : { ...verdict, cut: advice.end };
}

/** What is said of a path that cannot be walked. `budget` is what is known of it from an earlier answer. */
export function pathRefused(refusal: Refusal, start: Pt, draft: PathDraft, known?: PathVerdict): PathVerdict {
  const walked = [start, ...draft.points];
  const stop = walked[walked.length - 1];
  const length = Math.ceil(lengthOf(walked));
  return { ok: false, walked, length, cost: length, budget: known?.budget ?? 0, da: known?.da ?? 0, why: refusal.words, ...(stop ? { stop } : {}) };
}

const share = ({ n, d }: { n: number; d: number }): number => (d === 0 ? 0 : n / d);

/** The odds of one attack, when the defender adds so many dice. */
export function oddsOf(blow: BlowAdvice, title: string, extra = 0, ruleName: (rule: string) => string = (rule) => rule): Odds | undefined {
  const odds = blow.odds[Math.min(extra, blow.odds.length - 1)];
  if (!odds) return undefined;
  return {
    target: blow.target,
    title,
    hit: share(odds.win),
    outcomes: [
      { what: 'down' as const, share: share(odds.target.knocked_down) },
      { what: 'wounded' as const, share: share(odds.target.wounded) },
      { what: 'out' as const, share: share(odds.target.out_of_action) },
    ].filter((one) => one.share > 0),
    mods: blow.mods.map((mod) => ({ what: ruleName(mod.rule), n: mod.n })).filter((mod) => mod.n !== 0),
  };
}

/** The line of sight to one enemy: a free ray if there is one, else the middle one with what stops it. */
export function sightLine(look: Fig, sighting: Sighting, scene: TableScene): SightLine | undefined {
  const { eye, rays, seen } = sighting.lines;
  const free = rays.find((ray) => ray.front && ray.pieces.length === 0 && ray.figures.length === 0);
  const shown = free ?? rays.find((ray) => ray.pieces.length > 0 || ray.figures.length > 0) ?? rays[0];
  if (!shown) return undefined;
  const line: readonly [Pt, Pt] = [eye, shown.to];
  const base = { from: look, to: sighting.fig, line, seen, ...(sighting.covered ? { cover: true } : {}) };
  if (seen) return base;
  const piece = shown.pieces[0];
  if (piece !== undefined) return { ...base, blocked: { at: entry(scene, piece, eye, shown.to), piece } };
  const hider = tokenOfFig(scene, shown.figures[0]);
  return { ...base, blocked: { at: hider?.at ?? shown.to, piece: -1 } };
}

/** Where a line comes to a piece, for the mark that says so. */
function entry(scene: TableScene, index: number, from: Pt, to: Pt): Pt {
  const piece = scene.pieces.find((one) => one.index === index);
  let first = 1;
  for (const poly of piece?.polys ?? []) {
    poly.forEach((a, i) => {
      const b = poly[(i + 1) % poly.length] as Pt;
      const t = crossing(from, to, a, b);
      if (t !== undefined && t < first) first = t;
    });
  }
  return [Math.round(from[0] + (to[0] - from[0]) * first), Math.round(from[1] + (to[1] - from[1]) * first)];
}

/** The share of a line at which it crosses a side. */
function crossing(from: Pt, to: Pt, a: Pt, b: Pt): number | undefined {
  const [rx, ry, sx, sy] = [to[0] - from[0], to[1] - from[1], b[0] - a[0], b[1] - a[1]];
  const base = rx * sy - ry * sx;
  if (base === 0) return undefined;
  const t = ((a[0] - from[0]) * sy - (a[1] - from[1]) * sx) / base;
  const u = ((a[0] - from[0]) * ry - (a[1] - from[1]) * rx) / base;
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? t : undefined;
}

/** Everything a figure that looks round lays over the table. */
export interface Looked {
  reach: ReachArea[];
  spots: Pt[];
  sight: SightLine[];
  cover: CoverRays;
}

/** A look round. `da`: what the move or run costs; `label`: its name. `needed`: rays that make cover legal (GEN-GEO-10). */
export function lookedRound(look: Look, scene: TableScene, da: number, label: string, needed = 4): Looked {
  return {
    reach: look.reach.cells.length === 0 ? [] : [{ fig: look.fig, da, label, rings: ringsOf(look.reach.cells, look.reach.step) }],
    spots: look.climbs.map((climb: Climb) => climb.to),
    sight: look.sightings.flatMap((sighting) => sightLine(look.fig, sighting, scene) ?? []),
    cover: { fig: look.fig, covered: look.cover_rays, of: RAYS, legal: look.cover_rays >= needed },
  };
}

/** Advice by its kind. */
export const isPath = (advice: Advice): advice is Extract<Advice, { advice: 'path' }> => advice.advice === 'path';
export const isLook = (advice: Advice): advice is Extract<Advice, { advice: 'look' }> => advice.advice === 'look';
export const isBlow = (advice: Advice): advice is Extract<Advice, { advice: 'blow' }> => advice.advice === 'blow';
