/** What is played here is called by the server: told with a system, or asked for when the first name is wanted. */
import { lang } from '../../i18n/index.svelte';
import { api } from '../../net/api';
import type { BotCard, Card, RulesetInfo } from '../../protocol';

let cards = $state.raw<Readonly<Record<string, Card>>>({});
let asked: Promise<readonly RulesetInfo[]> | null = null;

/** Keeps what a system and its scenarios are called. */
export function learn(id: string, card: Card): void {
  cards = { ...cards, [id]: card };
}

const cardOf = ({ name, about, scenarios, bots, retired = [], quick }: RulesetInfo): Card => ({
  name,
  about,
  bots: Object.fromEntries([...bots, ...retired].map(({ id, ...card }) => [id, card])),
  ...(quick && { quick }),
  scenarios: Object.fromEntries(scenarios.map((one) => [one.id, { name: one.name, goal: one.goal, turns: one.turns, minutes: one.minutes, about: one.about }])),
});

/** Everything this server plays, in its order. */
export function rulesets(): Promise<readonly RulesetInfo[]> {
  asked ??= api.rulesets().then(
    (found) => {
      cards = { ...Object.fromEntries(found.map((one) => [one.id, cardOf(one)])), ...cards };
      return found;
    },
    (error: unknown) => {
      asked = null;
      throw error;
    },
  );
  return asked;
}

function card(id: string): Card | undefined {
  const found = cards[id];
  // Whoever only wants a name does without it when it does not come.
  if (!found) rulesets().catch(() => undefined);
  return found;
}

/** Name of a system of rules; its id until the server has told it, or where it knows none. */
export const systemName = (id: string): string => card(id)?.name[lang()] ?? id;

/** What a system of rules is about. */
export const systemAbout = (id: string): string => card(id)?.about[lang()] ?? '';

/** Name of a scenario; its id until the server has told it, or where it knows none. */
export const scenarioName = (ruleset: string, id: string): string => card(ruleset)?.scenarios[id]?.name[lang()] ?? id;

/** What one has to do to win a scenario. */
export const scenarioGoal = (ruleset: string, id: string): string => card(ruleset)?.scenarios[id]?.goal[lang()] ?? '';

/** What a scenario is about. */
export const scenarioAbout = (ruleset: string, id: string): string => card(ruleset)?.scenarios[id]?.about[lang()] ?? '';

/** A bot, if it is one that the server has told of: it is the same in every system that it plays. */
const toldBot = (id: string): BotCard | undefined => Object.values(cards).find(({ bots }) => Object.hasOwn(bots, id))?.bots[id];

/** A bot; nothing until the server has told of it, or where it knows none. */
export function bot(id: string): BotCard | undefined {
  const told = toldBot(id);
  if (told === undefined) rulesets().catch(() => undefined);
  return told;
}

/** What a bot goes by in a seat: two of a kind at a table have different names. */
export const personaOf = (card: BotCard, seat: number): string => card.people[seat % card.people.length] ?? '';

/** What a bot goes by in a seat, if it is one that the server has told of. */
export const toldPersona = (id: string, seat: number): string | undefined => {
  const card = toldBot(id);
  return card && personaOf(card, seat);
};

/** How well a bot plays, in a word; its id until the server has told of it. */
export const botName = (id: string): string => bot(id)?.name[lang()] ?? id;
