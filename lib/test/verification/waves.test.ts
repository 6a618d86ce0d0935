/** Waves in bars: with lumped masses and steps of the time that a wave takes through an element, central differences are d'Alembert's
 *  solution at the nodes; on any other grid the front has the speed √(E/ρ) to the order of the elements. */
import { expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import { linearElastic } from "../../src/fe/materials/linear-elastic.js";
import { box } from "../../src/mesh/generate/box.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { newmark } from "../../src/methods/newmark.js";
import { solidOf } from "../fe/solids.js";
import { fixedIn, nodesWhere } from "./elastostatics.js";

const material = linearElastic({ E: 4, nu: 0, density: 1 });
const SPEED = 2;
const LENGTH = 10;

function bar(cells: number, mass: "consistent" | "lumped") {
  const mesh = box({ size: [LENGTH, 1, 1], cells: [cells, 1, 1], element: "hex8" });
  const body = solidOf(mesh, material, {
    mass,
    supports: fixedIn(
      nodesWhere(mesh, () => true),
      [1, 2],
    ),
  });
  const pulse = (x: number) => Math.exp(-3 * (x - 3) * (x - 3));
  const along = (value: (x: number) => number) =>
    Float64Array.from(mesh.points, (_, i) => (i % 3 === 0 ? value(mesh.points[i]) : 0));
  /** Half of it goes to the left, half to the right; free ends send it back as it is. */
  const exact = (t: number) => {
    const image = (x: number) => {
      const round = ((x % (2 * LENGTH)) + 2 * LENGTH) % (2 * LENGTH);
      return pulse(round > LENGTH ? 2 * LENGTH - round : round);
    };
    return body.coordinates(
      0,
      along((x) => (image(x - SPEED * t) + image(x + SPEED * t)) / 2),
    );
  };
  const problem = {
    system: body.system,
    t0: 0,
    q0: body.coordinates(0, along(pulse)),
    v0: new Float64Array(body.system.dof),
  };
  return { problem, exact };
}

const distance = (a: Float64Array, b: Float64Array) => a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);

test("one element a step: exact at every node, through two reflections", () => {
  const cells = 100;
  const { problem, exact } = bar(cells, "lumped");
  const step = LENGTH / cells / SPEED;
  const { last } = run(problem, centralDifference(), { time: { step, steps: 150 } });
  // At the limit of stability rounding grows with the number of steps, squared.
  expect(distance(last.q, exact(last.t))).toBeLessThan(1e-11);
});

test("consistent mass and average acceleration: second order in space and time", () => {
  const errors = [100, 200].map((cells) => {
    const { problem, exact } = bar(cells, "consistent");
    const step = 10 / (2 * cells);
    const { last } = run(problem, newmark(), { time: { step, steps: 2 / step } });
    return distance(last.q, exact(last.t));
  });

  expect(Math.abs(Math.log2(errors[0] / errors[1]) - 2)).toBeLessThan(0.2);
});
