/** Where implicit steps are hard: walls, wells, unstable equilibria, snap-through, stiffness beside softness, contact. Every problem
 *  has random parameters and a random start, and its author writes the change of its potential without cancellation. */
import type { Problem, System } from "../../src/core/system.js";
import type { Vec } from "../../src/core/vec.js";
import { diagonalMass, matrixMass, scalarMass } from "../../src/linalg/mass.js";
import { fromRows, multiply } from "../../src/linalg/matrix.js";
import { fullPattern } from "../../src/linalg/sparsity.js";
import { startingFrom } from "../../src/models/model.js";
import { elasticPendulum } from "../../src/models/oscillators/elastic-pendulum.js";
import { springPendulum } from "../../src/models/oscillators/spring-pendulum.js";
import { constraintsOf, forceOf, potentialOf, timeLoadOf } from "../../src/symbolic/index.js";
import { linearSystem, viscousForce } from "../../src/systems/linear.js";
import { type PotentialParts, potentialSystem } from "../../src/systems/potential.js";
import { cluster, contact, pair, solidBlock } from "./many-bodies.js";
import type { Random } from "./random.js";
import type { Energy } from "./step.js";

export interface Hunted {
  readonly name: string;
  readonly problem: Problem;
  readonly energy: Energy;
  /** The shortest period at the start. */
  readonly period: number;
  /** Where the motion can be; beyond a wall nothing is looked for. */
  readonly inside?: (q: Vec) => boolean;
}

export type Author = (random: Random) => Hunted;

/** The shortest period 2π/√|λ| of M⁻¹∇²V, by the power method. */
export function shortestPeriod(system: System, q: Vec): number {
  const { tangent, mass, dof } = system;
  if (tangent === null) throw new Error("a problem of the hunt has a tangent");
  const K = { pattern: tangent.pattern, values: new Float64Array(tangent.pattern.column.length) };
  tangent.values(q, K.values);
  let x = Float64Array.from({ length: dof }, (_, i) => 1 + Math.sin(7 * i + 1) / 2);
  let size = 0;
  for (let k = 0; k < 60; k++) {
    const y = new Float64Array(dof);
    multiply(K, x, y);
    mass.solve(y, y);
    size = Math.hypot(...y) / Math.hypot(...x);
    if (size === 0) return 1;
    x = y.map((yi) => yi / (size * Math.hypot(...x)));
  }
  return (2 * Math.PI) / Math.sqrt(size);
}

export const hunted = (name: string, problem: Problem, energy: Partial<Energy> & Pick<Energy, "change">): Hunted => ({
  name,
  problem,
  energy: { insideEnergy: 0, insideForce: 0, ...energy },
  period: shortestPeriod(problem.system, problem.q0),
});

/** In some problems a load, in some damping, in some both. */
function disturbed(random: Random, labels: readonly string[], scale: number): Partial<PotentialParts> {
  const n = labels.length;
  const load = random.chance(0.3)
    ? forceOf({
        coordinates: labels,
        parameters: { F: scale * random.between(0.1, 1), w: random.between(0.3, 3) },
        expressions: labels.map((_, i) => `F*sin(w*t + ${i})`),
        backEnd: "tape",
      })
    : null;
  if (!random.chance(0.3)) return { load };
  const c = scale * random.magnitude(0.01, 1);
  const rows = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? c : 0)));
  return { load, damping: viscousForce(fromRows(rows)) };
}

/** D (1 − e^{−a (x − r)})², as an expression or as code. */
const morse: Author = (random) => {
  const [D, a, r, m] = [random.between(0.5, 3), random.between(0.5, 2), random.between(1, 3), random.between(0.3, 3)];
  const code: Pick<PotentialParts, "potential" | "gradient" | "tangent"> = {
    potential: (q) => D * (1 - Math.exp(-a * (q[0] - r))) ** 2,
    gradient(q, out) {
      const E = Math.exp(-a * (q[0] - r));
      out[0] = 2 * a * D * E * (1 - E);
    },
    tangent: {
      pattern: fullPattern(1),
      values(q, out) {
        const E = Math.exp(-a * (q[0] - r));
        out[0] = 2 * a * a * D * E * (2 * E - 1);
      },
    },
  };
  const formula = () =>
    potentialOf({ coordinates: ["x"], parameters: { D, a, r }, potential: "D*(1-exp(-a*(x-r)))^2", backEnd: "tape" });
  const parts = random.chance(0.5) ? code : formula();
  const labels = ["x"];
  const system = potentialSystem({ labels, mass: scalarMass(1, m), ...parts, ...disturbed(random, labels, a * D) });
  const start = startingFrom(system, [r + random.between(-0.6, 2.5) / a], random.vector(1, 1.5 * Math.sqrt(D / m)));
  return hunted("Morse", start, {
    change(q, delta) {
      const E = Math.exp(-a * (q[0] - r));
      const way = -a * delta[0];
      const fall = Math.abs(way) < 1 ? E * Math.expm1(way) : Math.exp(way - a * (q[0] - r)) - E; // E₁ − E₀
      return D * fall * (fall + 2 * (E - 1));
    },
    insideEnergy: D,
    insideForce: 2 * a * D,
  });
};

