import { wordsOf } from '../../ui/house/presented.svelte';

export const { word, hasWord } = wordsOf('energie');
