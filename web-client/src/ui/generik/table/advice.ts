/** What the engine says of a draft, as things that are laid over the table. No rule is known here. */
import type { Advice, BlowAdvice, Climb, CoverReport, Look, PathAdvice, Ray, Sighting } from '../../../protocol/generik';
import type { Refusal } from '../../../protocol';
import { ringsOf } from '../../../surface/plane/area';
import { far, lengthOf } from '../../../surface/plane/geometry';
import type { Checkpoint, CoverRays, Odds, PathDraft, PathVerdict, ReachArea, SightLine, SightRay } from '../../../surface/plane/tools';
import type { Fig, Pt } from './types';

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
  const checkpoints: Checkpoint[] = advice.checkpoints.map((at, i) => ({
    at,
    watchers: advice.watchers.filter((one) => one.at.includes(i)).map((one) => one.fig),
  }));
  const [clear, difficult] = advice.rates;
  const verdict: PathVerdict = {
    ok: true,
    walked: walkedLine(line, advice.length, advice.end),
    length: advice.length,
    cost: advice.cost,
    budget: advice.budget,
    da: advice.da,
    difficult: advice.difficult.map((one) => [one.from, one.to]),
    ...(advice.slow > 0 ? { slow: { u: advice.slow, rate: difficult } } : {}),
    ...(clear > 1 ? { clearRate: clear } : {}),
    checkpoints,
  };
  return advice.cut === null ? verdict : { ...verdict, cut: advice.end };
}

/** What is said of a path that cannot be walked; `walk` is how far it goes, when that is known. */
export function pathRefused(refusal: Refusal, start: Pt, draft: PathDraft, walk?: PathAdvice | null): PathVerdict {
  const walked = [start, ...draft.points];
  const end = walked[walked.length - 1];
  const length = Math.ceil(lengthOf(walked));
  const refused = { ok: false, why: refusal.words };
  if (!walk) return { ...refused, walked, length, cost: length, budget: 0, da: 0, ...(end ? { stop: end } : {}) };
  const barrier = barrierOf(walk);
  return { ...pathVerdict(walk, start, draft), ...refused, stop: walk.end, ...(barrier ? { barrier } : {}) };
}

/** What stands in the way of a path. */
function barrierOf({ halt }: PathAdvice): PathVerdict['barrier'] {
  if (halt === null || typeof halt !== 'object' || !('blocked' in halt)) return undefined;
  const { by } = halt.blocked;
  if (typeof by !== 'object') return undefined;
  return 'piece' in by ? { piece: by.piece } : { fig: by.figure };
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

const isFree = (ray: Ray): boolean => ray.front && ray.pieces.length === 0 && ray.figures.length === 0;

/** Seen from above, the lines to the head and to the feet are one: free if one of them is. */
function raysOf(rays: readonly Ray[]): SightRay[] {
  const ends = new Map<string, Ray[]>();
  for (const ray of rays) ends.set(ray.to.join(), [...(ends.get(ray.to.join()) ?? []), ray]);
  return [...ends.values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const stop = some.find((ray) => ray.stop !== null)?.stop;
    if (some.some(isFree)) return { to: first.to, free: true };
    return stop ? { to: first.to, free: false, stop } : { to: first.to, free: false };
  });
}

/** The lines of sight to one enemy, the first of them a free one if there is one; `every` shows each with what stops it, unless all are free. */
export function sightLine(look: Fig, sighting: Sighting, every = true): SightLine | undefined {
  const { eye, rays, seen } = sighting.lines;
  const shown = rays.find(isFree) ?? rays.find((ray) => ray.stop !== null) ?? rays[0];
  if (!shown) return undefined;
  const all = every ? raysOf(rays) : [];
  return {
    from: look,
    to: sighting.fig,
    line: [eye, shown.to],
    seen,
    free: { n: rays.filter(isFree).length, of: rays.length },
    ...(all.some((ray) => !ray.free) ? { rays: all } : {}),
    ...(!seen && shown.stop ? { blocked: shown.stop } : {}),
    pieces: [...new Set(rays.flatMap((ray) => ray.pieces))],
    figures: [...new Set(rays.flatMap((ray) => ray.figures))],
    ...(sighting.covered ? { cover: sighting.covered_by } : {}),
  };
}

/** A cover test, ray by ray. */
export function coverRays(fig: Fig, { rays, covered, needed, inside }: CoverReport): CoverRays {
  const pieces = [...new Set([...(inside === null ? [] : [inside]), ...rays.flatMap((ray) => ray.pieces)])];
  return {
    fig,
    covered,
    of: rays.length,
    needed,
    legal: covered >= needed,
    pieces,
    rays: rays.map((ray) => ({ to: ray.to, covered: inside !== null || ray.pieces.length > 0 })),
  };
}

/** Everything a figure that looks round lays over the table. */
export interface Looked {
  reach: ReachArea[];
  spots: Pt[];
  sight: SightLine[];
  cover: CoverRays;
}

/** A look round. `da`: what the move or run costs; `label`: its name. */
export function lookedRound(look: Look, da: number, label: string): Looked {
  return {
    reach: look.reach.cells.length === 0 ? [] : [{ fig: look.fig, da, label, rings: ringsOf(look.reach.cells, look.reach.step) }],
    spots: look.climbs.map((climb: Climb) => climb.to),
    sight: look.sightings.flatMap((sighting) => sightLine(look.fig, sighting) ?? []),
    cover: coverRays(look.fig, look.screen),
  };
}

/** Advice by its kind. */
export const isPath = (advice: Advice): advice is Extract<Advice, { advice: 'path' }> => advice.advice === 'path';
export const isBlow = (advice: Advice): advice is Extract<Advice, { advice: 'blow' }> => advice.advice === 'blow';
