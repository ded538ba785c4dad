import { describe, expect, it } from 'vitest';
import type { Advice, Command, Draft, View, WayThere } from '../../../protocol/generik';
import type { Session } from '../session.svelte';
import { Finger } from './finger.svelte';

const walk = (end: [number, number]): WayThere => ({
  act: { act: 'move', path: [end], run: true, exit: false },
  da: 2,
  aim: null,
  whole: true,
  end,
  path: null,
  climb: null,
});

/** A table with one figure of ours and one of theirs; answers come when they are let. */
function table(answers: (draft: Draft) => Advice | null) {
  const sent: Command[] = [];
  const waiting: (() => void)[] = [];
  const session = {
    seat: 0,
    picked: 0,
    mine: { ask: 'phase', id: 7, seat: 0, may_rout: false, heroic: null },
    view: { scene: { figures: [{ seat: 0 }, { seat: 1 }] } } as unknown as View,
    consult: (draft: Draft) => new Promise((settle) => waiting.push(() => settle({ draft, advice: answers(draft), refusal: null }))),
    send: (command: Command) => {
      sent.push(command);
      return Promise.resolve(null);
    },
  };
  const answer = async () => {
    for (const one of waiting.splice(0)) one();
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { finger: new Finger(session as unknown as Session), sent, answer };
}

const going = (draft: Draft): Advice | null => (draft.draft === 'go' ? { advice: 'go', fig: 0, ways: [walk([6000, 5500])] } : null);

describe('a finger on the table', () => {
  it('runs with two taps: the second does what the first has shown', async () => {
    const { finger, sent, answer } = table(going);
    expect(finger.tap({ at: [6000, 9000] })).toBe(true);
    await answer();
    expect(sent).toEqual([]);
    finger.tap({ at: [6010, 8990] });
    expect(sent).toEqual([{ do: 'act', question: 7, fig: 0, what: walk([6000, 5500]).act }]);
  });

  it('may tap where the way ends, too, and elsewhere to point elsewhere', async () => {
    const { finger, sent, answer } = table(going);
    finger.tap({ at: [6000, 9000] });
    await answer();
    finger.tap({ at: [2000, 2000] });
    await answer();
    expect(sent).toEqual([]);
    finger.tap({ at: [6000, 5600] });
    expect(sent).toHaveLength(1);
  });

  it('waits for the server when it is faster than the answer, and acts once', async () => {
    const { finger, sent, answer } = table(going);
    finger.tap({ at: [6000, 9000] });
    finger.tap({ at: [6000, 9000] });
    expect(sent).toEqual([]);
    await answer();
    expect(sent).toHaveLength(1);
  });

  it('shoots with two taps, what promises most first', async () => {
    const shoot = { act: 'shoot', weapon: 0, target: 1, fire: 'normal' } as const;
    const { finger, sent, answer } = table((draft) =>
      draft.draft === 'against' ? { advice: 'against', fig: 0, target: 1, attacks: [{ act: shoot, da: 1, blows: [], chance: null }], ways: [] } : null,
    );
    finger.tap({ at: [6000, 9000], fig: 1 });
    await answer();
    finger.tap({ at: [6000, 9000], fig: 1 });
    expect(sent).toEqual([{ do: 'act', question: 7, fig: 0, what: shoot }]);
  });

  it('leaves one’s own figures to whoever picks them', () => {
    const { finger } = table(going);
    finger.tap({ at: [6000, 9000] });
    expect(finger.tap({ at: [0, 0], fig: 0 })).toBe(false);
    expect(finger.points).toBe(false);
  });

  it('takes a figure along, and keeps what was shown when it is let go', async () => {
    const { finger, sent, answer } = table(going);
    const held = finger.grab(() => undefined);
    held.move([6000, 9000]);
    await answer();
    held.drop(true);
    expect(finger.offer).not.toBeNull();
    expect(sent).toEqual([]);
    held.drop(false);
    expect(finger.points).toBe(false);
  });
});
