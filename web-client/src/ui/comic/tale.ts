/** The summary of a game that has ended: its best moments, and the dice luck of each side. */
import { cast, sum, type Luck, type Panel, type Who } from './comic';

/** The luck of a side: the mean share of all rolls that its dice beat, 0 to 1, and the number of dice; the expected value is one half. */
export interface Fortune {
  readonly seat: number;
  readonly share: number;
  readonly dice: number;
}

export interface Tale {
  readonly blow: Panel | null;
  readonly fall: Panel | null;
  /** The character that saw most stars, their number, and the panel with most of them. */
  readonly stunned: { readonly who: Who; readonly stars: number; readonly panel: Panel } | null;
  readonly luck: readonly Fortune[];
}

/** Returns the first panel with the highest worth; `null` where none has a worth above 0. */
function most(panels: readonly Panel[], worth: (panel: Panel) => number): Panel | null {
  const best = panels.reduce<Panel | null>((found, panel) => (worth(panel) > (found ? worth(found) : 0) ? panel : found), null);
  return best;
}

export function taleOf(panels: readonly Panel[], luck: readonly Luck[]): Tale {
  const struck = (panel: Panel) => (cast(panel).length > 1 || !panel.shots.some(({ fall }) => fall) ? sum(panel, 'harm') : 0);
  // A blow has an attacker and a target; other harm counts only where there was no blow.
  const blow = most(panels, (panel) => (cast(panel).length > 1 ? sum(panel, 'harm') : 0)) ?? most(panels, struck);
  // The best blow is not the funniest fall as well, so that a panel does not appear twice.
  const fall = most(
    panels.filter((panel) => panel !== blow),
    (panel) => sum(panel, 'fall'),
  );
  return { blow, fall, stunned: stunned(panels, [blow, fall]), luck: fortunes(luck) };
}

/** Returns the character with most stars; its panel is another than those already chosen, if another shows its stars. */
function stunned(panels: readonly Panel[], told: readonly (Panel | null)[]): Tale['stunned'] {
  const seen = new Map<Who, number>();
  const of = (panel: Panel, who: Who) => panel.shots.reduce((all, shot) => all + (shot.befalls === who ? (shot.stars ?? 0) : 0), 0);
  for (const panel of panels) for (const who of cast(panel)) seen.set(who, (seen.get(who) ?? 0) + of(panel, who));
  const [first] = [...seen].sort(([, a], [, b]) => b - a);
  if (!first || first[1] === 0) return null;
  const [who, stars] = first;
  const worth = (panel: Panel) => of(panel, who);
  const others = panels.filter((panel) => !told.includes(panel));
  const panel = most(others, worth) ?? most(panels, worth);
  return panel && { who, stars, panel };
}

function fortunes(luck: readonly Luck[]): Fortune[] {
  const seats = [...new Set(luck.map(({ seat }) => seat))].sort((a, b) => a - b);
  return seats.map((seat) => {
    const own = luck.filter((one) => one.seat === seat);
    return { seat, dice: own.length, share: own.reduce((all, { share }) => all + share, 0) / own.length };
  });
}

/** Returns the share of the rolls of one die that a face beats; with `low` a low face is lucky. */
export const shareOf = (sides: number, face: number, low = false): number => (low ? sides - face + 0.5 : face - 0.5) / sides;
