/** What the server says of a drafted path, as the table draws it. */
import type { Heard } from '../query.svelte';
import { isPath, pathRefused, pathVerdict } from '../table/advice';
import type { PathDraft, PathVerdict } from '../../../surface/plane/tools';
import type { Pt } from '../table/types';

/** The draft with its verdict; without one while the server has not answered. */
export function judged(draft: PathDraft, heard: Heard | null, start: Pt): PathDraft {
  const verdict = verdictOf(draft, heard, start);
  return verdict ? { ...draft, verdict } : draft;
}

function verdictOf(draft: PathDraft, heard: Heard | null, start: Pt): PathVerdict | undefined {
  if (!heard || draft.points.length === 0) return undefined;
  if (heard.refusal) return pathRefused(heard.refusal, start, draft, heard.walk);
  if (heard.advice && isPath(heard.advice)) return pathVerdict(heard.advice, start, draft);
  const charge = heard.advice?.advice === 'charge' ? heard.advice.paths.find((path) => path.fig === draft.fig) : undefined;
  if (charge) return pathVerdict(charge, start, draft);
  // A path that is walked in the middle of something: legal, and nothing more is said.
  return { ok: true, walked: [start, ...draft.points], length: 0, cost: 0, budget: 0, da: 0 };
}
