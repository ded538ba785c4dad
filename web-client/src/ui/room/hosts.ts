import type { RoomState } from '../../protocol';
import { texts } from '../../i18n/index.svelte';
import { personName } from './names';

const t = texts(
  {
    mine: 'La salle est à toi : tu en es maintenant l’hôte.',
    mineAway: '{before} n’est plus là : c’est toi l’hôte maintenant.',
    other: '{name} tient maintenant la salle.',
    otherAway: '{before} n’est plus là : {name} tient maintenant la salle.',
  },
  {
    mine: 'The room is yours: you are the host now.',
    mineAway: '{before} is gone: you are the host now.',
    other: '{name} is the host now.',
    otherAway: '{before} is gone: {name} is the host now.',
  },
);

/** Whether a person is connected, according to the state of the room. */
function here(room: RoomState, id: string): boolean {
  const seat = room.seats.find(({ holder }) => holder.kind === 'guest' && holder.id === id);
  return seat ? seat.online : room.watching.some((one) => one.id === id);
}

/** Returns the message for a change of the host; `null` without one. */
export function hostNews(before: RoomState | null, after: RoomState, me: string | undefined): string | null {
  if (!before || before.id !== after.id || before.host === after.host) return null;
  const away = !here(after, before.host) && before.seats.some(({ holder }) => holder.kind === 'guest' && holder.id === before.host);
  const names = { before: personName(before, before.host), name: personName(after, after.host) };
  if (after.host === me) return t(away ? 'mineAway' : 'mine', names);
  return t(away ? 'otherAway' : 'other', names);
}
