/** Terms of a room that only GeneriK knows: `Settings.more`. */
import type { Era, More } from '../../protocol/generik';
import type { Catalogue } from './catalogue';

/** Terms as they were written, with what was left out; whatever cannot be read is as usual. */
export function moreOf(value: unknown, catalogue: Catalogue): More {
  const given = typeof value === 'object' && value !== null ? (value as Partial<More>) : {};
  return {
    era: catalogue.numbers.era.find((one) => one.id === given.era)?.id ?? 'western',
    ground: given.ground ?? 'ready',
    options: { ...catalogue.options, ...given.options },
    campaign: given.campaign ?? false,
    ...(given.close && { close: true }),
  };
}

/** The era a band must have on these terms; `null` when any may come. */
export const eraOf = (value: unknown, catalogue: Catalogue): Era | null => {
  const more = moreOf(value, catalogue);
  return more.options.mixed_eras ? null : more.era;
};
