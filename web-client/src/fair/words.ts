import { seatName } from '../art/badges';
import { cap } from '../text/fill';
import { texts } from '../i18n/index.svelte';
import type { Blind } from '../protocol';
import type { Found, Part } from './check';

const t = texts(
  {
    at: 'Entrée {entry} : {what}',
    format: 'le fichier dit autre chose qu’une partie de Bagarre.',
    incomplete: 'il y manque ce que toute partie de cette version a : nombres des joueurs, secret, noms ou départ.',
    nothing: 'rien dans ce fichier ne peut être vérifié : il est d’avant la chaîne, et pas signé par une clé connue.',
    no_chain: 'ce navigateur a gardé des empreintes de cette partie, et le fichier n’a pas de chaîne.',
    seed: 'la graine des dés ne vient pas du secret et des nombres des joueurs.',
    commitment: 'le secret du serveur n’est pas celui qu’il avait promis.',
    commitment_kept: 'la promesse du serveur n’est plus celle du début de la partie.',
    promise: 'le nombre d’une place n’est pas celui qui était promis.',
    draw_kept: 'les nombres des joueurs ne sont plus ceux du début de la partie.',
    number: 'elle manque, ou une autre est à sa place.',
    time: 'elle est datée d’avant la précédente.',
    author: 'elle n’est pas de qui a donné l’ordre.',
    name: 'un nom n’est pas celui que couvre la chaîne.',
    chain: 'elle ne suit pas de ce qui la précède : quelque chose y a été changé.',
    kept: 'ce n’est pas celle que ce navigateur a vue pendant la partie.',
    seal_kept: 'l’ordre scellé n’est pas celui qui a été promis pendant la partie.',
    dice: 'un dé n’est pas celui que donne la graine.',
    seal: 'l’ordre n’est pas celui qui a été scellé.',
    blind: 'ce qu’elle dit d’une feuille restée chez son joueur ne va pas avec les sceaux.',
    missing: 'elle manque, alors que ce navigateur l’a vue.',
    signature: 'la signature ne vaut pas pour ce fichier.',
    unsigned: 'le fichier n’est pas signé.',
    key: 'le fichier est signé par une autre clé que celle du serveur.',
    unknown_key: 'le fichier est signé, mais on ne sait pas par qui : la clé du serveur n’est pas donnée.',
    holds: 'juste',
    broken: 'faux',
    absent: 'absent',
    unchecked: 'non vérifié',
    unopened: '{name} avait scellé, mais sa feuille n’a pas été ouverte à temps : repos (ou le choix par défaut).',
    wrongSheet: '{name} a ouvert autre chose que ce qui était scellé : repos (ou le choix par défaut).',
    refused: '{name} avait scellé une feuille que les règles refusent : repos (ou le choix par défaut).',
    seatOnly: 'La place {n}',
  },
  {
    at: 'Entry {entry}: {what}',
    format: 'the file says something else than a game of Bagarre.',
    incomplete: 'what every game of this version has is missing: the players’ numbers, the secret, names or start.',
    nothing: 'nothing in this file can be checked: it is from before the chain, and not signed by a known key.',
    no_chain: 'this browser kept fingerprints of this game, and the file has no chain.',
    seed: 'the seed of the dice does not come from the secret and the players’ numbers.',
    commitment: 'the server’s secret is not the one it promised.',
    commitment_kept: 'the server’s promise is no longer the one made at the start.',
    promise: 'the number of a seat is not the one it promised.',
    draw_kept: 'the players’ numbers are no longer those of the start.',
    number: 'it is missing, or another one is in its place.',
    time: 'it is dated before the one that precedes it.',
    author: 'it is not by whoever gave the order.',
    name: 'a name is not the one the chain covers.',
    chain: 'it does not follow from what comes before: something in it was changed.',
    kept: 'it is not the one this browser saw during the game.',
    seal_kept: 'the sealed order is not the one promised during the game.',
    dice: 'a die is not the one the seed gives.',
    seal: 'the order is not the one that was sealed.',
    blind: 'what it says of a sheet that stayed with its player does not go with the seals.',
    missing: 'it is missing, though this browser saw it.',
    signature: 'the signature is not valid for this file.',
    unsigned: 'the file is not signed.',
    key: 'the file is signed by another key than the server’s.',
    unknown_key: 'the file is signed, but by whom is not known: the key of the server is not given.',
    holds: 'right',
    broken: 'wrong',
    absent: 'none',
    unchecked: 'not checked',
    unopened: '{name} had sealed, but the sheet was not opened in time: rest (or the default choice).',
    wrongSheet: '{name} opened something else than what was sealed: rest (or the default choice).',
    refused: '{name} had sealed a sheet that the rules refuse: rest (or the default choice).',
    seatOnly: 'Seat {n}',
  },
);

/** Returns the text of a fault. */
export function faultWords({ fault, entry }: Found): string {
  const what = t(fault);
  return entry === null ? cap(what) : t('at', { entry, what });
}

/** Returns the text of the result of a part. */
export const partWord = (part: Part): string => t(part);

/** Returns the text for a seat without a player. */
export const seatOnly = (seat: number): string => t('seatOnly', { n: seatName(seat) });

/** Returns the text of the journal for a sheet that `name` has sealed and that was not played. */
export function blindWords(blind: Extract<Blind, { step: 'refused' | 'unopened' }>, name: string): string {
  if (blind.step === 'refused') return t('refused', { name });
  return t(blind.wrong ? 'wrongSheet' : 'unopened', { name });
}
