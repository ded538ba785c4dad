/** The bar at the foot of a page: the single place for the next action, so that there is no second bar to cover content. */
import { getContext, setContext, type Snippet } from 'svelte';

/** The content that a part of the page puts into the bar. */
export class Foot {
  own = $state.raw<Snippet | null>(null);
}

const KEY = Symbol('foot');

/** Provides a bar to the components of a page. Called during the initialisation of the page. */
export const offerFoot = (): Foot => setContext(KEY, new Foot());

/** Returns the bar of the page around a component, if it has one. Called during the initialisation of the component. */
export const footHere = (): Foot | undefined => getContext<Foot | undefined>(KEY);
