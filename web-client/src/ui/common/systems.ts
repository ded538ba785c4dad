import { lang } from '../../i18n/index.svelte';

interface SystemWords {
  name: string;
  /** What it is, in a sentence. */
  about: string;
}

const words: Record<string, { fr: SystemWords; en: SystemWords }> = {
  baston: {
    fr: { name: 'Baston', about: 'La bagarre de comptoir : on écrit ses coups en secret, tout part en même temps.' },
    en: { name: 'Baston', about: 'The bar-room brawl: moves are written in secret, and everything happens at once.' },
  },
  generik: {
    fr: { name: 'GeneriK', about: 'L’escarmouche sur table : des bandes de figurines, quatre époques, et des campagnes.' },
    en: { name: 'GeneriK', about: 'The tabletop skirmish: bands of figures, four eras, and campaigns.' },
  },
};

/** Name of a system of rules; its id when this client has no name for it. */
export const systemName = (id: string): string => words[id]?.[lang()].name ?? id;

/** What a system of rules is about; empty when this client does not know it. */
export const systemAbout = (id: string): string => words[id]?.[lang()].about ?? '';
