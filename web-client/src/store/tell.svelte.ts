/** A short message at the edge of the screen, which screen readers announce. */
export interface Told {
  id: number;
  kind: 'good' | 'bad';
  text: string;
  /** An action that the message offers. */
  act?: { label: string; run: () => void };
}

const STAYS = 7000;
let next = 1;
const list = $state<Told[]>([]);

export function told(): readonly Told[] {
  return list;
}

/** Shows a message and removes it after `STAYS` milliseconds. */
export function tell(text: string, kind: Told['kind'] = 'good', act?: Told['act']): void {
  const id = next++;
  list.push(act ? { id, kind, text, act } : { id, kind, text });
  setTimeout(() => untell(id), STAYS);
}

export function untell(id: number): void {
  const at = list.findIndex((one) => one.id === id);
  if (at >= 0) list.splice(at, 1);
}
