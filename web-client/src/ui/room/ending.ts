/** The end of a game in words: the result and its reasons, by side and by name, for a winner, a loser or another reader. */
import { cap } from '../../text/fill';
import { listed, texts } from '../../i18n/index.svelte';
import type { Outcome, Scoreboard, Seat } from '../../protocol';
import type { Presented } from '../house/presented.svelte';
import { isDraw, lostTogether, sideOf, verdictOf, type Verdict } from './verdict';

const t = texts(
  {
    won: 'Tu as gagné !',
    lost: 'Perdu',
    wins: '{who} l’emporte',
    winMany: '{who} l’emportent',
    draw: 'Match nul',
    wonTogether: 'Vous avez gagné !',
    lostTogether: 'Perdu, tous ensemble',
    foes: 'les adversaires',
    drawn: 'Nul !',
    over: 'Fini !',
  },
  {
    won: 'You won!',
    lost: 'You lost',
    wins: '{who} wins',
    winMany: '{who} win',
    draw: 'A draw',
    wonTogether: 'You all won!',
    lostTogether: 'Lost, all together',
    foes: 'the opponents',
    drawn: 'Draw!',
    over: 'Over!',
  },
);

export interface Ending {
  /** The word in the picture: `KO` only after a knock-out. */
  readonly burst: string;
  readonly title: string;
  /** The reasons of the result, one sentence each. */
  readonly reasons: readonly string[];
}

interface Told {
  readonly outcome: Outcome;
  /** The score at the end; `null` in games from before the server sent it. */
  readonly scores: Scoreboard | null;
  readonly names: readonly string[];
  /** The seat of the reader; `null` for a spectator. */
  readonly seat: Seat | null;
}

/** Returns names as a list, and their number; opponents that the rules play count as two, for the plural. */
function party(seats: readonly Seat[], names: readonly string[]): readonly [string, number] {
  if (seats.length === 0) return [t('foes'), 2];
  return [listed(seats.map((seat) => names[seat] ?? '?')), seats.length];
}

function titleOf({ outcome, names, seat }: Told, verdict: Verdict, house: Presented): string {
  if (lostTogether(outcome)) return t('lostTogether');
  if (isDraw(outcome)) return t('draw');
  if (verdict === 'won') return t(seat !== null && sideOf(outcome, seat).length > 1 ? 'wonTogether' : 'won');
  if (verdict === 'lost') return house.first(['title.lost']) ?? t('lost');
  const [who, n] = party(outcome.winners, names);
  return cap(t(n === 1 ? 'wins' : 'winMany', { who }));
}

/** Returns how the sides that have not won went out of the fight; `null` where that is not the reason of the end. */
function outsOf({ outcome, scores, names, seat }: Told, house: Presented): { codes: string[]; words: string[] } | null {
  if (!scores || outcome.winners.length === 0 || !house.data.panels.outs.includes(outcome.reason)) return null;
  const beaten = scores.sides.filter(({ seats }) => !seats.some((one) => outcome.winners.includes(one)));
  const codes = beaten.map(({ out }) => out);
  if (beaten.length === 0 || beaten.length === scores.sides.length || !codes.every((code) => code !== undefined)) return null;
  const words = beaten.map(({ seats, out }) => {
    const [who, n] = party(seats, names);
    const own = seat !== null && seats.includes(seat);
    return house.first([...(own ? [`out.${out}.mine`] : []), `out.${out}`], { who, n: own ? seats.length : n }) ?? '';
  });
  return { codes, words };
}

export function endingOf(told: Told, house: Presented): Ending {
  const { outcome, names, seat } = told;
  const verdict = seat === null ? 'aside' : verdictOf(outcome, seat);
  const everybody = outcome.sides && outcome.sides.length > 0 ? outcome.sides.flat() : outcome.scores.map((_, one) => one);
  const [winners, n] = party(outcome.winners, names);
  const [losers, m] = party(
    everybody.filter((one) => !outcome.winners.includes(one)),
    names,
  );
  const outs = outsOf(told, house);
  const { reason } = outcome;
  const own = verdict === 'won' || verdict === 'lost' ? [`end.${reason}.${verdict}`] : [];
  const about = { winners, losers, n, m, coop: (outcome.sides ?? []).length === 1 };
  const because = house.first([...own, `end.${reason}`, `reason.${reason}`], about);
  const drawn = isDraw(outcome) && !lostTogether(outcome);
  const codes = outs ? [...new Set(outs.codes)] : [reason];
  return {
    burst: drawn ? t('drawn') : ((codes.length === 1 ? house.first([`burst.${codes[0] ?? ''}`]) : null) ?? t('over')),
    title: titleOf(told, verdict, house),
    reasons: (outs?.words ?? [because ?? '']).filter((words) => words !== '').map(cap),
  };
}
