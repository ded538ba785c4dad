import type { Act } from '../../protocol/generik';

const FIRE = { normal: 'shoot', powerful: 'powerful_shot', multi: 'multi_shot', volley: 'pair_volley' } as const;
const BLOW = { normal: 'cc_attack', powerful: 'powerful_attack', multi: 'multi_attack' } as const;

/** Returns the name of an action in the tables. Shots and blows have one name for each way. */
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
