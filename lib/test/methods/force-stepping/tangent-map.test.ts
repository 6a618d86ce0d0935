/** The derivative of the flow in V_h, event by event, without differences: a parabola shears, δq += τ δv, and crossing a face with
 *  normal n kicks, δv += Δa (n·δq)/(n·v). Δa is what the motion does; n is found from the position alone. The product is
 *  symplectic only if every Δa is along M⁻¹ n, that is, if V_h is continuous across every face that was crossed. */
import { describe, expect, test } from "vitest";
import { jacobian } from "../../../src/analysis/step-map.js";
import type { OwnClockMethod } from "../../../src/core/method.js";
import { run } from "../../../src/core/run.js";
import type { Problem } from "../../../src/core/system.js";
import { diagonalMass } from "../../../src/linalg/mass.js";
import { gridOf, type Triangulation } from "../../../src/methods/force-stepping/grid.js";
import { forceStepping } from "../../../src/methods/force-stepping.js";
import { springChain } from "../../../src/models/particles/spring-chain.js";

type Rows = Float64Array[];
/** Heights of two coordinates that are equal up to this are on their common face. */
const ON = 1e-9;

/** Four coordinates with masses of their own; `pairs` moves in differences, of neighbours and to the walls. */
const chain = (): Problem => {
  const { system, q0 } = springChain({ masses: 4, cubic: 0.3, quartic: 0.2 });
  const mass = diagonalMass([1, 2, 0.5, 1.25]);
  // On no face at the start, where the flow has no derivative.
  const start = q0.map((x, i) => x + 0.013 * i * i);
  return {
    system: { ...system, mass, invariants: [] },
    t0: 0,
    q0: start,
    v0: q0.map((_, i) => 0.4 * Math.sin(3 * i + 1)),
  };
};

/** The differences in which the grid is laid, as rows: q itself, or q_i − q_{i+1} and the ends. */
function directions(dof: number, pairs: boolean): Rows {
  const row = (plus: number, minus: number) =>
    Float64Array.from({ length: dof }, (_, i) => (i === plus ? 1 : i === minus ? -1 : 0));
  if (!pairs) return Array.from({ length: dof }, (_, i) => row(i, -1));
  return [row(0, -1), ...Array.from({ length: dof - 1 }, (_, i) => row(i, i + 1)), row(dof - 1, -1)];
}

/** The normal of the one face that q lies on; null where it lies on none or on several. */
function normalAt(
  q: Float64Array,
  axes: Rows,
  spacing: Float64Array,
  origin: Float64Array,
  pairs: boolean,
  t: Triangulation,
) {
  const found: Float64Array[] = [];
  const heights = axes.map((axis, j) => (axis.reduce((sum, x, i) => sum + x * q[i], 0) - origin[j]) / spacing[j]);
  const near = (x: number) => Math.abs(x - Math.round(x)) < ON;
  for (const [j, z] of heights.entries()) {
    if (near(z)) found.push(axes[j].map((x) => x / spacing[j]));
    // Differences of one coordinate each never meet.
    for (let i = 0; !pairs && i < j; i++) {
      // Where boxes are mirrored, z_i + z_j is as good as z_i − z_j.
      const sides = t === "kuhn" ? [1] : [1, -1];
      for (const side of sides) {
        if (near(heights[i] - side * z))
          found.push(axes[i].map((x, k) => x / spacing[i] - (side * axes[j][k]) / spacing[j]));
      }
    }
  }
  return found.length === 1 ? found[0] : null;
}

describe.each(["kuhn", "j1", "orthant"] as const)("%s", (triangulation) => {
  test.each(["paper", "ring", "sparse", "pairs"] as const)("%s", (form) => {
    const problem = chain();
    const pairs = form === "pairs";
    const method = forceStepping({
      grid: 0.11,
      triangulation,
      matchEnergy: false,
      ...(pairs ? { interpolation: "pairs" } : { algorithm: form }),
    }) as OwnClockMethod;
    const axes = directions(4, pairs);
    const plain = gridOf(pairs ? ["x"] : ["a", "b", "c", "d"], { grid: 0.11, triangulation });
    const [spacing, origin] = [plain.spacing, plain.origin].map((x) =>
      Float64Array.from(axes, (_, j) => x[pairs ? 0 : j]),
    );
    const stepper = method.prepare(problem, null);
    const clock = { n: 0, t: 0 };
    // The columns of the derivative: δq, then δv.
    const columns = Array.from({ length: 8 }, (_, i) => Float64Array.from({ length: 8 }, (_, k) => (i === k ? 1 : 0)));
    const [q, v, later] = Array.from({ length: 3 }, () => new Float64Array(4));
    const acceleration = (t: number) => {
      stepper.at(t, q, v);
      stepper.at(t + 1, later, later);
      return later.map((x, i) => x - v[i]);
    };
    const fly = (tau: number) => {
      for (const c of columns) for (let i = 0; i < 4; i++) c[i] += tau * c[4 + i];
    };

    const END = 3;
    let kinks = 0;
    stepper.step(clock, END);
    let [t, a] = [0, acceleration(0)];
    while (clock.t < END) {
      const event = clock.t;
      fly(event - t);
      t = event;
      stepper.step(clock, END);
      const after = acceleration(event); // also puts the state of the event into q, v
      const jump = after.map((x, i) => x - a[i]);
      a = after;
      if (Math.max(...jump.map(Math.abs)) < 1e-12) continue; // no kink, whatever was crossed
      const n = normalAt(q, axes, spacing, origin, pairs, triangulation);
      if (n === null) throw new Error(`at ${event} the force jumps where no face is, or several are`);
      kinks++;
      const speed = n.reduce((sum, x, i) => sum + x * v[i], 0);
      for (const c of columns) {
        const share = n.reduce((sum, x, i) => sum + x * c[i], 0) / speed;
        for (let i = 0; i < 4; i++) c[4 + i] += share * jump[i];
      }
    }
    fly(END - t);
    expect(kinks).toBeGreaterThan(20);

    // dq ∧ M dv of every two columns is what it was for unit vectors.
    const mass = [1, 2, 0.5, 1.25];
    let worst = 0;
    let size = 0;
    for (let i = 0; i < 8; i++) {
      for (let j = 0; j < i; j++) {
        let form = 0;
        for (let k = 0; k < 4; k++) {
          const terms = [columns[i][k] * mass[k] * columns[j][4 + k], columns[i][4 + k] * mass[k] * columns[j][k]];
          form += terms[0] - terms[1];
          size = Math.max(size, ...terms.map(Math.abs));
        }
        worst = Math.max(worst, Math.abs(form - (i === j + 4 ? -mass[j] : 0)));
      }
    }
    expect(size).toBeLessThan(10);
    expect(worst).toBeLessThan(1e-13);

    // And this is the derivative of the flow: differences agree as far as they go, where no event changes its order.
    const flow = (z: Float64Array, out: Float64Array) => {
      const start = { ...problem, q0: z.slice(0, 4), v0: z.slice(4) };
      const { last } = run(start, method, { time: { end: END, interval: END } });
      out.set(last.q);
      out.set(last.v, 4);
    };
    const J = jacobian(flow, Float64Array.from([...problem.q0, ...problem.v0]), new Float64Array(8).fill(1e-6));
    let apart = 0;
    for (let i = 0; i < 8; i++)
      for (let k = 0; k < 8; k++) apart = Math.max(apart, Math.abs(J[k * 8 + i] - columns[i][k]));
    // Rounding of some 1e-16 a step over a width of 1e-6.
    expect(apart).toBeLessThan(1e-8);
  });
});
