/** Returns the parts of a name between which a line may break: after an apostrophe before a letter, `L’|Éclaireuse`. */
export function breakable(name: string): readonly string[] {
  // A newline can separate the parts, because no name contains one.
  return name.replace(/['’ʼ](?=\p{L})/gu, '$&\n').split('\n');
}
