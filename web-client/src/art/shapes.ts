/** Small geometry for the drawings of the pages. */

/** Returns the points of a comic burst around (x, y): long and short rays in turn, slightly uneven, always the same. */
export function burst(x: number, y: number, outer: number, inner: number, rays: number, squash = 1): string {
  const points: string[] = [];
  for (let i = 0; i < rays * 2; i += 1) {
    const uneven = i % 2 === 0 ? 1 - 0.16 * ((i * 7) % 5) * 0.25 : 1 + 0.1 * ((i * 3) % 4) * 0.25;
    const radius = (i % 2 === 0 ? outer : inner) * uneven;
    const angle = (Math.PI * i) / rays - Math.PI / 2;
    points.push(`${(x + Math.cos(angle) * radius).toFixed(1)},${(y + Math.sin(angle) * radius * squash).toFixed(1)}`);
  }
  return points.join(' ');
}

/** Returns the points of a five-pointed star, the sign of a hard hit. */
export function star(x: number, y: number, radius: number): string {
  return burst(x, y, radius, radius * 0.45, 5);
}
