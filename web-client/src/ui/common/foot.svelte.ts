/** The bar at the foot of a page: the one place for what its reader does next, so that no second bar covers anything. */
import { getContext, setContext, type Snippet } from 'svelte';

/** What a part of the page puts into the bar. */
export class Foot {
  own = $state.raw<Snippet | null>(null);
}

const KEY = Symbol('foot');

/** Offers a bar to the parts of a page. Called while the page is made. */
export const offerFoot = (): Foot => setContext(KEY, new Foot());

/** The bar of the page around a part, where it has one. Called while the part is made. */
export const footHere = (): Foot | undefined => getContext<Foot | undefined>(KEY);
