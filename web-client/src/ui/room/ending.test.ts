/** The end of a game in words for each reader: with the reason of every side, by name, from the texts of each system. */
import { afterEach, describe, expect, it } from 'vitest';
import { setLang } from '../../i18n/index.svelte';
import type { Outcome, Presentation, Scoreboard } from '../../protocol';
import baston from '../../protocol/baston/folding.json';
import celtiques from '../../protocol/celtiques/folding.json';
import energie from '../../protocol/energie/folding.json';
import generik from '../../protocol/generik/folding.json';
import { Presented } from '../house/presented.svelte';
import { endingOf } from './ending';

const systems = { baston, generik, energie, celtiques } as const;
type System = keyof typeof systems;
const house = (id: System) => new Presented(id, systems[id] as unknown as Presentation);
const names = ['Ginette', 'Momo', 'Léa'];
const outcome = (reason: string, winners: number[], sides?: number[][]): Outcome => ({
  winners,
  scores: [3, 1, 0].slice(0, sides ? 3 : 2),
  reason,
  ...(sides ? { sides } : {}),
});
const scores = (...outs: (string | null)[]): Scoreboard => ({
  sides: outs.map((out, seat) => ({ seats: [seat], total: 0, parts: [], ...(out === null ? {} : { out }) })),
});
const told = (id: System, end: Outcome, board: Scoreboard | null, seat: number | null) => endingOf({ outcome: end, scores: board, names, seat }, house(id));

afterEach(() => setLang('fr'));

describe('a surrender', () => {
  // The third seat is a game master's, with the texts of a spectator.
  it.each([
    ['baston', 'last_band', 'conceded', undefined],
    ['generik', 'conceded', 'conceded', undefined],
    ['energie', 'last_side', 'surrendered', [[0], [1]]],
    ['celtiques', 'conceded', 'conceded', [[0], [1]]],
  ] as const)('in %s names the loser to the others, addresses the loser, and is no knock-out', async (id, reason, out, sides) => {
    for (const lang of ['fr', 'en'] as const) {
      await setLang(lang);
      const end = outcome(
        reason,
        [0],
        sides?.map((side) => [...side]),
      );
      const board = scores(null, out);
      for (const seat of [0, 2, null]) {
        const { reasons, burst } = told(id, end, board, seat);
        expect(reasons).toEqual([expect.stringMatching(/^Momo .+\.$/)]);
        expect(burst).not.toMatch(/KO/);
      }
      const own = told(id, end, board, 1);
      expect(own.reasons).toEqual([expect.stringMatching(/^(Tu|You) .+\.$/)]);
      expect(own.reasons[0]).not.toMatch(/autre camp|other side|Momo/);
    }
  });
});

describe('an end in which a side is knocked out', () => {
  it.each([
    ['baston', 'last_band', 'nobody'],
    ['generik', 'eliminated', 'eliminated'],
    ['energie', 'last_side', 'down'],
    ['celtiques', 'last_side', 'down'],
  ] as const)('in %s names the side without fighters, and is a knock-out in the picture', (id, reason, out) => {
    const end = outcome(reason, [0], [[0], [1]]);
    expect(told(id, end, scores(null, out), 0)).toMatchObject({ burst: 'KO\u00a0!', reasons: [expect.stringMatching(/^Momo /)] });
    expect(told(id, end, scores(null, out), 1).reasons[0]).toMatch(/^Tu n’as plus personne/);
    // Games from before the server sent scores have only the reason of the outcome: the loser still reads about their own side.
    expect(told(id, end, null, null).reasons[0]).toMatch(/Momo/);
    expect(told(id, end, null, 1).reasons[0]).not.toMatch(/autre camp/);
  });
});

describe('a draw', () => {
  it.each([
    ['generik', 'idle', []],
    ['celtiques', 'both', [0, 1]],
    ['energie', 'runner_hurt', []],
    ['baston', 'turns', [0, 1]],
  ] as const)('in %s is called a draw, and is no knock-out in the picture', (id, reason, winners) => {
    const { title, burst, reasons } = told(id, outcome(reason, [...winners]), scores(null, null), 0);
    expect(title).toBe('Match nul');
    expect(burst).toBe('Nul\u00a0!');
    expect(reasons).toHaveLength(1);
  });
});

it('names the opponents of a table whose players are all on one side, after a defeat and a victory', () => {
  const lost = told('energie', outcome('nobody', [], [[0, 1]]), null, 0);
  expect(lost.title).toBe('Perdu, tous ensemble');
  expect(lost.reasons).toEqual(['Plus personne n’est debout chez les héros.']);
  const won = told(
    'celtiques',
    outcome('last_side', [0, 1], [[0, 1]]),
    {
      sides: [
        { seats: [0, 1], total: 0, parts: [] },
        { seats: [], total: 0, parts: [], out: 'fled' },
      ],
    },
    0,
  );
  expect(won.title).toBe('Vous avez gagné\u00a0!');
  expect(won.reasons[0]).toMatch(/les adversaires/);
});

describe.each(Object.keys(systems) as System[])('%s has words', (id) => {
  it('for every reason and every reader, in both languages', async () => {
    for (const lang of ['fr', 'en'] as const) {
      await setLang(lang);
      const codes = Object.keys(systems[id].words).flatMap((key) => /^end\.(\w+)$/.exec(key)?.[1] ?? []);
      expect(codes.length).toBeGreaterThan(2);
      for (const reason of codes) {
        for (const seat of [0, 1, null]) {
          const { reasons } = told(id, outcome(reason, [0], [[0], [1]]), null, seat);
          expect(reasons.join(' ')).toMatch(/^\p{Lu}.+[.!]$/u);
          expect(reasons.join(' ')).not.toMatch(/[{}|]|undefined/);
        }
      }
    }
  });
});
