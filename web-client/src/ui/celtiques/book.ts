import { bookText as t } from '../../i18n/celtiques/book';
import { word } from '../../i18n/celtiques/word';
import { signed } from '../../i18n/index.svelte';
import type { Arm, Catalogue, Zone } from '../../protocol/celtiques';
import { headText as head, tablesOf, type OwnBook, type PrintedTable } from '../book';
import Picture from './book/Picture.svelte';
import { PICTURED } from './book/pictures';

const table = tablesOf(t);
const orNone = (n: number): string => (n === 0 ? '–' : signed(n));
const cost = (n: number | null): string => (n === null ? '–' : String(n));

const range = ({ range: bands, fixed }: Arm): string => (bands === null ? '–' : fixed ? bands.map((n) => `${n} m`).join(' / ') : `×${bands.join('/')}`);

const arms = ({ arms: list }: Catalogue): PrintedTable =>
  table(
    'arms',
    [head('weapon'), head('skill'), t('attack'), t('defence'), head('damage'), t('reach'), head('hands'), t('range'), head('cost')],
    list.map((arm) => ({
      head: word(`weapon.${arm.id}`),
      cells: [
        word(`skill.${arm.skill}`),
        orNone(arm.attack),
        orNone(arm.defence),
        orNone(arm.damage),
        String(arm.reach),
        String(arm.hands),
        range(arm),
        cost(arm.cost),
      ],
    })),
  );

function protection({ guards, covers, shields, armours }: Catalogue): PrintedTable {
  const priceOf = (id: string) => [...shields, ...armours].find((one) => one.id === id)?.cost ?? null;
  return table(
    'protection',
    [t('piece'), head('effect'), head('cost')],
    [
      ...guards.map((one) => ({ head: word(`shield.${one.id}`), cells: [t('shield', { n: one.defence, bash: one.bash }), cost(priceOf(one.id))] })),
      ...covers.map((one) => ({
        head: word(`armour.${one.id}`),
        cells: [(Object.entries(one.zones) as [Zone, number][]).map(([zone, n]) => `${word(`zone.${zone}`)} ${n}`).join(', '), cost(priceOf(one.id))],
      })),
    ],
  );
}

const zones = ({ aimed }: Catalogue): PrintedTable =>
  table(
    'zones',
    [t('zone'), t('malus')],
    aimed.map((one) => ({ head: word(`zone.${one.id}`), cells: [orNone(one.malus)] })),
  );

const criticals = ({ harms }: Catalogue): PrintedTable =>
  table(
    'criticals',
    [head('total'), head('effect')],
    harms.map((one) => ({
      head: one.to > 30 ? `${one.from}+` : one.from === one.to ? String(one.from) : one.from < 0 ? `≤ ${one.to}` : `${one.from}–${one.to}`,
      cells: [word(`critical.${one.effect}`)],
    })),
  );

const book: OwnBook = {
  tables(data) {
    const catalogue = data as Catalogue;
    return [arms(catalogue), protection(catalogue), zones(catalogue), criticals(catalogue)];
  },
  pictured: PICTURED,
  Picture,
};

export default book;
