import { describe, expect, it } from 'vitest';
import { setLang } from '../../i18n/index.svelte';
import type { Entry } from '../../protocol';
import type { View } from '../../protocol/baston';
import { bastonFold } from '../../store/testdata/folds';
import { Timeline } from '../../store/timeline.svelte';
import { OPENING } from './board/testdata/brawl';
import { notice } from './board/testdata/view';
import type { Notice } from './telling';
import ui from './index';

const ended = (notices: readonly Notice[]) => {
  const timeline = new Timeline<View, Notice>(bastonFold, OPENING);
  notices.forEach((one, n) => timeline.add({ n, at: 0, turn: 1, notices: [one], seal: null, asking: null, outcome: null } as unknown as Entry));
  return ui.verdict?.(timeline) ?? null;
};
const over = notice({ t: 'over', outcome: { winners: [0], scores: [2, 2], reason: 'turns' } });

describe('how a fight with as many points ended', () => {
  it('is told at the end, in the language of the moment', () => {
    const tied = notice({ t: 'tied', seats: [0, 1], by: 'in_play' });
    setLang('en');
    expect(ended([tied, over])).toMatch(/^Level on points: .+\. Tie-break: most characters in play\.$/);
    setLang('fr');
    expect(ended([tied, over])).toMatch(/^Égalité aux points.+Départage\s: le plus de personnages en jeu\.$/u);
  });

  it('is nothing where points decided', () => expect(ended([over])).toBeNull());
});
