/** Turns pointer events into pans, pinches, taps and long presses. */
import type { XY } from './camera';

export interface Gestures {
  pan: (dx: number, dy: number) => void;
  pinch: (before: [XY, XY], after: [XY, XY]) => void;
  tap: (at: XY) => void;
  /** Called when a finger has stayed at a place. */
  press: (at: XY) => void;
  /** Called when the mouse hovers over a place, without a place when it leaves. */
  hover: (at: XY | undefined) => void;
  /** Called with `true` when a pan or a pinch begins, with `false` when the last finger is lifted. */
  busy: (busy: boolean) => void;
  /** Returns the item at a place that a drag moves; without this function, or where it returns nothing, a drag pans. */
  grab?: (at: XY) => Drag | undefined;
}

/** An item that is dragged by a finger or the mouse. */
export interface Drag {
  move: (at: XY) => void;
  /** Ends the drag; `kept` is false where it was cancelled. */
  drop: (kept: boolean) => void;
}

/** Movement, in pixels, from which on a tap is a drag. */
const SLIP = 7;
const LONG_PRESS = 480;

/** Listens to the pointer events of an element; returns the function that stops listening. Places are relative to the element. */
export function listen(element: HTMLElement, on: Gestures): () => void {
  const held = new Map<number, XY>();
  let start: XY | undefined;
  let slipped = false;
  let pressed = false;
  let drag: Drag | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const place = (event: PointerEvent): XY => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const forget = () => {
    if (timer !== undefined) clearTimeout(timer);
    timer = undefined;
  };

  const down = (event: PointerEvent) => {
    if (event.button !== 0 || (event.target as Element).closest('[data-own-pointer]')) return;
    const at = place(event);
    held.set(event.pointerId, at);
    forget();
    if (held.size === 1) {
      start = at;
      slipped = false;
      pressed = false;
      if (event.pointerType !== 'mouse')
        timer = setTimeout(() => {
          pressed = true;
          on.press(at);
        }, LONG_PRESS);
    } else {
      if (!slipped || drag) on.busy(true);
      slipped = true;
      drag?.drop(false);
      drag = undefined;
    }
  };

  const move = (event: PointerEvent) => {
    const at = place(event);
    const old = held.get(event.pointerId);
    if (!old) {
      if (event.pointerType === 'mouse') on.hover(at);
      return;
    }
    if (!slipped && start && Math.hypot(at.x - start.x, at.y - start.y) < SLIP) return;
    if (!slipped) {
      slipped = true;
      forget();
      drag = held.size === 1 && start ? on.grab?.(start) : undefined;
      if (!drag) on.busy(true);
      on.hover(undefined);
    }
    if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
    if (drag) drag.move(at);
    else if (held.size === 1) on.pan(at.x - old.x, at.y - old.y);
    else if (held.size === 2) {
      const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
      if (other) on.pinch([old, other], [at, other]);
    }
    held.set(event.pointerId, at);
  };

  const up = (event: PointerEvent) => {
    if (!held.delete(event.pointerId)) return;
    forget();
    if (held.size === 0) {
      if (drag) drag.drop(event.type === 'pointerup');
      else if (!slipped && !pressed && event.type === 'pointerup') on.tap(place(event));
      drag = undefined;
      on.busy(false);
      start = undefined;
    }
  };
  const leave = () => on.hover(undefined);

  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  element.addEventListener('pointerleave', leave);
  return () => {
    forget();
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', up);
    element.removeEventListener('pointerleave', leave);
  };
}
