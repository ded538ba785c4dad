/** A part of a text: a letter after a name, which distinguishes characters with the same name, as in `Ginette (C)`, or other text. */

export interface Cut {
  readonly words: string;
  /** The seat of the letter; `null` for other text and for an unknown letter. */
  readonly seat: number | null;
}

/** Returns a text cut at the letters of its characters. */
export function cutAtLetters(text: string, letters: ReadonlyMap<string, number>): readonly Cut[] {
  return text.split(/(\([A-Z]\d*\))/).flatMap((words): Cut[] => {
    if (words === '') return [];
    const letter = /^\(([A-Z]\d*)\)$/.exec(words)?.[1];
    return [{ words, seat: letter === undefined ? null : (letters.get(letter) ?? null) }];
  });
}
