/** The comic of a table: the system's own, or that of the house from the texts of the facts. */
import { wordsHere } from '../../i18n/index.svelte';
import type { RoomStore } from '../../store/room.svelte';
import { playerOf } from '../house/players';
import type { RulesetUi } from '../ruleset';
import type { Comic } from './comic';
import { houseComic } from './house';

export async function comicOf(ui: RulesetUi, room: RoomStore): Promise<Comic> {
  const own = await ui.comic?.();
  await wordsHere();
  return own?.default ?? houseComic(ui.house, playerOf(room));
}
