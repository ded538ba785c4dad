/** What an action in the making lays over the table, and what taps mean to it. */
import { actName } from '../../../i18n/generik/ids';
import { word } from '../../../i18n/generik';
import type { Act, BlowAdvice, Edge, Fig, View } from '../../../protocol/generik';
import type { Layer } from '../../../surface/plane/desk.svelte';
import { fromEdge, oddsOn, rangeOf } from '../model/layer';
import { memberOf } from '../model/naming';
import { judged } from '../model/path';
import { coverRays, isBlow, lookedRound, sightLine } from '../table/advice';
import { far, minus } from '../../../surface/plane/geometry';
import { pathHand } from '../../../surface/plane/hand';
import { SHEET } from '../table/plane';
import type { Overlay, PathDraft, Pick } from '../../../surface/plane/tools';
import { BASE_U, TABLE_U } from '../table/plane';
import type { Pt } from '../table/types';
import { PATHS, targetOf, type Plan } from './plan.svelte';

/** What is aimed with, in words. */
export function armName(view: View, fig: Fig, act: Act): string {
  const n = 'weapon' in act && typeof act.weapon === 'number' ? act.weapon : null;
  const arm = n === null ? undefined : memberOf(view, fig)?.weapons[n];
  return arm ? word(`weapon.${arm}`) : word(`act.${actName(act)}`);
}

/** The layer of what is being prepared; `blow` is what is known of the chosen one. */
export function layerOf(plan: Plan, view: View): Layer | null {
  const { fig, doing, look } = plan;
  const now = fig === null ? undefined : view.scene.figures[fig];
  if (fig === null || !now) return null;
  const overlay: Overlay = { selected: fig };
  if (doing === null) return null;
  const leave = () => plan.stop();
  if (PATHS.includes(doing)) return pathLayer(plan, view, overlay, leave);
  switch (doing) {
    case 'climb': {
      const spots = look?.climbs.map((climb) => climb.to) ?? [];
      const chosen = plan.points[0];
      return {
        overlay: {
          ...overlay,
          spots,
          ...(plan.hint ? { hint: plan.hint } : {}),
          ...(chosen ? { path: judged({ fig, points: [chosen] }, plan.heard, now.at) } : {}),
        },
        leave,
        pick: (tap) => {
          // Any place may be tapped: the server says whether a way leads there.
          plan.points = [tap.spot ?? tap.at];
          return true;
        },
      };
    }
    case 'take_cover':
    case 'pivot':
    case 'stand_up': {
      const facing = plan.facing;
      const cover = doing === 'take_cover' && look ? { cover: coverRays(fig, look.screen) } : {};
      return {
        overlay: {
          ...overlay,
          arcs: [fig],
          ...cover,
          ...(facing ? { sight: [{ from: fig, to: fig, line: [now.at, ahead(now.at, facing)], seen: true }] } : {}),
        },
        leave,
        pick: (tap) => {
          if (far(tap.at, now.at) > 30) plan.facing = minus(tap.at, now.at);
          return true;
        },
      };
    }
    case 'drag':
      return {
        overlay: { ...overlay, targets: friends(plan), ...(plan.points[0] ? { path: judged({ fig, points: plan.points }, plan.heard, now.at) } : {}) },
        leave,
        pick: (tap) => {
          if (tap.fig !== undefined && friends(plan).includes(tap.fig)) plan.friend = tap.fig;
          else plan.points = [tap.at];
          return true;
        },
      };
    case 'charge':
      return chargeLayer(plan, view, overlay, leave);
    case 'sack_objective':
      return {
        overlay: { ...overlay, goals: plan.listed(doing).flatMap((act) => (act.act === 'sack' ? [act.marker] : [])) },
        leave,
        pick: (tap) => {
          plan.chosen = plan.listed('sack_objective').find((act) => act.act === 'sack' && act.marker === tap.goal) ?? plan.chosen;
          return tap.goal !== undefined;
        },
      };
    default:
      return aimLayer(plan, view, overlay, leave);
  }
}

const ahead = ([x, y]: readonly [number, number], [dx, dy]: readonly [number, number]): [number, number] => {
  const length = Math.hypot(dx, dy) || 1;
  return [Math.round(x + (dx * 600) / length), Math.round(y + (dy * 600) / length)];
};

const friends = (plan: Plan): Fig[] => [...new Set(plan.listed('drag').flatMap((act) => (act.act === 'drag' ? [act.friend] : [])))];

function pathLayer(plan: Plan, view: View, overlay: Overlay, leave: () => void): Layer {
  const { fig, doing, look } = plan;
  const start = view.scene.figures[fig ?? 0]?.at ?? [0, 0];
  const out = doing === 'exit' ? wayOut(view, fig ?? 0) : null;
  const draft: PathDraft = { fig: fig ?? 0, points: plan.points, ...(plan.facing ? { facing: plan.facing } : {}) };
  const set = (next: PathDraft): void => {
    const { points } = next;
    const last = points.length - 1;
    const snapped = (point: Pt): Pt => (out ? out.snapped(point) : besideMarker(view, point, points[last - 1] ?? start));
    plan.points = points.map((point, n) => (n === last ? snapped(point) : point));
    plan.facing = next.facing ?? null;
  };
  const name = doing === null ? '' : word(`act.${doing}`);
  const round = look ? lookedRound(look, doing === 'run' || plan.hurried ? 2 : 1, name) : null;
  return {
    overlay: { ...overlay, path: judged(draft, plan.heard, start), ...(round ? { reach: round.reach } : {}), ...(out ? { edges: [{ edge: out.edge }] } : {}) },
    tool: 'path',
    hand: { ...pathHand(SHEET, () => draft, set), turn: (steps) => plan.turn(steps) },
    leave,
  };
}

