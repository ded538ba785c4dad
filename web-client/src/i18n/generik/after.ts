import { texts } from '../index.svelte';
import { en } from './after.en';
import { fr } from './after.fr';

/** Texts of the steps after a game. */
export const afterText = texts(fr, en);
