import { badgeDrop, badgeOf, onSeatColour, seatColour } from '../../../art/badges';

/** The colour and the badge of opponents, which have no seat: a saw-edged stamp. */
const FOE = '#a9b2bd';
const STAMP =
  'M0 -12.5L3.4 -9.6L7.6 -10.6L8.8 -6.4L12.6 -4.4L11 -.4L12.6 3.8L8.8 6L7.6 10.2L3.4 9.2L0 12.4L-3.4 9.2L-7.6 10.2L-8.8 6L-12.6 3.8L-11 -.4L-12.6 -4.4L-8.8 -6.4L-7.6 -10.6L-3.4 -9.6Z';

export const colourOf = (seat: number | null): string => (seat === null ? FOE : seatColour(seat));
export const inkOn = (seat: number | null): string => (seat === null ? '#0b0a12' : onSeatColour(seat));
export const stampOf = (seat: number | null): string => (seat === null ? STAMP : badgeOf(seat));
export const dropOf = (seat: number | null): number => (seat === null ? 0 : badgeDrop(seat));
