/** The rules that speak of positions, and the picture of each. */
export const POSITIONS = {
  'BAS-POS-01': 'directions',
  'BAS-POS-02': 'sectors',
  'BAS-CBT-12': 'sectors',
  'BAS-CBT-01': 'reach',
  'BAS-POS-08': 'prone',
  'BAS-POS-09': 'under',
  'BAS-POS-04': 'under',
  'BAS-POS-06': 'levels',
} as const;

export type Position = (typeof POSITIONS)[keyof typeof POSITIONS];

export const PICTURED: readonly string[] = Object.keys(POSITIONS);
