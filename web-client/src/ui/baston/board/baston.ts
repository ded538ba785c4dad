/** Baston on the board: its views as scenes, its notices as beats. Assignments only; no rule is known here. */
import type { Fact, FighterView, Item, Place, View, Who } from '../../../protocol/baston';
import type { Notice } from '../telling';
import type { Point } from '../../../protocol';
import { statCode, word } from '../../../i18n/baston';
import type { DieShow } from '../../../surface/dice';
import type { Beat } from './beats';
import { pt, planOf } from './plan';
import {
  leafId,
  samePt,
  type BoardPlan,
  type BoardScene,
  type Dir,
  type Figure,
  type Furniture,
  type LeafState,
  type Loose,
  type Overlay,
  type Pt,
} from './scene';
import { t } from './words';

const plans = new WeakMap<View['board'], BoardPlan>();

function plan(view: View): BoardPlan {
  const known = plans.get(view.board);
  if (known) return known;
  const made = planOf(view.board);
  plans.set(view.board, made);
  return made;
}

export const figureId = (who: Who): string => `who${who}`;
export const whoOf = (id: string): Who | undefined => (id.startsWith('who') ? Number(id.slice(3)) : undefined);
export const pieceId = (piece: number): string => `piece${piece}`;
export const itemId = (item: number): string => `item${item}`;

/** What is most worth seeing in a hand, best first. */
const IN_HAND = ['chaise', 'rasoir', 'cran', 'chaine', 'tesson', 'poing_americain', 'matraque', 'canette', 'caisse'];

/** Everything a view shows on the board. */
export function sceneFromView(view: View): BoardScene {
  const map = plan(view);
  const furniture = view.pieces.flatMap((piece, i): Furniture[] =>
    piece.gone ? [] : [{ id: pieceId(i), kind: piece.kind, cells: piece.cells.map(pt), overturned: piece.overturned }],
  );
  return {
    plan: map,
    leaves: Object.fromEntries(map.doors.flatMap((door, i) => door.leaves.map((_, leaf) => [leafId(door.id, leaf), leafState(view, i, leaf)]))),
    windows: Object.fromEntries(map.windows.map((window, i) => [window.id, view.windows[i] ?? 'shut'])),
    broken: [...map.panels.filter((_, i) => view.panels[i]), ...map.phones.filter((_, i) => view.phones[i])].map((one) => one.id),
    furniture,
    loose: view.items.flatMap((item, i) => looseOf(item, i)),
    glass: view.glass.map(pt),
    figures: view.fighters.filter(({ now }) => now.fate === 'in' || now.fate === 'out').map((fighter) => figureOf(view, fighter, furniture)),
  };
}

function leafState(view: View, door: number, leaf: number): LeafState {
  const state = view.doors[door];
  if (!state) return 'shut';
  if (state.destroyed) return 'destroyed';
  return state.open[leaf] ? 'open' : state.bolted ? 'bolted' : 'shut';
}

function looseOf(item: Item, i: number): Loose[] {
  if (item.place === 'gone' || !('at' in item.place)) return [];
  const [at, layer] = item.place.at;
  // What is trapped under an overturned table is not seen.
  if (typeof layer !== 'string') return [];
  return [{ id: itemId(i), item: item.kind, at: pt(at), layer: layer === 'top' ? 'top' : 'floor' }];
}

const holder = (place: Place, how: 'carried' | 'worn'): Who | undefined =>
  place === 'gone' ? undefined : how === 'carried' && 'carried' in place ? place.carried : how === 'worn' && 'worn' in place ? place.worn : undefined;

function figureOf(view: View, { who, letter, name, seat, look, points, now }: FighterView, furniture: readonly Furniture[]): Figure {
  const at = pt(now.at);
  const carried = view.items.filter((item) => holder(item.place, 'carried') === who).map((item) => item.kind as string);
  const figure: Figure = {
    id: figureId(who),
    letter,
    name,
    look,
    seat,
    band: view.bands.find((band) => band.seat === seat)?.name ?? '',
    at,
    facing: now.facing as Dir,
    posture: now.prone ? 'prone' : 'standing',
    onTop: now.top,
    under: now.prone && now.fate === 'in' && furniture.some((piece) => !piece.overturned && piece.cells.some((cell) => samePt(cell, at))),
    stunned: now.stun,
    out: now.fate === 'out',
    rank: now.rank,
    carried,
    worn: view.items.filter((item) => holder(item.place, 'worn') === who).map((item) => item.kind),
    parts: view.parts.map((part, i) => ({ part, left: now.left[i] ?? 0, full: points[i] ?? 0 })),
  };
  const held = IN_HAND.find((kind) => carried.includes(kind));
  if (held) figure.held = held;
  if (view.active === who) figure.active = true;
  if (now.holding !== null) figure.holds = figureId(now.holding);
  if (now.held_by !== null) figure.heldBy = figureId(now.held_by);
  return figure;
}