const OPPOSITE: Readonly<Record<Edge, Edge>> = { n: 's', s: 'n', e: 'w', w: 'e' };
/** A tap this near to the edge means the edge, in u. */
const AT_THE_EDGE = 400;

/** The edge one leaves by, and what puts a point near it right against it. */
function wayOut(view: View, fig: Fig): { edge: Edge; snapped: (point: Pt) => Pt } | null {
  const own = view.scene.forces[view.figures[fig]?.seat ?? 0]?.edge;
  if (!own) return null;
  const edge = OPPOSITE[own];
  const across = edge === 'n' || edge === 's' ? 1 : 0;
  const far = edge === 'n' || edge === 'e' ? TABLE_U : 0;
  const snapped = (point: Pt): Pt => (Math.abs(point[across] - far) > AT_THE_EDGE ? point : fromEdge(edge, point[1 - across] as number, BASE_U, TABLE_U));
  return { edge, snapped };
}

/** How far from the centre of a marker a base stands that touches it without covering it, in u (GEN-SCN-32). */
const BESIDE = 2 * BASE_U + 2;

/** A tap on a marker means the place against it: nobody may end on it, and only who touches it has it. */
export function besideMarker(view: View, point: Pt, from: Pt): Pt {
  const marker = view.scene.markers.find((one) => !one.sacked && far(one.at, point) < BESIDE);
  if (!marker) return point;
  const towards = minus(from, marker.at);
  const length = Math.hypot(...towards) || 1;
  return [Math.round(marker.at[0] + (towards[0] * BESIDE) / length), Math.round(marker.at[1] + (towards[1] * BESIDE) / length)];
}

/** Who may be named in a charge: the server judges each of them. */
export function chargers(plan: Plan, view: View): Fig[] {
  const seat = view.scene.figures[plan.fig ?? 0]?.seat;
  return view.scene.figures.flatMap((one, n) => (one.seat === seat && one.status === 'on_table' && n !== plan.fig ? [n] : []));
}

function chargeLayer(plan: Plan, view: View, overlay: Overlay, leave: () => void): Layer {
  const own = chargers(plan, view);
  const mover = plan.friend;
  if (mover === null)
    return {
      overlay: { ...overlay, targets: own },
      leave,
      pick: ({ fig }) => {
        if (fig !== undefined && own.includes(fig)) plan.friend = fig;
        return true;
      },
    };
  const trails = plan.moves.filter((one) => one.fig !== mover);
  const move = plan.moves.find((one) => one.fig === mover);
  const from = view.scene.figures[mover]?.at ?? [0, 0];
  return {
    overlay: { ...overlay, targets: own, aimed: mover, trails, ...(move ? { path: judged({ fig: mover, points: [move.to] }, plan.heard, from) } : {}) },
    leave,
    pick: (tap: Pick) => {
      if (tap.fig !== undefined && own.includes(tap.fig)) plan.friend = tap.fig;
      else plan.moves = [...plan.moves.filter((one) => one.fig !== mover), { fig: mover, to: tap.at }];
      return true;
    },
  };
}

function aimLayer(plan: Plan, view: View, overlay: Overlay, leave: () => void): Layer {
  const { fig, doing, look, chosen } = plan;
  if (fig === null || doing === null) return { overlay };
  const listed = plan.listed(doing);
  const targets = [...new Set(listed.flatMap((act) => targetOf(act) ?? []))];
  const target = chosen ? targetOf(chosen) : null;
  // The lines to the target, and of the others why they are no targets.
  const shoots = listed.some((act) => act.act === 'shoot');
  const sight = (shoots ? (look?.sightings ?? []) : []).flatMap((one) =>
    one.fig === target || !one.lines.seen ? (sightLine(fig, one, one.fig === target) ?? []) : [],
  );
  const range = chosen?.act === 'shoot' ? rangeOf(view, fig, chosen.weapon) : undefined;
  const advice = plan.heard?.advice;
  const blows: readonly BlowAdvice[] = advice && isBlow(advice) ? advice.blows : [];
  const title = chosen ? armName(view, fig, chosen) : '';
  return {
    overlay: {
      ...overlay,
      targets,
      sight,
      ...(target === null ? {} : { aimed: target }),
      ...(range ? { range } : {}),
      odds: blows.flatMap((blow) => oddsOn(view, blow, title)),
    },
    leave,
    pick: (tap) => {
      if (tap.fig === undefined || !targets.includes(tap.fig)) return false;
      const fits = listed.filter((act) => targetOf(act) === tap.fig);
      const same = fits.find((act) => chosen && 'weapon' in act && 'weapon' in chosen && act.weapon === chosen.weapon);
      plan.chosen = same ?? fits[0] ?? null;
      return true;
    },
  };
}
