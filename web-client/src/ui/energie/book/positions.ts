/** The rules about places, with the picture of each. */
export const POSITIONS = {
  'ENE-MAP-01': 'panels',
  'ENE-MAP-02': 'gutter',
  'ENE-MAP-04': 'range',
  'ENE-MOV-02': 'gutter',
  'ENE-ATT-09': 'panels',
  'ENE-DEF-08': 'pool',
  'ENE-DEF-09': 'pool',
} as const;

export type Position = (typeof POSITIONS)[keyof typeof POSITIONS];

export const PICTURED: readonly string[] = Object.keys(POSITIONS);
