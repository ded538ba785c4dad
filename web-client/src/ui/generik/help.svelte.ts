/** What there is to read about GeneriK. */
import { reading } from '../common/help.svelte';

export const { hint, book } = reading('generik');
