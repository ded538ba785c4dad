/** What lies on the page at one moment, as plain data in units of the page. Contains no rule. */
import type { ArenaKind, Catalogue, Fighter, LinkKind, LinkNow, View, Who, ZoneKind, ZoneNow } from '../../../protocol/energie';
import { boardText as t } from '../../../i18n/energie/board';
import { isDown, isIn, letterOf, lookOf, nameOf, signsOf, zoneName } from '../model/people';
import type { Box, XY } from '../../../surface/camera';
import { drawnAs, type Body } from '../parts/looks';
import { PAGES, type PanelPlan } from './pages';

export interface Panel {
  readonly n: number;
  readonly name: string;
  readonly box: Box;
  readonly plan: PanelPlan;
  readonly kind: ZoneKind;
  readonly now: ZoneNow;
  /** The turn at the end of which a line of the danger comes here; `null` where none is to come. */
  readonly burnsAt: number | null;
  /** The number of the player's mines here that no character has set off. */
  readonly mines: number;
}

export interface Gutter {
  readonly n: number;
  readonly kind: LinkKind;
  readonly now: LinkNow;
  readonly from: XY;
  readonly to: XY;
  readonly middle: XY;
  readonly vertical: boolean;
}

export interface Token {
  readonly id: string;
  readonly who: Who;
  readonly letter: string;
  readonly name: string;
  readonly seat: number | null;
  readonly side: number;
  readonly look: number;
  readonly fighter: Fighter;
  readonly zone: number;
  readonly place: XY;
  readonly size: number;
  /** The distance of the nearest neighbour in the panel, in units of its own size. */
  readonly room: number;
  readonly west: boolean;
  readonly out: boolean;
  readonly active: boolean;
  readonly signs: readonly { key: string; text: string; bad: boolean }[];
}

/** A thing that stands in a panel and can be touched. */
export interface Thing {
  readonly id: string;
  readonly is: 'item' | 'console' | 'vehicle' | 'weapons';
  readonly n: number;
  readonly zone: number;
  readonly place: XY;
  /** Whether a console was worked, or a vehicle is wrecked. */
  readonly done: boolean;
  readonly text: string;
}

export interface Danger {
  readonly line: number;
  readonly turn: number;
  readonly zones: readonly number[];
  readonly source: string;
  readonly burnt: boolean;
  /** The panels in words. */
  readonly where: string;
}

export interface PageScene {
  readonly arena: string;
  readonly width: number;
  readonly height: number;
  readonly turn: number;
  readonly panels: readonly Panel[];
  readonly gutters: readonly Gutter[];
  readonly tokens: readonly Token[];
  readonly things: readonly Thing[];
  readonly dangers: readonly Danger[];
}

/** The width that a figure takes in a panel at full size, and the distance of the rows, which overlap. */
export const CELL = 84;
const ROW = 76;
/** The smallest scale of figures that are drawn in one row. */
const SMALLEST_LINE = 0.68;
/** The space above the floor of a panel for badge and PE, and the height of one row. */
const FOOT = 42;
const HEAD = 164;
/** The factor of all heights, since screens are less wide than the plans. */
const HIGHER = 1.28;

/** The bodies that are longer than a person is wide. */
const LONG: readonly Body[] = ['beast', 'shark'];

export const tokenId = (who: Who): string => `who${who}`;

export const boxOf = ([x, y, w, h]: PanelPlan['box']): Box => ({ x, y: y * HIGHER, w, h: h * HIGHER });

/** Returns the plan of a zone of a map that has no page: on a grid, as the tables place it. */
const gridPlan = ({ at: [x, y] }: ZoneKind): PanelPlan => ({ box: [x * 280, y * 280, 250, 250], sky: '#3a4a78', floor: '#6b6f7c', props: [] });

export const planOf = (arena: ArenaKind, zone: ZoneKind): PanelPlan => PAGES[arena.id]?.[zone.id] ?? gridPlan(zone);

