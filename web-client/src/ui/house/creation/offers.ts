/** The offers of the rules, as a list shows them. */
import { french, lang } from '../../../i18n/index.svelte';
import type { Fault, Offer } from '../../../protocol';

/** The reason for which an offer is not available: a text, and its rule, if any. */
export interface Refused {
  readonly words: string;
  readonly rule: string | null;
}

/** An entry of a list of offers. */
export interface OfferShown<Id extends string = string> {
  readonly id: Id;
  readonly name: string;
  readonly about: string;
  /** A short text beside the name, such as the reach; empty for none. */
  readonly extra?: string;
  /** A mark with its explanation. */
  readonly mark?: { readonly text: string; readonly help: string } | undefined;
  /** The price to pay, and the list price. */
  readonly price: number;
  readonly list: number;
  readonly rule: string;
  readonly chosen: boolean;
  readonly refused: Refused | null;
}

/** Returns a fault in the current language. */
export const refusedOf = ({ words, rule }: Fault): Refused => ({ words: lang() === 'fr' ? french(words.fr) : words.en, rule });

/** Returns price and refusal of an offer for a place, such as `weapon.0`; `undefined` while they are not known. */
export type Judge = (place: string, id: string) => { readonly price: number; readonly refused: Refused | null } | undefined;

/** Makes a judge from the offers of the rules. */
export function judgeOf(offers: readonly Offer[]): Judge {
  const found = new Map(offers.map((one) => [`${one.place} ${one.id}`, { price: one.price, refused: one.refused ? refusedOf(one.refused) : null }]));
  return (place, id) => found.get(`${place} ${id}`);
}
