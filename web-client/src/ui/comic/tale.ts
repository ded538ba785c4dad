/** What the end of a game tells of it: its best moments, and how lucky each side was. */
import { cast, sum, type Luck, type Panel, type Who } from './comic';

/** The luck of a side: how its dice stand among all that might have fallen, 0 to 1; one half is what chance gives. */
export interface Fortune {
  readonly seat: number;
  readonly share: number;
  readonly dice: number;
}

export interface Tale {
  readonly blow: Panel | null;
  readonly fall: Panel | null;
  /** Whoever saw most stars, how many, and the moment they saw most of them. */
  readonly stunned: { readonly who: Who; readonly stars: number; readonly panel: Panel } | null;
  readonly luck: readonly Fortune[];
}

/** The first panel that counts most; none that counts for nothing. */
function most(panels: readonly Panel[], worth: (panel: Panel) => number): Panel | null {
  const best = panels.reduce<Panel | null>((found, panel) => (worth(panel) > (found ? worth(found) : 0) ? panel : found), null);
  return best;
}

export function taleOf(panels: readonly Panel[], luck: readonly Luck[]): Tale {
  const struck = (panel: Panel) => (cast(panel).length > 1 || !panel.shots.some(({ fall }) => fall) ? sum(panel, 'harm') : 0);
  // A blow has an attacker and a target; other harm counts only where there was no blow.
  const blow = most(panels, (panel) => (cast(panel).length > 1 ? sum(panel, 'harm') : 0)) ?? most(panels, struck);
  // Told once: what was the best blow is not the funniest fall as well, where there is another.
  const fall = most(
    panels.filter((panel) => panel !== blow),
    (panel) => sum(panel, 'fall'),
  );
  return { blow, fall, stunned: stunned(panels, [blow, fall]), luck: fortunes(luck) };
}

/** Nobody looks at the same moment twice, where another one shows the same person's stars. */
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

/** The share of the throws of one die that a face beats; `low` where a low face is lucky. */
export const shareOf = (sides: number, face: number, low = false): number => (low ? sides - face + 0.5 : face - 0.5) / sides;
