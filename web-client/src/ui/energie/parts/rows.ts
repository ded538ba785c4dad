/** Rows of the catalogue in words. */
import { cardText as t } from '../../../i18n/energie/card';
import { word } from '../../../i18n/energie/word';
import type { Arm, Weapon, WeaponKind } from '../../../protocol/energie';
import { tableText } from '../../house/words';
import { catalogue } from '../catalogue.svelte';

export const weaponRow = (id: Weapon): WeaponKind | undefined => catalogue.found?.weapons.find((one) => one.id === id);

/** Returns what a weapon does, in a few words. */
export function weaponText(row: WeaponKind): string {
  return [
    t('damage', { n: row.damage }),
    row.zones > 0 ? t('range', { n: row.zones }) : t('contact'),
    ...(row.long ? [t('long')] : []),
    ...(row.area ? [t('area')] : []),
    ...(row.thrown > 0 ? [t('thrown', { n: row.thrown })] : []),
    ...(row.hands > 1 ? [t('hands')] : []),
  ].join(' · ');
}

/** Returns the state of a weapon: broken, jammed, empty, in hand or stowed. */
export function armState(arm: Arm): string {
  const row = weaponRow(arm.weapon);
  if (arm.broken) return t('broken');
  if (arm.jammed) return t('jammed');
  if (row && row.shots > 0 && arm.shots >= row.shots) return t('empty');
  return row?.class === 'naturel' ? '' : arm.held ? tableText('inHand') : t('stowed');
}

export const weaponName = (id: Weapon): string => word(`weapon.${id}`);
