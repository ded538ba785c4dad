/** The badge of each seat: a shape of its own, so that colour vision is not needed. Centre 0,0, radius about 10. */
const BADGES: readonly string[] = [
  'M0 -10.5 A10.5 10.5 0 1 1 0 10.5 A10.5 10.5 0 1 1 0 -10.5 Z',
  'M-9.6 -9.6 H9.6 V9.6 H-9.6 Z',
  'M0 -12.5 L12.4 9.4 H-12.4 Z',
  'M0 -13 L13 0 L0 13 L-13 0 Z',
  'M-6.2 -10.8 H6.2 L12.4 0 L6.2 10.8 H-6.2 L-12.4 0 Z',
  'M0 -12.6 L12 -3.9 L7.4 10.2 H-7.4 L-12 -3.9 Z',
];

/** Returns the badge path of a seat; seats beyond the last shape start over. */
export const badgeOf = (seat: number): string => BADGES[((seat % BADGES.length) + BADGES.length) % BADGES.length] as string;

/** Returns how far a letter is below the middle of the badge: in a triangle it stands low. */
export const badgeDrop = (seat: number): number => (seat % BADGES.length === 2 ? 2.6 : seat % BADGES.length === 5 ? 0.8 : 0);

/** Returns the number by which badge and texts name a seat. Letters are for characters only. */
export const seatName = (seat: number): string => String(seat + 1);

/** CSS colours of a seat and of letters on it. */
export const seatColour = (seat: number): string => `var(--seat-${seat % 6})`;
export const onSeatColour = (seat: number): string => `var(--on-seat-${seat % 6})`;
