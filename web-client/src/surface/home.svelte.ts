/** The bar of a page that holds the buttons of a surface, so that they do not lie over it. */
import { getContext, setContext } from 'svelte';

export class ToolsHome {
  place = $state<HTMLElement>();
}

const KEY = Symbol('tools');

/** Provides a place for the buttons to the surface below. Called during the initialisation of a component. */
export function offerHome(): ToolsHome {
  const home = new ToolsHome();
  setContext(KEY, home);
  return home;
}

export const findHome = (): ToolsHome | undefined => getContext<ToolsHome | undefined>(KEY);

/** Action that appends a node to a place, and removes it when its component is destroyed. */
export function standIn(node: HTMLElement, place: HTMLElement | undefined): { update: (next: HTMLElement | undefined) => void; destroy: () => void } {
  const update = (next: HTMLElement | undefined) => next?.append(node);
  update(place);
  return { update, destroy: () => node.remove() };
}
