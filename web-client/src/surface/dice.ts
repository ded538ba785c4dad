/** A die to show: it tumbles, then shows its face, what is added, and the total. */
export interface DieShow {
  sides: number;
  face: number;
  /** All faces, when several dice are thrown at once. */
  faces?: number[];
  /** Short words on what is rolled. */
  label: string;
  /** Signed numbers added to the face, with what they stand for. */
  adds?: { n: number; what: string }[];
  total?: number;
  /** What the total had to reach or stay under. */
  goal?: string;
  ok?: boolean;
}
