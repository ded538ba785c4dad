/** The steps after a game of a campaign, as the server tells and takes them. */
import type { Band, Health, Member, Purse, Skill, Weapon } from '../band';

export type Step = 'money' | 'reputation' | 'care' | 'pay' | 'purchases' | 'skills' | 'chief' | 'done';

export interface Survivor {
  id: number;
  health: Health;
  fit: boolean;
  for_money: boolean;
  tried: boolean;
  gone: boolean;
}

export interface Aftermath {
  step: Step;
  answered: number;
  purse: Purse;
  rights: number;
  band: Band;
  members: Survivor[];
}

export type Purchase =
  | { arm: { member: number; weapon: Weapon; replaces?: Weapon } }
  | { armour: { member: number; armour: Weapon } }
  | { discard: { member: number; weapon: Weapon } }
  | { recruit: Member };

export type After =
  | { money: number[] }
  | { reputation: number[] }
  | { care: number | null }
  | { pay: { dismissed: number[] } }
  | { buy: Purchase | null }
  | { skill: [number, Skill] | null }
  | { chief: number };
