/** One question of every kind, as the server asks them. */
import type { Choice, Dec, Question } from '../../../protocol/baston';

const ask = (dec: Dec, options: Choice[], more: Partial<Question> = {}): Question => ({
  id: 7,
  seat: 0,
  who: 0,
  dec,
  about: null,
  options,
  default: 0,
  ...more,
});

export const QUESTIONS: readonly Question[] = [
  ask(
    'DEC-01',
    [1, 2, 3, 4, 5, 6, 7, 8].map((facing) => ({ facing })),
    { default: 3 },
  ),
  ask('DEC-02', [{ at: [6, 4] }, { at: [6, 6] }, { at: [6, 8] }]),
  ask('DEC-03', [{ leaf: [0, 0] }, { leaf: [0, 1] }, { leaf: [2, 0] }, { window: 0 }]),
  ask('DEC-04', ['yes', 'no']),
  ask('DEC-05', [{ item: 3 }, { item: 9 }, 'no']),
  ask('DEC-06', [{ item: 1 }, { item: 2 }, 'no'], { default: 1 }),
  ask('DEC-07', ['yes', 'no'], { default: 1 }),
  ask('DEC-08', [{ item: 1 }, { item: 2 }, 'fist']),
  ask('DEC-09', ['single', { several: [] }, { several: [1] }], { default: 1 }),
  ask('DEC-10', ['strike', 'spare'], { about: 1, default: 1 }),
  ask('DEC-11', [{ part: 'T' }, { part: 'TR' }, { part: 'BD' }, { part: 'BG' }], { about: 3, default: 1 }),
  ask('DEC-12', [
    { throw: { item: 2, aggressive: true, to: [7, 8] } },
    { throw: { item: 2, aggressive: true, to: [7, 9] } },
    { throw: { item: 2, aggressive: false, to: [6, 7] } },
    { throw: { item: 1, aggressive: true, to: [7, 8] } },
    'no',
  ]),
  ask('DEC-13', ['strike', 'spare'], { about: 3 }),
  ask('DEC-14', [{ item: 3 }, { phone: 0 }, { panel: 0 }, { window: 0 }, { door: 1 }]),
  ask('DEC-15', [{ item: 4 }, { item: 5 }], { who: 1 }),
  ask('DEC-16', [{ item: 6 }, { item: 7 }, 'no'], { about: 2 }),
  ask('DEC-17', [{ put_on: 8 }, { take_off: 0 }, 'no']),
  ask('DEC-20', ['element', { leaf: [0, 1] }]),
  ask('DEC-21', [{ victim: 2 }, { victim: 3 }]),
];