/** Returns the way between two panels: across their gutter, where they share one. */
export function across(a: Box, b: Box): { from: XY; to: XY; vertical: boolean } {
  const shared = (a0: number, a1: number, b0: number, b1: number): [number, number] => [Math.max(a0, b0), Math.min(a1, b1)];
  const [x0, x1] = shared(a.x, a.x + a.w, b.x, b.x + b.w);
  const [y0, y1] = shared(a.y, a.y + a.h, b.y, b.y + b.h);
  if (x1 - x0 >= y1 - y0) {
    const down = a.y < b.y;
    const x = (x0 + x1) / 2;
    return { from: { x, y: down ? a.y + a.h : a.y }, to: { x, y: down ? b.y : b.y + b.h }, vertical: true };
  }
  const right = a.x < b.x;
  const y = (y0 + y1) / 2;
  return { from: { x: right ? a.x + a.w : a.x, y }, to: { x: right ? b.x : b.x + b.w, y }, vertical: false };
}

/** Returns places and scale of `count` figures in a panel: beside each other, the next row behind. `long` ones never shrink to one row. */
export function standing(box: Box, count: number, long = false): { places: XY[]; size: number } {
  const wide = box.w - 24;
  // One row is preferred while the figures stay large enough, since those of a second row are half hidden.
  const line = !long && count * CELL * SMALLEST_LINE <= wide ? Math.min(1, wide / (count * CELL)) : 1;
  for (let size = line; ; size -= 0.1) {
    const row = Math.max(1, Math.floor(wide / (CELL * size)));
    const rows = Math.ceil(count / row);
    const high = (rows - 1) * ROW * size + HEAD * size;
    if (high > box.h - 8 && size > 0.55) continue;
    const places = Array.from({ length: count }, (_, n) => {
      const at = Math.floor(n / row);
      const there = Math.min(row, count - at * row);
      const step = Math.min(CELL * 1.25 * size, wide / there);
      return {
        x: box.x + box.w / 2 + ((n % row) - (there - 1) / 2) * step + (at % 2 ? CELL * size * 0.18 : 0),
        y: box.y + box.h - FOOT * size - at * ROW * size,
      };
    });
    return { places, size };
  }
}

/** Returns the distance of a figure to the nearest one beside it, in units of the page; at most `2 * CELL`. */
export const roomOf = (places: readonly XY[], n: number): number =>
  Math.min(2 * CELL, ...places.flatMap(({ x, y }, i) => (i === n || Math.abs(y - (places[n]?.y ?? 0)) > ROW / 2 ? [] : [Math.abs(x - (places[n]?.x ?? 0))])));

function tokensOf(view: View, panels: readonly Panel[]): Token[] {
  const { fighters, act } = view.scene;
  return panels.flatMap((panel) => {
    const here = fighters
      .map((fighter, who) => ({ fighter, who }))
      .filter(({ fighter }) => fighter.zone === panel.n && isIn(fighter))
      .sort((a, b) => a.fighter.sheet.side - b.fighter.sheet.side || a.who - b.who);
    const animals = here.filter(({ fighter, who }) => LONG.includes(drawnAs(fighter.sheet.kind, fighter.sheet.opponent, lookOf(view, who)).body));
    const { places, size } = standing(panel.box, here.length, animals.length > 1);
    return here.map(({ fighter, who }, n): Token => {
      const place = places[n] as XY;
      return {
        id: tokenId(who),
        who,
        letter: letterOf(who),
        name: nameOf(view, who),
        seat: fighter.sheet.seat,
        side: fighter.sheet.side,
        look: lookOf(view, who),
        fighter,
        zone: panel.n,
        place,
        size,
        room: roomOf(places, n) / size,
        west: fighter.sheet.side > 0,
        out: isDown(fighter),
        active: act?.who === who,
        signs: signsOf(view, who),
      };
    });
  });
}

/** Returns the lines of the danger, past and future. */
export function dangersOf(view: View, arena: ArenaKind): Danger[] {
  return arena.danger.map(([turn, zones, source], line) => ({
    line,
    turn: turn + (view.scene.shifts[line] ?? 0),
    zones,
    source,
    burnt: view.scene.burnt[line] ?? false,
    where: zones.length === view.places.length ? t('everywhere') : zones.map((zone) => zoneName(view, zone)).join(', '),
  }));
}

