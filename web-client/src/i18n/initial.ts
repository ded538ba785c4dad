import { recall } from '../store/local';

/** Languages of the client, as the server writes them. */
export type Lang = 'fr' | 'en';

/** Returns the first language of a browser that the client has, as the server reads `Accept-Language`; English where it has none. */
export function firstSpoken(wanted: readonly string[]): Lang {
  for (const tag of wanted) {
    const [language] = tag.toLowerCase().split(/[-_]/);
    if (language === 'fr' || language === 'en') return language;
  }
  return 'en';
}

/** Returns the initial language: the one that was chosen on this device, or the browser's. */
export function initialLang(): Lang {
  const kept = recall('lang');
  if (kept === 'fr' || kept === 'en') return kept;
  if (typeof navigator === 'undefined') return 'fr';
  // Some browsers have no list, or only the first language.
  return firstSpoken([...(navigator.languages ?? []), navigator.language ?? '']);
}
