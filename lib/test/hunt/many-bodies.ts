/** Problems of the hunt with many coordinates: atoms, and solids of few elements, free and thrown on a plane. */
import type { Vec } from "../../src/core/vec.js";
import { neoHookean } from "../../src/fe/materials/neo-hookean.js";
import { startingFrom } from "../../src/models/model.js";
import { particles } from "../../src/models/particles/particle-system.js";
import { block } from "../fe/meshes.js";
import { solidOf } from "../fe/solids.js";
import { type Author, type Hunted, hunted } from "./problems.js";
import type { Random } from "./random.js";

/** Σ over pairs of 4 ((1/r)¹² − (1/r)⁶), changed without cancellation. */
export function pairChange(epsilon: number, sigma: number) {
  return (q: Vec, delta: Vec): number => {
    let total = 0;
    for (let i = 0; i < q.length; i += 2) {
      for (let j = 0; j < i; j += 2) {
        const [x, y] = [q[i] - q[j], q[i + 1] - q[j + 1]];
        const [dx, dy] = [delta[i] - delta[j], delta[i + 1] - delta[j + 1]];
        const square = x * x + y * y;
        const ratio = (dx * (2 * x + dx) + dy * (2 * y + dy)) / square;
        const sixth = ((sigma * sigma) / square) ** 3;
        const gain = ratio > -0.9 ? sixth * Math.expm1(-3 * Math.log1p(ratio)) : sixth / (1 + ratio) ** 3 - sixth;
        total += 4 * epsilon * gain * (gain + 2 * sixth - 1);
      }
    }
    return total;
  };
}

/** Two atoms in the plane. */
export const pair: Author = (random) => {
  const [epsilon, sigma] = [random.between(0.5, 2), random.between(0.8, 1.3)];
  const system = particles({
    dimension: 2,
    masses: [random.between(0.5, 3), random.between(0.5, 3)],
    pair: { lennardJones: { epsilon, sigma } },
  });
  const [angle, r] = [random.between(0, 6), sigma * random.between(1.02, 1.8)];
  const q = [0.1, -0.2, 0.1 + r * Math.cos(angle), -0.2 + r * Math.sin(angle)];
  return hunted("Lennard-Jones pair", startingFrom(system, q, random.vector(4, 0.6)), {
    change: pairChange(epsilon, sigma),
    insideEnergy: epsilon,
    shifts: 2,
  });
};

/** Seven argon atoms, six around one: nm, ps, 10⁻²⁷ kg. */
export const cluster: Author = (random) => {
  const [epsilon, sigma] = [119.8 * 0.01380658, 0.341];
  const system = particles({
    dimension: 2,
    masses: new Array(7).fill(66.34),
    pair: { lennardJones: { epsilon, sigma } },
  });
  const r = 1.12 * sigma;
  const around = Array.from({ length: 6 }, (_, k) => [
    r * Math.cos((k * Math.PI) / 3),
    r * Math.sin((k * Math.PI) / 3),
  ]);
  const shaken = [[0, 0], ...around].flat().map((x) => x + random.between(-0.025, 0.025));
  return hunted("argon cluster", startingFrom(system, shaken, random.vector(14, 0.12)), {
    change: pairChange(epsilon, sigma),
    insideEnergy: 21 * epsilon,
    shifts: 2,
  });
};

const difference = (problem: Hunted["problem"]) => (q: Vec, delta: Vec) => {
  const moved = q.map((qi, i) => qi + delta[i]);
  return problem.system.potential(moved) - problem.system.potential(q);
};

const blockOf = (random: Random) => {
  const type = random.pick(["hex8", "tet4"] as const);
  return block(type, { cells: random.pick([[1, 1, 1], [2, 1, 1]] as const), sides: [1, 0.8, 0.9] }); // biome-ignore format: cells
};

/** Stretched, turned by its own spin. */
export const solidBlock: Author = (random) => {
  const E = random.magnitude(1, 1e5);
  const material = neoHookean({ E, nu: random.between(0, 0.45), density: random.between(0.5, 3) });
  const { system } = solidOf(blockOf(random), material);
  const strain = random.magnitude(1e-4, 0.2);
  const speed = strain * Math.sqrt(E);
  const problem = startingFrom(system, random.vector(system.dof, strain / 2), random.vector(system.dof, speed));
  return hunted("neo-Hookean block", problem, {
    change: difference(problem),
    insideEnergy: E,
    insideForce: E,
    shifts: 3,
  });
};

/** The same above a plane with a penalty, falling on it. */
export const contact: Author = (random) => {
  const E = random.magnitude(10, 1e4);
  const material = neoHookean({ E, nu: 0.3, density: 2 });
  const penalty = random.magnitude(1e-2, 1) / E;
  const plane = { point: [0, 0, -random.between(0, 0.05)], normal: [0.1, 0, 1], penalty, friction: 0 } as const;
  const { system } = solidOf(blockOf(random), material, { contacts: [plane] });
  const fall = random.magnitude(0.05, 1) * Math.sqrt(E) * 0.3;
  const v = Array.from({ length: system.dof }, (_, i) => (i % 3 === 2 ? -fall : 0) + random.between(-0.1, 0.1) * fall);
  const problem = startingFrom(system, random.vector(system.dof, 0.02), v);
  return hunted("block on a plane", problem, {
    change: difference(problem),
    insideEnergy: E + 1 / penalty,
    insideForce: E + 1 / penalty,
  });
};