function thingsOf(view: View, arena: ArenaKind, panels: readonly Panel[]): Thing[] {
  const at = (zone: number, x: number, y: number): XY => {
    const { box } = panels[zone] as Panel;
    return { x: box.x + box.w * x, y: box.y + box.h * y };
  };
  const { items, vehicles, consoles, zones } = view.scene;
  const lying = items.flatMap(({ zone, heavy }, n): Thing[] =>
    zone === null ? [] : [{ id: `item${n}`, is: 'item', n, zone, place: at(zone, 0.24 + n * 0.14, 0.6), done: false, text: t(heavy ? 'itemHeavy' : 'item') }],
  );
  const worked = consoles.flatMap((done, n): Thing[] => {
    const zone = arena.consoles[n];
    if (zone === undefined) return [];
    return [{ id: `console${n}`, is: 'console', n, zone, place: at(zone, 0.78, 0.56), done, text: t(done ? 'consoleDone' : 'console') }];
  });
  const parked = vehicles.map(({ zone, pe }, n): Thing => ({
    id: `vehicle${n}`,
    is: 'vehicle',
    n,
    zone,
    place: at(zone, 0.56, 0.58),
    done: pe <= 0,
    text: t('vehicle', { n: pe }),
  }));
  const dropped = zones.flatMap(({ weapons }, zone): Thing[] =>
    weapons.length === 0 ? [] : [{ id: `ground${zone}`, is: 'weapons', n: weapons.length, zone, place: at(zone, 0.88, 0.66), done: false, text: '' }],
  );
  return [...lying, ...worked, ...parked, ...dropped];
}

/** Returns the scene of a view on the page. */
export function pageScene(view: View, catalogue: Catalogue): PageScene {
  const arena = catalogue.arenas.find((one) => one.id === view.arena) as ArenaKind;
  const dangers = dangersOf(view, arena);
  const panels = arena.zones.map((kind, n): Panel => {
    const plan = planOf(arena, kind);
    return {
      n,
      name: zoneName(view, n),
      box: boxOf(plan.box),
      plan,
      kind,
      now: view.scene.zones[n] ?? { dangers: [], fire_until: 0, dark: kind.dark, smoke: false, weapons: [] },
      burnsAt: dangers.find(({ burnt, zones }) => !burnt && zones.includes(n))?.turn ?? null,
      mines: view.mine?.mines.filter((zone) => zone === n).length ?? 0,
    };
  });
  const gutters = arena.links.map((kind, n): Gutter => {
    const [a, b] = kind.ends.map((zone) => panels[zone]?.box) as [Box, Box];
    const way = across(a, b);
    return {
      n,
      kind,
      now: view.scene.links[n] ?? { door: null, difficult: false },
      ...way,
      middle: { x: (way.from.x + way.to.x) / 2, y: (way.from.y + way.to.y) / 2 },
    };
  });
  return {
    arena: arena.id,
    width: Math.max(...panels.map(({ box }) => box.x + box.w)),
    height: Math.max(...panels.map(({ box }) => box.y + box.h)),
    turn: view.scene.turn,
    panels,
    gutters,
    tokens: tokensOf(view, panels),
    things: thingsOf(view, arena, panels),
    dangers,
  };
}

/** Returns the panel under a place. */
export const panelAt = (scene: PageScene, at: XY): Panel | undefined =>
  scene.panels.find(({ box }) => at.x >= box.x && at.x <= box.x + box.w && at.y >= box.y && at.y <= box.y + box.h);

export const tokenOf = (scene: PageScene, who: Who | null | undefined): Token | undefined =>
  who === null || who === undefined ? undefined : scene.tokens.find((token) => token.who === who);

export const tokenById = (scene: PageScene, id: string | undefined): Token | undefined => scene.tokens.find((token) => token.id === id);

/** Returns the middle of a panel. */
export const middleOf = ({ box }: Panel): XY => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 });

/** Returns the points of a path of links from a place in a panel: through each gutter, to `to` or to the middle of the last panel. */
export function wayOf(scene: PageScene, from: XY, path: readonly number[], zone: number, to?: XY): XY[] {
  let here = zone;
  const points: XY[] = [from];
  for (const link of path) {
    const gutter = scene.gutters[link];
    if (!gutter) return points;
    const forth = gutter.kind.ends[0] === here;
    points.push(forth ? gutter.from : gutter.to, forth ? gutter.to : gutter.from);
    here = gutter.kind.ends[forth ? 1 : 0] as number;
  }
  const end = scene.panels[here];
  if (to) points.push(to);
  else if (end && path.length > 0) points.push(middleOf(end));
  return points;
}

/** Returns the panel to which a path of links leads. */
export function endOf(scene: PageScene, path: readonly number[], zone: number): number {
  return path.reduce((here, link) => {
    const ends = scene.gutters[link]?.kind.ends;
    if (!ends) return here;
    return (ends[0] === here ? ends[1] : ends[0]) as number;
  }, zone);
}
