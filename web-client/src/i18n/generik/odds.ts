import { texts } from '../index.svelte';
import { en } from './odds.en';
import { fr } from './odds.fr';

/** Texts of chances and of what counts in a roll. */
export const oddsText = texts(fr, en);
