/** The badge of each seat: a shape of its own, so that no one needs colour vision. Centre 0,0, radius about 10. */
const BADGES: readonly string[] = [
  'M0 -10.5 A10.5 10.5 0 1 1 0 10.5 A10.5 10.5 0 1 1 0 -10.5 Z',
  'M-9.6 -9.6 H9.6 V9.6 H-9.6 Z',
  'M0 -12.5 L12.4 9.4 H-12.4 Z',
  'M0 -13 L13 0 L0 13 L-13 0 Z',
  'M-6.2 -10.8 H6.2 L12.4 0 L6.2 10.8 H-6.2 L-12.4 0 Z',
  'M0 -12.6 L12 -3.9 L7.4 10.2 H-7.4 L-12 -3.9 Z',
];

/** The badge path of a seat; more seats than shapes start over. */
export const badgeOf = (seat: number): string => BADGES[((seat % BADGES.length) + BADGES.length) % BADGES.length] as string;

/** Where the middle of a letter goes in each badge: a triangle carries it low. */
export const badgeDrop = (seat: number): number => (seat % BADGES.length === 2 ? 2.6 : seat % BADGES.length === 5 ? 0.8 : 0);

/** What a seat is called on its badge and in texts: a number. Letters are the characters' alone. */
export const seatName = (seat: number): string => String(seat + 1);

/** CSS colours of a seat and of letters on it. */
export const seatColour = (seat: number): string => `var(--seat-${seat % 6})`;
export const onSeatColour = (seat: number): string => `var(--on-seat-${seat % 6})`;
