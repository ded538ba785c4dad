/** What the sheet lays over the board, and what a tap there means. */
import type { Point } from '../../../protocol';
import type { View } from '../../../protocol/baston';
import { samePoint, towards, type Marks, type Tap, type Trail } from '../desk.svelte';
import type { SheetStore } from '../sheet.svelte';

/** Where everybody who is written would go, as the server says. */
function trails(sheet: SheetStore, view: View): Trail[] {
  const path = sheet.advice?.path ?? [];
  return sheet.rows.flatMap((row) => {
    const from = view.fighters[row.who]?.now.at;
    const steps = path.filter((ghost) => ghost.who === row.who).map(({ at, sequence, facing }) => ({ at, sequence, facing }));
    return from && steps.length > 0 ? [{ who: row.who, from, steps }] : [];
  });
}

export function marksOf(sheet: SheetStore, view: View): Marks {
  const base: Marks = { trails: trails(sheet, view), selected: sheet.cell?.who ?? null };
  const place = sheet.place(view);
  if (sheet.pending === null || !place) return base;
  // A run ends where the server says that something stops it.
  if (sheet.wantsSteps) return { ...base, points: sheet.params.map((n) => sheet.run?.[n - 1]).filter((at) => at !== undefined) };
  return { ...base, wedges: { at: place.at, dirs: [...sheet.params], chosen: sheet.chosenParam } };
}

/** A tap gives the waiting order its direction or steps; else a tap on an own character selects his row. */
export function tapOn(sheet: SheetStore, view: View, on: Tap): boolean {
  const place = sheet.place(view);
  if (sheet.pending === null || !place) {
    const own = on.who === undefined ? undefined : sheet.rows.find((row) => row.who === on.who);
    if (own) sheet.select({ who: own.who, sequence: sheet.cell?.sequence ?? 0, round: sheet.cell?.round ?? 1 });
    return own !== undefined;
  }
  const at = on.at;
  if (sheet.wantsSteps) {
    const steps = at ? sheet.params.find((n) => sheet.run?.[n - 1] && samePoint(sheet.run[n - 1] as Point, at)) : undefined;
    return steps !== undefined && sheet.give(steps);
  }
  const dir = on.dir ?? (at ? towards(place.at, at) : null);
  return dir !== null && sheet.give(dir);
}
