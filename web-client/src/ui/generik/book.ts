import { bookText as t } from '../../i18n/generik/book';
import { decimal, lang, signed } from '../../i18n/index.svelte';
import type { Catalogue, WeaponRow } from '../../protocol/generik';
import { headText, type OwnBook, type PrintedTable } from '../book';
import Picture from './book/Picture.svelte';
import { PICTURED } from './book/positions';

const cm = (u: number): string => (u === 0 ? '–' : decimal(u));
const orNone = (n: number): string => (n === 0 ? '–' : signed(n));
const told = (row: { fr: string; en: string }): string => (lang() === 'fr' ? row.fr : row.en);
const text = (row: { text_fr: string; text_en: string }): string => (lang() === 'fr' ? row.text_fr : row.text_en);

const arm = (row: WeaponRow) => ({ head: told(row), cells: [String(row.cost), cm(row.short), cm(row.long), orNone(row.cc_die), orNone(row.wound), text(row)] });

function armouries({ weapons, numbers }: Catalogue): PrintedTable[] {
  return numbers.era.map((era) => ({
    id: `armoury-${era.id}`,
    title: t('armoury', { era: told(era) }),
    hint: t('armouryHint'),
    columns: [headText('weapon'), headText('cost'), t('short'), t('long'), t('mêlée'), t('wound'), headText('effect')],
    rows: weapons.filter((row) => row.era === era.id).map(arm),
  }));
}

const skills = ({ skills }: Catalogue): PrintedTable => ({
  id: 'skills',
  title: t('skills'),
  hint: t('skillsHint'),
  columns: [headText('skill'), headText('cost'), headText('effect')],
  rows: skills.map((row) => ({ head: `${row.number}. ${told(row)}`, cells: [String(row.cost).replace('-', '−'), text(row)] })),
});

function pieces({ terrain, numbers }: Catalogue): PrintedTable[] {
  return numbers.era.map((era) => ({
    id: `terrain-${era.id}`,
    title: t('terrain', { era: told(era) }),
    hint: t('terrainHint'),
    columns: [t('piece'), t('height'), t('copies')],
    rows: terrain.filter((row) => row.era === era.id).map((row) => ({ head: told(row.name), cells: [cm(row.height), String(row.copies)] })),
  }));
}

const book: OwnBook = {
  tables(data) {
    const catalogue = data as Catalogue;
    return [...armouries(catalogue), skills(catalogue), ...pieces(catalogue)];
  },
  pictured: PICTURED,
  Picture,
};

export default book;
