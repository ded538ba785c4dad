import type { RoomStore } from '../../store/room.svelte';
import { holderName } from '../room/names';
import type { Player } from './presented.svelte';

/** The names of those who hold the seats of a room. */
export const playerOf =
  (room: RoomStore): Player =>
  (seat) => {
    const found = room.room?.seats[seat];
    return found ? holderName(found) : '–';
  };
