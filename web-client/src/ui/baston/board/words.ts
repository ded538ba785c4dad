/** What the board says, in both languages. */
import { word } from '../../../i18n/baston';
import { texts } from '../../../i18n/index.svelte';
import type { Beat } from './beats';
import { levelOf } from './geometry';
import { groundAt, samePt, type BoardScene, type Figure, type Pt } from './scene';

export const t = texts(
  {
    board: 'Le plateau',
    help: 'Flèches : déplacer le curseur. Maj et flèches : faire glisser le plateau. Plus et moins : zoom. Zéro : tout voir. G : coordonnées. Entrée : choisir.',
    coords: 'Coordonnées',
    people: 'Personnages sur le plateau',
    nobody: 'Personne sur le plateau.',
    at: 'rangée {r}, colonne {c}',
    facing: 'regarde {dir}',
    rank: 'rang {n}',
    level: 'niveau {n}',
    out: 'hors de combat',
    prone: 'à terre',
    under: 'sous un meuble',
    top: 'debout sur un meuble',
    stun: 'étourdi pour {n} {n|séquence|séquences}',
    holds: 'ceinture {who}',
    held: 'ceinturé par {who}',
    has: 'tient : {what}',
    carries: 'Sur soi : {what}',
    wears: 'Porte : {what}',
    empty: 'rien',
    choose: 'Direction {n} : {dir}',
    turn: 'Tour {n}',
    sequence: 'Séquence {n}',
    robs: 'fait les poches…',
    dresses: 'se rhabille…',
    saved: 'encaissé',
    dazed: '{n} {n|séquence perdue|séquences perdues}',
    spared: 'épargné',
    outside: 'DEHORS !',
    test: '{who} : test de {stat}',
    malus: 'malus',
    bonus: 'hauteur',
    stunRoll: '{who} : {line}',
    strength: 'Force : {who} contre {other}',
    location: 'Où ça touche',
    toHit: '{who} frappe {other}',
    onTarget: 'cible',
    onAttacker: 'gêne',
    range: 'distance',
    drew: 'Au hasard',
    glass: 'verre brisé',
  },
  {
    board: 'The board',
    help: 'Arrows: move the cursor. Shift and arrows: slide the board. Plus and minus: zoom. Zero: see it all. G: coordinates. Enter: choose.',
    coords: 'Coordinates',
    people: 'Characters on the board',
    nobody: 'Nobody is on the board.',
    at: 'row {r}, column {c}',
    facing: 'facing {dir}',
    rank: 'rank {n}',
    level: 'level {n}',
    out: 'knocked out',
    prone: 'on the floor',
    under: 'under furniture',
    top: 'standing on furniture',
    stun: 'stunned for {n} {n|sequence|sequences}',
    holds: 'grapples {who}',
    held: 'grappled by {who}',
    has: 'holds: {what}',
    carries: 'Carries: {what}',
    wears: 'Wears: {what}',
    empty: 'nothing',
    choose: 'Direction {n}: {dir}',
    turn: 'Turn {n}',
    sequence: 'Sequence {n}',
    robs: 'goes through pockets…',
    dresses: 'changes clothes…',
    saved: 'shrugged off',
    dazed: '{n} {n|sequence lost|sequences lost}',
    spared: 'spared',
    outside: 'OUT!',
    test: '{who}: {stat} test',
    malus: 'penalty',
    bonus: 'height',
    stunRoll: '{who}: {line}',
    strength: 'Strength: {who} against {other}',
    location: 'Where it lands',
    toHit: '{who} strikes {other}',
    onTarget: 'target',
    onAttacker: 'hindered',
    range: 'range',
    drew: 'At random',
    glass: 'broken glass',
  },
);

/** How a figure is, in a few words each. */
export function stateOf(scene: BoardScene, figure: Figure): string[] {
  const name = (id: string) => scene.figures.find((one) => one.id === id)?.name ?? id;
  if (figure.out) return [t('out')];
  const said: string[] = [];
  if (figure.under) said.push(t('under'));
  else if (figure.posture === 'prone') said.push(t('prone'));
  else if (figure.onTop) said.push(t('top'));
  const level = levelOf(scene, figure);
  if (level > 0) said.push(t('level', { n: level }));
  if (figure.stunned > 0) said.push(t('stun', { n: figure.stunned }));
  if (figure.holds !== undefined) said.push(t('holds', { who: name(figure.holds) }));
  if (figure.heldBy !== undefined) said.push(t('held', { who: name(figure.heldBy) }));
  if (figure.held) said.push(t('has', { what: word(`item.${figure.held}`) }));
  return said;
}

/** One line about a figure for screen readers. */
export function lineOf(scene: BoardScene, figure: Figure): string {
  return [
    `${figure.letter}, ${figure.name}${figure.band ? ` (${figure.band})` : ''}`,
    t('at', { ...figure.at }),
    t('facing', { dir: word(`wind.${figure.facing}`) }),
    ...stateOf(scene, figure),
    ...figure.parts.filter((part) => part.left < part.full).map((part) => `${word(`part.${part.part}`)} ${part.left}/${part.full}`),
  ].join(', ');
}

/** What is on a point, in words. */
export function pointLine(scene: BoardScene, at: Pt): string {
  const ground = groundAt(scene.plan, at);
  const piece = scene.furniture.find((one) => one.cells.some((cell) => samePt(cell, at)));
  return [
    t('at', { ...at }),
    ground ? word(`terrain.${ground.terrain}`) : '',
    piece ? word(piece.overturned ? 'overturned' : `piece.${piece.kind}`) : '',
    ...scene.loose.filter((thing) => samePt(thing.at, at)).map((thing) => word(`item.${thing.item}`)),
    scene.glass.some((one) => samePt(one, at)) ? t('glass') : '',
    ...scene.figures.filter((figure) => samePt(figure.at, at)).map((figure) => `${figure.letter} ${figure.name}`),
  ]
    .filter(Boolean)
    .join(', ');
}

/** A beat in a few words; empty when it only moves things about. */
export function beatLine(scene: BoardScene, beat: Beat): string {
  const who = scene.figures.find((figure) => figure.id === (beat.dice ? undefined : (beat.who ?? beat.target)))?.name;
  const said = [
    beat.banner,
    beat.dice && [beat.dice.label, beat.dice.total ?? beat.dice.face, beat.dice.goal].filter((part) => part !== undefined).join(', '),
    beat.order,
    beat.kind === 'move' && beat.at?.[1] ? t('at', { ...beat.at[1] }) : undefined,
    beat.word,
    beat.note,
  ].filter(Boolean);
  return said.length === 0 ? '' : [who, ...said].filter(Boolean).join(', ');
}
