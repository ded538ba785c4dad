/** Names of weapons, skills and eras as the catalogue tells them, in the language of the moment. */
import { french, lang } from '../index.svelte';
import { hasWord, word } from './word';

/** Anything of the catalogue that has a name. */
interface Named {
  readonly fr: string;
  readonly en: string;
}

/** Anything of the catalogue that is explained. */
interface Told {
  readonly text_fr: string;
  readonly text_en: string;
}

/** A name. */
export const nameOf = (one: Named): string => (lang() === 'fr' ? french(one.fr) : one.en);

/** What it does. */
export const tellOf = (one: Told): string => (lang() === 'fr' ? french(one.text_fr) : one.text_en);

/** What one might call the bearer of a weapon, or the chief of an era. */
export const roleName = (id: string): string | undefined => (hasWord(`role.${id}`) ? word(`role.${id}`) : undefined);
