import { en } from './logpanel.en';
import { fr } from './logpanel.fr';
import { texts } from '../index.svelte';

export { hasWord, word } from './word';

/** Texts around the log. */
export const logText = texts(fr, en);
