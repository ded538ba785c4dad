import { texts } from '../index.svelte';
import { named } from './articles';
import { en } from './odds.en';
import { fr } from './odds.fr';

/** Texts of chances and of what counts in a roll. */
export const oddsText = named(texts(fr, en));
