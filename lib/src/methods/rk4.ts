/** The classical Runge–Kutta method of order four.                                       [hairer1993, ch. II.1, Table 1.2]
 *
 *      k₁ = y'(t, y), k₂ = y'(t + h/2, y + h/2 k₁), k₃ = y'(t + h/2, y + h/2 k₂), k₄ = y'(t + h, y + h k₃)
 *      y₁ = y + h/6 (k₁ + 2k₂ + 2k₃ + k₄),     y = (q, v),  y' = (v, a(t, q, v))
 *
 *  Explicit, four gradients a step; stable for h ω < 2√2. Not symplectic: it loses (or gains) energy steadily, which is why it
 *  is here, beside the methods that do not. Its balance is open: what is not work or dissipation is the scheme's. */
import { type Ledger, powersOf } from "../core/ledger.js";
import { family, noWork, type Stepper } from "../core/method.js";
import { acceleration, type Problem } from "../core/system.js";
import { compiledStepper, hasCode } from "../stepping/code/compiled.js";
import { rungeKuttaCode, type StageTable } from "../stepping/code/runge-kutta.js";
import { notFinite } from "../stepping/diagnosis.js";
import { type Summation, stateSum, summation } from "../stepping/summation.js";

const TABLE: StageTable = { nodes: [0, 1 / 2, 1 / 2, 1], weights: [1 / 6, 1 / 3, 1 / 3, 1 / 6] };

export const rk4 = family(
  {
    id: "rk4",
    title: "Runge–Kutta 4",
    summary: "The textbook method, for comparison: accurate over short times, drifts over long ones.",
    parameters: { summation },
    cites: ["hairer1993"],
    variants: [{ summation: "plain" }],
  },
  ({ summation: how }) => ({
    clock: "fixed",
    claims: { order: 4, symplectic: null, symmetric: false, conserves: ["linear-momentum"], balance: "open" },
    needs: [],
    prepare: (problem, h, ledger) => rk4Stepper(problem, h, how, ledger),
  }),
);

function rk4Stepper({ system, t0 }: Problem, h: number, how: Summation, ledger: Ledger | null): Stepper {
  const n = system.dof;
  const work = noWork();
  const [Q, V, A, slope, dq, dv] = Array.from({ length: 6 }, () => new Float64Array(n));
  const sum = stateSum(n, how);
  const powers = ledger && powersOf(system);

  const general: Stepper = {
    memory: sum.memory,
    work,
    restart() {},
    step(s) {
      const { q, v } = s;
      for (let i = 0; i < n; i++) {
        slope[i] = 0;
        A[i] = 0;
        dq[i] = 0;
        dv[i] = 0;
      }
      let done = 0;
      let dissipated = 0;
      for (let stage = 0; stage < 4; stage++) {
        const reach = TABLE.nodes[stage] * h;
        // The slope of q in the stage before is V: copy it before V is overwritten.
        for (let i = 0; i < n; i++) {
          Q[i] = q[i] + reach * slope[i];
          V[i] = v[i] + reach * A[i];
        }
        const t = t0 + (s.n + TABLE.nodes[stage]) * h;
        acceleration(system, t, Q, V, A);
        const weight = h * TABLE.weights[stage];
        for (let i = 0; i < n; i++) {
          slope[i] = V[i];
          dq[i] += weight * V[i];
          dv[i] += weight * A[i];
        }
        if (powers !== null) {
          done += weight * powers.load(t, Q, V);
          dissipated += weight * powers.dissipation(t, Q, V);
        }
      }
      let size = 0;
      for (let i = 0; i < n; i++) size += dq[i] + dv[i];
      if (!Number.isFinite(size)) return notFinite(system, s.t, Q, V);
      sum.add(s, dq, dv);
      ledger?.enter(done, dissipated, 0);
      return null;
    },
  };
  const { diagonal } = system.mass;
  if (diagonal === null || !hasCode(system, true)) return general;
  return compiledStepper(system, general, {
    name: `runge-kutta ${TABLE.nodes.length} ${how}`,
    forces: "place",
    explicit: true,
    write: (forces, many) => rungeKuttaCode(forces, TABLE, how, many),
    mass: diagonal,
    h,
    exact: true,
    // Nothing does work here.
    book: ledger && (() => ledger.enter(0, 0, 0)),
  });
}
