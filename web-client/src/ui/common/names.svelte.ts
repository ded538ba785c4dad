/** Names of systems, scenarios and bots. They come with the presentation of a system, or are fetched when one is first needed. */
import { lang } from '../../i18n/index.svelte';
import { api } from '../../net/api';
import type { BotCard, Card, RulesetInfo } from '../../protocol';

let cards = $state.raw<Readonly<Record<string, Card>>>({});
let asked: Promise<readonly RulesetInfo[]> | null = null;

/** Stores the names of a system and its scenarios. */
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

/** Fetches all systems of this server, in its order, and caches them; a failed request is not cached. */
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
  // A failed request is not reported here: the id is shown in place of the name.
  if (!found) rulesets().catch(() => undefined);
  return found;
}

/** Returns the name of a system; its id until the name is loaded, or where the server has none. */
export const systemName = (id: string): string => card(id)?.name[lang()] ?? id;

/** Returns the description of a system. */
export const systemAbout = (id: string): string => card(id)?.about[lang()] ?? '';

/** Returns the name of a scenario; its id until the name is loaded, or where the server has none. */
export const scenarioName = (ruleset: string, id: string): string => card(ruleset)?.scenarios[id]?.name[lang()] ?? id;

/** Returns the goal of a scenario. */
export const scenarioGoal = (ruleset: string, id: string): string => card(ruleset)?.scenarios[id]?.goal[lang()] ?? '';

/** Returns the description of a scenario. */
export const scenarioAbout = (ruleset: string, id: string): string => card(ruleset)?.scenarios[id]?.about[lang()] ?? '';

/** Returns a bot if it is loaded; it is the same in every system that it plays. */
const toldBot = (id: string): BotCard | undefined => Object.values(cards).find(({ bots }) => Object.hasOwn(bots, id))?.bots[id];

/** Returns a bot; `undefined` until it is loaded, or where the server has none. */
export function bot(id: string): BotCard | undefined {
  const told = toldBot(id);
  if (told === undefined) rulesets().catch(() => undefined);
  return told;
}

/** Returns the name of a bot in a seat, which depends on the seat, so that two bots of a kind at a table have different names. */
export const personaOf = (card: BotCard, seat: number): string => card.people[seat % card.people.length] ?? '';

/** Returns the name of a bot in a seat, if the bot is loaded. */
export const toldPersona = (id: string, seat: number): string | undefined => {
  const card = toldBot(id);
  return card && personaOf(card, seat);
};

/** Returns the name of a kind of bot; its id until it is loaded. */
export const botName = (id: string): string => bot(id)?.name[lang()] ?? id;
