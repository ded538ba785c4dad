import { seatName } from '../../../art/badges';
import { tenths } from '../../../surface/plane/tools';
import { lang } from '../../../i18n/index.svelte';
import { word } from '../../../i18n/generik/word';
import type { Seat } from '../../../protocol';
import type { Aftermath, Fig, Member, Scenario, View, Weapon } from '../../../protocol/generik';
import { scenarioName } from '../../common/names.svelte';

/** What was true before the fact that is told. */
export interface Past {
  readonly aftermath?: Aftermath | null;
}

/** A figure as it was built. */
export function memberOf(view: View, fig: Fig): Member | undefined {
  const known = view.figures[fig];
  return known && view.setup.bands[known.seat]?.members[known.member];
}

/** A member by its number in the band, recruits of the steps after the game included. */
function byNumber(view: View, past: Past, seat: Seat, id: number): Member | undefined {
  const bands = [view.setup.bands[seat], view.scene.after[seat]?.band, past.aftermath?.band];
  return bands.flatMap((band) => band?.members ?? []).find((member) => member.id === id);
}

/** A length in u as centimetres, with one decimal where there is one: rounded as the table rounds it, so that both say the same. */
export const cm = (u: number): string => new Intl.NumberFormat(lang(), { maximumFractionDigits: 1 }).format(tenths(u));

/** The name of a band; with the number of its seat where another one bears the same. */
export function bandName(view: View, seat: Seat): string {
  const name = view.setup.bands[seat]?.name;
  if (name === undefined) return `#${seat + 1}`;
  const alike = view.setup.bands.filter((band) => band.name.trim().toLowerCase() === name.trim().toLowerCase());
  return alike.length > 1 ? `${name} (${seatName(seat)})` : name;
}

/** Names of things in a view. */
export function namingOf(view: View, past: Past = {}) {
  const kinds = {
    fig: (fig: Fig): string => memberOf(view, fig)?.name ?? `#${fig + 1}`,
    seat: (seat: Seat): string => bandName(view, seat),
    scenario: (id: Scenario): string => scenarioName('generik', id),
  };
  /** A member by its number in the band of a seat. */
  const member = (seat: Seat, id: number): string => byNumber(view, past, seat, id)?.name ?? `#${id}`;
  return {
    ...kinds,
    member,
    /** Weapons a figure carries, in order. */
    weapons: (fig: Fig): readonly Weapon[] => memberOf(view, fig)?.weapons ?? [],
    /** A modifier by its rule. */
    mod: (rule: string): string => word(`mod.${rule}`),
    /** A text about something that has numbers where it names things, in the view in which it came about. */
    say: (key: string, about: object, past: View): string =>
      word(
        key,
        about,
        (kind, value) => {
          if (kind === 'member') return member((about as { seat: Seat }).seat, value as number);
          return kind in kinds ? (kinds[kind as keyof typeof kinds] as (value: unknown) => string)(value) : String(value);
        },
        past,
      ),
  };
}
