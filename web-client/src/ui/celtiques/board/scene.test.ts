import { describe, expect, it } from 'vitest';
import { view } from '../testdata/view';
import { posesOf } from './beats';
import { middle } from './hex';
import { arrived, sceneOf, tokenBy } from './scene';

describe('a view on the map', () => {
  it('shows where each fighter stands, what it faces, holds and has lost', () => {
    const scene = sceneOf(view());
    const [one, other] = scene.tokens;
    expect(one).toMatchObject({ letter: 'A', angle: 90, weapon: 'epee', chief: true, out: false });
    expect(other).toMatchObject({ letter: 'B', angle: 270, blessure: [2, 5], hurt: ['arm'], shield: null });
    expect(scene.bonds).toEqual([[0, 1]]);
    expect(scene.things.map((thing) => thing.weapon)).toEqual(['javelot']);
  });

  it('leaves out fighters that have left the map, and keeps those that are out on it', () => {
    const scene = sceneOf(
      view(({ scene: { fighters } }) => {
        if (fighters[0]) fighters[0].body.status = 'fled';
        if (fighters[1]) fighters[1].body.status = 'out';
      }),
    );
    expect(scene.tokens.map(({ who, out }) => [who, out])).toEqual([[1, true]]);
  });

  it('gives a lying and a standing fighter of one hexagon a place each', () => {
    const scene = sceneOf(
      view(({ scene: { fighters } }) => {
        if (fighters[1]) {
          fighters[1].body.status = 'out';
          fighters[1].pose.at = fighters[0]?.pose.at ?? [0, 0];
        }
      }),
    );
    const [stands, lies] = [tokenBy(scene, 0), tokenBy(scene, 1)];
    expect(stands?.hex).toEqual(lies?.hex);
    // The cross is drawn on the body that is out, which therefore has to lie below the feet of the standing fighter.
    expect((lies?.place.y ?? 0) - (stands?.place.y ?? 0)).toBeGreaterThan(20);
    // A fighter that is alone again stands in the middle.
    const alone = arrived(scene, 1, [3, 3]);
    expect(tokenBy(alone, 0)?.place).toEqual(middle(stands?.hex ?? [0, 0]));
  });

  it('moves a fighter along the path of a beat, to its end', () => {
    const before = sceneOf(view());
    const after = arrived(before, 0, [0, 2]);
    const poses = (t: number) =>
      posesOf(
        {
          who: 0,
          path: [
            [0, 1],
            [0, 2],
          ],
          gait: 'walk',
        },
        before,
        after,
        t,
      )['f0'];
    const [from, to] = [middle([1, 0]), middle([0, 2])];
    expect(poses(0)?.dx).toBeCloseTo(from.x - to.x);
    expect(poses(1)?.dx).toBeCloseTo(0);
    expect(tokenBy(after, 0)?.hex).toEqual([0, 2]);
  });
});
