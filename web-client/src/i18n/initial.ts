import { recall } from '../store/local';

/** Languages players read, as the server writes them. */
export type Lang = 'fr' | 'en';

/** The language to begin with: the one chosen here before, or the browser's. */
export function initialLang(): Lang {
  const kept = recall('lang');
  if (kept === 'fr' || kept === 'en') return kept;
  const wanted = typeof navigator === 'undefined' ? 'fr' : navigator.language;
  return wanted.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}
