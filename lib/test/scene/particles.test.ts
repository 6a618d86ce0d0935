import { expect, test } from "vitest";
import { buildSystem, loadModel, sceneOf } from "../../src/model-file/index.js";
import type { ModelProblem } from "../../src/models/model.js";
import { argonCluster } from "../../src/models/particles/argon-cluster.js";
import { outerSolarSystem } from "../../src/models/particles/outer-solar-system.js";
import { nearestImage } from "../../src/scene/particles.js";
import type { MovingScene } from "../../src/scene/scene.js";

const sceneIn = ({ scene }: ModelProblem): MovingScene => (scene as () => MovingScene)();

test("particles of a periodic box are drawn inside it, their bonds to the nearest image", () => {
  const built = buildSystem(
    loadModel(`noether: 1
system:
  particles:
    dimension: 2
    masses: 1
    pair: { lennardJones: { cutoff: 2 } }
    bonds: [{ between: [0, 1], stiffness: 1, length: 1 }]
    box: [4, 6]
start: { q: [[0.2, 1], [-0.5, 1], [9, 13]] }
`),
  );
  const { scene, displacements } = sceneOf(built);
  const at = new Float32Array(9);
  displacements(0, built.problem.q0, built.problem.v0, at);
  expect([...at].map((x) => Number(x.toFixed(5)))).toEqual([0.2, 1, 0, 3.5, 1, 0, 1, 1, 0]);
  expect(scene.box).toEqual([4, 6]);
  expect([...scene.links[0].ends]).toEqual([0, 1]);
  const image = new Float32Array(3);
  nearestImage(scene.box, at, 0, 1, image);
  expect([...image]).toEqual([-0.5, 1, 0]);
  nearestImage(null, at, 0, 1, image);
  expect([...image]).toEqual([3.5, 1, 0]);
});

test("Jacobi coordinates show the same atoms", () => {
  const [one, other] = (["cartesian", "jacobi"] as const).map((coordinates) => {
    const problem = argonCluster({ coordinates });
    const moving = sceneIn(problem);
    const [at, rate] = [new Float32Array(21), new Float32Array(21)];
    moving.displacements(0, problem.q0, problem.v0, at);
    moving.velocities(0, problem.q0, problem.v0, rate);
    return { at, rate };
  });
  // Sums of seven numbers, rounded to single precision.
  for (const [i, x] of other.at.entries()) expect(x).toBeCloseTo(one.at[i], 6);
  for (const [i, x] of other.rate.entries()) expect(x).toBeCloseTo(one.rate[i], 6);
});

test("bodies have their names, and sizes that can be seen", () => {
  const problem = outerSolarSystem();
  const { scene } = sceneIn(problem);
  expect(scene.names).toEqual(["sun", "jupiter", "saturn", "uranus", "neptune", "pluto"]);
  expect(scene.balls.sizes[0]).toBe(2);
  expect(scene.balls.sizes.every((size) => size >= Math.fround(0.6))).toBe(true);
  expect(problem.system.labels[scene.coordinates[3 * 2 + 1]]).toBe("saturn_y");
});
