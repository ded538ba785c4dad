/** Keys that move the camera of any surface. */

export type ViewAct = { act: 'zoom'; factor: number } | { act: 'fit' } | { act: 'pan'; dx: number; dy: number };

/** What was pressed. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>;

/** The arrow keys as steps `[down, right]`. */
export const ARROWS: Readonly<Record<string, readonly [number, number]>> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Reads a key that moves the camera: plus, minus, zero, and arrows with the shift key. */
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
    default:
      return undefined;
  }
}
