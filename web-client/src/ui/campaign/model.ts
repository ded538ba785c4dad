/** A campaign as its page shows it. */
import { fill, lang } from '../../i18n/index.svelte';
import type { Campaign, CampaignBand, CampaignGame, RecordLine, Tally } from '../../protocol';
import { shownName } from '../room/names';

/** Words a ruleset gives for its tallies and history, by key: `campaign.words` of its catalogue. */
export type CampaignWords = Readonly<Record<string, { readonly fr: string; readonly en: string }>>;

/** The words in a catalogue. */
export const wordsOf = (catalogue: unknown): CampaignWords => (catalogue as { campaign?: { words?: CampaignWords } } | null)?.campaign?.words ?? {};

/** The name of a tally; its key when the words do not have it. */
export const tallyName = (words: CampaignWords, key: string): string => words[key]?.[lang()] ?? key;

/** A line of history in words. */
export function lineText(words: CampaignWords, line: RecordLine): string {
  const text = words[line.code]?.[lang()] ?? `${line.name}: ${line.code}`;
  return fill(text, { name: line.name, n: line.n });
}

/** A moment in the life of a figure. */
export interface Moment {
  /** Number of the game in the campaign, from 1. */
  readonly game: number;
  readonly text: string;
}

/** A figure's moments, by its number in the band, with the name it had last. */
export interface Life {
  readonly name: string;
  readonly moments: readonly Moment[];
}

/** What history says of each member of a band, over all games that count. */
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

/** Keys of the tallies of all bands, in order of appearance: the columns of the standings. */
export function columnsOf(bands: readonly CampaignBand[]): string[] {
  return [...new Set(bands.flatMap((band) => band.roster.worth.map((one) => one.key)))];
}

/** A number of a band; `null` when it has none of that name. */
export const numberOf = (tallies: readonly Tally[], key: string): number | null => tallies.find((one) => one.key === key)?.n ?? null;

/** The band somebody plays with: the one that is not disbanded, or the last that was. */
export function bandOf(campaign: Campaign, player: string): CampaignBand | null {
  const own = campaign.bands.filter((band) => band.player === player);
  return own.find((band) => !band.roster.disbanded) ?? own.reduce<CampaignBand | null>((last, band) => (!last || band.n > last.n ? band : last), null);
}

/** Bands that could play now, those of people who have left excepted. */
export function freeBands(campaign: Campaign): CampaignBand[] {
  const here = new Set(campaign.members.filter((member) => member.here).map((member) => member.id));
  return campaign.bands.filter((band) => !band.roster.disbanded && band.playing === null && here.has(band.player));
}

/** Whether somebody may bring a band now: none yet, one that has not played, or one that is disbanded. */
export function mayBring(campaign: Campaign, player: string): boolean {
  const member = campaign.members.some((one) => one.id === player && one.here);
  const band = bandOf(campaign, player);
  return campaign.phase === 'open' && member && (!band || band.roster.disbanded || (band.games === 0 && band.playing === null));
}

/** A room is named after the campaign and whoever plays, not after one game: the next ones may be played in it too. */
export function roomName(campaign: Campaign, players: readonly string[]): string {
  const who = players.map((id) => nameOfMember(campaign, id)).join(' – ');
  const whole = players.length > 1 ? `${campaign.name} · ${who}` : campaign.name;
  return [...(whole.length > 60 ? campaign.name : whole)].slice(0, 60).join('');
}

/** Whether somebody's band plays in a room now. */
export function playsIn(campaign: Campaign, room: string, player: string | null): boolean {
  const own = new Set(campaign.bands.filter((band) => band.player === player).map((band) => band.n));
  return campaign.games.some((game) => game.room === room && game.phase === 'playing' && game.seats.some((seat) => own.has(seat.band)));
}

export const nameOfMember = (campaign: Campaign, id: string): string => campaign.members.find((one) => one.id === id)?.name || shownName('');
export const nameOfBand = (campaign: Campaign, n: number): string => campaign.bands.find((one) => one.n === n)?.roster.name ?? '?';

/** The name of the player of a band. */
export function playerOf(campaign: Campaign, n: number): string {
  const band = campaign.bands.find((one) => one.n === n);
  return band ? nameOfMember(campaign, band.player) : '?';
}

/** How a seat came out of a game. */
export function outcomeOf(game: CampaignGame, seat: number): 'won' | 'draw' | 'lost' | null {
  const record = game.seats.find((one) => one.seat === seat)?.record;
  if (!record) return null;
  return record.won === null ? 'draw' : record.won ? 'won' : 'lost';
}
