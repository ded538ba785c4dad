/** The parts of an action die as it is drawn, by what it is: shapes tell a die that is left from one that is spent. */
export interface DieShape {
  readonly outline: string;
  /** A pip in the middle. */
  readonly pip: boolean;
  /** A stroke across. */
  readonly strike: string | null;
}

export const dieShape = (spent: boolean): DieShape => ({ outline: 'M0 -5 L5 0 L0 5 L-5 0 Z', pip: !spent, strike: spent ? 'M-4.4 4.4 L4.4 -4.4' : null });
