import type { RoomStore } from '../../store/room.svelte';
import { holderName } from '../room/names';
import type { Player } from './presented.svelte';

/** Returns a function that gives the name of the holder of a seat of a room. */
export const playerOf =
  (room: RoomStore): Player =>
  (seat) => {
    const found = room.room?.seats[seat];
    return found ? holderName(found) : '–';
  };
