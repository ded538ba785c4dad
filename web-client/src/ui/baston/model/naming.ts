import type { ItemKind, View } from '../../../protocol/baston';
import type { Naming } from '../../../i18n/baston/naming';
import type { Vocabulary } from '../../../i18n/baston/types';

/** Names of things in a view, in the words of a language. `before` and `kinds` say what objects were at the time. */
export function namingOf(view: View, words: Vocabulary, past: { before?: Naming['before']; kinds?: ReadonlyMap<number, ItemKind> } = {}): Naming {
  const { board } = view;
  const placed = (id: string | undefined, fallback: string): string => (id === undefined ? fallback : (words.place[id] ?? fallback));
  const kindOf = (id: number) => past.kinds?.get(id) ?? view.items[id]?.kind;
  const panels = board.booths.flatMap((booth) => booth.panels);
  return {
    who: (who) => view.fighters[who]?.name ?? `#${who + 1}`,
    seat: (seat) => view.bands[seat]?.name ?? `#${seat + 1}`,
    the: (id) => {
      const kind = kindOf(id);
      return kind ? words.item[kind].the : `#${id}`;
    },
    kind: (kind) => words.item[kind].the,
    aKind: (kind) => words.item[kind].a,
    point: ([row, col]) => `[${row}, ${col}]`,
    door: (n) => placed(board.doors[n]?.id, board.doors[n]?.name ?? `#${n + 1}`),
    window: (n) => placed(board.windows[n]?.id, board.windows[n]?.id ?? `#${n + 1}`),
    panel: (n) => placed(panels[n]?.id, panels[n]?.id ?? `#${n + 1}`),
    phone: (n) => placed(board.phones[n]?.id, board.phones[n]?.id ?? `#${n + 1}`),
    piece: (id) => {
      const kind = view.pieces[id]?.kind;
      return kind ? words.piece[kind].the : `#${id}`;
    },
    before: past.before ?? null,
  };
}
