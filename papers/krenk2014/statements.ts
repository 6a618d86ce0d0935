/** What the paper says in words and equations: misprints, and claims that need their limits. */
import {
  centralSextic,
  elasticPendulum,
  energyMomentum,
  extremes,
  fullPattern,
  harmonic,
  type Method,
  midpoint,
  newmark,
  orThrow,
  type Problem,
  potentialSystem,
  run,
  scalarMass,
  startingFrom,
} from "noether";
import { algorithmicDamping } from "noether/analysis";
import { digits, misprint, stated } from "../claim.js";
import type { Item } from "../reproduction.js";

const signs: Item = {
  id: "equation-16",
  title: "The sign of the algorithmic damping",
  reproduce() {
    const [alpha, h] = [0.02, 0.1];
    const { observed } = orThrow(
      run(harmonic(), energyMomentum({ damping: alpha }), {
        time: { step: h, steps: 100 },
        observe: { energy: extremes(harmonic().system.invariants) },
      }),
    );
    const { initial, final } = observed.energy[0];
    const perStep = (final / initial) ** (1 / 100) - 1;
    return {
      claims: [
        misprint(
          "eqs. (16), (17)",
          "ΔE ≈ +α (ωh)² E and dE/dt ≈ +2 ζ ω E",
          "printed",
          `ΔE/E = ${digits(perStep)} a step, −α (ωh)² = ${digits(-alpha * h * h)}`,
          perStep < 0 && Math.abs(perStep / (-alpha * h * h) - 1) < 0.01,
          "Both right-hand sides lack a minus sign; (18), which follows from them, is right.",
        ),
      ],
      figures: [],
    };
  },
};

const frequency: Item = {
  id: "damping-ratio",
  title: "Damping over frequency",
  reproduce() {
    const x = Array.from({ length: 121 }, (_, k) => 10 ** (-2 + k / 30));
    const zeta = x.map((value) => algorithmicDamping(0.02, value));
    const peak = x[zeta.indexOf(Math.max(...zeta))];
    return {
      claims: [
        stated(
          "eq. (18)",
          "ζ ≈ ½ α ω h at low frequencies",
          `${digits(algorithmicDamping(0.02, 0.1), 6)} at ωh = 0.1 for 0.001`,
          Math.abs(algorithmicDamping(0.02, 0.1) / 0.001 - 1) < 0.002,
        ),
        stated(
          "section 6",
          "the damping increases monotonically with frequency",
          `ζ is largest, ${digits(Math.max(...zeta))}, near ωh = ${digits(peak, 2)}, and falls to ${digits(zeta.at(-1) ?? Number.NaN)}`,
          zeta.every((value, k) => k === 0 || value > zeta[k - 1]),
          "True of the decay in one step. The ratio ζ counts it per turn, and beyond the peak every step is nearly half a turn.",
        ),
      ],
      figures: [
        {
          name: "damping-ratio",
          figure: {
            panels: [
              {
                title: "Damping ratio, α = 0.02",
                shape: "wide",
                x: { label: "ω h", scale: "log" },
                y: { label: "ζ", scale: "log" },
                series: [
                  { name: "exact", x, y: zeta, style: "line", colour: 0 },
                  { name: "½ α ω h", x, y: x.map((value) => 0.01 * value), style: "line", dash: "dashed", colour: 1 },
                ],
              },
            ],
          },
        },
      ],
    };
  },
};

/** V = (u² − 1)²: between −0.2 and −0.8849 the force is the same and the energy is not. */
const doubleWell = (u: number, v: number): Problem => {
  const system = potentialSystem({
    labels: ["u"],
    mass: scalarMass(1, 1),
    potential: ([x]) => (x * x - 1) * (x * x - 1),
    gradient(q, out) {
      out[0] = 4 * q[0] * (q[0] * q[0] - 1);
    },
    tangent: {
      pattern: fullPattern(1),
      values(q, out) {
        out[0] = 12 * q[0] * q[0] - 4;
      },
    },
  });
  return startingFrom(system, [u], [v]);
};

const secant: Item = {
  id: "equation-31",
  title: "The secant term where it is small",
  reproduce() {
    const { system } = doubleWell(0, 0);
    const force = (u: number) => 4 * u * (u * u - 1);
    // The other root of force(u) = force(−0.2): u² + u a + a² = 1 with a = −0.2.
    const [a] = [-0.2];
    const b = (-a - Math.sqrt(a * a - 4 * (a * a - 1))) / 2;
    const change = system.potential(Float64Array.of(b)) - system.potential(Float64Array.of(a));
    const kane = (denominator: "increment" | "force") =>
      run(centralSextic(), energyMomentum({ form: "secant", denominator }), {
        time: { step: 0.2, steps: 1000 },
        observe: { energy: extremes(centralSextic().system.invariants) },
      });
    const [robust, paper] = [kane("increment"), kane("force")];
    const { min, max, initial } = robust.observed.energy[0];
    const pushed = run(doubleWell(0, 0.5), energyMomentum({ damping: 0.1 }), {
      time: { step: 0.2, steps: 1 },
      ledger: true,
    });
    return {
      claims: [
        misprint(
          "after eq. (31)",
          "where Δu·Δg is small, ΔG is small",
          "printed",
          `V = (u² − 1)² from ${a} to ${digits(b)}: Δg = ${digits(force(b) - force(a))}, ΔG = ${digits(change)}`,
          Math.abs(force(b) - force(a)) < 1e-12 && Math.abs(change) > 0.1,
          "False where the stiffness changes sign. The energy left out there is not found again, either: every step conserves from its own start.",
        ),
        stated(
          "section 6",
          "unconditionally stable",
          `Kane's potential, h = 0.2: with Δu·Δg ${paper.status} after ${paper.steps} steps; with |Δu|² ${robust.status}, energy to ${digits((max - min) / initial)}`,
          paper.status === "completed",
          "A step that cannot be solved is no stable step. With the denominator |Δu|², the default of form: secant, all of these are solved.",
        ),
        stated(
          "eq. (37)",
          "K_α Δu = Δg damps",
          `double well from 0, h = 0.2, α = 0.1: energy changes by ${digits(-(pushed.ledger?.algorithmic ?? Number.NaN))}`,
          (pushed.ledger?.algorithmic ?? Number.NaN) >= 0,
          "Only where the stiffness is positive, as the paper supposes; else it pushes, and the ledger shows it.",
        ),
      ],
      figures: [],
    };
  },
};

