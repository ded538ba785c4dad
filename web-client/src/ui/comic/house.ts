/** The comic of any system, from the texts of its facts; its people are the characters with letters, or else the players. */
import { seatName } from '../../art/badges';
import { texts } from '../../i18n/index.svelte';
import type { Presented, Player } from '../house/presented.svelte';
import type { DieShow } from '../../surface/dice';
import type { AnyFact } from '../../store/fold';
import type { Comic, Part } from './comic';
import Badge from './Badge.svelte';

const t = texts({ best: 'Le grand moment' }, { best: 'The high point' });

/** Sounds of facts that count as a blow. */
const HITS = ['hit', 'out'];

export function houseComic(house: Presented, player: Player): Comic {
  const { log } = house.data.panels;
  const kind = house.people;
  return {
    part(fact: AnyFact, before): Part | null {
      const said = house.line(fact, player, before);
      if (!said || said.weight === 'quiet') return null;
      const [die] = said.dice;
      const [one, other] = kind === undefined ? said.seats : said.named.flatMap(([of, n]) => (of === kind ? [n] : []));
      const show: DieShow | undefined = die && { sides: die.sides, face: die.faces[0] ?? 0, faces: [...die.faces], label: '' };
      const hits = HITS.includes(log[fact.t]?.sound ?? '');
      return {
        begins: said.weight === 'loud',
        who: one,
        target: other,
        ...(show ? { dice: show } : {}),
        ...(hits ? { word: 'BING !' } : {}),
        harm: (hits ? 2 : 0) + (said.weight === 'loud' ? 1 : 0),
      };
    },
    person(view, who) {
      if (kind === undefined) return { name: player(who), letter: seatName(who), seat: who };
      const named = house.named(kind, who, view);
      return named ? { name: named.text, letter: named.letter, seat: named.seat ?? null } : null;
    },
    caption(fact, before) {
      const said = house.line(fact, player, before);
      return said && { text: said.text, weight: said.weight };
    },
    Face: Badge,
    heads: () => ({ blow: t('best') }),
  };
}