/** The beats of a notice, in order; facts that only keep books give none. `before` is the view it came upon. */
export const beatsFromNotice = (notice: Notice, before: View): Beat[] => notice.facts.flatMap((fact) => beatOf(fact, before) ?? []);

const GAITS: Record<Extract<Fact, { t: 'moved' }>['way'], NonNullable<Beat['gait']>> = {
  placed: 'jump',
  walk: 'walk',
  crawl: 'crawl',
  jump: 'jump',
  leap: 'jump',
  run: 'run',
  pushed: 'shove',
  dragged: 'drag',
  fall: 'fall',
  ride: 'shove',
};

/** The sound of each row of the table of blows, and the weapon it shows. */
const BLOWS: Record<string, { word: string; item?: string }> = {
  CB_NU: { word: 'TONG !' },
  CB_CASQUE: { word: 'BONG !' },
  CP_NU: { word: 'PAF !' },
  CP_POING: { word: 'BING !', item: 'poing_americain' },
  CP_MATRAQUE: { word: 'TOC !', item: 'matraque' },
  CP_CHAINE: { word: 'CLANG !', item: 'chaine' },
  CP_CRAN: { word: 'TCHAC !', item: 'cran' },
  CP_RASOIR: { word: 'ZIP !', item: 'rasoir' },
  CP_CANETTE: { word: 'BLING !', item: 'canette' },
  CP_TESSON: { word: 'TCHAC !', item: 'tesson' },
  CP_CHAISE: { word: 'CRAC !', item: 'chaise' },
  CS_BASKET: { word: 'VLAN !' },
  CS_SANTIAGS: { word: 'SCHLAK !' },
  LAN_CRAN: { word: 'TCHAC !' },
  LAN_CANETTE: { word: 'SPLASH !' },
  LAN_CHAISE: { word: 'CRAC !' },
};

/** What one fact looks like; nothing when it only keeps books. */
export function beatOf(fact: Fact, before: View): Beat | undefined {
  return courseBeat(fact) ?? diceBeat(fact, before) ?? personBeat(fact, before) ?? thingBeat(fact, before);
}

function courseBeat(fact: Fact): Beat | undefined {
  switch (fact.t) {
    case 'turn':
      return { kind: 'change', banner: t('turn', { n: fact.turn }) };
    case 'enter':
      return fact.phase === 'rank' ? { kind: 'change', banner: t('sequence', { n: fact.sequence }) } : undefined;
    case 'acts':
      return { kind: 'order', who: figureId(fact.who) };
    case 'plays':
      return fact.order === '-' ? undefined : { kind: 'order', who: figureId(fact.who), order: fact.order };
    case 'lost':
      return { kind: 'order', who: figureId(fact.who), note: word(`why.${fact.why}`) };
    case 'cancelled':
      // Both rounds in one go is nothing lost.
      return fact.why === 'together' ? undefined : { kind: 'order', who: figureId(fact.who), note: word(`why.${fact.why}`) };
    case 'impossible':
      return { kind: 'bump', who: figureId(fact.who), word: 'BING !', at: fact.to ? [pt(fact.to)] : [] };
    default:
      return undefined;
  }
}

const nameIn = (view: View) => (who: Who) => view.fighters[who]?.name ?? '?';

