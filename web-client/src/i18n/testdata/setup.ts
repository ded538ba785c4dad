/** Tests read the words of every system in both languages. */
import '../baston';
import '../generik';
import { fetchLanguages } from '../index.svelte';

await fetchLanguages();
