/** The characters as panels show them. Contains no rule: what counts comes with the view. */
import { boardText as t } from '../../../i18n/energie/board';
import { word } from '../../../i18n/energie/word';
import type { Fighter, View, Who } from '../../../protocol/energie';

/** Returns the letter of a character, by its number: A, B … Z, A2 … */
export const letterOf = (who: Who): string => String.fromCharCode(65 + (who % 26)) + (who < 26 ? '' : String(Math.floor(who / 26) + 1));

export const fighterOf = (view: View, who: Who): Fighter | undefined => view.scene.fighters[who];

/** Returns the name of a character. */
export function nameOf(view: View, who: Who): string {
  const one = fighterOf(view, who);
  return one ? word('name.fighter', one, view) : letterOf(who);
}

/** Returns the name without title and without the letter of a namesake, where letter and colour identify the character. */
export const shortName = (view: View, who: Who): string =>
  nameOf(view, who)
    .replace(/ \([A-Z]\d?\)$/, '')
    .split(',')[0] ?? '';

/** Returns the name of a panel. */
export const zoneName = (view: View, zone: number): string => word(`zone.${view.places[zone] ?? ''}`);

/** Returns the look of a character: a hero has the one that was chosen with it, an opponent one by its number. */
export function lookOf(view: View, who: Who): number {
  const sheet = fighterOf(view, who)?.sheet;
  if (!sheet || sheet.seat === null) return who;
  return view.setup.bands[sheet.seat]?.heroes[sheet.member]?.look ?? who;
}

/** Returns whether a character is still in the fight. */
export const isIn = (one: Fighter): boolean => one.status === 'in';
export const isDown = (one: Fighter): boolean => isIn(one) && one.pe <= 0;

/** Returns the states of a character by the rules, in one short text each: for cards and for screen readers. */
export function signsOf(view: View, who: Who): { key: string; text: string; bad: boolean }[] {
  const one = fighterOf(view, who);
  if (!one) return [];
  const sign = (so: boolean, key: string, text: string, bad = false) => (so ? [{ key, text, bad }] : []);
  const helps = one.tokens.filter(({ kind }) => kind !== 'hinder').length;
  const hinders = one.tokens.length - helps;
  const weak = one.pe > 0 && one.pe <= 2 && one.sheet.kind !== 'robot';
  return [
    ...sign(one.status === 'left', 'left', t('left')),
    ...sign(one.status === 'surrendered', 'gaveUp', t('gaveUp'), true),
    ...sign(isDown(one), 'out', one.pe < 0 ? t('critical') : t('out'), true),
    ...sign(isIn(one) && weak, 'weak', word('edge.weakened'), true),
    ...sign(isIn(one) && one.prone && one.pe > 0, 'down', word('edge.prone'), true),
    ...sign(one.position > 0, 'position', t('position', { n: one.position })),
    ...sign(one.pool > 0, 'pool', t('pool', { n: one.pool })),
    ...sign(one.prepared > 0, 'aims', word('edge.prepared')),
    ...sign(one.debt, 'debt', t('debt'), true),
    ...sign(one.numb > 0, 'numb', word('edge.numb'), true),
    ...sign(helps > 0, 'helped', t('helped', { n: helps })),
    ...sign(hinders > 0, 'hindered', t('hindered', { n: hinders }), true),
    ...sign(one.guard, 'guards', t('guards')),
    ...sign(one.shielded !== null, 'shield', t('shield')),
    ...sign(one.feint !== null, 'feints', t('feints')),
    ...sign(one.items.length > 0, 'carries', t('carries')),
    ...sign(one.aboard !== null, 'aboard', t('aboard')),
    ...sign(one.en_route !== null, 'route', t('onTheWay', { n: one.en_route?.metres ?? 0 })),
    ...sign(one.sources.length > 0, 'suffers', t('suffers', { what: one.sources.map((source) => word(`source.${source}`)).join(', ') }), true),
  ];
}
