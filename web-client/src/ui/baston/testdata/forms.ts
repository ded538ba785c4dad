/** Forms, for tests. */
import type { Bar, Form as Sent } from '../../../protocol/baston';
import type { Form, Head } from '../model/form';

const DIRS = [1, 2, 3, 4, 5, 6, 7, 8];
const RAPID = ['OUV', 'FER', 'PRE', 'LAN', 'BRI'];
const LONG = ['POU', 'REN', 'DES', 'TAX', 'MET'];
const THEN = ['-', 'CB', 'CP', 'CS', 'CJ', 'CT', ...RAPID, ...LONG];

const head = (code: string, more: Partial<Head> = {}): Head => ({ code, params: [], pivot: false, then: THEN, rest_after: 'none', ...more });

/** A form as the server sends it. */
export function sent({ heads, ...form }: Form): Sent {
  const thens = [...new Set(heads.map((one) => JSON.stringify(one.then)))];
  return {
    ...form,
    heads: heads.map(({ then, params, ...head }) => ({ ...head, params: [...params], then: thens.indexOf(JSON.stringify(then)) })),
    thens: thens.map((list) => JSON.parse(list) as string[]),
  };
}

/** What a character in good health may write, with this speed. */
export function form(who: number, speed = 4, more: Partial<Form> = {}): Form {
  const steps = DIRS.filter((n) => n >= 2 && n <= speed);
  return {
    who,
    locked: [null, null, null],
    orders: ['-/-', '-/-', '-/-'],
    heads: [
      head('-', { then: ['-', 'CB', 'CP', 'CS', 'CV', 'CJ', 'CT', ...RAPID, ...LONG] }),
      head('M', { params: DIRS, pivot: true }),
      head('R', { params: DIRS, pivot: true }),
      head('S', { params: DIRS, pivot: true }),
      head('F', { pivot: true, then: ['-'], rest_after: 'round2' }),
      head('C', { params: steps, pivot: true, rest_after: 'next_sequence' }),
      head('LEV', { pivot: true }),
      head('TER', { pivot: true }),
      head('G'),
      head('D'),
      head('P', { params: DIRS }),
      head('PRE', { then: ['CP', 'LAN', 'BRI'] }),
      head('BRI', { then: ['CP'] }),
    ],
    resting: ['TAX', 'MET'],
    barred: [],
    ...more,
  };
}

const bar = (code: string, round: number, why: string, rule: string): Bar => ({ code, round, why, rule });

/** Legs gone and one arm gone: much is barred, and the first sequence is lost. */
export function wreck(who: number): Form {
  const base = form(who, 3);
  const gone = ['M', 'S', 'F', 'C', 'LEV', 'TER', 'P'];
  const seconds = ['CS', 'CV', 'CT', 'REN'];
  return {
    ...base,
    locked: ['stunned', null, null],
    heads: base.heads.filter((one) => !gone.includes(one.code)).map((one) => ({ ...one, then: one.then.filter((code) => !seconds.includes(code)) })),
    barred: [
      ...gone.map((code) => bar(code, 1, 'legs', 'BAS-WND-03')),
      bar('CS', 2, 'legs', 'BAS-WND-03'),
      bar('CV', 2, 'legs', 'BAS-WND-03'),
      bar('CT', 2, 'arms', 'BAS-WND-05'),
      bar('REN', 2, 'arms', 'BAS-WND-05'),
    ],
  };
}
