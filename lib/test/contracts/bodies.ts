/** The systems of the contract tests that no builtin model is: small, with frequencies and sizes near one. */
import { run } from "../../src/core/run.js";
import type { Problem, System } from "../../src/core/system.js";
import { fixed } from "../../src/fe/boundary/loads.js";
import { stVenantKirchhoff } from "../../src/fe/materials/st-venant-kirchhoff.js";
import { solid } from "../../src/fe/solid.js";
import { combination } from "../../src/linalg/matrix.js";
import type { Mesh } from "../../src/mesh/mesh.js";
import { dop853 } from "../../src/methods/dop853.js";
import { buildProblem } from "../../src/model-file/build.js";
import { loadModel } from "../../src/model-file/load.js";
import { startingFrom } from "../../src/models/model.js";
import { pendulum } from "../../src/models/oscillators/pendulum.js";
import { viscousForce } from "../../src/systems/linear.js";
import { smoothLoad } from "../../src/systems/loads.js";

/** The problem of a model file, given as data. */
export function modelled(data: object): Problem {
  return buildProblem(
    loadModel(JSON.stringify({ noether: 1, time: { end: 1, step: 1 }, method: "variational", ...data })),
  ).problem;
}

export const moving = (problem: Problem, q: ArrayLike<number>, v: ArrayLike<number>): Problem => ({
  ...problem,
  q0: Float64Array.from(q),
  v0: Float64Array.from(v),
});

/** Another force on every coordinate, each with a phase of its own; its derivatives are known. */
export function driven(problem: Problem): Problem {
  const { system } = problem;
  const { diagonal, matrix } = system.mass;
  const size = diagonal === null ? Math.max(...matrix.values) : Math.max(...diagonal);
  const load = smoothLoad((k, t, _side, out) => {
    for (let i = 0; i < out.length; i++) out[i] += 0.3 * size * 1.3 ** k * Math.sin(1.3 * t + i + (k * Math.PI) / 2);
  });
  return { ...problem, system: { ...system, load, invariants: [] } as System };
}

/** Under loads that rise and fall linearly, or stay, and jump in between: at t = 1/4, 1/2 and 3/4. */
export function jolted(problem: Problem): Problem {
  const { system } = problem;
  const { matrix } = system.mass;
  const size = Math.max(...matrix.values);
  const kinks = Float64Array.of(0.25, 0.5, 0.75);
  const values = Float64Array.of(1, -0.5, 0, 0.8);
  const slopes = Float64Array.of(0, 2, 0, -1);
  const load = smoothLoad((k, t, side, out) => {
    let phase = 0;
    // A time that misses a jump by rounding is at it.
    while (phase < kinks.length && t + side * 1e-9 > kinks[phase]) phase++;
    const now = k === 0 ? values[phase] + slopes[phase] * t : k === 1 ? slopes[phase] : 0;
    for (let i = 0; i < out.length; i++) out[i] += (size * now) / (1 + i);
  }, kinks);
  return { ...problem, system: { ...system, load: { ...load, jumps: kinks }, invariants: [] } as System };
}

/** −C v with C = 0.2 M: full where the mass is. */
export function damped(problem: Problem): Problem {
  const { system } = problem;
  const damping = viscousForce(combination([0.2], [system.mass.matrix]));
  return { ...problem, system: { ...system, damping, invariants: [] } as System };
}

export const threeUnknowns = () =>
  modelled({
    system: {
      coordinates: ["x", "y", "z"],
      mass: [
        [2, 0.4, -0.3],
        [0.4, 1.5, 0.2],
        [-0.3, 0.2, 1],
      ],
      potential: "2*(1 - cos(x - y)) + exp(y*z/2) + x^2 + (x^2 + y^2 + z^2)^2/4",
    },
    start: { q: [0.7, -0.5, 0.9], v: [0.4, 0.8, -0.6] },
  });

export const fiveUnknowns = () =>
  modelled({
    system: {
      coordinates: ["a", "b", "c", "d", "e1"],
      mass: [
        [2, 0.3, 0.2, 0.1, -0.1],
        [0.3, 1.8, 0.3, -0.2, 0.1],
        [0.2, 0.3, 1.6, 0.3, 0.2],
        [0.1, -0.2, 0.3, 1.4, 0.3],
        [-0.1, 0.1, 0.2, 0.3, 1.2],
      ],
      potential: "a^2 + b^2 + (c - d)^4 + sin(a*c) + (e1 - b)^2*(1 + d^2) + cosh(d)",
    },
    start: { q: [0.6, -0.4, 0.8, 0.1, -0.7], v: [0.5, 0.3, -0.4, 0.7, 0.2] },
  });

/** A tetrahedron of Lennard-Jones atoms of several masses, shaken, turning and drifting; one more spring between two of them. */
export const atoms = () =>
  modelled({
    system: {
      particles: {
        dimension: 3,
        masses: [1, 2, 1.5, 0.8],
        pair: { lennardJones: { epsilon: 1, sigma: 1 } },
        bonds: [{ between: [0, 1], stiffness: 5, length: 1.1 }],
      },
    },
    start: {
      q: [
        [0, 0, 0],
        [1.15, 0.05, 0],
        [0.5, 1.02, 0.1],
        [0.6, 0.3, 0.98],
      ],
      v: [
        [0.3, 0.1, 0.2],
        [-0.2, 0.4, 0.1],
        [0.1, -0.3, 0.3],
        [0.5, 0.2, -0.4],
      ],
    },
  });

