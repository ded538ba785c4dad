/** The parts of a name between which a line may break where it is too long for one: after an apostrophe before a letter, `L’|Éclaireuse`. */
export function breakable(name: string): readonly string[] {
  // No name holds an end of line.
  return name.replace(/['’ʼ](?=\p{L})/gu, '$&\n').split('\n');
}