/** 4 ε ((σ/x)¹² − (σ/x)⁶) between a wall and a particle. */
const lennardJones: Author = (random) => {
  const [e, s, m] = [random.between(0.5, 2), random.between(0.8, 1.3), random.between(0.3, 3)];
  const sixth = (x: number) => (s / x) ** 6;
  const code: Pick<PotentialParts, "potential" | "gradient" | "tangent"> = {
    potential: (q) => 4 * e * sixth(q[0]) * (sixth(q[0]) - 1),
    gradient(q, out) {
      out[0] = (24 * e * sixth(q[0]) * (1 - 2 * sixth(q[0]))) / q[0];
    },
    tangent: {
      pattern: fullPattern(1),
      values(q, out) {
        out[0] = (24 * e * sixth(q[0]) * (26 * sixth(q[0]) - 7)) / (q[0] * q[0]);
      },
    },
  };
  const formula = () =>
    potentialOf({
      coordinates: ["x"],
      parameters: { depth: e, s },
      potential: "4*depth*((s/x)^12-(s/x)^6)",
      backEnd: "tape",
    });
  const parts = random.chance(0.5) ? code : formula();
  const labels = ["x"];
  const system = potentialSystem({ labels, mass: scalarMass(1, m), ...parts, ...disturbed(random, labels, e) });
  const start = startingFrom(system, [s * random.between(1.0, 1.8)], random.vector(1, Math.sqrt(e / m)));
  const found = hunted("Lennard-Jones", start, {
    change(q, delta) {
      const before = sixth(q[0]);
      const ratio = delta[0] / q[0];
      // Beyond the singularity ln(1 + Δ/x) does not exist, and nothing cancels.
      const gain = ratio > -0.9 ? before * Math.expm1(-6 * Math.log1p(ratio)) : sixth(q[0] + delta[0]) - before;
      return 4 * e * gain * (gain + 2 * before - 1);
    },
  });
  return { ...found, inside: (q) => q[0] > 0 };
};

/** Two wells, a full mass matrix, and a second coordinate that the first drives. */
const doubleWell: Author = (random) => {
  const [k, b] = [random.between(0.3, 4), random.between(0, 0.6)];
  const labels = ["x", "y"];
  const system = potentialSystem({
    labels,
    mass: matrixMass(
      fromRows([
        [1.2, 0.2],
        [0.2, 0.8],
      ]),
    ),
    ...potentialOf({
      coordinates: labels,
      parameters: { k, b },
      potential: "k*(x^2-1)^2 + 0.5*y^2 + b*x*y^2 + 0.1*y^4",
      backEnd: "tape",
    }),
    ...disturbed(random, labels, 1),
  });
  const start = startingFrom(system, random.vector(2, 1.3), random.vector(2, 1.5));
  return hunted("double well", start, {
    change([x, y], [dx, dy]) {
      const ofX = dx * (2 * x + dx); // Δx²
      const ofY = dy * (2 * y + dy);
      const [y2, y1] = [y * y, y + dy];
      const well = k * ofX * (ofX + 2 * (x * x - 1));
      return well + 0.5 * ofY + b * (dx * y1 * y1 + x * ofY) + 0.1 * ofY * (ofY + 2 * y2);
    },
    insideEnergy: k,
    insideForce: 4 * k,
  });
};

/** One well pair in one coordinate, for scans. */
const quarticWell: Author = (random) => {
  const k = random.between(0.3, 4);
  const labels = ["x"];
  const system = potentialSystem({
    labels,
    mass: scalarMass(1, random.between(0.5, 2)),
    ...potentialOf({ coordinates: labels, parameters: { k }, potential: "k*(x^2-1)^2", backEnd: "tape" }),
    ...disturbed(random, labels, 1),
  });
  const start = startingFrom(system, random.vector(1, 1.3), random.vector(1, 1.5));
  return hunted("double well, one", start, {
    change([x], [dx]) {
      const ofX = dx * (2 * x + dx);
      return k * ofX * (ofX + 2 * (x * x - 1));
    },
    insideEnergy: k,
    insideForce: 4 * k,
  });
};

