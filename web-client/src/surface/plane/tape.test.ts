import { expect, it } from 'vitest';
import { Tape } from './tape.svelte';

it('two taps or a drag set a tape, and the toggle removes it', () => {
  const said: string[] = [];
  const tape = new Tape(
    ({ x }, tapped) => (tapped ? x : x + 0.5),
    ({ from, to }, open) => said.push(`${from} ${to} ${open}`),
  );
  expect(tape.follow({ x: 3, y: 0 })).toBe(false);
  tape.toggle();
  tape.tap({ x: 1, y: 0 });
  expect(tape.follow({ x: 3, y: 0 })).toBe(true);
  expect(tape.laid).toEqual({ from: 1, to: 3.5 });
  tape.tap({ x: 4, y: 0 });
  expect([tape.laid, tape.open, tape.follow({ x: 9, y: 0 })]).toEqual([{ from: 1, to: 4 }, false, false]);
  const drag = tape.drag({ x: 7, y: 0 }, (at) => ({ x: at.x * 2, y: 0 }));
  drag.move({ x: 5, y: 0 });
  drag.drop(true);
  expect(said).toEqual(['1 1 true', '1 4 false', '7 10.5 false']);
  tape.toggle();
  expect([tape.laid, tape.measuring]).toEqual([undefined, false]);
});
