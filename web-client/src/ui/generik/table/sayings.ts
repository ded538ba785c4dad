/** Short words that beats show on the table. */
import { texts, type Params } from '../../../i18n/index.svelte';

const t = texts(
  {
    turn: 'Tour {n}', fight: 'Baston !', rout: 'Déroute !', beaten: 'Bande battue !',
    act_shoot: 'tire', act_move: 'se déplace', act_run: 'court', act_climb: 'grimpe', act_attack: 'attaque', act_cover: 'se met à couvert', act_reload: 'recharge', act_drag: 'traîne un copain', act_stand_up: 'se relève', act_sack: 'saccage', act_distract: 'embobine', act_hook: 'crochète', act_drink: 'boit un coup', act_charge: 'Chargez !!!', act_insult: 'insulte', act_heroic: 'tente l’héroïsme', act_heroic_reload: 'recharge en héros',
    ao: 'action d’opportunité', interrupted: 'interrompu !', stopped: 's’arrête là', daLost: 'perd ses DA', inCover: 'à couvert', outOfCover: 'plus à couvert', wounded: 'blessé', healed: 'soigné', sacked: 'objectif saccagé', ooa: 'hors combat', away: 'FILÉ !', flees: 'prend la fuite', reloaded: 'rechargé', empty: 'arme vide', unhurt: 'rien de cassé', redirected: 'dans la mêlée !', strikes: 'au corps à corps', short: '{n} cm, courte portée', long: '{n} cm, longue portée', missed: 'raté', countered: 'contré !', parried: 'paré', tie: 'égalité',
    throw_roll_off: 'départage', throw_scenario: 'scénario', throw_terrain: 'nombre de décors', throw_attacker: 'attaquant', throw_heroic: 'héroïsme', throw_attack: 'attaque', throw_defence: 'défense', throw_wound: 'blessure', throw_armour: 'armure', throw_redirect: 'qui est touché', throw_blast: 'souffle', throw_morale: 'moral', throw_rout: 'déroute', throw_dim: 'pas très fin', throw_distract: 'embobinage', throw_money: 'argent', throw_reputation: 'réputation', throw_care: 'soins',
  },
  {
    turn: 'Turn {n}', fight: 'Fight!', rout: 'Rout!', beaten: 'Band beaten!',
    act_shoot: 'shoots', act_move: 'moves', act_run: 'runs', act_climb: 'climbs', act_attack: 'attacks', act_cover: 'takes cover', act_reload: 'reloads', act_drag: 'drags a friend', act_stand_up: 'stands up', act_sack: 'sacks', act_distract: 'distracts', act_hook: 'hooks', act_drink: 'takes a swig', act_charge: 'Charge!!!', act_insult: 'insults', act_heroic: 'tries heroics', act_heroic_reload: 'reloads like a hero',
    ao: 'opportunity action', interrupted: 'interrupted!', stopped: 'stops there', daLost: 'loses action dice', inCover: 'in cover', outOfCover: 'out of cover', wounded: 'wounded', healed: 'healed', sacked: 'objective sacked', ooa: 'out of action', away: 'GONE!', flees: 'flees', reloaded: 'reloaded', empty: 'weapon empty', unhurt: 'nothing broken', redirected: 'into the melee!', strikes: 'close combat', short: '{n} cm, short range', long: '{n} cm, long range', missed: 'missed', countered: 'countered!', parried: 'parried', tie: 'a tie',
    throw_roll_off: 'roll-off', throw_scenario: 'scenario', throw_terrain: 'terrain pieces', throw_attacker: 'attacker', throw_heroic: 'heroics', throw_attack: 'attack', throw_defence: 'defence', throw_wound: 'wound', throw_armour: 'armour', throw_redirect: 'who is hit', throw_blast: 'blast', throw_morale: 'morale', throw_rout: 'rout', throw_dim: 'not too bright', throw_distract: 'distraction', throw_money: 'money', throw_reputation: 'reputation', throw_care: 'care',
  },
);

/** A saying by its key; an unknown key is shown as it is. */
export function say(key: string, params?: Params): string {
  const said = t(key as Parameters<typeof t>[0], params) as string | undefined;
  return said ?? key;
}
