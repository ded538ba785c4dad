/** What a bearer of this weapon might be called; and the chief of an era. */
export const fr = {
  western: 'Chef de gang', pirates: 'Capitaine', ww2: 'Sergent-chef', medieval: 'Capitaine',
  w_couteau: 'Trappeur', w_fusil_de_chasse: 'Barman', w_winchester: 'Gâchette', w_fusil_a_bison: 'Chasseur de bisons', w_colt: 'Cow-boy', w_double_colt: 'Pistolero',
  w_colt_long: 'Marshal', w_derringer: 'Entraîneuse', w_jeu_de_carte: 'Tricheur', p_epee: 'Bretteuse', p_deux_mains: 'Bosco', p_armes_diverses: 'Gabier',
  p_deux_armes: 'Furie', p_crochet: 'Manchot', p_tromblon: 'Cuistot', p_pistolet: 'Quartier-maître', p_deux_pistolets: 'Flibustière', p_fusil: 'Mousquetaire',
  p_couteau_de_lance: 'Lanceuse de couteaux', p_perroquet: 'Oiseleur', s_baionnette: 'Grognard', s_fusil: 'Voltigeur', s_pistolet_mitrailleur: 'Sergent', s_pistolet: 'Estafette',
  s_grenade: 'Grenadier', s_mitrailleuse_legere: 'Mitrailleur', s_mitrailleuse_lourde: 'Servant de pièce', s_fusil_de_sniper: 'Tireuse d’élite', s_mortier_leger: 'Artificier',
  m_epee: 'Écuyer', m_deux_mains: 'Hallebardier', m_armes_diverses: 'Milicienne', m_deux_armes: 'Spadassin', m_tromblon: 'Bombardier', m_pistolet: 'Reître',
  m_deux_pistolets: 'Bravo', m_fusil: 'Arquebusier', m_couteau_de_lance: 'Braconnière', m_arbalete: 'Arbalétrier', m_arc: 'Archère', m_bouclier: 'Porte-bouclier',
  m_armure_legere: 'Sergent d’armes', m_armure_complete: 'Chevalier',
} as const;
