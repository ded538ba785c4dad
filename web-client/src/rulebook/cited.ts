/** A rule as a fact cites it: `BAS-MOV-05`, or with the ruling behind it, `BAS-MOV-05/RUL-99`. */
export function cited(text: string): { rule: string; ruling: string | null } {
  const at = text.indexOf('/');
  return at < 0 ? { rule: text, ruling: null } : { rule: text.slice(0, at), ruling: text.slice(at + 1) };
}
