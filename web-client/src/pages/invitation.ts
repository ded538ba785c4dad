import { to } from '../router.svelte';

/** Reads what a player pastes to come in: a whole link of a room or a campaign, a path, or a code `ROOM#INVITE`. Answers with the path to go to. */
export function readInvitation(text: string): string | null {
  const clean = text.trim();
  const link = /\/([rtc])\/([^/#?\s]+)(?:#([^\s]+))?$/.exec(clean);
  if (link?.[2]) return link[1] === 'c' ? to.campaign(link[2], link[3]) : to.invitation(link[2], link[3]);
  const code = /^([a-z0-9]{6,32})(?:[#\s-]+([A-Za-z0-9_-]{8,}))?$/i.exec(clean);
  return code?.[1] ? to.invitation(code[1], code[2]) : null;
}
