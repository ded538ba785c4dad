/** Names of weapons, skills and eras from the catalogue, in the current language. */
import { french, lang } from '../index.svelte';
import { hasWord, word } from './word';

/** An item of the catalogue with a name. */
interface Named {
  readonly fr: string;
  readonly en: string;
}

/** An item of the catalogue with an explanation. */
interface Told {
  readonly text_fr: string;
  readonly text_en: string;
}

/** Returns the name of an item. */
export const nameOf = (one: Named): string => (lang() === 'fr' ? french(one.fr) : one.en);

/** Returns the explanation of an item. */
export const tellOf = (one: Told): string => (lang() === 'fr' ? french(one.text_fr) : one.text_en);

/** Returns a name for the bearer of a weapon, or for the chief of an era. */
export const roleName = (id: string): string | undefined => (hasWord(`role.${id}`) ? word(`role.${id}`) : undefined);
