import { texts } from '../index.svelte';
import { named } from './articles';
import { card as enCard, order as enOrder } from './panel.en';
import { card as frCard, order as frOrder } from './panel.fr';

/** Texts of the ranks, the cards of figures and the scenario. */
export const cardText = named(texts(frCard, enCard));

/** Texts of orders and questions. */
export const orderText = named(texts(frOrder, enOrder));
