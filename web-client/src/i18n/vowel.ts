/** What French shortens the word before: “d’énergie”. */
export const VOWEL = /^[aeiouyhàâéèêëîïôùûœ]/i;
