/** A view as the map draws it. Contains assignments only, and no rule. */
import type { Hex } from '../../../protocol';
import type { Known, Map as Ground, Shield, View, Weapon, Who } from '../../../protocol/celtiques';
import type { XY } from '../../../surface/camera';
import { inOneSpace } from '../../../surface/marks';
import { ANGLES, middle, sameHex } from './hex';
import { fullName } from '../model/people';
import { lookOf, type WarriorLook } from '../parts/looks';

/** A fighter as it is drawn. */
export interface Token {
  readonly id: string;
  readonly who: Who;
  readonly name: string;
  readonly letter: string;
  readonly seat: number | null;
  readonly side: number;
  readonly hex: Hex;
  readonly place: XY;
  /** Degrees clockwise from the north. */
  readonly angle: number;
  readonly look: WarriorLook;
  readonly foe: Known['foe'];
  readonly weapon: Weapon | null;
  readonly shield: Shield | null;
  readonly lying: boolean;
  readonly crouched: boolean;
  readonly out: boolean;
  readonly fainted: boolean;
  /** Levels of Blessure and of Fatigue: the lost ones, and all. */
  readonly blessure: readonly [number, number];
  readonly fatigue: readonly [number, number];
  /** Lost actions; below, dice of fear, and dice of the hold that the fighter is in. */
  readonly lost: number;
  readonly stunned: boolean;
  readonly fear: number;
  readonly entrave: number;
  readonly survives: boolean;
  readonly flees: boolean;
  /** The injured parts: weapon arm, shield arm, leg, eye, jaw. */
  readonly hurt: readonly ('arm' | 'shield_arm' | 'leg' | 'eye' | 'jaw')[];
  readonly chief: boolean;
  readonly heads: number;
  readonly standard: boolean;
  readonly mounted: boolean;
  readonly chariot: boolean;
  readonly stuck: boolean;
  readonly aims: boolean;
}

export interface Scene {
  readonly map: Ground;
  readonly width: number;
  readonly height: number;
  readonly tokens: readonly Token[];
  /** Pairs of engaged fighters. */
  readonly bonds: readonly (readonly [Who, Who])[];
  /** Holds: the holder, then the held fighter. */
  readonly holds: readonly (readonly [Who, Who])[];
  readonly things: readonly { readonly key: string; readonly place: XY; readonly weapon: Weapon }[];
  readonly standard: XY | null;
  /** Hexagons that a ruling has made slower. */
  readonly slow: readonly Hex[];
}

/** The radius of the disc of a fighter, and the space in a hexagon for several, in units of the map. */
export const RADIUS = 21;
const ROOM = 30;

export const tokenId = (who: Who): string => `f${who}`;
const HURTS = ['arm', 'shield_arm', 'leg', 'eye', 'jaw'] as const;

/** Returns whether a fighter is on the map. */
export const onMap = (view: View, who: Who): boolean => {
  const status = view.scene.fighters[who]?.body.status ?? 'able';
  return status === 'able' || status === 'fainted' || status === 'out';
};

/** Returns whether a fighter can act. */
export const able = (view: View, who: Who): boolean => (view.scene.fighters[who]?.body.status ?? 'able') === 'able';

function tokenOf(view: View, known: Known): Token | null {
  const now = view.scene.fighters[known.who];
  if (!now || !onMap(view, known.who)) return null;
  const { pose, body, gear, mind, ties, turn } = now;
  const hex: Hex = pose.at ?? [0, 0];
  const posture = pose.posture ?? 'standing';
  const out = body.status === 'out';
  return {
    id: tokenId(known.who),
    who: known.who,
    name: fullName(known),
    letter: known.letter,
    seat: known.seat,
    side: known.side,
    hex,
    place: middle(hex),
    angle: ANGLES[pose.facing ?? 'e'],
    look: lookOf({ name: known.name, armours: known.armours, undressed: gear.undressed, paint: gear.paint, foe: known.foe }),
    foe: known.foe,
    weapon: gear.hand == null ? null : (known.weapons[gear.hand] ?? null),
    shield: gear.shield ? known.shield : null,
    lying: posture === 'lying' || posture === 'fallen',
    crouched: posture === 'crouched',
    out,
    fainted: body.status === 'fainted',
    blessure: [body.blessure ?? 0, known.out[0]],
    fatigue: [body.fatigue ?? 0, known.out[1]],
    lost: mind.lost ?? 0,
    stunned: mind.stunned === true && (mind.lost ?? 0) > 0,
    fear: body.fear ?? 0,
    entrave: ties.held == null ? 0 : (ties.entrave ?? 0),
    survives: turn.survival === 'on',
    flees: body.fleeing === true,
    hurt: HURTS.filter((part) => body[part] === true),
    chief: view.scene.camps[known.side]?.chief === known.who,
    heads: gear.heads ?? 0,
    standard: gear.standard === true,
    mounted: gear.mounted === true,
    chariot: gear.mounted === true && known.chariot,
    stuck: gear.stuck != null,
    aims: mind.aim != null,
  };
}

/** Returns the fighters at the places where they are drawn: in one hexagon beside each other, the standing ones not over the lying ones. */
function spread(tokens: readonly Token[]): Token[] {
  return tokens.map((token) => {
    const here = tokens.filter(({ hex }) => sameHex(hex, token.hex));
    const aside = inOneSpace(
      here.map((one) => !one.out && !one.fainted),
      ROOM,
    )[here.indexOf(token)] as XY;
    const { x, y } = middle(token.hex);
    return { ...token, place: { x: x + aside.x, y: y + aside.y } };
  });
}

export function sceneOf(view: View): Scene {
  const { scene, map } = view;
  const tokens = spread(view.known.flatMap((known) => tokenOf(view, known) ?? []));
  const pairs = scene.fighters.flatMap((one, n) => (one.ties.engaged ?? []).filter((other) => other > n).map((other) => [n, other] as const));
  const holds = scene.fighters.flatMap((one, n) => (one.ties.holds == null ? [] : [[n, one.ties.holds] as const]));
  const things = (scene.things ?? []).flatMap(({ of, n, at }, i) => {
    const weapon = view.known[of]?.weapons[n];
    const { x, y } = middle(at);
    return weapon ? [{ key: `t${i}`, place: { x: x + ((i % 3) - 1) * 9, y: y + 8 - (i % 2) * 9 }, weapon }] : [];
  });
  return {
    map,
    width: map.rows[0]?.length ?? 0,
    height: map.rows.length,
    tokens,
    bonds: pairs,
    holds,
    things,
    standard: scene.standard == null ? null : middle(scene.standard),
    slow: (scene.rulings.slow ?? []).map(([hex]) => hex),
  };
}

export const tokenBy = (scene: Scene, who: Who | undefined | null): Token | undefined =>
  who == null ? undefined : scene.tokens.find((one) => one.who === who);

/** Returns a scene in which a fighter has come to a hexagon. */
export const arrived = (scene: Scene, who: Who, hex: Hex): Scene => ({
  ...scene,
  tokens: spread(scene.tokens.map((one) => (one.who === who ? { ...one, hex } : one))),
});
