/** Bands of GeneriK as the server reads them. */
import type { Catalogue } from './catalogue';

export type Era = 'western' | 'pirates' | 'ww2' | 'medieval';
export type Weapon = string;
export type Skill = string;
export type Health = 'well' | 'wounded' | 'out';

export interface Member {
  id: number;
  name: string;
  chief: boolean;
  weapons: Weapon[];
  armour?: Weapon;
  skills: Skill[];
  look: number;
  health: Health;
  founder: boolean;
}

export interface Purse {
  treasury: number;
  reputation: number;
  threshold: number;
  games: number;
  next_id: number;
}

export interface Band {
  name: string;
  era: Era;
  members: Member[];
  purse?: Purse;
}

export type { Catalogue };