/** Two nodes on five bars that stretch by Green's measure; the outer three are fixed. In space: six unknowns. */
export function truss(): Problem {
  const mesh: Mesh = {
    points: Float64Array.of(0, 0, 0, 2, 0, 0, 1, 1.8, 0, 1, 0.5, 0.9, 1.4, 0.9, 1.7),
    nodeNumbers: null,
    blocks: [{ type: "line2", nodes: Int32Array.of(0, 3, 1, 3, 2, 3, 3, 4, 1, 4, 2, 4), numbers: null }],
    groups: [],
  };
  const material = stVenantKirchhoff({ E: 6, nu: 0, density: 1 });
  const body = solid({ mesh, material, area: 0.8, supports: fixed([0, 1, 2]) });
  return startingFrom(body.system, [0.2, -0.1, 0.15, -0.1, 0.2, 0.1], [0.4, 0.3, -0.5, 0.2, -0.4, 0.6]);
}

const block = (element: string, material: object, more: object, velocity: readonly string[]): Problem =>
  modelled({
    system: {
      solid: { mesh: { box: { size: [1, 1, 1], cells: [1, 1, 1], element } }, material, ...more },
    },
    start: { v: velocity },
  });

const TUMBLING = ["0.3 + Y - 0.4*Z", "0.8*Z - X", "0.2 + 0.5*X*Y - 0.6*Y"];

/** Free in space, thrown, turning and changing its shape: 24 unknowns. W = C₁₀ (J^(−2/3) I₁ − 3) + (J − 1)²/D₁. */
export const tetrahedra = () => block("tet4", { model: "mooney-rivlin", C10: 1, D1: 1, density: 1 }, {}, TUMBLING);

/** On one face, consistent mass: 12 unknowns. */
export const hexahedron = () =>
  block("hex8", { model: "neo-hookean", E: 3, nu: 0.3, density: 1 }, { supports: [{ on: "left", fix: "all" }] }, [
    "0.5*X*(1 + Y)",
    "0.6*X*Z",
    "-0.4*X",
  ]);

/** The same, free, falls a little and is pushed back by a floor with a penalty. */
export const blockOnFloor = () =>
  block(
    "hex8",
    { model: "neo-hookean", E: 3, nu: 0.3, density: 1 },
    { mass: "lumped", contact: [{ plane: { point: [0, 0, -0.05], normal: [0, 0, 1] }, penalty: 0.2 }] },
    ["0.3 + 0.2*Z", "0.1*X", "-0.6 + 0.3*X"],
  );

/** Two columns and a beam, Euler and Bernoulli: six unknowns, linear. */
export function portal({ loaded = false, damped: resists = false } = {}): Problem {
  return modelled({
    system: {
      frame: {
        nodes: { a: [0, 0], b: [0, 1], c: [1.5, 1], d: [1.5, 0] },
        members: [
          { from: "a", to: "b" },
          { from: "b", to: "c" },
          { from: "c", to: "d" },
        ],
        sections: { beam: { E: 10, A: 1, I: 0.3, density: 1 } },
        supports: [
          { on: "a", fix: "all" },
          { on: "d", fix: "all" },
        ],
        ...(loaded && { loads: [{ on: "b", force: ["0.5*cos(2*t)", "0.2*sin(t)"] }] }),
        ...(resists && { damping: { rayleigh: [0.1, 0.02] } }),
      },
    },
    start: { q: [0.1, 0.02, -0.05, 0.08, -0.01, 0.04], v: [0.3, -0.1, 0.2, 0.25, 0.1, -0.3] },
  });
}

const GRAVITY = 9.81;

/** A mass on a rod as a point with a constraint; its angle is that of the builtin pendulum. */
const ROD = { angle: 1.2, rate: 0.5, gravity: GRAVITY } as const;

const onCircle = (angle: number, rate: number) => ({
  q: [Math.sin(angle), -Math.cos(angle)],
  v: [rate * Math.cos(angle), rate * Math.sin(angle)],
});

/** Where the pendulum on the rod is at time t. */
export function rodAt(t: number) {
  const { last } = run(pendulum(ROD), dop853({ tolerance: 1e-14 }), { time: { end: t } });
  return onCircle(last.q[0], last.v[0]);
}

export const constrainedPendulum = () =>
  modelled({
    system: {
      coordinates: ["x", "y"],
      mass: 1,
      potential: `${GRAVITY}*y`,
      constraints: ["x^2 + y^2 - 1"],
    },
    start: onCircle(ROD.angle, ROD.rate),
  });

/** Two masses on rods that turn about the origin: both rods have an angular velocity from the start. */
export const doublePendulum = () =>
  modelled({
    system: {
      coordinates: ["x1", "y1", "x2", "y2"],
      mass: [1, 1, 0.7, 0.7],
      potential: `${GRAVITY}*(y1 + 0.7*y2)`,
      constraints: ["x1^2 + y1^2 - 1", "(x2 - x1)^2 + (y2 - y1)^2 - 1"],
    },
    start: { q: [1, 0, 1.6, -0.8], v: [0, 0.5, 0.8, 1.1] },
  });
