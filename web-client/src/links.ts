/**
 * Reads links as they arrive. Messengers and mail programs mangle them: a full stop, a bracket or a quote from the sentence around the
 * link is appended, `#` becomes `%23`, invisible characters and line breaks are inserted. Names and secrets have a fixed length and
 * alphabet, so that they are read and everything after them is dropped.
 */

/** Length of the name of a room or a campaign, in letters and digits. */
const NAME = 10;
/** Length of an invitation, in hex digits. */
const INVITATION = 32;
/** Length of the secret in a link for another device, in hex digits. */
const DEVICE = 64;

/** Characters that the sentence around a link leaves at its ends. No part of a path of the client begins or ends with them. */
const EDGE = String.raw`[\s\p{Cf}\p{Ps}\p{Pe}\p{Pi}\p{Pf}.,;:!?…<>"'*_~|\x60´\\]`;
const HEAD = new RegExp(`^${EDGE}+`, 'u');
const TAIL = new RegExp(`${EDGE}+$`, 'u');
const INVISIBLE = /\p{Cf}/gu;

/** Returns a pattern for a number of hex digits, also with line breaks between them. */
const run = (digits: number) => new RegExp(`(?:[0-9a-f]\\s*){${digits}}`, 'i');
const INVITATION_RUN = run(INVITATION);
const DEVICE_RUN = run(DEVICE);
/** `/r/NAME`, `/t/NAME` or `/c/NAME`, and what follows. */
const PLACE = new RegExp(`/([rtc])/${EDGE}*([0-9a-z]{${NAME}})(?![0-9a-z])(.*)$`, 'isu');
/** A name without a path, and what follows. */
const CODE = new RegExp(`^([0-9a-z]{${NAME}})(?![0-9a-z])(.*)$`, 'isu');
const DEVICE_LINK = new RegExp(`/link/${EDGE}*(.*)$`, 'isu');

/** The place that a link leads to. */
export type Place =
  /** A room by its invitation (`r`), its table (`t`), or a campaign (`c`). */
  { to: 'r' | 't' | 'c'; name: string; invite: string | undefined } | { to: 'link'; token: string };

/** Upper bound of the rounds of percent-encoding that are decoded. */
const CODINGS = 3;

/** Decodes percent-encoding, up to `CODINGS` times. What is not UTF-8 stays as it is. */
export function decoded(text: string): string {
  let plain = text;
  for (let round = 0; round < CODINGS; round += 1) {
    const next = plain.replace(/(?:%[0-9a-f]{2})+/gi, (coded) => {
      try {
        return decodeURIComponent(coded);
      } catch {
        return coded;
      }
    });
    if (next === plain) break;
    plain = next;
  }
  return plain;
}

/** Returns a part of an address without invisible characters and without what the sentence around it has left at its ends. */
export const trimmed = (part: string): string => part.replace(INVISIBLE, '').replace(HEAD, '').replace(TAIL, '');

function digits(text: string, pattern: RegExp): string | undefined {
  return pattern.exec(text)?.[0].replace(/\s/g, '').toLowerCase();
}

/** Returns the invitation in a fragment or in the text after a name; `undefined` where there is no complete one. */
export function invitationIn(text: string): string | undefined {
  return digits(decoded(text).replace(INVISIBLE, ''), INVITATION_RUN);
}

/** Finds the link to a room, a campaign or another device in an address or in a message around it. */
export function placeIn(text: string): Place | null {
  const plain = decoded(text).replace(INVISIBLE, '');
  const place = PLACE.exec(plain);
  const [to, name] = [place?.[1]?.toLowerCase(), place?.[2]?.toLowerCase()];
  if (name !== undefined && (to === 'r' || to === 't' || to === 'c')) return { to, name, invite: digits(place?.[3] ?? '', INVITATION_RUN) };
  const token = digits(DEVICE_LINK.exec(plain)?.[1] ?? '', DEVICE_RUN);
  return token === undefined ? null : { to: 'link', token };
}

/** Reads `NAME#INVITATION`, or a name alone. */
export function codeIn(text: string): { name: string; invite: string | undefined } | null {
  const code = CODE.exec(trimmed(decoded(text)));
  const name = code?.[1]?.toLowerCase();
  if (name === undefined) return null;
  const rest = code?.[2] ?? '';
  const invite = digits(rest, INVITATION_RUN);
  // A sentence may begin with a word of ten letters, which is not a code.
  return invite === undefined && !/^[#\s]*$/.test(rest) ? null : { name, invite };
}
