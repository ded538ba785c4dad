import type { Act } from '../../protocol/generik';

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
