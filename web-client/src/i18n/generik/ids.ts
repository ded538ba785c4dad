import type { Act } from '../../protocol/generik';

/** Every decision of the catalogue. */
export const DECISIONS = [
  'GEN-DEC-01',
  'GEN-DEC-02',
  'GEN-DEC-03',
  'GEN-DEC-04',
  'GEN-DEC-05',
  'GEN-DEC-06',
  'GEN-DEC-10',
  'GEN-DEC-11',
  'GEN-DEC-12',
  'GEN-DEC-13',
  'GEN-DEC-14',
  'GEN-DEC-15',
  'GEN-DEC-16',
  'GEN-DEC-17',
  'GEN-DEC-18',
  'GEN-DEC-19',
  'GEN-DEC-20',
  'GEN-DEC-21',
  'GEN-DEC-23',
  'GEN-DEC-24',
  'GEN-DEC-25',
  'GEN-DEC-26',
  'GEN-DEC-28',
  'GEN-DEC-29',
  'GEN-DEC-30',
  'GEN-DEC-31',
  'GEN-DEC-32',
  'GEN-DEC-40',
  'GEN-DEC-41',
  'GEN-DEC-42',
  'GEN-DEC-43',
  'GEN-DEC-44',
  'GEN-DEC-45',
  'GEN-DEC-46',
] as const;

export type DecId = (typeof DECISIONS)[number];

/** Whether an id is that of a decision. */
export const isDec = (id: string): id is DecId => (DECISIONS as readonly string[]).includes(id);

const FIRE = { normal: 'shoot', powerful: 'powerful_shot', multi: 'multi_shot', volley: 'pair_volley' } as const;
const BLOW = { normal: 'cc_attack', powerful: 'powerful_attack', multi: 'multi_attack' } as const;

/** An action by the name it has in the tables; what is fired or struck in several ways has several names. */
export function actName(act: Act) {
  switch (act.act) {
    case 'shoot':
      return FIRE[act.fire];
    case 'attack':
      return BLOW[act.blow];
    case 'move':
      return act.exit ? 'exit' : act.run ? 'run' : 'move';
    case 'cover':
      return 'take_cover';
    case 'sack':
      return 'sack_objective';
    default:
      return act.act;
  }
}

export type ActName = ReturnType<typeof actName>;
