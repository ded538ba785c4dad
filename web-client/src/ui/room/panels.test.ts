import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Panels } from './panels.svelte';

describe('the panel beside the board', () => {
  let panels: Panels;
  beforeEach(() => {
    vi.useFakeTimers();
    panels = new Panels();
  });
  afterEach(() => void vi.useRealTimers());

  it('follows the game: the orders for a question, the story for playback', () => {
    panels.follow('write', false);
    expect(panels.tab).toBe('orders');
    panels.follow(null, true);
    expect(panels.tab).toBe('orders');
    vi.advanceTimersByTime(300);
    expect(panels.tab).toBe('log');
  });

  it('changes the tab for a question but not for playback while it is steady', () => {
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

  it('does not change for short playback', () => {
    panels.follow('write', false);
    panels.follow(null, true);
    vi.advanceTimersByTime(200);
    panels.follow(null, false);
    vi.advanceTimersByTime(5000);
    expect(panels.tab).toBe('orders');
  });

  it('keeps a tab that the player has just chosen', () => {
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

  it('keeps orders open that were opened without a question, until an answer is given', () => {
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

  it('shows a question 1.5 s after a choice of the player, and once', () => {
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

  it('does not show a question that is answered meanwhile, nor after another choice of the player', () => {
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

  it('folds and unfolds the panel that is shown', () => {
    panels.fold();
    expect([panels.tab, panels.tall]).toEqual(['log', false]);
    panels.fold();
    expect(panels.tall).toBe(true);
    panels.fold();
    panels.choose('chat');
    expect([panels.tab, panels.tall]).toEqual(['chat', true]);
  });
});