function diceBeat(fact: Fact, before: View): Beat | undefined {
  const name = nameIn(before);
  switch (fact.t) {
    case 'test':
      return {
        kind: 'dice',
        who: figureId(fact.who),
        dice: die(8, fact.die, t('test', { who: name(fact.who), stat: statCode(fact.stat) }), [{ n: fact.malus, what: t('malus') }], {
          total: fact.die + fact.malus,
          goal: `≤ ${fact.value}`,
          ok: fact.ok,
        }),
      };
    case 'stun_roll':
      return {
        kind: 'dice',
        who: figureId(fact.who),
        dice: die(8, fact.die, t('stunRoll', { who: name(fact.who), line: word(`knock.${fact.line}`) }), [{ n: fact.bonus, what: t('bonus') }], {
          total: fact.die + fact.bonus,
          goal: `✶ ${fact.n}`,
          ok: fact.n === 0,
        }),
      };
    case 'strength':
      return {
        kind: 'dice',
        who: figureId(fact.mover),
        target: figureId(fact.other),
        dice: {
          sides: 8,
          face: fact.die ?? 0,
          label: t('strength', { who: name(fact.mover), other: name(fact.other) }),
          goal: `${fact.mover_for} – ${fact.other_for}`,
          ok: fact.mover_wins,
        },
      };
    case 'location':
      return fact.die === null
        ? undefined
        : { kind: 'dice', target: figureId(fact.target), dice: { sides: 8, face: fact.die, label: t('location'), goal: word(`part.${fact.part}`) } };
    case 'to_hit': {
      const blow = BLOWS[fact.row];
      const beat: Beat = {
        kind: fact.hit ? 'blow' : 'miss',
        who: figureId(fact.who),
        target: figureId(fact.target),
        word: fact.hit ? (blow?.word ?? 'PAF !') : 'FWIP !',
        force: fact.total >= 26 ? 3 : fact.total >= 19 ? 2 : 1,
        thrown: fact.row.startsWith('LAN'),
        dice: die(
          20,
          fact.die,
          t('toHit', { who: name(fact.who), other: name(fact.target) }),
          [
            { n: fact.value, what: statCode(fact.stat) },
            { n: fact.target_mod, what: fact.target_mod && fact.why?.[0] ? word(`circumstance.${fact.why[0]}`) : t('onTarget') },
            { n: fact.attacker_mod, what: t('onAttacker') },
            { n: fact.range_mod, what: t('range') },
          ],
          { total: fact.total, goal: '≥ 13', ok: fact.hit },
        ),
      };
      if (blow?.item) beat.wields = blow.item;
      return beat;
    }
    case 'drew':
      return {
        kind: 'dice',
        ...(fact.who === null ? {} : { who: figureId(fact.who) }),
        dice: { sides: fact.sides, face: fact.face, label: fact.picked == null ? t('drew') : name(fact.picked) },
      };
    default:
      return undefined;
  }
}

function die(sides: number, face: number, label: string, adds: NonNullable<DieShow['adds']>, more: Partial<DieShow>): DieShow {
  return { sides, face, label, adds: adds.filter((add) => add.n !== 0), ...more };
}

function personBeat(fact: Fact, before: View): Beat | undefined {
  switch (fact.t) {
    case 'moved':
      return {
        kind: 'move',
        who: figureId(fact.who),
        gait: GAITS[fact.way],
        at: [pt(fact.from), pt(fact.to)],
        ...(fact.way === 'fall' ? { word: 'BADABOUM !' } : {}),
      };
    case 'on_top':
    case 'faced':
      return { kind: 'turn', who: figureId(fact.who) };
    case 'posture':
      return { kind: 'posture', who: figureId(fact.who), ...(fact.prone ? { word: 'POUF !' } : {}) };
    case 'wounded':
      return fact.wounds > 0
        ? {
            kind: 'hurt',
            who: figureId(fact.who),
            word: fact.wounds >= 3 ? 'OUAÏE !' : 'AÏE !',
            force: Math.min(3, fact.wounds),
            note: `−${fact.wounds} ${word(`part.${fact.part}`)}`,
          }
        : { kind: 'hurt', who: figureId(fact.who), note: t('saved') };
    case 'stunned':
      return fact.gained > 0
        ? { kind: 'stun', who: figureId(fact.who), word: 'TILT !', force: Math.min(3, fact.gained), note: t('dazed', { n: fact.gained }) }
        : undefined;
    case 'out':
      return { kind: 'out', who: figureId(fact.who), word: 'K.O. !', force: 3 };
    case 'left_board':
      return { kind: 'out', ...leaver(before, fact.who), at: [pt(fact.from)], word: t('outside'), force: 2, note: nameIn(before)(fact.who) };
    case 'seized':
      return { kind: 'hold', who: figureId(fact.who), target: figureId(fact.victim), word: 'GRRR !' };
    case 'released':
      return { kind: 'change', who: figureId(fact.victim), word: 'OUF !' };
    case 'spared':
      return { kind: 'miss', who: figureId(fact.who), target: figureId(fact.target), note: t('spared') };
    case 'targets':
      return { kind: 'hold', who: figureId(fact.who), target: figureId(fact.target) };
    case 'working':
      return fact.task ? { kind: 'order', who: figureId(fact.who), note: t('rob' in fact.task ? 'robs' : 'dresses') } : undefined;
    case 'throws':
      return { kind: 'throw', who: figureId(fact.who), flight: { from: pt(fact.from), to: pt(fact.to), item: before.items[fact.id]?.kind ?? 'inconnu' } };
    default:
      return undefined;
  }
}

