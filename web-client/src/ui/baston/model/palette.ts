/** How orders are laid out in the palette: presentation only, what may be chosen comes from the server. */
import type { Offer, Round } from './sheet';

export type Group = 'groupMove' | 'groupTurn' | 'groupBlow' | 'groupQuick' | 'groupLong' | 'groupOther';

const LAYOUT: Record<Round, readonly (readonly [Group, readonly string[]])[]> = {
  1: [
    ['groupMove', ['-', 'M', 'C', 'S', 'F', 'R', 'LEV', 'TER']],
    ['groupTurn', ['P', 'G', 'D']],
  ],
  2: [
    ['groupBlow', ['-', 'CP', 'CS', 'CB', 'CV', 'CJ', 'CT']],
    ['groupQuick', ['PRE', 'LAN', 'BRI', 'OUV', 'FER']],
    ['groupLong', ['POU', 'REN', 'DES', 'TAX', 'MET']],
  ],
};

/** The orders on offer by group; unknown ones come last. */
export function grouped(offers: readonly Offer[], round: Round): { group: Group; offers: Offer[] }[] {
  const left = new Map(offers.map((offer) => [offer.code, offer]));
  const groups = LAYOUT[round].map(([group, codes]) => ({
    group,
    offers: codes.flatMap((code) => {
      const offer = left.get(code);
      left.delete(code);
      return offer ? [offer] : [];
    }),
  }));
  return [...groups, { group: 'groupOther' as const, offers: [...left.values()] }].filter((one) => one.offers.length > 0);
}
