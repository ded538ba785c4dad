/** What the table of GeneriK says, in both languages. */
import { texts } from '../../../i18n/index.svelte';
import type { Odds } from '../../../surface/plane/tools';
import { direction, percent, placeLine, t as p, whole } from '../../../surface/plane/words';
import type { Piece, Token } from './model';

export const t = texts(
  {
    facing: 'regarde {dir}',
    level: 'en hauteur, {n} cm',
    chief: 'chef',
    da: '{n} DA',
    wounded: 'blessé',
    down: 'à terre',
    cover: 'à couvert',
    empty: 'à recharger : {what}',
    emptyPlain: 'arme à recharger',
    heroic: 'a tenté l’héroïsme ce tour',
    active: 'agit',
    goal: 'objectif',
    high: '{n} cm de haut',
    flat: 'au ras du sol',
    difficult: 'terrain difficile',
    solid: 'infranchissable à pied',
    climb: 'on peut monter dessus',
    thin: 'on peut le sauter',
    dense: 'cache la vue à travers',
    opaque: 'cache la vue',
    coverEdge: 'offre un couvert',
    coverInside: 'couvert à l’intérieur',
    zone: 'Zone de {who}',
    turnRound: 'Tour {n}',
    o_down: 'à terre',
    o_wounded: 'blessé',
    o_out: 'hors de combat',
    edge_n: 'Bord nord',
    edge_s: 'Bord sud',
    edge_e: 'Bord est',
    edge_w: 'Bord ouest',
  },
  {
    facing: 'facing {dir}',
    level: 'up at {n} cm',
    chief: 'chief',
    da: '{n} {n|action die|action dice}',
    wounded: 'wounded',
    down: 'down',
    cover: 'in cover',
    empty: 'to reload: {what}',
    emptyPlain: 'a weapon to reload',
    heroic: 'has tried heroics this turn',
    active: 'acting',
    goal: 'objective',
    high: '{n} cm high',
    flat: 'flat on the ground',
    difficult: 'difficult ground',
    solid: 'cannot be walked through',
    climb: 'can be climbed',
    thin: 'can be vaulted',
    dense: 'hides what is beyond',
    opaque: 'blocks sight',
    coverEdge: 'gives cover',
    coverInside: 'cover inside',
    zone: 'Zone of {who}',
    turnRound: 'Turn {n}',
    o_down: 'down',
    o_wounded: 'wounded',
    o_out: 'out of action',
    edge_n: 'North edge',
    edge_s: 'South edge',
    edge_e: 'East edge',
    edge_w: 'West edge',
  },
);

/** How a figure is, in a few words each (GEN-STA-11). */
export function stateOf(token: Token, weaponName?: (id: string) => string): string[] {
  const said: string[] = [t('da', { n: token.da })];
  if (token.active) said.unshift(t('active'));
  if (token.down) said.push(t('down'));
  if (token.wounded) said.push(t('wounded'));
  if (token.inCover) said.push(t('cover'));
  if (token.level > 0) said.push(t('level', { n: whole(token.level) }));
  if (token.empty.length > 0)
    said.push(weaponName ? t('empty', { what: token.empty.map((i) => weaponName(token.weapons[i] ?? '')).join(', ') }) : t('emptyPlain'));
  if (token.heroic) said.push(t('heroic'));
  return said;
}

/** One line about a figure for screen readers. */
export const lineOf = (token: Token, weaponName?: (id: string) => string): string =>
  [
    `${token.letter}, ${token.name}${token.band ? ` (${token.band})` : ''}`,
    ...(token.chief ? [t('chief')] : []),
    placeLine(token.at),
    t('facing', { dir: direction(token.angle) }),
    ...stateOf(token, weaponName),
  ].join(', ');

/** What a terrain piece does, in words. */
export function pieceLines(kind: Piece['kind']): string[] {
  const said = [kind.height > 0 ? t('high', { n: whole(kind.height) }) : t('flat')];
  if (kind.move === 'difficult' || (kind.move === 'solid' && kind.height <= 100)) said.push(t('difficult'));
  else if (kind.move === 'solid') said.push(kind.top ? t('climb') : t('solid'));
  if (kind.thin) said.push(t('thin'));
  if (kind.los !== 'none') said.push(t(kind.los === 'dense' ? 'dense' : 'opaque'));
  if (kind.cover !== 'none') said.push(t(kind.cover === 'edge' ? 'coverEdge' : 'coverInside'));
  return said;
}

/** Odds in words. */
export const oddsLine = (odds: Odds): string =>
  [
    odds.title,
    p('hit', { n: percent(odds.hit) }),
    ...(odds.outcomes ?? []).map((one) => `${t(`o_${one.what}`)} ${p('share', { n: percent(one.share) })}`),
  ].join(', ');
