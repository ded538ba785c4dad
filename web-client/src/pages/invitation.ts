import { codeIn, placeIn } from '../links';
import { to } from '../router.svelte';

/**
 * Returns the path to which a pasted text leads: a message that holds the link of a room, a campaign or another device, a path, or a code
 * `ROOM#INVITE`; `null` for another text.
 */
export function readInvitation(text: string): string | null {
  const place = placeIn(text);
  if (place?.to === 'link') return to.link(place.token);
  if (place) return place.to === 'c' ? to.campaign(place.name, place.invite) : to.invitation(place.name, place.invite);
  const code = codeIn(text);
  return code ? to.invitation(code.name, code.invite) : null;
}
