import { texts } from '../index.svelte';
import { en } from './creation.en';
import { fr } from './creation.fr';

/** Texts of the creation of a band. */
export const creationText = texts(fr, en);
