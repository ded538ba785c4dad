/** Where tables are kept: the shelf of the server, or anything like it. */
import { api } from '../../../net/api';
import type { NewWork, Work, WorkCard } from '../../../protocol';
import { ensureMe } from '../../../store/me.svelte';

export interface ShelfClient {
  /** Makes sure that there is somebody to keep things for; false when the player would rather not. */
  ready: () => Promise<boolean>;
  mine: () => Promise<WorkCard[]>;
  one: (id: string) => Promise<Work>;
  add: (work: NewWork) => Promise<Work>;
  write: (id: string, work: NewWork) => Promise<Work>;
  drop: (id: string) => Promise<void>;
}

/** The shelf of the server. */
export const serverShelf: ShelfClient = {
  ready: async () => Boolean(await ensureMe()),
  mine: api.shelf,
  one: api.work,
  add: api.addWork,
  write: api.writeWork,
  drop: api.dropWork,
};
