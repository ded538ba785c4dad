/** The texts of a plane, in both languages. */
import { lang, texts } from '../../i18n/index.svelte';
import type { Pt } from '../../protocol';
import { lengthOf, within } from './geometry';
import type { Scene } from './scene';
import type { Sheet } from './sheet';
import { measure, tenths, type CoverRays, type PathDraft, type PathVerdict, type Ruler, type SightLine } from './tools';

export const t = texts(
  {
    table: 'La table',
    help: 'Flèches : passer d’une figurine à l’autre. Entrée : choisir. Maj et flèches : faire glisser la table. Plus et moins : zoom. Zéro : tout voir. G : quadrillage. H : hauteurs. V : lignes de vue. M : mètre.',
    helpPlace: 'Flèches : déplacer d’un centimètre, avec Alt d’un millimètre. R : tourner, Maj R : dans l’autre sens. Entrée : poser ici. Échap : laisser.',
    helpPath:
      'Flèches : déplacer le curseur d’un centimètre, avec Alt d’un millimètre. Entrée : point de passage ici. Retour arrière : ôter le dernier. Échap : laisser.',
    helpRuler: 'Flèches : déplacer le curseur d’un centimètre. Entrée : début, puis fin de la mesure. Échap : ranger le mètre.',
    people: 'Figurines sur la table',
    nobody: 'Personne sur la table.',
    grid: 'Quadrillage de 10 cm',
    heights: 'Hauteurs des décors',
    ruler: 'Mètre',
    light: 'Lumière du jour',
    at: '{x} cm à l’est, {y} cm au nord',
    cm: '{n} cm',
    touching: 'au contact',
    between: 'De bord à bord : {n} cm',
    long: '{a} cm sur {b}',
    cost: '{n} DA',
    asking: 'calcul…',
    seenBy: 'Vu par {who}',
    slow: '{n} cm difficiles ×{rate}',
    heavy: '×{rate} partout',
    cut: 'contact : fin du mouvement',
    stop: 'passage impossible',
    notSo: 'impossible',
    sees: 'vue dégagée',
    seesPart: '{n} {n|ligne de vue libre|lignes de vue libres} sur {of}',
    blocked: 'vue bouchée',
    by: '{what} ({who})',
    covered: 'à couvert',
    coverShort: 'couvert {n} sur {of}',
    coverRays: 'couvert : {n} rayons sur {of}, il en faut {needed}',
    sight: 'Lignes de vue',
    hit: '{n} % de toucher',
    share: '{n} %',
    short: 'courte portée',
    longRange: 'longue portée',
    d0: 'le nord',
    d1: 'le nord-est',
    d2: 'l’est',
    d3: 'le sud-est',
    d4: 'le sud',
    d5: 'le sud-ouest',
    d6: 'l’ouest',
    d7: 'le nord-ouest',
  },
  {
    table: 'The table',
    help: 'Arrows: go from figure to figure. Enter: choose. Shift and arrows: slide the table. Plus and minus: zoom. Zero: see it all. G: grid. H: heights. V: lines of sight. M: tape measure.',
    helpPlace: 'Arrows: move by one centimetre, with Alt by one millimetre. R: turn, Shift R: the other way. Enter: put it here. Escape: leave.',
    helpPath: 'Arrows: move the cursor by one centimetre, with Alt by one millimetre. Enter: way-point here. Backspace: take the last one away. Escape: leave.',
    helpRuler: 'Arrows: move the cursor by one centimetre. Enter: start, then end of the measure. Escape: put the tape away.',
    people: 'Figures on the table',
    nobody: 'Nobody is on the table.',
    grid: 'Grid of 10 cm',
    heights: 'Heights of the terrain',
    ruler: 'Tape measure',
    light: 'Daylight',
    at: '{x} cm east, {y} cm north',
    cm: '{n} cm',
    touching: 'in contact',
    between: 'Edge to edge: {n} cm',
    long: '{a} cm of {b}',
    cost: '{n} AD',
    asking: 'working it out…',
    seenBy: 'Seen by {who}',
    slow: '{n} cm difficult ×{rate}',
    heavy: '×{rate} everywhere',
    cut: 'contact: the move ends',
    stop: 'no way through',
    notSo: 'not possible',
    sees: 'clear view',
    seesPart: '{n} of {of} lines of sight {n|is|are} free',
    blocked: 'view blocked',
    by: '{what} ({who})',
    covered: 'in cover',
    coverShort: 'cover {n} of {of}',
    coverRays: 'cover: {n} rays of {of}, it takes {needed}',
    sight: 'Lines of sight',
    hit: '{n}% to hit',
    share: '{n}%',
    short: 'short range',
    longRange: 'long range',
    d0: 'north',
    d1: 'north-east',
    d2: 'east',
    d3: 'south-east',
    d4: 'south',
    d5: 'south-west',
    d6: 'west',
    d7: 'north-west',
  },
);

