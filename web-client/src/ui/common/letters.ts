/** Letters behind names, where two are called alike: `Ginette (C)`. */

export interface Cut {
  readonly words: string;
  /** Whose letter it is; `null` for text. */
  readonly seat: number | null;
}

/** A text cut at the letters of those it speaks of. */
export function cutAtLetters(text: string, letters: ReadonlyMap<string, number>): readonly Cut[] {
  return text.split(/(\([A-Z]\d*\))/).flatMap((words): Cut[] => {
    if (words === '') return [];
    const letter = /^\(([A-Z]\d*)\)$/.exec(words)?.[1];
    return [{ words, seat: letter === undefined ? null : (letters.get(letter) ?? null) }];
  });
}
