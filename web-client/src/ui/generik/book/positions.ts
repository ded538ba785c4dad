/** The rules that speak of positions, and the picture of each. */
export const POSITIONS = {
  'GEN-SCA-05': 'base',
  'GEN-STA-02': 'base',
  'GEN-STA-09': 'contact',
  'GEN-KND-09': 'contact',
  'GEN-ACT-06': 'cover',
  'GEN-COV-02': 'cover',
  'GEN-GEO-08': 'sight',
} as const;

export type Position = (typeof POSITIONS)[keyof typeof POSITIONS];

export const PICTURED: readonly string[] = Object.keys(POSITIONS);
