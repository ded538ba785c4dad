import type { Same } from '../index.svelte';
import type { fr } from './roles.fr';

export const en: Same<typeof fr> = {
  western: 'Gang boss', pirates: 'Captain', ww2: 'Staff sergeant', medieval: 'Captain',
  w_couteau: 'Trapper', w_fusil_de_chasse: 'Barkeep', w_winchester: 'Sharpshooter', w_fusil_a_bison: 'Buffalo hunter', w_colt: 'Cowhand', w_double_colt: 'Pistolero',
  w_colt_long: 'Marshal', w_derringer: 'Saloon girl', w_jeu_de_carte: 'Card sharp', p_epee: 'Duellist', p_deux_mains: 'Bosun', p_armes_diverses: 'Topman',
  p_deux_armes: 'Fury', p_crochet: 'One-hand', p_tromblon: 'Ship’s cook', p_pistolet: 'Quartermaster', p_deux_pistolets: 'Freebooter', p_fusil: 'Musketeer',
  p_couteau_de_lance: 'Knife-thrower', p_perroquet: 'Bird-keeper', s_baionnette: 'Old soldier', s_fusil: 'Rifleman', s_pistolet_mitrailleur: 'Sergeant', s_pistolet: 'Runner',
  s_grenade: 'Grenadier', s_mitrailleuse_legere: 'Gunner', s_mitrailleuse_lourde: 'Heavy gunner', s_fusil_de_sniper: 'Sniper', s_mortier_leger: 'Mortar man',
  m_epee: 'Squire', m_deux_mains: 'Halberdier', m_armes_diverses: 'Militia woman', m_deux_armes: 'Blade for hire', m_tromblon: 'Bombardier', m_pistolet: 'Reiter',
  m_deux_pistolets: 'Bravo', m_fusil: 'Arquebusier', m_couteau_de_lance: 'Poacher', m_arbalete: 'Crossbowman', m_arc: 'Archer', m_bouclier: 'Shield-bearer',
  m_armure_legere: 'Man-at-arms', m_armure_complete: 'Knight',
};