function leaver(before: View, who: Who): Pick<Beat, 'leaver'> {
  const figure = sceneFromView(before).figures.find((one) => one.id === figureId(who));
  return figure ? { leaver: figure } : {};
}

function thingBeat(fact: Fact, before: View): Beat | undefined {
  const map = plan(before);
  switch (fact.t) {
    case 'item':
      return itemBeat(fact, before);
    case 'piece': {
      const old = before.pieces[fact.id];
      const at = [...(old?.cells ?? []), ...fact.cells].map(pt);
      if (fact.gone) return { kind: 'break', at, word: 'PATATRAS !', force: 2 };
      return { kind: 'slide', gait: 'shove', at, ...(old && old.overturned !== fact.overturned ? { word: 'VLAN !', force: 2 } : {}) };
    }
    case 'leaf':
      return { kind: 'door', at: leafAt(map, fact.door, fact.leaf), ...(fact.open ? {} : { word: 'CLAC !' }) };
    case 'bolt':
      return { kind: 'change', at: leafAt(map, fact.door, 0), ...(fact.bolted ? { word: 'CLIC !' } : {}) };
    case 'door_destroyed':
      return { kind: 'break', at: leafAt(map, fact.door, 0), word: 'CRAC !', force: 2 };
    case 'window': {
      const at = map.windows[fact.window]?.inside;
      return fact.state === 'destroyed' ? { kind: 'break', at: at ? [at] : [], word: 'CRASH !' } : { kind: 'door', at: at ? [at] : [] };
    }
    case 'panel_destroyed':
      return { kind: 'break', at: some(map.panels[fact.panel]?.edge.at), word: 'CRASH !' };
    case 'phone_destroyed':
      return { kind: 'break', at: some(map.phones[fact.phone]?.at), word: 'DZING !' };
    case 'glass':
      return fact.present ? { kind: 'break', at: [pt(fact.at)], word: 'CLING !' } : undefined;
    default:
      return undefined;
  }
}

const some = (at: Pt | undefined): Pt[] => (at ? [at] : []);
const leafAt = (map: BoardPlan, door: number, leaf: number): Pt[] => some(map.doors[door]?.leaves[leaf]?.swept);

function itemBeat(fact: Extract<Fact, { t: 'item' }>, before: View): Beat {
  const old = before.items[fact.id];
  const who = holder(fact.place, 'carried') ?? holder(fact.place, 'worn') ?? (old && (holder(old.place, 'carried') ?? holder(old.place, 'worn')));
  const by = who === undefined ? {} : { who: figureId(who) };
  if (old && old.kind !== fact.kind) return { kind: 'break', ...by, word: 'CRAC !' };
  if (fact.place === 'gone' && old?.kind === 'chaise') {
    const at = old.place !== 'gone' && 'at' in old.place ? [pt(old.place.at[0])] : [];
    return { kind: 'break', ...by, at, word: 'CRAC !', force: 2 };
  }
  return { kind: 'change', ...by };
}

/** What panels lay over the board, in the words of the protocol. */
export interface Marks {
  readonly points?: readonly Point[];
  readonly chosen?: Point | null;
  readonly trails?: readonly {
    readonly who: Who;
    readonly from: Point;
    readonly steps: readonly { readonly at: Point; readonly sequence: number; readonly facing: number }[];
  }[];
  readonly targets?: readonly Who[];
  readonly selected?: Who | null;
  readonly wedges?: { readonly at: Point; readonly dirs: readonly number[]; readonly chosen: number | null };
  readonly flight?: readonly Point[];
}

/** Marks as an overlay of the board. */
export function overlayFromMarks(marks: Marks): Overlay {
  const overlay: Overlay = {};
  if (marks.points) overlay.reach = marks.points.map(pt);
  if (marks.chosen) overlay.chosen = pt(marks.chosen);
  if (marks.targets) overlay.targets = marks.targets.map(figureId);
  if (marks.selected !== null && marks.selected !== undefined) overlay.selected = figureId(marks.selected);
  if (marks.flight) overlay.flight = marks.flight.map(pt);
  if (marks.wedges) {
    const { at, dirs, chosen } = marks.wedges;
    overlay.wedges = { at: pt(at), dirs: dirs as Dir[], ...(chosen === null ? {} : { chosen: chosen as Dir }) };
  }
  overlay.ghosts = (marks.trails ?? []).map(({ who, from, steps }) => {
    const last = steps[steps.length - 1];
    return {
      figure: figureId(who),
      from: pt(from),
      steps: steps.map((one) => ({ at: pt(one.at), sequence: one.sequence })),
      ...(last ? { facing: last.facing as Dir } : {}),
    };
  });
  return overlay;
}
