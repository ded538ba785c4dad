/** What a system adds to its book of rules: the tables it is played by, from the server, and pictures of positions. */
import type { Component } from 'svelte';
import { texts, wordsHere } from '../i18n/index.svelte';
import { api } from '../net/api';
import { presented } from './rulesets';

/** A table to be read, in the language of the moment. */
export interface PrintedTable {
  readonly id: string;
  readonly title: string;
  /** How to read it. */
  readonly hint: string;
  /** Heads of the columns, that of the rows first. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly head: string; readonly cells: readonly string[] }[];
}

/** Heads of columns that tables of several systems have. */
export const headText = texts(
  { weapon: 'Arme', skill: 'Compétence', damage: 'Dégâts', hands: 'Mains', effect: 'Effet', value: 'Valeur', cost: 'Points', total: 'Total' },
  { weapon: 'Weapon', skill: 'Skill', damage: 'Damage', hands: 'Hands', effect: 'Effect', value: 'Value', cost: 'Points', total: 'Total' },
);

/** Makes tables of a system’s texts: `id` is the text of the title, `idHint` how to read it, `columns` the texts of the heads. */
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
  /** The rules of which there is a picture, and what draws it. */
  pictured: readonly string[];
  Picture: Component<{ rule: string }>;
}

/** The addition to a book, with what the server says of the numbers. */
export interface BookMore {
  readonly own: OwnBook;
  readonly catalogue: unknown;
}

const found = import.meta.glob<{ default: OwnBook }>('./*/book.ts');

export async function bookMore(id: string): Promise<BookMore | null> {
  const load = found[`./${id}/book.ts`];
  if (!load) return null;
  const [{ default: own }, catalogue] = await Promise.all([load(), api.catalogue(id), presented(id)]);
  await wordsHere();
  return { own, catalogue };
}
