import { beforeEach, describe, expect, it } from 'vitest';
import { setLang } from '../../i18n/index.svelte';
import type { ChatLine, Presentation, RoomState, SeatState } from '../../protocol';
import type { Aside, Lapse } from '../../store/timeline.svelte';
import { Presented } from '../house/presented.svelte';
import { asidesOf, lapseWords, narrationsOf } from './asides';

const both = (fr: string, en: string) => ({ fr, en });
const words = {
  'asked.act': both('l’action de {name:who:who}', 'the action of {name:who:who}'),
  'lapse.act': both('se défendre', 'defend'),
  'asked.decide': both('{low:word:dec:dec}, pour {name:who:who}', '{low:word:dec:dec}, for {name:who:who}'),
  'lapse.decide': both('le choix par défaut', 'the default choice'),
  'dec.D8': both('Arme', 'Weapon'),
  'dec.D8.standing': both('La meilleure arme', 'The best weapon'),
  'dec.10.no': both('Encaisser', 'Take it'),
  'name.who': both('{name}', '{name}'),
};
const panels = { names: { who: { each: 'people.*', words: 'name.who' } } };
const house = new Presented('lapses', { words, panels } as unknown as Presentation);
const view = { people: [{ name: 'Kick' }, { name: 'Lulu' }] };
/** Replaces the non-breaking spaces of French punctuation. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
const said = (told: Lapse) => plain(lapseWords(told, 'Momo', house));
const lapse = (ask: unknown, more: Partial<Lapse> = {}): Lapse => ({ ask, view, saved: false, sealed: false, ...more });

beforeEach(() => setLang('fr'));

describe('a time limit that ran out', () => {
  it('is worded with the player, the question and the answer', () => {
    expect(said(lapse({ act: { id: 3, who: 0 } }))).toBe('Temps écoulé pour Momo (l’action de Kick) : se défendre.');
    setLang('en');
    expect(said(lapse({ act: { id: 3, who: 0 } }))).toBe('Time ran out for Momo (the action of Kick): defend.');
  });

  it('is worded with the default of a decision: its standing answer, or the option that counts', () => {
    expect(said(lapse({ ask: 'decide', dec: 'D8', who: 1, options: ['fist'], default: 0 }))).toBe(
      'Temps écoulé pour Momo (arme, pour Lulu) : la meilleure arme.',
    );
    expect(said(lapse({ ask: 'decide', dec: 10, who: 1, options: ['yes', 'no'], default: 1 }))).toContain(': encaisser.');
    expect(said(lapse({ ask: 'decide', dec: 11, who: 1, options: ['yes', 'no'], default: 1 }))).toContain(': le choix par défaut.');
  });

  it('does not reveal a sealed answer or a draft', () => {
    expect(said(lapse({ act: { who: 0 } }, { sealed: true }))).toContain(': la réponse par défaut, scellée.');
    expect(said(lapse({ act: { who: 0 } }, { saved: true, sealed: true }))).toContain(': ce qui était enregistré compte.');
  });

  it('is worded without the texts of a system too', () => {
    expect(plain(lapseWords(lapse('unheard'), 'Momo', undefined))).toBe('Temps écoulé pour Momo : la réponse par défaut compte.');
  });
});

it('asides name the holder of the seat, or the seat if it is open', () => {
  const seats: SeatState[] = [
    { seat: 0, holder: { kind: 'guest', id: 'a', name: 'Ginette' }, ready: true, online: true, sheet: 'none' },
    { seat: 1, holder: { kind: 'open' }, ready: true, online: true, sheet: 'none' },
  ];
  const of = (seat: number): Aside => ({
    step: 2,
    entry: 7,
    author: { kind: 'clock', seat, why: 'default' },
    what: { is: 'lapse', lapse: lapse({ act: { who: 0 } }) },
  });
  const told = asidesOf([of(0), of(1)], seats, house);
  expect(told.map(({ words }) => plain(words))).toEqual([
    'Temps écoulé pour Ginette (l’action de Kick) : se défendre.',
    'Temps écoulé pour la place 2 (l’action de Kick) : se défendre.',
  ]);
  expect(told[0]).toMatchObject({ step: 2, entry: 7, seat: 0, is: 'lapse' });
});

const held = (seat: number, name: string) => ({ seat, holder: { kind: 'guest', id: `${seat}`, name } });
const room = { seats: [held(0, 'Ginette'), held(1, 'Marcel')], roles: [null, { key: 'mj', wins: false }] } as unknown as RoomState;
const line = (id: string, seat: number | null, at: number, text: string, channel = 'room') =>
  ({ id, seat, at, text, channel, name: 'Marcel', from: 'x' }) as unknown as ChatLine;

it('inserts the messages of a game master into the story at their time, and no others', () => {
  const steps = [{ at: 100 }, { at: 200 }, { at: 300 }];
  const chat = [
    line('a', 1, 50, 'avant la partie'),
    line('b', 1, 150, 'La brume se lève.'),
    line('c', 0, 160, 'Salut'),
    line('d', 1, 400, 'C’est fini.'),
    line('e', null, 170, 'entre curieux', 'floor'),
  ];
  const told = narrationsOf(chat, room, steps, 3);
  expect(told.map(({ step, words }) => [step, words])).toEqual([
    [1, 'Marcel raconte\u00a0: La brume se lève.'],
    [3, 'Marcel raconte\u00a0: C’est fini.'],
  ]);
  // A message after the playhead is not in the story yet.
  expect(narrationsOf(chat, room, steps, 2)).toHaveLength(1);
  expect(new Set(told.map(({ entry }) => entry)).size).toBe(2);
});
