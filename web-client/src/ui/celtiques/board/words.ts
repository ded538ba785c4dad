/** The map in words. */
import type { Hex } from '../../../protocol';
import { boardText as t } from '../../../i18n/celtiques/board';
import { word } from '../../../i18n/celtiques/word';
import { tableText } from '../../house/words';
import { GROUNDS } from './paint';
import type { Scene, Token } from './scene';

export const groundName = (letter: string): string => word(`ground.${GROUNDS[letter] ?? 'plat'}`);

/** Returns the states of a fighter, in words. */
export function statesOf(token: Token): string[] {
  const { blessure, fatigue } = token;
  return [
    ...(token.out ? [word('status.out')] : token.fainted ? [word('status.fainted')] : []),
    ...(token.lying && !token.out ? [tableText('lying')] : []),
    ...(token.crouched ? [t('crouched')] : []),
    ...(blessure[0] > 0 ? [t('blessure', { n: blessure[0], of: blessure[1] })] : []),
    ...(fatigue[0] > 0 ? [t('fatigue', { n: fatigue[0], of: fatigue[1] })] : []),
    ...(token.lost > 0 ? [t(token.stunned ? 'stunned' : 'lost', { n: token.lost })] : []),
    ...(token.fear > 0 ? [t('fear', { n: token.fear })] : []),
    ...(token.flees ? [t('flees')] : []),
    ...(token.entrave > 0 ? [t('held', { n: token.entrave })] : []),
    ...token.hurt.map((part) => t(`hurt_${part}`)),
    ...(token.survives ? [word('order.survive')] : []),
    ...(token.standard ? [t('standard')] : []),
    ...(token.mounted ? [t(token.chariot ? 'chariot' : 'mounted')] : []),
    ...(token.heads > 0 ? [t('heads', { n: token.heads })] : []),
    ...(token.chief ? [t('chief')] : []),
  ];
}

export const hexLine = (scene: Scene, [col, row]: Hex): string => t('hex', { x: col + 1, y: row + 1, ground: groundName(scene.map.rows[row]?.[col] ?? '.') });

export function tokenLine(scene: Scene, token: Token): string {
  const [col, row] = token.hex;
  const states = statesOf(token);
  return t('figure', {
    letter: token.letter,
    name: token.name,
    x: col + 1,
    y: row + 1,
    ground: groundName(scene.map.rows[row]?.[col] ?? '.'),
    side: t(`facing_${Math.round(token.angle)}` as 'facing_90'),
    states: states.length > 0 ? ` ${states.join(', ')}.` : '',
  });
}
