/** Keys that all surfaces share. */

export type ViewAct = { act: 'zoom'; factor: number } | { act: 'fit' } | { act: 'pan'; dx: number; dy: number } | { act: 'pick' | 'leave' };

/** The properties of a keyboard event that decide its meaning. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>;

/** The arrow keys as steps `[down, right]`. */
export const ARROWS: Readonly<Record<string, readonly [number, number]>> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Returns the act of a shared key: plus, minus, zero, and arrows with shift move the camera; enter and space pick, escape leaves. */
export function viewAct(event: Pressed): ViewAct | undefined {
  const arrow = ARROWS[event.key];
  if (arrow) return event.shiftKey ? { act: 'pan', dx: -arrow[1] * 90, dy: -arrow[0] * 90 } : undefined;
  switch (event.key) {
    case '+':
    case '=':
      return { act: 'zoom', factor: 1.25 };
    case '-':
      return { act: 'zoom', factor: 0.8 };
    case '0':
      return { act: 'fit' };
    case 'Enter':
    case ' ':
      return { act: 'pick' };
    case 'Escape':
      return { act: 'leave' };
    default:
      return undefined;
  }
}

/** Returns the key handler of a surface: shared keys, and arrows for a cursor. `pick` and `leave` return `false` where they did nothing. */
export function keysOf(
  view: { zoomMiddle: (factor: number) => void; all: () => void; pan: (dx: number, dy: number) => void },
  own: { arrow?: (down: number, right: number) => void; pick?: () => boolean; leave: () => boolean },
): (event: KeyboardEvent) => void {
  return (event) => {
    if ((event.target as Element).closest('button, input, textarea, select') || event.ctrlKey || event.altKey || event.metaKey) return;
    const act = viewAct(event);
    const arrow = ARROWS[event.key];
    if (act?.act === 'zoom') view.zoomMiddle(act.factor);
    else if (act?.act === 'fit') view.all();
    else if (act?.act === 'pan') view.pan(act.dx, act.dy);
    else if (act?.act === 'leave') {
      if (!own.leave()) return;
    } else if (act?.act === 'pick') {
      if (!own.pick?.()) return;
    } else if (arrow && own.arrow) own.arrow(...arrow);
    else return;
    event.preventDefault();
  };
}
