/** The outline of each part of a body, and the place of its number, in 100 by 136. Right and left are those of a person face to face. */
export const BODY: Readonly<Record<string, { d: string; x: number; y: number }>> = {
  T: { d: 'M50 4 Q66 4 66 21 Q66 37 50 38 Q34 37 34 21 Q34 4 50 4 Z', x: 50, y: 21 },
  TR: { d: 'M33 41 H67 L70 74 Q68 80 64 80 H36 Q32 80 30 74 Z', x: 50, y: 60 },
  BD: { d: 'M29 42 Q20 43 18 54 L12 80 Q12 86 18 86 Q23 86 24 80 L30 60 Z', x: 14, y: 66 },
  BG: { d: 'M71 42 Q80 43 82 54 L88 80 Q88 86 82 86 Q77 86 76 80 L70 60 Z', x: 86, y: 66 },
  J: { d: 'M35 83 H65 L66 126 Q66 131 60 131 H54 L51 100 H49 L46 131 H40 Q34 131 34 126 Z', x: 50, y: 110 },
};

/** The lean of a body that lies on the ground, in degrees. */
export const LYING = 82;
