import { expect, test, vi } from 'vitest';
import { listen } from './gestures';

/** An element that only dispatches events, and the calls that its gestures make. */
function surface() {
  const parts = { getBoundingClientRect: () => ({ left: 0, top: 0 }), hasPointerCapture: () => true, closest: () => null };
  const element = Object.assign(new EventTarget(), parts) as unknown as HTMLElement;
  const on = { pan: vi.fn(), pinch: vi.fn(), tap: vi.fn(), press: vi.fn(), hover: vi.fn(), busy: vi.fn() };
  const stop = listen(element, on);
  const point = (type: string, pointerId: number, clientX: number) =>
    element.dispatchEvent(Object.assign(new Event(type), { pointerId, clientX, clientY: 0, button: 0, pointerType: 'touch' }));
  return { on, point, stop };
}

test('a pinch from rest is busy until the last finger is lifted', () => {
  const { on, point, stop } = surface();
  point('pointerdown', 1, 0);
  point('pointerdown', 2, 100);
  point('pointermove', 2, 140);
  expect(on.pinch).toHaveBeenCalledOnce();
  expect(on.busy.mock.calls).toEqual([[true]]);
  point('pointerup', 2, 140);
  expect(on.busy).toHaveBeenCalledOnce();
  point('pointerup', 1, 0);
  expect(on.busy.mock.calls).toEqual([[true], [false]]);
  stop();
});
