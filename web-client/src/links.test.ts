import { describe, expect, it } from 'vitest';
import { codeIn, invitationIn, placeIn } from './links';
import { parse, straight } from './router.svelte';

const ROOM = 'k3v9t2wq7h';
const INVITE = '0123456789abcdef0123456789abcdef';
const TOKEN = INVITE + INVITE;

/** What messengers, mail programs and people append to a link. */
const TAILS = [
  '',
  '.',
  ',',
  ')',
  ').',
  ']',
  '>',
  '%20',
  '%3E',
  '"',
  '%22',
  '%22%3E',
  '’',
  '%E2%80%99',
  '»',
  '\u200b',
  '%E2%80%8B',
  '%EF%BB%BF',
  '...',
  '%0A',
  '*',
  '_',
  '\\',
  ' Viens !',
  '%',
  '%F',
  '%FF',
  '&fbclid=x',
  '<br>',
];
/** The forms in which the sign before an invitation arrives. */
const SIGNS = ['#', '%23', '%2523', '#%E2%80%8B', '.#', '%20#', '/#', '#<', '?x=1#'];

describe('a mangled link', () => {
  for (const [head, to] of [
    ['r', 'r'],
    ['t', 't'],
    ['c', 'c'],
    ['R', 'r'],
  ] as const) {
    it.each(TAILS)(`to /${head}/ leads to the same place with %j after it`, (tail) => {
      for (const sign of SIGNS) {
        const found = { to, name: ROOM, invite: INVITE };
        expect(placeIn(`/${head}/${ROOM}${sign}${INVITE}${tail}`), sign).toEqual(found);
        expect(placeIn(`Viens (https://bagarre.example/${head}/${ROOM}${sign}${INVITE}${tail}`), sign).toEqual(found);
      }
      expect(placeIn(`/${head}/${ROOM}${tail}`)).toEqual({ to, name: ROOM, invite: undefined });
    });
  }

  it.each(TAILS)('to another device is the same with %j after it', (tail) => {
    expect(placeIn(`/link/${TOKEN}${tail}`)).toEqual({ to: 'link', token: TOKEN });
    expect(straight({ pathname: `/link/${TOKEN}${tail}`, search: '', hash: '' })).toEqual({ pathname: `/link/${TOKEN}`, search: '', hash: '' });
  });

  it('may be broken across lines, and written in capitals', () => {
    const broken = `${INVITE.slice(0, 20)}\n  ${INVITE.slice(20)}`;
    expect(placeIn(`/r/${ROOM}#${broken}`)).toEqual({ to: 'r', name: ROOM, invite: INVITE });
    expect(placeIn(`/r/${ROOM.toUpperCase()}#${INVITE.toUpperCase()}`)).toEqual({ to: 'r', name: ROOM, invite: INVITE });
    expect(placeIn(`/r/k3v9t\u200b2wq7h#0123456789\u2060abcdef0123456789abcdef`)).toEqual({ to: 'r', name: ROOM, invite: INVITE });
  });

  it('is corrected in the address, and a correct one stays as it is', () => {
    const meant = { pathname: `/r/${ROOM}`, search: '', hash: `#${INVITE}` };
    expect(straight({ pathname: `/r/${ROOM}%23${INVITE}.`, search: '', hash: '' })).toEqual(meant);
    expect(straight({ pathname: `/r/${ROOM}.`, search: '', hash: `#${INVITE}%20` })).toEqual(meant);
    expect(straight(meant)).toEqual(meant);
    for (const pathname of ['/', '/new', '/r/abc', '/rules/baston/BAS-MOV-03', '/link/spent', '/r/%E0%A4%A', `/r/${ROOM}zz`]) {
      const plain = { pathname, search: '?at=1.2', hash: '#content' };
      expect(straight(plain)).toEqual(plain);
    }
  });

  it('to any other page loses what is appended as well', () => {
    const game = '11111111-1111-4111-8111-111111111111';
    for (const tail of ['.', ')', '%20', '%E2%80%8B', '’', '%22%3E', '…']) {
      expect(parse(`/replay/${game}${tail}`), tail).toEqual({ page: 'replay', game });
      expect(parse(`/replay/${game}/strip${tail}`), tail).toEqual({ page: 'strip', game });
      expect(parse(`/rules/baston/BAS-MOV-03${tail}`), tail).toEqual({ page: 'rules', ruleset: 'baston', id: 'BAS-MOV-03' });
      expect(parse(`/exercices${tail}`), tail).toEqual({ page: 'practise' });
      expect(parse(`/table/w1${tail}`), tail).toEqual({ page: 'terrain', id: 'w1' });
      expect(parse(`/${tail}`), tail).toEqual({ page: 'home' });
    }
  });
});

it('an invitation is a run of 32 hex digits, at any place', () => {
  expect(invitationIn(`#${INVITE}.`)).toBe(INVITE);
  expect(invitationIn(`#%C2%AB${INVITE}%C2%BB`)).toBe(INVITE);
  for (const none of ['', '#', '#content', `#${INVITE.slice(1)}`, `#${INVITE.slice(0, 20)}g${INVITE.slice(20)}`])
    expect(invitationIn(none), none).toBeUndefined();
});

it('a sentence is not read as a code', () => {
  for (const none of ['hello world', 'mascarades et farces']) expect(codeIn(none), none).toBeNull();
  expect(codeIn(`«${ROOM}»`)).toEqual({ name: ROOM, invite: undefined });
  expect(codeIn(`${ROOM}-${INVITE}.`)).toEqual({ name: ROOM, invite: INVITE });
});
