import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Panels } from './panels.svelte';

describe('the panel beside the board', () => {
  let panels: Panels;
  beforeEach(() => {
    vi.useFakeTimers();
    panels = new Panels();
  });
  afterEach(() => void vi.useRealTimers());

  it('follows the game: the orders when something is asked, the story when things happen', () => {
    panels.follow('write', false);
    expect(panels.tab).toBe('orders');
    panels.follow(null, true);
    expect(panels.tab).toBe('orders');
    vi.advanceTimersByTime(300);
    expect(panels.tab).toBe('log');
  });

  it('changes no tab for playback where it is steady, and still brings a question', () => {
    panels.steady = true;
    panels.follow('write', false);
    panels.follow(null, true);
    vi.advanceTimersByTime(5000);
    expect(panels.tab).toBe('orders');
    panels.choose('log');
    vi.advanceTimersByTime(5000);
    panels.follow(null, false);
    panels.follow('write', false);
    expect(panels.tab).toBe('orders');
  });

  it('does not move for what passes at once', () => {
    panels.follow('write', false);
    panels.follow(null, true);
    vi.advanceTimersByTime(200);
    panels.follow(null, false);
    vi.advanceTimersByTime(5000);
    expect(panels.tab).toBe('orders');
  });

  it('never takes away what somebody has just chosen', () => {
    panels.follow('write', false);
    panels.follow(null, true);
    vi.advanceTimersByTime(200);
    panels.choose('chat');
    vi.advanceTimersByTime(5000);
    expect(panels.tab).toBe('chat');
    panels.follow(null, false);
    panels.follow(null, true);
    panels.choose('orders');
    vi.advanceTimersByTime(5000);
    expect(panels.tab).toBe('orders');
  });

  it('leaves the orders open for whoever opened them with nothing to answer, until an answer was given', () => {
    panels.choose('orders');
    vi.advanceTimersByTime(5000);
    panels.follow(null, true);
    vi.advanceTimersByTime(5000);
    expect(panels.tab).toBe('orders');
    panels.follow('write', false);
    panels.follow(null, true);
    vi.advanceTimersByTime(300);
    expect(panels.tab).toBe('log');
  });

  it('brings a question a moment after somebody has chosen, and once', () => {
    panels.choose('chat');
    vi.advanceTimersByTime(500);
    panels.follow('{"ask":"dodge"}', false);
    expect(panels.tab).toBe('chat');
    vi.advanceTimersByTime(1000);
    expect(panels.tab).toBe('orders');
    panels.choose('log');
    panels.follow('{"ask":"dodge"}', false);
    vi.advanceTimersByTime(5000);
    expect(panels.tab).toBe('log');
    panels.follow('{"ask":"parry"}', false);
    expect(panels.tab).toBe('orders');
  });

  it('brings no question that is answered meanwhile, nor to whoever looked elsewhere once more', () => {
    panels.choose('chat');
    panels.follow('{"ask":"dodge"}', false);
    panels.follow(null, false);
    vi.advanceTimersByTime(5000);
    expect(panels.tab).toBe('chat');
    panels.choose('log');
    panels.follow('{"ask":"dodge"}', false);
    panels.choose('players');
    vi.advanceTimersByTime(5000);
    expect(panels.tab).toBe('players');
  });

  it('folds and opens again the panel that is shown', () => {
    panels.fold();
    expect([panels.tab, panels.tall]).toEqual(['log', false]);
    panels.fold();
    expect(panels.tall).toBe(true);
    panels.fold();
    panels.choose('chat');
    expect([panels.tab, panels.tall]).toEqual(['chat', true]);
  });
});
