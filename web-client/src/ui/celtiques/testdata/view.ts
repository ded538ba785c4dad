/** A duel at the ford between two fighters, as the server would send it. */
import type { Hex, Side } from '../../../protocol';
import type { Fighter, Known, Team, View, Who } from '../../../protocol/celtiques';
import { Presented } from '../../house/presented.svelte';
import folding from '../../../protocol/celtiques/folding.json';

/** Returns the system as it presents itself, for tests that need its words. */
export const house = (): Presented =>
  new Presented('celtiques', { ...folding, card: { name: { fr: 'Celtiques', en: 'Celtiques' }, scenarios: {}, bots: {} } } as unknown as Presented['data']);

export function fighter(at: Hex, facing: Side, more: Partial<Fighter> = {}): Fighter {
  return { pose: { at, facing }, body: {}, gear: { hand: 0 }, turn: {}, beat: {}, mind: {}, ties: {}, ...more };
}

export function known(who: Who, name: string, seat: number | null, side: Team, more: Partial<Known> = {}): Known {
  return {
    who,
    name,
    short: name.split(',')[0] ?? name,
    letter: 'ABCDEFGH'.charAt(who),
    seat,
    side,
    out: [5, 5],
    foe: null,
    member: 0,
    attributes: { FO: 3, AG: 4, EN: 3, Pe: 2, ES: 3, PR: 4, CO: 4, RE: 3 },
    skills: { lames: 5, esquive: 4 },
    weapons: ['epee'],
    shield: 'grand_bouclier',
    armours: ['mailles', 'casque'],
    carnix: false,
    horse: false,
    chariot: false,
    ...more,
  };
}

export function view(change: (view: View) => void = () => undefined): View {
  const made: View = {
    setup: {
      scenario: 'gue',
      arena: 'gue',
      coop: false,
      mj: false,
      adversaires: [],
      options: {
        fenetre: false,
        consignes: false,
        longue_marche: false,
        respect: false,
        duel: false,
        montures: false,
        chars: false,
        lumiere: null,
        tactique: [],
      },
      campagne: false,
      bands: [
        { name: 'Les Lances', heroes: [] },
        { name: 'La Meute', heroes: [] },
      ],
    },
    map: {
      rows: ['..g..', '..g..', '..X..'],
      out: '',
      deploy: [
        [0, 0, 1, 2],
        [3, 0, 4, 2],
      ],
      exits: [null, null],
      entries: [],
      objective: ['g', 3],
    },
    turns: 12,
    known: [known(0, 'Ambiomaros', 0, 0), known(1, 'Viridovix', 1, 1, { weapons: ['lance', 'javelot'], armours: [] })],
    scene: {
      stage: 'act',
      turn: 2,
      segment: 2,
      order: [1, 0],
      fighters: [
        fighter([1, 0], 'e', { turn: { reaction: 13, announced: 2, slots: 0b10100 }, ties: { engaged: [1] } }),
        fighter([2, 0], 'w', { turn: { reaction: 11, announced: 3, slots: 0b101000 }, ties: { engaged: [0] }, body: { blessure: 2, arm: true } }),
      ],
      camps: [{ chief: 0 }, {}],
      quiet: 0 as unknown as View['scene']['quiet'],
      sealed: 0 as unknown as View['scene']['sealed'],
      things: [{ of: 1, n: 1, at: [3, 1] }],
      standard: null,
      rulings: {},
      outcome: null,
    },
    mine: null,
  };
  change(made);
  return made;
}
