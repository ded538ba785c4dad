import { bookText as t } from '../../i18n/energie/book';
import { cardText as c } from '../../i18n/energie/card';
import { creationText } from '../../i18n/energie/creation';
import { word } from '../../i18n/energie/word';
import { lang } from '../../i18n/index.svelte';
import type { ArenaKind, Catalogue } from '../../protocol/energie';
import { headText as head, tablesOf, type OwnBook, type PrintedTable } from '../book';
import { tableText } from '../house/words';
import Picture from './book/Picture.svelte';
import { PICTURED } from './book/positions';

const table = tablesOf(t);
const or = (n: number): string => (n === 0 ? '–' : String(n));
const told = (row: { name: { fr: string; en: string } }): string => row.name[lang()];

const weapons = ({ weapons }: Catalogue): PrintedTable =>
  table(
    'weapons',
    [head('weapon'), head('damage'), t('range'), t('thrown'), head('hands'), t('price'), t('traits')],
    weapons.map((row) => ({
      head: told(row),
      cells: [
        String(row.damage),
        or(row.zones),
        or(row.thrown),
        String(row.hands),
        String(row.price),
        [row.long && c('long'), row.area && c('area'), row.single_use && t('once'), row.reload > 0 && c('empty')].filter(Boolean).join(', ') || '–',
      ],
    })),
  );

const protections = ({ protections }: Catalogue): PrintedTable =>
  table(
    'protections',
    [c('protection'), head('value')],
    protections.map((row) => ({ head: told(row), cells: [row.shield ? `${row.value} (${t('shield')})` : String(row.value)] })),
  );

const skills = ({ skills }: Catalogue): PrintedTable =>
  table(
    'skills',
    [t('skill'), t('actions'), t('pe'), head('effect')],
    skills.map((row) => ({
      head: row.prodige ? `${told(row)} (${creationText('prodige')})` : told(row),
      cells: [or(row.actions), or(row.pe), word(`skill.${row.id}.about`)],
    })),
  );

const heroes = ({ heroes }: Catalogue): PrintedTable =>
  table(
    'heroes',
    [t('hero'), c('physique'), c('mental'), t('gear'), head('cost')],
    heroes.map(({ hero, cost }) => ({
      head: hero.name,
      cells: [
        String(hero.physique),
        String(hero.mental),
        [
          ...hero.weapons.map((id) => word(`weapon.${id}`)),
          ...hero.protections.map((id) => word(`protection.${id}`)),
          ...hero.skills.map((id) => word(`skill.${id}`)),
        ].join(', '),
        String(cost),
      ],
    })),
  );

const opponents = ({ opponents }: Catalogue): PrintedTable =>
  table(
    'opponents',
    [t('opponent'), c('physique'), c('mental'), t('pe'), t('gear'), t('doctrine'), t('menace')],
    opponents.map((row) => ({
      head: told(row),
      cells: [
        String(row.physique),
        String(row.mental),
        String(row.pe),
        row.weapons.map((id) => word(`weapon.${id}`)).join(', '),
        word(`doctrine.${row.doctrine}`),
        String(row.menace),
      ],
    })),
  );

const arena = (one: ArenaKind): PrintedTable => ({
  id: `arena-${one.id}`,
  title: t('arena', { name: told(one) }),
  hint: t('arenaHint'),
  columns: [t('panel'), t('links'), t('danger')],
  rows: one.zones.map((zone, n) => ({
    head: told(zone),
    cells: [
      one.links
        .filter(({ ends }) => ends.includes(n))
        .map(({ ends, metres }) => `${told(one.zones[ends[0] === n ? ends[1] : ends[0]] ?? zone)} ${metres} m`)
        .join(', '),
      one.danger
        .filter(([, zones]) => zones.includes(n))
        .map(([turn, , source]) => `${tableText('turn', { n: turn })}, ${word(`source.${source}`)}`)
        .join(' ; '),
    ],
  })),
});

const book: OwnBook = {
  tables(data) {
    const catalogue = data as Catalogue;
    return [weapons(catalogue), protections(catalogue), skills(catalogue), heroes(catalogue), opponents(catalogue), ...catalogue.arenas.map(arena)];
  },
  pictured: PICTURED,
  Picture,
};

export default book;
