/** Reads what a player pastes to come in: a whole link, a path, or a code `ROOM#INVITE`. */
export function readInvitation(text: string): { room: string; invite?: string } | null {
  const clean = text.trim();
  const link = /\/(?:r|t)\/([^/#?\s]+)(?:#([^\s]+))?$/.exec(clean);
  const code = /^([a-z0-9]{6,32})(?:[#\s-]+([A-Za-z0-9_-]{8,}))?$/i.exec(clean);
  const found = link ?? code;
  const room = found?.[1];
  if (!room) return null;
  const invite = found[2];
  return invite === undefined ? { room } : { room, invite };
}
