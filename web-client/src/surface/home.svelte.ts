/** Where the buttons of a surface stand when they lie over nothing of it: a bar of the page around it. */
import { getContext, setContext } from 'svelte';

export class ToolsHome {
  place = $state<HTMLElement>();
}

const KEY = Symbol('tools');

/** Offers a place for the buttons of the surface below. Called while a component is made. */
export function offerHome(): ToolsHome {
  const home = new ToolsHome();
  setContext(KEY, home);
  return home;
}

export const findHome = (): ToolsHome | undefined => getContext<ToolsHome | undefined>(KEY);

/** Puts a node into a place, and takes it out again with its component. */
export function standIn(node: HTMLElement, place: HTMLElement | undefined): { update: (next: HTMLElement | undefined) => void; destroy: () => void } {
  const update = (next: HTMLElement | undefined) => next?.append(node);
  update(place);
  return { update, destroy: () => node.remove() };
}
