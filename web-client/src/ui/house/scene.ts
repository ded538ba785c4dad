/** The scene that the house draws of a view, and the animation from one scene to the next. */
import type { DieShow } from '../../surface/dice';
import { Animator, type Shown } from '../../surface/animator.svelte';
import type { XY } from '../../surface/camera';
import type { Notice } from '../../store/fold';
import type { AreaShown, BaseShown, CardShown, Presented, Player } from './presented.svelte';

/** Side of a square of a grid, in pixels at zoom 1. */
const SQUARE = 72;
/** Radius of a piece, as a share of the side of a square. */
const PIECE = 0.34;
/** Distance between pieces on one square, as a share of its side. */
const APART = 0.16;

/** A piece as it is drawn. */
export interface Piece extends BaseShown {
  readonly place: XY;
  readonly size: number;
  /** The facing in degrees clockwise from north; `null` for a piece without one. */
  readonly angle: number | null;
}

export interface HouseScene {
  readonly width: number;
  readonly height: number;
  /** The number of squares in width and height; `null` for a board without squares. */
  readonly squares: readonly [number, number] | null;
  readonly pieces: readonly Piece[];
  readonly areas: readonly AreaShown[];
  readonly cards: readonly CardShown[];
}

/** The animation of one notice. */
export interface HouseBeat extends Shown {
  /** The facts in words, for a beat without dice. */
  readonly word: string;
}

interface Pose {
  readonly dx: number;
  readonly dy: number;
}

export type HouseAnimator = Animator<HouseScene, HouseBeat, Pose>;

const angleOf = (facing: readonly [number, number] | null): number | null => (facing ? (Math.atan2(facing[0], -facing[1]) * 180) / Math.PI : null);

/** Places pieces in the middle of their squares; pieces that share a square are beside each other. */
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
    // Without a board, and for a kind that only a newer server knows, the cards show everything.
    default:
      return { width: 0, height: 0, squares: null, pieces: [], areas: [], cards };
  }
}

/** Returns the beat of a notice: the first dice of its facts, and their texts; empty where no fact has a text. */
export function houseBeat(house: Presented, notice: Notice, player: Player): HouseBeat[] {
  const said = notice.facts.flatMap((fact) => house.line(fact, player) ?? []);
  const [first] = said;
  if (!first) return [];
  const dice = said.flatMap((line) => line.dice)[0];
  const show: DieShow | undefined = dice && { sides: dice.sides, face: dice.faces[0] ?? 0, faces: [...dice.faces], label: first.text };
  return [{ word: said.map((line) => line.text).join(' '), ...(show ? { dice: show } : {}) }];
}

/** Returns offsets by which pieces that have moved glide to their new places. */
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

/** Returns an animator that shows a scene. */
export const houseAnimator = (scene: HouseScene): HouseAnimator => new Animator(scene, posesOf);
