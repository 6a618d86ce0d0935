/** A cube of tetrahedra thrown at a rigid wall, for force-stepping in its sparse form: an event takes the energies of elements, which the chain does
 *  not show. A program in C++ follows the same motion. */
import { begin, forceStepping, neoHookean, type Problem, solid } from "noether";
import { box } from "noether/mesh";
import { cpuSeconds } from "../line.js";

export interface SolidSize {
  readonly cells: number;
  /** In every cell. */
  readonly tetrahedra: 24 | 48;
}

export interface SolidOutcome {
  readonly steps: number;
  readonly seconds: number;
  /** The time of the motion when it ended. */
  readonly passed: number;
  /** Σ q_k sin k after the events that are compared. */
  readonly sample: number;
  /** Change of the energy K + V_h, located anew, relative to it. */
  readonly energyError?: number;
}

/** After so many events programs that round differently are still together. */
export const COMPARED = 10_000;
export const ROUNDS = 6;

const GRID = 5e-4;
const MATERIAL = { E: 69e9, nu: 0.35, density: 2700 };
const SPEEDS = [900, 1000, 1100];
const WALL = { point: [0.101, 0.101, 0.101], normal: [0, -Math.SQRT1_2, -Math.SQRT1_2], penalty: 5e-15 } as const;

const meshOf = ({ cells, tetrahedra }: SolidSize) =>
  box({ size: [0.1, 0.1, 0.1], cells: [cells, cells, cells], element: "tet4", tetrahedra });

function thrownCube(size: SolidSize): Problem {
  const contacts = [{ ...WALL, friction: 0 }];
  const { system } = solid({ mesh: meshOf(size), material: neoHookean(MATERIAL), mass: "lumped", contacts });
  const q0 = new Float64Array(system.dof);
  return { system, t0: 0, q0, v0: q0.map((_, j) => SPEEDS[j % 3]!) };
}

export const unknownsOf = (size: SolidSize): number => meshOf(size).points.length;

/** The same for the program in C++: its header says in what order. */
export function inputOf(size: SolidSize): Buffer {
  const { system, q0, v0 } = thrownCube(size);
  const { lambda, mu } = neoHookean(MATERIAL);
  const { points, blocks } = meshOf(size);
  const nodes = blocks.flatMap(({ nodes }) => [...nodes]);
  const count = nodes.length / 4;
  const [volumes, gradients] = [new Float64Array(count), new Float64Array(12 * count)];
  for (let e = 0; e < count; e++) {
    volumes[e] = shape(points, nodes.slice(4 * e, 4 * e + 4), gradients.subarray(12 * e, 12 * e + 12));
  }
  const gaps = Float64Array.from({ length: points.length / 3 }, (_, n) =>
    WALL.normal.reduce((sum, along, i) => sum + along * (points[3 * n + i]! - WALL.point[i]!), 0),
  );
  const golden = (Math.sqrt(5) - 1) / 2;
  const origin = q0.map((_, j) => GRID * (((j + 1) * golden) % 1));
  const head = [gaps.length, count, lambda, mu, WALL.penalty, ...WALL.normal, GRID];
  const mass = system.mass.diagonal!;
  const parts = [head, volumes, gradients, nodes, gaps, mass, origin, q0, v0];
  return Buffer.concat(parts.map((part) => Buffer.from(Float64Array.from(part).buffer)));
}

/** Gradients of the four shape functions; the volume. */
function shape(points: Float64Array, nodes: readonly number[], out: Float64Array): number {
  const edge = (k: number) => [0, 1, 2].map((i) => points[3 * nodes[k]! + i]! - points[3 * nodes[0]! + i]!);
  const edges = [edge(1), edge(2), edge(3)];
  const cross = ([a0, a1, a2]: readonly number[], [b0, b1, b2]: readonly number[]) => [
    a1! * b2! - a2! * b1!,
    a2! * b0! - a0! * b2!,
    a0! * b1! - a1! * b0!,
  ];
  const six = edges[0]!.reduce((sum, x, i) => sum + x * cross(edges[1]!, edges[2]!)[i]!, 0);
  for (let k = 0; k < 3; k++) {
    const normal = cross(edges[(k + 1) % 3]!, edges[(k + 2) % 3]!);
    for (let i = 0; i < 3; i++) {
      out[3 * k + 3 + i] = normal[i]! / six;
      out[i]! -= normal[i]! / six;
    }
  }
  return six / 6;
}

/** The best of several slices of a run. */
export function measuredSolid(size: SolidSize, steps: number): SolidOutcome {
  const method = forceStepping({ grid: GRID, algorithm: "sparse" });
  const runner = begin(thrownCube(size), method, { time: { end: 1, interval: 1 } });
  runner.advance(COMPARED);
  const compared = runner.snapshot().state.t;
  let seconds = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const taken = cpuSeconds(() => runner.advance(steps));
    seconds = Math.min(seconds, taken);
  }
  return { steps, seconds, passed: runner.snapshot().state.t, ...followed(size, compared) };
}

/** The same run again, to the time of the last event that is compared: states are shown at times that are asked for. */
function followed(size: SolidSize, end: number): Pick<SolidOutcome, "sample" | "energyError"> {
  const method = forceStepping({ grid: GRID, algorithm: "sparse" });
  const runner = begin(thrownCube(size), method, { time: { end, interval: end } });
  const energy = runner.invariants.find(({ name }) => name === "energy")!;
  const before = energy.value(0, runner.state.q, runner.state.v);
  while (runner.advance(100_000));
  const { q, v } = runner.state;
  const after = energy.value(end, q, v);
  return {
    sample: q.reduce((sum, x, k) => sum + x * Math.sin(k), 0),
    energyError: Math.abs(after - before) / Math.abs(before),
  };
}
