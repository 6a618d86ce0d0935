/** Bathe's composite method: half a step by the trapezoidal rule, the second half by three-point backward differences.
 *                                                                                              [bathe2005, eqs. (5)–(12)]
 *      q½ = q₀ + h/4 (v₀ + v½),             v½ = v₀ + h/4 (a₀ + a½),            M a½ + G(t½, q½, v½) = 0
 *      h v₁ = q₀ − 4 q½ + 3 q₁,             h a₁ = v₀ − 4 v½ + 3 v₁,            M a₁ + G(t₁, q₁, v₁) = 0
 *
 *  Second order, unconditionally stable for linear systems, annihilates what the step does not resolve; costs two implicit
 *  stages a step. Keeps linear momentum. Its balance is open; work and dissipation by the trapezoidal rule on the halves. */
import { type Ledger, powersOf } from "../core/ledger.js";
import { family, noWork, type Stepper } from "../core/method.js";
import { acceleration, type Problem } from "../core/system.js";
import { copy } from "../linalg/vec.js";
import { implicitStage } from "../stepping/implicit-acceleration.js";
import { type ImplicitOptions, implicitParameters } from "../stepping/implicit-parameters.js";
import { stateSum } from "../stepping/summation.js";

export const bathe = family(
  {
    id: "bathe",
    title: "Bathe",
    summary:
      "Composite trapezoid and backward differences: robust in long nonlinear runs, removes unresolved frequencies.",
    parameters: implicitParameters,
    cites: ["bathe2005"],
    variants: [],
  },
  (options) => ({
    clock: "fixed",
    claims: { order: 2, symplectic: null, symmetric: false, conserves: ["linear-momentum"], balance: "open" },
    needs: ["tangent"],
    prepare: (problem, h, ledger) => batheStepper(problem, h, options, ledger),
  }),
);

function batheStepper(
  { system, t0, q0, v0 }: Problem,
  h: number,
  { tolerance, summation }: ImplicitOptions,
  ledger: Ledger | null,
): Stepper {
  const n = system.dof;
  const work = noWork();
  const middle = implicitStage(
    system,
    { inertia: 1, forces: 1, velocity: h / 4, position: (h * h) / 16 },
    work,
    tolerance,
  );
  const end = implicitStage(system, { inertia: 1, forces: 1, velocity: h / 3, position: (h * h) / 9 }, work, tolerance);
  const powers = ledger && powersOf(system);
  const sum = stateSum(n, summation);
  const [a, middleA, A, dq, dv] = Array.from({ length: 5 }, () => new Float64Array(n));
  acceleration(system, t0, q0, v0, a);

  return {
    memory: [a, ...sum.memory],
    work,
    restart: (t, q, v) => acceleration(system, t, q, v, a),
    step(s) {
      const { q, v } = s;
      const tMiddle = t0 + (s.n + 0.5) * h;
      const tEnd = t0 + (s.n + 1) * h;
      for (let i = 0; i < n; i++) {
        middle.q[i] = q[i] + (h / 2) * v[i] + ((h * h) / 16) * a[i];
        middle.v[i] = v[i] + (h / 4) * a[i];
        middleA[i] = a[i];
      }
      const first = middle.solve(tMiddle, middleA, s);
      if (first !== null) return first;
      for (let i = 0; i < n; i++) {
        end.v[i] = (4 * middle.v[i] - v[i]) / 3;
        end.q[i] = (4 * middle.q[i] - q[i] + h * end.v[i]) / 3;
        A[i] = 2 * middleA[i] - a[i];
      }
      const second = end.solve(tEnd, A, s);
      if (second !== null) return second;
      if (ledger !== null && powers !== null) {
        const mean = (which: "load" | "dissipation") =>
          (h / 4) *
          (powers[which](s.t, q, v) +
            2 * powers[which](tMiddle, middle.q, middle.v) +
            powers[which](tEnd, end.q, end.v));
        ledger.enter(mean("load"), mean("dissipation"), 0);
      }
      // Δv = h/3 (a₀ + a½ + a₁) and Δq = h/3 (v₀ + v½ + v₁): nothing as large as v or q cancels in them.
      for (let i = 0; i < n; i++) {
        dv[i] = (h / 3) * (a[i] + middleA[i] + A[i]);
        dq[i] = (h / 3) * (2 * v[i] + middle.v[i] + dv[i]);
      }
      sum.add(s, dq, dv);
      copy(A, a);
      return null;
    },
  };
}
