import { describe, expect, it } from 'vitest';
import { setLang } from '../../i18n/index.svelte';
import { bandOf, columnsOf, freeBands, lineText, livesOf, mayBring, numberOf, outcomeOf, playerOf, playsIn, roomName, tallyName, wordsOf } from './model';
import { CAMPAIGN, WORDS } from './testdata';

describe('a campaign', () => {
  it('has the history of each figure over its games', () => {
    setLang('en');
    const lives = livesOf(CAMPAIGN, 0, WORDS);
    expect(lives.get(2)).toEqual({
      name: 'Pistolero',
      moments: [
        { game: 1, text: 'Pistolero is back on both feet.' },
        { game: 2, text: 'Pistolero did not make it.' },
      ],
    });
    expect(lives.get(0)).toBeUndefined();
  });

  it('shows the keys of unknown words', () => {
    expect(lineText(WORDS, { member: 1, name: 'Momo', code: 'flew', n: 0 })).toBe('Momo: flew');
    expect(tallyName(WORDS, 'karma')).toBe('karma');
    expect(wordsOf({})).toEqual({});
    expect(wordsOf({ campaign: { words: WORDS } })).toBe(WORDS);
  });

  it('has a column for each tally of its bands', () => {
    expect(columnsOf(CAMPAIGN.bands)).toEqual(['reputation', 'value', 'treasury', 'members', 'games']);
    expect(numberOf(CAMPAIGN.bands[0]!.roster.worth, 'treasury')).toBe(37);
    expect(numberOf([], 'treasury')).toBeNull();
  });

  it('lists the free bands, and the players who may bring a band', () => {
    expect(bandOf(CAMPAIGN, 'p0')?.n).toBe(0);
    expect(bandOf(CAMPAIGN, 'p2')?.roster.disbanded).toBe(true);
    expect(freeBands(CAMPAIGN).map((band) => band.n)).toEqual([0, 1]);
    expect(['p0', 'p1', 'p2', 'p3', 'stranger'].map((who) => mayBring(CAMPAIGN, who))).toEqual([false, false, true, true, false]);
    expect(mayBring({ ...CAMPAIGN, phase: 'closed' }, 'p3')).toBe(false);
  });

  it('reports whether the band of a player is in the running game of a room', () => {
    const [first] = CAMPAIGN.games;
    const live = { ...CAMPAIGN, games: [{ ...first!, phase: 'playing' as const }] };
    expect([playsIn(live, 'aaaa', 'p1'), playsIn(live, 'aaaa', 'p2'), playsIn(live, 'bbbb', 'p1'), playsIn(live, 'aaaa', null)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(playsIn(CAMPAIGN, 'aaaa', 'p1')).toBe(false);
  });

  it('names the player of a band, and rooms after the players', () => {
    expect([0, 1, 9].map((n) => playerOf(CAMPAIGN, n))).toEqual(['Ginette', 'Momo', '?']);
    expect(roomName({ ...CAMPAIGN, name: 'Été' }, ['p0', 'p1'])).toBe('Été · Ginette – Momo');
    expect(roomName({ ...CAMPAIGN, name: 'Été' }, ['p0'])).toBe('Été');
    expect(roomName({ ...CAMPAIGN, name: 'x'.repeat(60) }, ['p0', 'p1'])).toBe('x'.repeat(60));
  });

  it('has an outcome for each seat of a game, and none for a void one', () => {
    expect(CAMPAIGN.games.map((game) => [outcomeOf(game, 0), outcomeOf(game, 1)])).toEqual([
      ['won', 'lost'],
      ['draw', 'draw'],
      [null, null],
    ]);
  });
});
