/** Answers that stand for later ones: what the same answer given twice becomes. */
import type { Choice, Dec, Habit, Standing, Usual, View } from '../../../protocol/baston';
import { sortOf } from './choices';

const WORDS = ['no', 'yes', 'fist', 'single', 'strike', 'spare', 'element'] as const;

/** An answer as it can stand; `null` for one that names something in one place. */
export function habitOf(choice: Choice, view: View): Habit | null {
  const it = sortOf(choice);
  if (it.sort === 'word') return WORDS.find((word) => word === it.word) ?? null;
  if (it.sort === 'part') return { part: it.part };
  const kind = it.sort === 'item' ? view.items[it.item]?.kind : undefined;
  return kind ? { item: kind } : null;
}

/** What a habit is called: the key of its text, and what that is about. */
export function habitWord(habit: Habit): { key: string; value?: unknown } {
  if (typeof habit === 'string') return { key: `choice.${habit}` };
  return 'part' in habit ? { key: `the.${habit.part}` } : { key: `the.${habit.item}` };
}

/** Counts answers: the same one twice in a row becomes the standing one. */
export class Habits {
  private readonly last = new Map<Dec, string>();

  /** An answer was given; returns the standing answers it leads to, or `null`. */
  given(dec: Dec, habit: Habit | null, standing: Standing): { standing: Standing; usual: Usual } | null {
    const before = this.last.get(dec);
    const key = JSON.stringify(habit);
    this.last.set(dec, key);
    if (habit === null || before !== key) return null;
    const usual: Usual = { dec, answer: habit };
    return { usual, standing: { ...standing, answers: [...without(standing, dec).answers, usual] } };
  }

  /** A standing answer was taken back: it takes two more to stand again. */
  forget(dec: Dec): void {
    this.last.delete(dec);
  }
}

/** The standing answers without the habit of one decision. */
export const without = (standing: Standing, dec: Dec): Required<Standing> => ({
  ...standing,
  answers: (standing.answers ?? []).filter((usual) => usual.dec !== dec),
});