const momentum: Item = {
  id: "momentum",
  title: "Which momentum is conserved",
  reproduce() {
    const problem = elasticPendulum({ gravity: 0, vx: 2 });
    const spread = (form: "quartic" | "discrete", step: number) => {
      const method = energyMomentum({ form });
      const observe = { all: extremes(problem.system.invariants) };
      const { observed } = orThrow(run(problem, method, { time: { step, steps: Math.round(1 / step) }, observe }));
      return observed.all.map(({ min, max, initial }) => (max - min) / Math.abs(initial));
    };
    const [energy, angular] = spread("quartic", 0.02);
    const kept = spread("discrete", 0.02);
    const [a, b] = [energyMomentum(), newmark()].map(
      (method) =>
        orThrow(run(harmonic({ damping: 0.1, force: 1, frequency: 2 }), method, { time: { step: 0.1, steps: 100 } }))
          .last,
    );
    const same = Math.abs(a.q[0] - b.q[0]);
    const damped = (method: Method) => {
      const { last, ledger } = orThrow(run(problem, method, { time: { step: 0.02, steps: 2000 }, ledger: true }));
      const [, turning] = problem.system.invariants;
      const before = turning.value(0, problem.q0, problem.v0);
      return { taken: ledger?.algorithmic ?? Number.NaN, turned: 1 - turning.value(last.t, last.q, last.v) / before };
    };
    const [krenks, ofStrains] = [
      damped(energyMomentum({ form: "quartic", damping: 0.02 })),
      damped(energyMomentum({ momentum: "angular", damping: 0.02 })),
    ];
    const swing = elasticPendulum();
    const long = orThrow(
      run(swing, energyMomentum(), {
        time: { step: 0.02, steps: 100_000 },
        observe: { all: extremes(swing.system.invariants) },
      }),
    ).observed.all[0];
    const wandered = (long.max - long.min) / Math.abs(long.initial);
    const rule = orThrow(run(harmonic(), midpoint(), { time: { step: 0.1, steps: 100 } })).last;
    const ours = orThrow(run(harmonic(), energyMomentum(), { time: { step: 0.1, steps: 100 } })).last;
    return {
      claims: [
        stated(
          "abstract, section 6",
          "conserves momentum",
          `free pendulum, h = 0.02: energy to ${digits(energy)}, angular momentum to ${digits(angular)} (h = 0.01: ${digits(spread("quartic", 0.01)[1])})`,
          angular < 1e-10,
          `Linear momentum only: ū × g* is not zero. The discrete gradient keeps both, to ${digits(Math.max(...kept))}.`,
        ),
        stated(
          "beyond the paper",
          "damping of strains leaves the angular momentum alone",
          `free pendulum, α = 0.02, 2000 steps: ${digits(ofStrains.taken)} J are taken, angular momentum changes by ${digits(ofStrains.turned)}`,
          Math.abs(ofStrains.turned) < 1e-12 && ofStrains.taken > 0,
          `The paper's terms take ${digits(krenks.taken)} J, and ${digits(100 * krenks.turned, 2)} % of the angular momentum.`,
        ),
        stated(
          "beyond the paper",
          "rounding moves the energy by less than an ulp a step",
          `elastic pendulum, 10⁵ steps: energy varies by ${digits(wandered)}`,
          wandered < 1e5 * Number.EPSILON,
        ),
        stated(
          "after eq. (10)",
          "C Δu is more consistent and robust than C h v̄",
          `against Newmark's method with damping and load: positions differ by ${digits(same)} after 100 steps`,
          same > 1e-12,
          "The two are the same thing for α = 0, since Δu = h v̄.",
        ),
        stated(
          "section 5.1",
          "for linear systems the scheme is the average acceleration method",
          `and the midpoint rule, to ${digits(Math.abs(rule.q[0] - ours.q[0]))}`,
          Math.abs(rule.q[0] - ours.q[0]) < 1e-13,
        ),
      ],
      figures: [],
    };
  },
};

export const statementItems: readonly Item[] = [signs, frequency, secant, momentum];
