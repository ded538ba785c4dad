/** What the house draws of a view, and how it comes from one moment to the next. */
import type { DieShow } from '../../surface/dice';
import { Stage, type Shown } from '../../surface/stage.svelte';
import type { XY } from '../../surface/camera';
import type { Notice } from '../../store/fold';
import type { AreaShown, BaseShown, CardShown, Presented, Player } from './presented.svelte';

/** Pixels of a square of a grid, at zoom 1. */
const SQUARE = 72;
/** Share of a square that a piece takes. */
const PIECE = 0.34;
/** Several on one square stand so far apart, as a share of it. */
const APART = 0.16;

/** Something on its base, as drawn. */
export interface Piece extends BaseShown {
  readonly place: XY;
  readonly size: number;
  /** Degrees clockwise from north; `null` for what looks nowhere. */
  readonly angle: number | null;
}

export interface HouseScene {
  readonly width: number;
  readonly height: number;
  /** How many squares it has each way, where it has any. */
  readonly squares: readonly [number, number] | null;
  readonly pieces: readonly Piece[];
  readonly areas: readonly AreaShown[];
  readonly cards: readonly CardShown[];
}

/** What is told at one step. */
export interface HouseBeat extends Shown {
  /** The fact in words, for a board that has no place for it. */
  readonly word: string;
}

interface Pose {
  readonly dx: number;
  readonly dy: number;
}

export type HouseStage = Stage<HouseScene, HouseBeat, Pose>;

const angleOf = (facing: readonly [number, number] | null): number | null => (facing ? (Math.atan2(facing[0], -facing[1]) * 180) / Math.PI : null);

/** Pieces in the middle of their squares; those that share one stand beside each other. */
function onSquares(bases: readonly BaseShown[]): Piece[] {
  const square = (base: BaseShown) => `${base.at[0]} ${base.at[1]}`;
  return bases.map((base) => {
    const there = bases.filter((other) => square(other) === square(base));
    const aside = (there.indexOf(base) - (there.length - 1) / 2) * APART * SQUARE;
    const place = { x: (base.at[0] + 0.5) * SQUARE + aside, y: (base.at[1] + 0.5) * SQUARE + aside * 0.4 };
    return { ...base, place, size: PIECE * SQUARE, angle: angleOf(base.facing) };
  });
}

export function houseScene(house: Presented, view: unknown, player: Player): HouseScene {
  const { board } = house.data.panels;
  const cards = house.cards(view, player);
  switch (board.is) {
    case 'grid':
      return {
        width: board.width * SQUARE,
        height: board.height * SQUARE,
        squares: [board.width, board.height],
        pieces: onSquares(house.bases(view, board.pieces, player)),
        areas: [],
        cards,
      };
    case 'plane': {
      const pieces = house
        .bases(view, board.bases, player)
        .map((base) => ({ ...base, place: { x: base.at[0], y: base.at[1] }, size: base.radius, angle: angleOf(base.facing) }));
      return { width: board.width, height: board.height, squares: null, pieces, areas: house.areas(view, player), cards };
    }
    // Nothing, or what only a newer server knows: the cards tell all.
    default:
      return { width: 0, height: 0, squares: null, pieces: [], areas: [], cards };
  }
}

/** What a notice is told with: the dice of its facts, and what they say. */
export function houseBeat(house: Presented, notice: Notice, player: Player): HouseBeat[] {
  const said = notice.facts.flatMap((fact) => house.line(fact, player) ?? []);
  const [first] = said;
  if (!first) return [];
  const dice = said.flatMap((line) => line.dice)[0];
  const show: DieShow | undefined = dice && { sides: dice.sides, face: dice.faces[0] ?? 0, faces: [...dice.faces], label: first.text };
  return [{ word: said.map((line) => line.text).join(' '), ...(show ? { dice: show } : {}) }];
}

/** Whatever has moved glides. */
function posesOf(_beat: HouseBeat, before: HouseScene, after: HouseScene, t: number): Record<string, Pose> {
  const left = (1 - t) ** 2;
  return Object.fromEntries(
    after.pieces.flatMap((piece) => {
      const was = before.pieces.find((other) => other.key === piece.key)?.place;
      if (!was || (was.x === piece.place.x && was.y === piece.place.y)) return [];
      return [[piece.key, { dx: (was.x - piece.place.x) * left, dy: (was.y - piece.place.y) * left }]];
    }),
  );
}

/** A stage that shows a scene. */
export const houseStage = (scene: HouseScene): HouseStage => new Stage(scene, posesOf);
