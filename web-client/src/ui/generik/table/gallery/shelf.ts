/** A shelf that keeps things for as long as the page is open. */
import type { Work } from '../../../../protocol';
import type { ShelfClient } from '../../editor/shelf';

const works = new Map<string, Work>();

export const fakeShelf: ShelfClient = {
  ready: () => Promise.resolve(true),
  mine: () => Promise.resolve([...works.values()]),
  one: (id) => {
    const work = works.get(id);
    return work ? Promise.resolve(work) : Promise.reject(new Error('gone'));
  },
  add: (work) => {
    const kept: Work = { ...work, id: `w${works.size + 1}`, touched: Date.now(), by: 'Momo', mine: true };
    works.set(kept.id, kept);
    return Promise.resolve(kept);
  },
  write: (id, work) => {
    const kept: Work = { ...work, id, touched: Date.now(), by: 'Momo', mine: true };
    works.set(id, kept);
    return Promise.resolve(kept);
  },
  drop: (id) => {
    works.delete(id);
    return Promise.resolve();
  },
};
