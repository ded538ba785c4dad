/** What the table shows, as plain data in millimetres; nothing here knows a rule. */
import type { XY } from '../../../surface/camera';
import { heading, laid } from '../../../surface/plane/geometry';
import type * as plane from '../../../surface/plane/scene';
import { hull } from '../../../surface/plane/shape';
import { SHEET, mm } from './plane';
import type { Built, Era, Fig, Placed, Pt, Seat, TableView, TerrainKind } from './types';

/** A terrain piece where it lies. */
export interface Piece extends plane.Piece {
  kind: TerrainKind;
  at: Pt;
  turn: number;
  /** By how many degrees clockwise it is drawn. */
  angle: number;
  /** The shadow of each polygon. */
  shadows: XY[][];
}

/** A figure as drawn. */
export interface Token extends plane.Token {
  band: string;
  era: Era;
  look: number;
  chief: boolean;
  weapons: string[];
  armour: string | null;
  da: number;
  /** Dice it has at the start of a turn. */
  maxDa: number;
  wounded: boolean;
  inCover: boolean;
  /** Weapons that have to be reloaded, by number. */
  empty: number[];
  heroic: boolean;
  /** No longer on the table. */
  gone: boolean;
}

/** An objective. */
export interface Goal extends plane.Goal {
  owner: Seat | null;
  sacked: boolean;
}

/** Everything that can be seen on the table at one moment. */
export interface TableScene extends plane.Scene<Token, Piece, Goal> {
  era: Era;
}

/** Shadows fall to the south-east, so long for each mm of height. */
const SHADE: XY = { x: 0.2, y: 0.26 };

/** Weapons that are used up by firing: they can be empty. The rest of the armoury always serves. */
export const FIREARM = /winchester|fusil|colt|derringer|tromblon|pistolet|grenade|mitraill|mortier|arbalete|_arc$/;

export const figId = (fig: Fig): string => `fig${fig}`;
/** The letter of a figure: A to Z, then A2, B2… */
export const letterOf = (fig: Fig): string => String.fromCharCode(65 + (fig % 26)) + (fig < 26 ? '' : String(Math.floor(fig / 26) + 1));

/** A piece where it lies; nothing when the catalogue does not know it. */
export function pieceOf(placed: Placed, index: number, kinds: readonly TerrainKind[]): Piece | undefined {
  const kind = kinds.find((one) => one.id === placed.piece);
  if (!kind) return undefined;
  const polys = laid(kind.polys, placed.at, placed.turn);
  const shadows = polys.map((poly) => {
    const places = poly.map(mm);
    const high = kind.height / 10;
    return hull([...places, ...places.map(({ x, y }) => ({ x: x + SHADE.x * high, y: y + SHADE.y * high }))]);
  });
  return { index, kind, at: placed.at, turn: placed.turn, polys, place: mm(placed.at), angle: -15 * placed.turn, shadows };
}

/** The pieces of a table in the order they are painted: flat ground first, high roofs last. */
export function piecesOf(placed: readonly Placed[], kinds: readonly TerrainKind[]): Piece[] {
  const known = laidOut.get(placed);
  if (known && known.kinds === kinds) return known.pieces;
  const pieces = placed.flatMap((one, i) => pieceOf(one, i, kinds) ?? []).sort((a, b) => a.kind.height - b.kind.height || a.index - b.index);
  laidOut.set(placed, { kinds, pieces });
  return pieces;
}

/** Terrain seldom changes while figures do: what was laid out stays laid out. */
const laidOut = new WeakMap<readonly Placed[], { kinds: readonly TerrainKind[]; pieces: Piece[] }>();

/** The dice a figure starts a turn with (GEN-STA-03), to draw those it has spent. */
const fullDa = (member: Built | undefined, wounded: boolean): number => (wounded ? 1 : 2) + (member?.skills?.includes('big_boss') ? 1 : 0);

function tokenOf(view: TableView, fig: Fig): Token | undefined {
  const now = view.figures[fig];
  if (!now || now.status === 'waiting' || now.status === 'home') return undefined;
  const member = view.members[fig];
  const weapons = member?.weapons ?? [];
  const band = view.bands[now.seat];
  return {
    fig,
    id: figId(fig),
    letter: letterOf(fig),
    name: member?.name ?? letterOf(fig),
    seat: now.seat,
    band: band?.name ?? '',
    era: band?.era ?? view.era,
    look: member?.look ?? fig,
    chief: member?.chief ?? false,
    weapons,
    armour: member?.armour ?? null,
    at: now.at,
    place: mm(now.at),
    level: now.z,
    angle: heading(now.facing),
    da: now.da,
    maxDa: Math.max(now.da, fullDa(member, now.wounded)),
    wounded: now.wounded,
    down: now.down,
    inCover: now.in_cover,
    empty: weapons.flatMap((weapon, i) => (FIREARM.test(weapon) && now.charges[i] === 0 ? [i] : [])),
    heroic: now.heroic_tried,
    active: view.active === fig,
    gone: now.status !== 'on_table',
  };
}

/** What a view shows on the table. */
export function tableScene(view: TableView, kinds: readonly TerrainKind[]): TableScene {
  return {
    era: view.era,
    pieces: piecesOf(view.pieces, kinds),
    tokens: view.figures
      .flatMap((_, fig) => tokenOf(view, fig) ?? [])
      .filter((token) => !token.gone)
      .sort((a, b) => a.level - b.level || a.place.y - b.place.y || a.fig - b.fig),
    goals: view.markers.flatMap((marker, index) =>
      marker.sacked ? [] : [{ id: `goal${index}`, index, at: marker.at, place: mm(marker.at), owner: marker.owner, sacked: marker.sacked }],
    ),
    zones: view.edges.flatMap((edge, seat) => (edge ? [{ seat, edge, box: SHEET.zone(edge) }] : [])),
  };
}
