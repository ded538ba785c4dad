/** Names one might have heard in a bar around 1985. */
export const FOLK: readonly string[] = [
  'Momo la Pince', 'Gégé', 'Josiane', 'Bébert', 'Dédé la Sardine', 'Mireille', 'Riton', 'Nanard', 'Ginou', 'Totor', 'La Grande Yvette',
  'Marcel le Breton', 'Lulu', 'Jojo l’Embrouille', 'Simone', 'P’tit Louis', 'Raymonde', 'Fredo', 'Kiki', 'Nénesse', 'Maryvonne', 'Tonio',
  'Le Belge', 'Zézette', 'Roger Flipper', 'Paulette', 'Manu Mobylette', 'Le Capitaine', 'Bernadette', 'Jacky Santiags', 'Nini Juke-box',
  'Gros René', 'Suzy', 'Le Baron', 'Colette Tonnerre', 'Ahmed', 'Fifi Brillantine', 'Monique', 'Ti-Jean', 'La Comtesse', 'Robert Banane',
  'Sylvie Minitel', 'Tintin', 'Dolorès', 'Lolo Baby-foot', 'Chantal', 'Le Professeur', 'Mado', 'Fatima', 'Patrick Perfecto', 'Babette',
  'L’Auvergnat', 'Denise', 'Vava', 'Guy Cambouis', 'Odile', 'Nono', 'Marie-Jo', 'Samir', 'Ghislaine Crochet',
];

export const BANDS: readonly string[] = [
  'Les Gars du Zinc', 'La Bande à Momo', 'Les Furieux du Flipper', 'Ceux d’en face', 'Les Derniers Partis', 'Les Mobs du 14', 'Picon Bière',
  'Les Rois du Tilt', 'Les Perfectos', 'La Chorale', 'Amicale du Poing', 'Les Retardataires', 'Demi Pression', 'Les Sans-Monnaie',
];

/** One that is not taken yet; `chance` from 0 to 1. */
export function draw(from: readonly string[], taken: readonly string[], chance: number = Math.random()): string {
  const free = from.filter((name) => !taken.includes(name));
  const list = free.length > 0 ? free : from;
  return list[Math.min(list.length - 1, Math.floor(chance * list.length))] ?? '';
}
