/** How a seat is told from another: colour, letter and shape together, so that no one needs colour vision. */
export interface SeatLook {
  /** Letter of the seat. */
  readonly letter: string;
  /** CSS colour of the seat. */
  readonly colour: string;
  /** CSS colour of what is drawn upon it. */
  readonly on: string;
  /** Outline of the badge, an SVG path in a box of 24 by 24. */
  readonly path: string;
}

const shapes = [
  'M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20z',
  'M3.5 3.5h17v17h-17z',
  'M12 1.5L23 21.5H1z',
  'M12 .8L23.2 12L12 23.2L.8 12z',
  'M12 1.2L23 9.2L18.8 22.2H5.2L1 9.2z',
  'M6.5 2h11l5.5 10l-5.5 10h-11L1 12z',
] as const;

/** The look of a seat, counted from 0. */
export function seatLook(seat: number): SeatLook {
  const index = ((seat % shapes.length) + shapes.length) % shapes.length;
  return {
    letter: 'ABCDEF'.charAt(index),
    colour: `var(--seat-${index})`,
    on: `var(--on-seat-${index})`,
    path: shapes[index] ?? shapes[0],
  };
}
