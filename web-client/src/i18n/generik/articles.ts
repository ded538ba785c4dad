import { french, type Lang } from '../index.svelte';

/**
 * Names may begin with an article: "Le Forgeron", "Les Olsen", "The Doctor". Within a sentence it is small, and French
 * joins it to `à` and `de`: "réagit au Forgeron", "l’épée du Forgeron".
 */
export function articles(text: string, of: Lang): string {
  if (of === 'en') return text.replace(/(?<![.!?…]) The (?=\p{Lu})/gu, ' the ');
  return french(text)
    .replace(/(?<![.!?…]) (Le |La |Les |L’)(?=\p{Lu})/gu, (found) => found.toLowerCase())
    .replace(/ à le (?=\p{Lu})/gu, ' au ')
    .replace(/ à les (?=\p{Lu})/gu, ' aux ')
    .replace(/ de le (?=\p{Lu})/gu, ' du ')
    .replace(/ de les (?=\p{Lu})/gu, ' des ');
}
