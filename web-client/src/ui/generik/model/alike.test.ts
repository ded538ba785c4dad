import { describe, expect, it } from 'vitest';
import { setLang } from '../../../i18n/index.svelte';
import type { Ask, Command, View } from '../../../protocol/generik';
import { alike, questionsOf } from '../../../store/testdata/questions';
import { memberOf } from './naming';
import { rowName, weaponRow } from './rows';
import { choiceText } from './say';

const kept = questionsOf<View, Ask, Command>('generik');

describe.each(['fr', 'en'] as const)('answers in %s', (lang) => {
  it('read differently where they differ', async () => {
    await setLang(lang);
    const chosen = kept.flatMap(({ ask, view }) => (ask.ask === 'choose' ? [{ ask, view }] : []));
    expect(chosen.length).toBeGreaterThan(5);
    expect(chosen.flatMap(({ ask, view }) => alike(ask.options, (choice) => choiceText(choice, ask, view)))).toEqual([]);
  });

  it('name the weapons of a figure differently', async () => {
    await setLang(lang);
    const found = kept.flatMap(({ view }) =>
      view.figures.flatMap((_, fig) =>
        alike(
          (memberOf(view, fig)?.weapons ?? []).flatMap((id) => weaponRow(id) ?? []),
          rowName,
        ),
      ),
    );
    expect(found).toEqual([]);
  });
});
