import type { Fact } from '../../protocol/generik';
import type { Notice as Told, Telling } from '../../store/fold';

/** What an event tells, its facts by name. */
export type Notice = Told<Fact>;

/** What GeneriK tells otherwise than its data say. */
export const telling: Telling<Fact> = {
  old({ sealed }, facts) {
    const seals: Fact[] = typeof sealed === 'number' ? [{ rule: '', t: 'sealed', seat: sealed }] : [];
    return { facts: [...facts, ...seals], set: [] };
  },
};
