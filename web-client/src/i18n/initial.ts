import { recall } from '../store/local';

/** Languages players read, as the server writes them. */
export type Lang = 'fr' | 'en';

/** The first language of a browser that we speak, as the server reads `Accept-Language`; English for those who asked for others. */
export function firstSpoken(wanted: readonly string[]): Lang {
  for (const tag of wanted) {
    const [language] = tag.toLowerCase().split(/[-_]/);
    if (language === 'fr' || language === 'en') return language;
  }
  return 'en';
}

/** The language to begin with: the one chosen here before, or the browser's. */
export function initialLang(): Lang {
  const kept = recall('lang');
  if (kept === 'fr' || kept === 'en') return kept;
  if (typeof navigator === 'undefined') return 'fr';
  // Some browsers list none, or only tell the first.
  return firstSpoken([...(navigator.languages ?? []), navigator.language ?? '']);
}
