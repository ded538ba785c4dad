import { lang } from '../../../i18n/index.svelte';
import { word } from '../../../i18n/generik/word';
import type { Naming } from '../../../i18n/generik/log.naming';
import type { Seat } from '../../../protocol';
import type { Aftermath, Fig, Figure, Member, View } from '../../../protocol/generik';
import { scenarioName } from '../../common/names.svelte';

/** What was true before the fact that is told. */
export interface Past {
  readonly before?: Figure | null;
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

/** A length in u as centimetres, with one decimal where there is one. */
export const cm = (u: number): string => new Intl.NumberFormat(lang(), { maximumFractionDigits: 1 }).format(u / 100);

/** The name of a band; with the letter of its seat where another one bears the same. */
export function bandName(view: View, seat: Seat): string {
  const name = view.setup.bands[seat]?.name;
  if (name === undefined) return `#${seat + 1}`;
  const alike = view.setup.bands.filter((band) => band.name.trim().toLowerCase() === name.trim().toLowerCase());
  return alike.length > 1 ? `${name} (${'ABCDEF'.charAt(seat)})` : name;
}

/** Names of things in a view. */
export function namingOf(view: View, past: Past = {}): Naming {
  return {
    fig: (fig) => memberOf(view, fig)?.name ?? `#${fig + 1}`,
    seat: (seat) => bandName(view, seat),
    member: (seat, id) => byNumber(view, past, seat, id)?.name ?? `#${id}`,
    weapons: (fig) => memberOf(view, fig)?.weapons ?? [],
    scenario: (id) => scenarioName('generik', id),
    owner: (marker) => view.scene.markers[marker]?.owner ?? null,
    cm,
    at: ([x, y]) => `[${cm(x)} ; ${cm(y)}]`,
    mod: (rule) => word(`mod.${rule}`),
    before: past.before ?? null,
    aftermath: past.aftermath ?? null,
  };
}