/** Near its upper equilibrium, or anywhere. */
const pendulum: Author = (random) => {
  const w = random.between(2, 20);
  const labels = ["x"];
  const raised = random.chance(0.5);
  const system = potentialSystem({
    labels,
    mass: scalarMass(1, 1),
    ...potentialOf({
      coordinates: labels,
      parameters: { w },
      potential: raised ? "w*(1 - cos(x))" : "-w*cos(x)",
      backEnd: "tape",
    }),
    ...disturbed(random, labels, w / 3),
  });
  const top = random.chance(0.6);
  const angle = top ? Math.PI - random.magnitude(1e-6, 0.3) : random.between(-3, 3);
  const start = startingFrom(system, [angle], random.vector(1, top ? 0.3 : 2));
  return hunted("pendulum", start, {
    change: ([x], [dx]) => 2 * w * Math.sin(x + dx / 2) * Math.sin(dx / 2),
    insideEnergy: w,
  });
};

/** Von Mises' truss: two bars with Green's strain, a load that grows until they snap through. */
const truss: Author = (random) => {
  const EA = random.magnitude(20, 2e4);
  const labels = ["x", "y"];
  const strain = (sign: number, x: number, y: number) => ((1 + sign * x) ** 2 + y * y - 1.09) / 2;
  const system = potentialSystem({
    labels,
    mass: scalarMass(2, 1),
    ...potentialOf({
      coordinates: labels,
      parameters: { EA },
      potential: "EA*(((1+x)^2+y^2-1.09)/2)^2 + EA*(((1-x)^2+y^2-1.09)/2)^2",
      backEnd: "tape",
    }),
    load: forceOf({
      coordinates: labels,
      parameters: { F: random.chance(0.7) ? EA / 25 : 0 },
      expressions: ["0", "-F*t"],
      backEnd: "tape",
    }),
    damping: random.chance(0.5) ? viscousForce(fromRows([[0.5, 0], [0, 0.5]])) : null, // biome-ignore format: a matrix
  });
  const start = startingFrom(system, [random.between(-0.02, 0.02), random.between(-0.4, 0.4)], random.vector(2, 0.5));
  return hunted("truss", start, {
    change: ([x, y], [dx, dy]) =>
      [1, -1].reduce((total, sign) => {
        const growth = (sign * dx * (2 * (1 + sign * x) + sign * dx) + dy * (2 * y + dy)) / 2;
        return total + EA * growth * (growth + 2 * strain(sign, x, y));
      }, 0),
    insideEnergy: EA,
    insideForce: 4 * EA,
  });
};

/** Three masses on springs, of which one is up to 10¹⁰ times stiffer and one hardens. */
const stiffSprings: Author = (random) => {
  const [k, soft] = [random.magnitude(1e2, 1e10), random.magnitude(0.1, 10)];
  const labels = ["x", "y", "z"];
  const masses = [1, 2.3, 0.8].map((m) => m * random.magnitude(0.1, 10));
  const system = potentialSystem({
    labels,
    mass: diagonalMass(masses),
    ...potentialOf({
      coordinates: labels,
      parameters: { k, c: soft },
      potential: "k/2*(x-y)^2 + c/2*(y-z)^2 + c/4*(y-z)^4 + c/2*x^2",
      backEnd: "tape",
    }),
    ...disturbed(random, labels, soft),
  });
  const stretch = random.magnitude(1e-8, 0.1);
  const x = random.between(-1, 1);
  const start = startingFrom(system, [x, x + stretch, random.between(-1, 1)], random.vector(3, 1));
  const half = (k0: number, d: number, dd: number) => (k0 / 2) * dd * (2 * d + dd);
  return hunted("stiff springs", start, {
    change([a, b, c], [da, db, dc]) {
      const growth = (db - dc) * (2 * (b - c) + (db - dc));
      return (
        half(k, a - b, da - db) +
        half(soft, b - c, db - dc) +
        (soft / 4) * growth * (growth + 2 * (b - c) ** 2) +
        half(soft, a, da)
      );
    },
    insideEnergy: 0,
  });
};

