/** What the rules offer, as a list shows it. */
import { french, lang } from '../../../i18n/index.svelte';
import type { Fault, Offer } from '../../../protocol';

/** Why something cannot be had: words, and the rule that says so where one does. */
export interface Refused {
  readonly words: string;
  readonly rule: string | null;
}

/** An entry of a list one chooses from. */
export interface OfferShown<Id extends string = string> {
  readonly id: Id;
  readonly name: string;
  readonly about: string;
  /** In short beside the name, such as its reach; empty for nothing. */
  readonly extra?: string;
  /** A remark on it, with what it means. */
  readonly mark?: { readonly text: string; readonly help: string } | undefined;
  /** What would be paid, and the price of the list. */
  readonly price: number;
  readonly list: number;
  readonly rule: string;
  readonly chosen: boolean;
  readonly refused: Refused | null;
}

/** A fault in the language of the moment. */
export const refusedOf = ({ words, rule }: Fault): Refused => ({ words: lang() === 'fr' ? french(words.fr) : words.en, rule });

/** What is said of putting something into a place, such as `weapon.0`; nothing where nobody has said it yet. */
export type Judge = (place: string, id: string) => { readonly price: number; readonly refused: Refused | null } | undefined;

/** What the rules offer, as a judge. */
export function judgeOf(offers: readonly Offer[]): Judge {
  const found = new Map(offers.map((one) => [`${one.place} ${one.id}`, { price: one.price, refused: one.refused ? refusedOf(one.refused) : null }]));
  return (place, id) => found.get(`${place} ${id}`);
}
