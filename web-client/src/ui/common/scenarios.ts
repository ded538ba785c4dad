import { lang } from '../../i18n/index.svelte';

interface ScenarioWords {
  name: string;
  /** What it is about, in one or two sentences. */
  about: string;
}

/** Kept apart from the rulebooks, which are far larger; a test keeps them alike. */
const words: Record<string, { fr: ScenarioWords; en: ScenarioWords }> = {
  'SCN-00': {
    fr: { name: 'Baston générale', about: 'Personne ne sait comment ça a commencé. Tout le monde veut savoir comment ça finit.' },
    en: { name: 'General brawl', about: 'Nobody knows how it started. Everybody wants to see how it ends.' },
  },
  'SCN-01': {
    fr: { name: 'Dernière tournée', about: 'Le patron voulait fermer. Ceux de la place voulaient boire. Les habitués, eux, ont leur tabouret.' },
    en: { name: 'Last round', about: 'The landlord wanted to close. The lot from the square wanted a drink. The regulars have their stools to defend.' },
  },
  'SCN-02': {
    fr: { name: 'Un coup de fil', about: 'Il y a deux téléphones dans le quartier, et quelqu’un qui aimerait bien appeler les flics.' },
    en: { name: 'The phone call', about: 'There are two telephones in the neighbourhood, and somebody who would very much like the police.' },
  },
  'SCN-03': {
    fr: { name: 'La caisse', about: 'Une boîte en fer, la recette du week-end, trois bandes et une fenêtre des WC.' },
    en: { name: 'The cash box', about: 'A tin box, the weekend’s takings, three bands and a WC window.' },
  },
  'SCN-04': {
    fr: { name: 'Rappel', about: 'Le concert est fini. La scène est à qui la garde.' },
    en: { name: 'Encore', about: 'The show is over. The stage belongs to whoever holds it.' },
  },
  baston_generale: {
    fr: { name: 'Baston générale\u202f!', about: 'Pas de but, pas d’excuse\u00a0: on se tape dessus jusqu’à ce qu’un camp en ait assez.' },
    en: { name: 'Free-for-all', about: 'No aim, no excuse: everyone hits everyone until one side has had enough.' },
  },
  tete_du_chef: {
    fr: { name: 'Qui veut la tête du chef\u202f?', about: 'Deux chefs, deux têtes, et une de trop.' },
    en: { name: 'Who wants the chief’s head?', about: 'Two chiefs, two heads, and one too many.' },
  },
  ravioli: {
    fr: { name: 'Ce soir, c’est ravioli', about: 'La marmite fume au milieu. Il n’y en aura pas pour tout le monde.' },
    en: { name: 'Ravioli tonight', about: 'The pot steams in the middle. There will not be enough for everyone.' },
  },
  duel_d_honneur: {
    fr: { name: 'Duel d’honneur et coups fourrés', about: 'Deux champions, une parole donnée, et tous les copains derrière pour ne pas la tenir.' },
    en: { name: 'Affair of honour, dirty tricks', about: 'Two champions, one word of honour, and all their mates behind them to break it.' },
  },
  sortie: {
    fr: { name: 'C’est par là, la sortie', about: 'Le plus court chemin passe par les autres.' },
    en: { name: 'The way out is that way', about: 'The shortest way goes through the others.' },
  },
  saccage: {
    fr: { name: 'Saccage', about: 'Ils tiennent à leurs affaires. C’est bien ce qui est tentant.' },
    en: { name: 'Wreck the place', about: 'They care about their things. That is what makes it tempting.' },
  },
  hasard: {
    fr: { name: 'Au hasard des dés', about: 'Personne n’a rien choisi. Le dé, lui, a sa petite idée.' },
    en: { name: 'Let the dice decide', about: 'Nobody has chosen anything. The die has an idea of its own.' },
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