type Key = Parameters<typeof t>[0];

/** Returns centimetres as text: with tenths, and the decimal separator of the language. */
export const cm = (u: number): string => tenths(u).toLocaleString(lang(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const percent = (share: number): number => Math.round(share * 100);

/** Returns the name of the nearest of eight directions, for degrees clockwise from north. */
export const direction = (angle: number): string => t(`d${((Math.round(angle / 45) % 8) + 8) % 8}` as Key);

/** Returns centimetres as text, with a tenth only where there is one. */
export const whole = (u: number): string => (u / 100).toLocaleString(lang(), { maximumFractionDigits: 1 });

/** Returns a place in words. */
export const placeLine = ([x, y]: Pt): string => t('at', { x: whole(x), y: whole(y) });

/** Returns a place, and the pieces and figures at it, in words. */
export function spotLine(sheet: Sheet, scene: Scene, at: Pt): string {
  const on = scene.pieces.filter((piece) => piece.polys.some((poly) => within(poly, at)));
  const who = scene.tokens.filter((token) => Math.hypot(token.at[0] - at[0], token.at[1] - at[1]) <= sheet.u.base);
  return [placeLine(at), ...on.map((piece) => piece.kind.name[lang()]), ...who.map((token) => `${token.letter} ${token.name}`)].join(', ');
}

/** Returns a measure in words. */
export function rulerLine(ruler: Ruler, sheet: Sheet): string {
  const { u, touching } = measure(ruler, sheet);
  return touching ? t('touching') : t('between', { n: cm(u) });
}

/** Returns the cost of a drafted path, or why it cannot be walked, in a few words. */
export function pathCost({ points, verdict }: PathDraft): string {
  if (points.length === 0) return '';
  if (!verdict) return t('asking');
  if (!verdict.ok) return verdict.why ?? t('stop');
  if (verdict.budget <= 0) return t('cm', { n: cm(lengthOf(verdict.walked)) });
  return [t('long', { a: cm(verdict.cost), b: cm(verdict.budget) }), slowLine(verdict), ...(verdict.da > 0 ? [t('cost', { n: verdict.da })] : [])]
    .filter(Boolean)
    .join(' · ');
}

/** Returns why a path costs more than its length, or nothing where it does not. */
export function slowLine({ slow, clearRate }: PathVerdict): string {
  if (clearRate !== undefined) return t('heavy', { rate: clearRate });
  return slow && slow.rate > 1 ? t('slow', { n: cm(slow.u), rate: slow.rate }) : '';
}

/** Returns a drafted path in words. */
export function pathLine(draft: PathDraft, scene: Scene): string {
  const { verdict } = draft;
  if (draft.points.length === 0) return '';
  if (!verdict) return t('asking');
  const seen = [...new Set((verdict.checkpoints ?? []).flatMap((one) => one.watchers))];
  const names = seen.map((fig) => scene.tokens.find((token) => token.fig === fig)?.name ?? '?');
  return [pathCost(draft), verdict.cut ? t('cut') : '', names.length > 0 ? t('seenBy', { who: names.join(', ') }) : ''].filter(Boolean).join(' · ');
}

/** Returns the names of pieces and figures, each once. */
export function namesOf(scene: Scene, pieces: readonly number[] = [], figures: readonly number[] = []): string {
  const kinds = pieces.flatMap((index) => scene.pieces.find((piece) => piece.index === index)?.kind.name[lang()] ?? []);
  const names = figures.flatMap((fig) => scene.tokens.find((token) => token.fig === fig)?.name ?? []);
  return [...new Set([...kinds, ...names])].join(', ');
}

/** Returns a line of sight in words: the view, the obstacles, the cover. */
export function sightWords(sight: SightLine, scene: Scene): string {
  const { free, seen, cover } = sight;
  const whole = !free || free.n === free.of;
  const view = !seen ? t('blocked') : whole || !free ? t('sees') : t('seesPart', { n: free.n, of: free.of });
  return [named(view, whole ? '' : namesOf(scene, sight.pieces, sight.figures)), ...(cover ? [named(t('covered'), namesOf(scene, cover))] : [])].join(' · ');
}

/** Returns a cover test in words. */
export const coverWords = (cover: CoverRays, scene: Scene): string =>
  named(t('coverRays', { n: cover.covered, of: cover.of, needed: cover.needed }), namesOf(scene, cover.pieces));

const named = (what: string, who: string): string => (who ? t('by', { what, who }) : what);
