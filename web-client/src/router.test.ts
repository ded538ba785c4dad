import { describe, expect, it } from 'vitest';
import { parse, to } from './router.svelte';

describe('parse', () => {
  it.each([
    ['/', { page: 'home' }],
    ['/new', { page: 'new' }],
    ['/r/abc', { page: 'invitation', code: 'abc' }],
    ['/t/abc/', { page: 'table', code: 'abc' }],
    ['/replay/42', { page: 'replay', game: '42' }],
    ['/replay/42/strip', { page: 'strip', game: '42' }],
    ['/replay/42/x', { page: 'lost', path: '/replay/42/x' }],
    ['/rules', { page: 'books' }],
    ['/rules/generik', { page: 'rules', ruleset: 'generik' }],
    ['/rules/baston/BAS-MOV-03', { page: 'rules', ruleset: 'baston', id: 'BAS-MOV-03' }],
    ['/link/tok%20en', { page: 'link', token: 'tok en' }],
    ['/table', { page: 'terrain' }],
    ['/table/w1', { page: 'terrain', id: 'w1' }],
    ['/table/w1/x', { page: 'lost', path: '/table/w1/x' }],
    ['/exercices', { page: 'practise' }],
    ['/practise', { page: 'practise' }],
    ['/exercices/x', { page: 'lost', path: '/exercices/x' }],
    ['/apprendre/baston', { page: 'learn', ruleset: 'baston' }],
    ['/learn/baston', { page: 'learn', ruleset: 'baston' }],
    ['/learn', { page: 'lost', path: '/learn' }],
    ['/campaigns', { page: 'campaigns' }],
    ['/c/abc', { page: 'campaign', id: 'abc' }],
    ['/c', { page: 'lost', path: '/c' }],
    ['/r', { page: 'lost', path: '/r' }],
    ['/t/a/b', { page: 'lost', path: '/t/a/b' }],
    ['/r/%E0%A4%A', { page: 'invitation', code: '%E0%A4%A' }],
  ])('%s', (path, expected) => {
    expect(parse(path)).toEqual(expected);
  });

  it('builds links that it parses again', () => {
    expect(parse(to.rules('baston', 'BAS-CP-01'))).toEqual({ page: 'rules', ruleset: 'baston', id: 'BAS-CP-01' });
    expect(parse(to.rules())).toEqual({ page: 'books' });
    expect(to.invitation('abc', 's3cret')).toBe('/r/abc#s3cret');
    expect(parse(to.terrain('w 1'))).toEqual({ page: 'terrain', id: 'w 1' });
    expect(to.terrain()).toBe('/table');
    expect(parse(to.learn('baston'))).toEqual({ page: 'learn', ruleset: 'baston' });
    expect(parse(to.strip('é 1'))).toEqual({ page: 'strip', game: 'é 1' });
    expect(to.moment('42', '12.3')).toBe('/replay/42?at=12.3');
    expect(to.campaign('abc', 's3cret')).toBe('/c/abc#s3cret');
    expect(parse(to.invitation('é/1'))).toEqual({ page: 'invitation', code: 'é/1' });
  });
});
