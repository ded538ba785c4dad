/** A die that is shown: it tumbles, then shows its face, the numbers added, and the total. */
export interface DieShow {
  sides: number;
  face: number;
  /** All faces, when several dice are thrown at once. */
  faces?: number[];
  /** A short name of the roll. */
  label: string;
  /** Signed numbers added to the face, with their meaning. */
  adds?: { n: number; what: string }[];
  total?: number;
  /** The bound that the total had to reach or stay under. */
  goal?: string;
  ok?: boolean;
}
