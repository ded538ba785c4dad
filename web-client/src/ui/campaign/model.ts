/** Derived data of a campaign, for its page. */
import { fill, lang } from '../../i18n/index.svelte';
import type { Campaign, CampaignBand, CampaignGame, RecordLine, Tally } from '../../protocol';
import { shownName } from '../room/names';

/** The texts of a ruleset for its tallies and history, by key: `campaign.words` of its catalogue. */
export type CampaignWords = Readonly<Record<string, { readonly fr: string; readonly en: string }>>;

/** Returns the campaign texts of a catalogue. */
export const wordsOf = (catalogue: unknown): CampaignWords => (catalogue as { campaign?: { words?: CampaignWords } } | null)?.campaign?.words ?? {};

/** Returns the name of a tally; its key where there is no text. */
export const tallyName = (words: CampaignWords, key: string): string => words[key]?.[lang()] ?? key;

/** Returns a line of history in words. */
export function lineText(words: CampaignWords, line: RecordLine): string {
  const text = words[line.code]?.[lang()] ?? `${line.name}: ${line.code}`;
  return fill(text, { name: line.name, n: line.n });
}

/** A line in the history of a figure. */
export interface Moment {
  /** The number of the game in the campaign, from 1. */
  readonly game: number;
  readonly text: string;
}

/** The history of a figure, with the name it had last. */
export interface Life {
  readonly name: string;
  readonly moments: readonly Moment[];
}

/** Returns the history of each member of a band, by its number in the band, from the records of all games. */
export function livesOf(campaign: Campaign, band: number, words: CampaignWords): Map<number, Life> {
  const lives = new Map<number, { name: string; moments: Moment[] }>();
  campaign.games.forEach((game, at) => {
    for (const line of game.seats.find((seat) => seat.band === band)?.record?.lines ?? []) {
      const life = lives.get(line.member) ?? { name: line.name, moments: [] };
      life.name = line.name;
      life.moments.push({ game: at + 1, text: lineText(words, line) });
      lives.set(line.member, life);
    }
  });
  return lives;
}

/** Returns the keys of the tallies of all bands, in order of appearance: the columns of the standings. */
export function columnsOf(bands: readonly CampaignBand[]): string[] {
  return [...new Set(bands.flatMap((band) => band.roster.worth.map((one) => one.key)))];
}

/** Returns a number of a band by its key; `null` when it has none. */
export const numberOf = (tallies: readonly Tally[], key: string): number | null => tallies.find((one) => one.key === key)?.n ?? null;

/** Returns the band of a player: the one that is not disbanded, or else the last one. */
export function bandOf(campaign: Campaign, player: string): CampaignBand | null {
  const own = campaign.bands.filter((band) => band.player === player);
  return own.find((band) => !band.roster.disbanded) ?? own.reduce<CampaignBand | null>((last, band) => (!last || band.n > last.n ? band : last), null);
}

/** Returns the bands that could play now: not disbanded, not in a game, and of a member who has not left. */
export function freeBands(campaign: Campaign): CampaignBand[] {
  const here = new Set(campaign.members.filter((member) => member.here).map((member) => member.id));
  return campaign.bands.filter((band) => !band.roster.disbanded && band.playing === null && here.has(band.player));
}

/** Whether a player may bring a band now: the player has none yet, one that has not played, or one that is disbanded. */
export function mayBring(campaign: Campaign, player: string): boolean {
  const member = campaign.members.some((one) => one.id === player && one.here);
  const band = bandOf(campaign, player);
  return campaign.phase === 'open' && member && (!band || band.roster.disbanded || (band.games === 0 && band.playing === null));
}

/** Returns the name for a room: the campaign and the players, at most 60 characters, but no game, because others may follow in the room. */
export function roomName(campaign: Campaign, players: readonly string[]): string {
  const who = players.map((id) => nameOfMember(campaign, id)).join(' – ');
  const whole = players.length > 1 ? `${campaign.name} · ${who}` : campaign.name;
  return [...(whole.length > 60 ? campaign.name : whole)].slice(0, 60).join('');
}

/** Whether a band of a player plays in a room now. */
export function playsIn(campaign: Campaign, room: string, player: string | null): boolean {
  const own = new Set(campaign.bands.filter((band) => band.player === player).map((band) => band.n));
  return campaign.games.some((game) => game.room === room && game.phase === 'playing' && game.seats.some((seat) => own.has(seat.band)));
}

export const nameOfMember = (campaign: Campaign, id: string): string => campaign.members.find((one) => one.id === id)?.name || shownName('');
export const nameOfBand = (campaign: Campaign, n: number): string => campaign.bands.find((one) => one.n === n)?.roster.name ?? '?';

/** Returns the name of the player of a band; `?` for an unknown band. */
export function playerOf(campaign: Campaign, n: number): string {
  const band = campaign.bands.find((one) => one.n === n);
  return band ? nameOfMember(campaign, band.player) : '?';
}

/** Returns the result of a seat in a game; `null` without a record. */
export function outcomeOf(game: CampaignGame, seat: number): 'won' | 'draw' | 'lost' | null {
  const record = game.seats.find((one) => one.seat === seat)?.record;
  if (!record) return null;
  return record.won === null ? 'draw' : record.won ? 'won' : 'lost';
}