/** Four masses in a row, linear: methods have shorter ways for these. Stiffnesses up to 10⁶ times apart. */
export const linearChain: Author = (random) => {
  const labels = ["x", "y", "z", "w"];
  const k = labels.map(() => random.magnitude(1, 1e6));
  const stiffness = fromRows(
    k.map((ki, i) => k.map((_, j) => (i === j ? ki + (k[i + 1] ?? 0) : j === i + 1 ? -k[j] : j === i - 1 ? -ki : 0))),
  );
  const damping = random.chance(0.3)
    ? { damping: { pattern: stiffness.pattern, values: stiffness.values.map((x) => 1e-4 * x) } }
    : {};
  const load = random.chance(0.3)
    ? {
        load: timeLoadOf({
          expressions: labels.map((_, i) => `${random.between(0, 2)}*sin(${i + 1}*t)`),
          backEnd: "tape",
        }),
      }
    : {};
  const mass = diagonalMass(labels.map(() => random.magnitude(0.1, 10)));
  const system = linearSystem({ mass, stiffness, ...damping, ...load });
  const force = new Float64Array(4);
  return hunted("linear chain", startingFrom(system, random.vector(4, 0.1), random.vector(4, 1)), {
    change(q, delta) {
      const middle = q.map((qi, i) => qi + delta[i] / 2);
      multiply(stiffness, middle, force);
      return force.reduce((total, f, i) => total + f * delta[i], 0);
    },
  });
};

/** A mass on a stiff spring or bar: the models with mean forces of their own. */
const swingingSpring: Author = (random) => {
  const stiffness = random.magnitude(30, 1e10);
  const angle = random.between(-3, 3);
  const bar = random.chance(0.5);
  const stretch = 1 + random.between(-0.3, 0.3) / Math.sqrt(stiffness / 30);
  const place = { x: stretch * Math.sin(angle), y: -stretch * Math.cos(angle) };
  const speed = { vx: random.between(-2, 2), vy: random.between(-2, 2) };
  const gravity = 9.81;
  const problem = (bar ? elasticPendulum : springPendulum)({ stiffness, gravity, ...place, ...speed });
  const weight = bar ? [-gravity, 0] : [0, gravity];
  return hunted(bar ? "elastic pendulum" : "spring pendulum", problem, {
    change([x, y], [dx, dy]) {
      const square = x * x + y * y;
      const growth = dx * (2 * x + dx) + dy * (2 * y + dy); // Δr²
      const lifted = weight[0] * dx + weight[1] * dy;
      if (bar) return lifted + (stiffness / 8) * growth * (growth + 2 * (square - 1));
      const r = Math.sqrt(square);
      const longer = growth / (r + Math.sqrt(square + growth));
      return lifted + (stiffness / 2) * longer * (longer + 2 * (r - 1));
    },
    insideEnergy: stiffness,
  });
};

/** The mathematical pendulum in the plane, held by its constraint, and a second one below it. */
const heldPendulum: Author = (random) => {
  const labels = ["x", "y", "z", "w"];
  const system = potentialSystem({
    labels,
    mass: diagonalMass([1, 1, 0.7, 0.7]),
    ...potentialOf({ coordinates: labels, potential: "9.81*y + 6.867*w + 2*x*z + z^4", backEnd: "tape" }),
    constraints: constraintsOf({
      coordinates: labels,
      expressions: ["x^2 + y^2 - 1", "(z-x)^2 + (w-y)^2 - 1"],
      backEnd: "tape",
    }),
  });
  const [a, b] = random.vector(2, 3);
  const [u, s] = random.vector(2, 2);
  const first = [Math.sin(a), -Math.cos(a)];
  const second = [first[0] + Math.sin(b), first[1] - Math.cos(b)];
  const v = [u * Math.cos(a), u * Math.sin(a)];
  const start = startingFrom(system, [...first, ...second], [...v, v[0] + s * Math.cos(b), v[1] + s * Math.sin(b)]);
  return { ...hunted("held pendulum", start, { change: () => Number.NaN }), period: 2 };
};

export { contact };

export const authors: readonly Author[] = [
  morse,
  lennardJones,
  doubleWell,
  quarticWell,
  pendulum,
  truss,
  stiffSprings,
  swingingSpring,
  linearChain,
  pair,
  cluster,
  solidBlock,
  contact,
];
/** For methods that handle constraints. */
export const heldAuthors: readonly Author[] = [heldPendulum];
/** One unknown, for scans; two, for many starts. */
export const lineAuthors: readonly Author[] = [morse, lennardJones, quarticWell, pendulum];
export const planeAuthors: readonly Author[] = [doubleWell, truss, swingingSpring];
