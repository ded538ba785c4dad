import { bookText as t } from '../../i18n/baston/book';
import { word } from '../../i18n/baston';
import { cap } from '../../text/fill';
import type { Catalogue } from '../../protocol/baston';
import type { OwnBook, PrintedTable } from '../book';
import Picture from './book/Picture.svelte';
import { PICTURED } from './book/positions';

type Printed = Catalogue['printed'];
type Key = Parameters<typeof t>[0];

const named = (kind: 'class' | 'stance' | 'sector', id: string): string => t(`${kind}.${id}` as Key);
const part = (code: string): string => cap(word(`part.${code}`));

/** The columns of a blow: both arms have one. */
const PARTS = ['T', 'TR', 'B', 'J'] as const;
const faces = Array.from({ length: 8 }, (_, n) => String(n + 1));

/** Wounds, and stars behind them; a dash for nothing at all. */
const result = (wounds: number, stuns: number): string => (wounds + stuns === 0 ? '–' : `${wounds}${stuns > 0 ? ` ✶${stuns}` : ''}`);

function blows({ blows }: Printed): PrintedTable[] {
  return blows.map(({ row, stat, class: of, wounds, stuns }) => ({
    id: `blow-${row}`,
    title: `${cap(word(`row.${row}`))} (${stat})`,
    hint: t('blowHint', { class: named('class', of) }),
    columns: [t('total'), ...(wounds[0] ?? []).map((_, n) => String(n + 13))],
    rows: PARTS.map((code, n) => ({
      head: code === 'B' ? t('arms') : part(code),
      cells: (wounds[n] ?? []).map((wound, at) => result(wound, stuns[n]?.[at] ?? 0)),
    })),
  }));
}

function locations({ locations }: Printed): PrintedTable[] {
  return [...new Set(locations.map(({ stance }) => stance))].map((stance) => ({
    id: `location-${stance}`,
    title: t('locations', { stance: named('stance', stance) }),
    hint: t('locationHint'),
    columns: [t('from'), ...faces],
    rows: locations
      .filter((one) => one.stance === stance)
      .map((one) => ({ head: `${cap(named('class', one.class))}, ${named('sector', one.sector)}`, cells: one.parts.map(part) })),
  }));
}

function armoury({ wares }: Catalogue): PrintedTable {
  return {
    id: 'armoury',
    title: t('armoury'),
    hint: t('armouryHint'),
    columns: [t('thing'), t('cost'), t('covers')],
    rows: wares.map((ware) => ({
      head: cap(word(`item.${ware.id}`)),
      cells: [ware.sold ? String(ware.cost) : t('found'), ware.covers.map(part).join(', ') || '–'],
    })),
  };
}

function damage({ damage }: Printed): PrintedTable {
  return {
    id: 'damage',
    title: t('damage'),
    hint: t('damageHint'),
    columns: ['CON', ...['T', 'TR', 'BD', 'BG', 'J'].map(part), t('all')],
    rows: damage.map((points, n) => ({ head: String(n + 1), cells: [...points, points.reduce((sum, one) => sum + one, 0)].map(String) })),
  };
}

function stuns({ stuns }: Printed): PrintedTable {
  return {
    id: 'stuns',
    title: t('stuns'),
    hint: t('stunHint'),
    columns: ['D8', ...faces],
    rows: stuns.map(({ line, sequences }) => ({ head: t('line', { line }), cells: sequences.map(String) })),
  };
}

const book: OwnBook = {
  tables(data) {
    const catalogue = data as Catalogue;
    const { printed } = catalogue;
    return [armoury(catalogue), ...blows(printed), ...locations(printed), damage(printed), stuns(printed)];
  },
  pictured: PICTURED,
  Picture,
};

export default book;
