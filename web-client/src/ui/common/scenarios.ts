import { lang } from '../../i18n/index.svelte';

interface ScenarioWords {
  name: string;
  /** What it is about, in one or two sentences. */
  about: string;
}

const words: Record<string, { fr: ScenarioWords; en: ScenarioWords }> = {
  'SCN-00': {
    fr: {
      name: 'Baston générale',
      about: 'Chacun pour sa bande, où le hasard l’a posé. On compte ceux qui restent debout.',
    },
    en: {
      name: 'Free brawl',
      about: 'Every band for itself, wherever chance has put it. Count who is still standing.',
    },
  },
  'SCN-01': {
    fr: {
      name: 'Dernière tournée',
      about: 'Les habitués tiennent le comptoir ; ceux de la place veulent être servis. Maintenant.',
    },
    en: {
      name: 'Last orders',
      about: 'The regulars hold the counter; the lot from the square want serving. Now.',
    },
  },
  'SCN-02': {
    fr: {
      name: 'Un coup de fil',
      about: 'Le patron doit téléphoner. Les autres préféreraient qu’il raccroche.',
    },
    en: {
      name: 'The phone call',
      about: 'The landlord needs to make a call. The others would rather he hung up.',
    },
  },
  'SCN-03': {
    fr: {
      name: 'La caisse',
      about: 'Une caisse sur le comptoir, trop de mains autour. Sortir avec, ou l’avoir à la fermeture.',
    },
    en: {
      name: 'The cash box',
      about: 'One cash box on the counter, too many hands around it. Get out with it, or hold it at closing time.',
    },
  },
  'SCN-04': {
    fr: {
      name: 'Rappel',
      about: 'La scène est à qui l’occupe seul. Et la descente est raide.',
    },
    en: {
      name: 'Encore',
      about: 'The stage belongs to whoever holds it alone. And it is a long way down.',
    },
  },
};

/** Name of a scenario; its id when this client does not know it. */
export function scenarioName(id: string): string {
  return words[id]?.[lang()].name ?? id;
}

/** What a scenario is about; empty when this client does not know it. */
export function scenarioAbout(id: string): string {
  return words[id]?.[lang()].about ?? '';
}
