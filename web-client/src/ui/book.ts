/** The additions of a system to its book of rules: tables made from the catalogue of the server, and pictures of rules. */
import type { Component } from 'svelte';
import { texts, wordsHere } from '../i18n/index.svelte';
import { api } from '../net/api';
import { presented } from './rulesets';

/** A table of the book, in the current language. */
export interface PrintedTable {
  readonly id: string;
  readonly title: string;
  /** A text that explains how to read the table. */
  readonly hint: string;
  /** Column headings; the first one is that of the row headings. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly head: string; readonly cells: readonly string[] }[];
}

/** Column headings that tables of several systems share. */
export const headText = texts(
  { weapon: 'Arme', skill: 'Compétence', damage: 'Dégâts', hands: 'Mains', effect: 'Effet', value: 'Valeur', cost: 'Points', total: 'Total' },
  { weapon: 'Weapon', skill: 'Skill', damage: 'Damage', hands: 'Hands', effect: 'Effect', value: 'Value', cost: 'Points', total: 'Total' },
);

/** Makes tables from a system’s texts: `id` is the key of the title, `idHint` that of the hint, `columns` are those of the headings. */
export const tablesOf =
  <Key extends string>(text: (key: Key) => string) =>
  <Id extends string>(id: Id & Key, columns: readonly string[], rows: PrintedTable['rows']): PrintedTable => ({
    id,
    title: text(id),
    hint: text(`${id}Hint` as `${Id}Hint` & Key),
    columns,
    rows,
  });

/** The default export of `src/ui/<ruleset>/book.ts`. */
export interface OwnBook {
  tables: (catalogue: unknown) => PrintedTable[];
  /** The ids of the rules that have a picture, and the component that draws it. */
  pictured: readonly string[];
  Picture: Component<{ rule: string }>;
}

/** The additions to a book, with the system’s catalogue from the server. */
export interface BookMore {
  readonly own: OwnBook;
  readonly catalogue: unknown;
}

const found = import.meta.glob<{ default: OwnBook }>('./*/book.ts');

/** Loads the additions of a system to its book; `null` where it has none. */
export async function bookMore(id: string): Promise<BookMore | null> {
  const load = found[`./${id}/book.ts`];
  if (!load) return null;
  const [{ default: own }, catalogue] = await Promise.all([load(), api.catalogue(id), presented(id)]);
  await wordsHere();
  return { own, catalogue };
}
