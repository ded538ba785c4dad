import { bookText as t } from '../../i18n/celtiques/book';
import { word } from '../../i18n/celtiques/word';
import type { Arm, Catalogue, Zone } from '../../protocol/celtiques';
import type { OwnBook, PrintedTable } from '../book';
import Picture from './book/Picture.svelte';
import { PICTURED } from './book/pictures';

const signed = (n: number): string => (n === 0 ? '–' : n < 0 ? `−${-n}` : `+${n}`);
const cost = (n: number | null): string => (n === null ? '–' : String(n));

const range = ({ range: bands, fixed }: Arm): string => (bands === null ? '–' : fixed ? bands.map((n) => `${n} m`).join(' / ') : `×${bands.join('/')}`);

const arms = ({ arms: list }: Catalogue): PrintedTable => ({
  id: 'arms',
  title: t('arms'),
  hint: t('armsHint'),
  columns: [t('arm'), t('skill'), t('attack'), t('defence'), t('damage'), t('reach'), t('hands'), t('range'), t('cost')],
  rows: list.map((arm) => ({
    head: word(`weapon.${arm.id}`),
    cells: [
      word(`skill.${arm.skill}`),
      signed(arm.attack),
      signed(arm.defence),
      signed(arm.damage),
      String(arm.reach),
      String(arm.hands),
      range(arm),
      cost(arm.cost),
    ],
  })),
});

function protection({ guards, covers, shields, armours }: Catalogue): PrintedTable {
  const priceOf = (id: string) => [...shields, ...armours].find((one) => one.id === id)?.cost ?? null;
  return {
    id: 'protection',
    title: t('protection'),
    hint: t('protectionHint'),
    columns: [t('piece'), t('effect'), t('cost')],
    rows: [
      ...guards.map((one) => ({ head: word(`shield.${one.id}`), cells: [t('shield', { n: one.defence, bash: one.bash }), cost(priceOf(one.id))] })),
      ...covers.map((one) => ({
        head: word(`armour.${one.id}`),
        cells: [(Object.entries(one.zones) as [Zone, number][]).map(([zone, n]) => `${word(`zone.${zone}`)} ${n}`).join(', '), cost(priceOf(one.id))],
      })),
    ],
  };
}

const zones = ({ aimed }: Catalogue): PrintedTable => ({
  id: 'zones',
  title: t('zones'),
  hint: t('zonesHint'),
  columns: [t('zone'), t('malus')],
  rows: aimed.map((one) => ({ head: word(`zone.${one.id}`), cells: [signed(one.malus)] })),
});

const criticals = ({ harms }: Catalogue): PrintedTable => ({
  id: 'criticals',
  title: t('criticals'),
  hint: t('criticalsHint'),
  columns: [t('total'), t('effect')],
  rows: harms.map((one) => ({
    head: one.to > 30 ? `${one.from}+` : one.from === one.to ? String(one.from) : one.from < 0 ? `≤ ${one.to}` : `${one.from}–${one.to}`,
    cells: [word(`critical.${one.effect}`)],
  })),
});

const book: OwnBook = {
  tables(data) {
    const catalogue = data as Catalogue;
    return [arms(catalogue), protection(catalogue), zones(catalogue), criticals(catalogue)];
  },
  pictured: PICTURED,
  Picture,
};

export default book;
