/** # How to write a system of your own
 *
 *  Two beads on a horizontal wire, each on a spring that hardens, coupled by a third; the first is driven, and the second is
 *  damped:
 *
 *      m ẍ₁ + k x₁ + κ x₁³ + c (x₁ − x₂) = F cos(Ω t)
 *      m ẍ₂ + k x₂ + κ x₂³ + c (x₂ − x₁) = −d ẋ₂
 *
 *  In a model file this is five lines of `potential`, with exact derivatives for free. In code one writes the potential, its
 *  gradient and its tangent, and gets typed arrays and no parsing. */
import {
  fullPattern,
  newmark,
  orThrow,
  type Problem,
  potentialSystem,
  run,
  scalarMass,
  startingFrom,
  timeLoad,
  viscousForce,
} from "noether";
import { fromDiagonal } from "noether/linalg";
import { expect, test } from "vitest";

interface Beads {
  readonly mass?: number;
  readonly stiffness?: number;
  readonly hardening?: number;
  readonly coupling?: number;
  readonly damping?: number;
  readonly force?: number;
  readonly frequency?: number;
}

/** A model is a function from parameters to a problem: the system and where its motion starts. */
function beads(parameters: Beads = {}): Problem {
  const {
    mass = 1,
    stiffness = 1,
    hardening = 0.5,
    coupling = 0.2,
    damping = 0.1,
    force = 0.3,
    frequency = 1.2,
  } = parameters;
  const spring = (x: number) => stiffness * x + hardening * x * x * x;
  const system = potentialSystem({
    labels: ["x1", "x2"],
    mass: scalarMass(2, mass),
    potential([x1, x2]) {
      const stored = (x: number) => (stiffness / 2 + (hardening / 4) * x * x) * x * x;
      return stored(x1) + stored(x2) + (coupling / 2) * (x1 - x2) * (x1 - x2);
    },
    // Results are written into `out`: nothing is allocated while the motion is computed.
    gradient([x1, x2], out) {
      out[0] = spring(x1) + coupling * (x1 - x2);
      out[1] = spring(x2) + coupling * (x2 - x1);
    },
    // The pattern says where the tangent can be different from zero, once; the values go there row by row.
    tangent: {
      pattern: fullPattern(2),
      values([x1, x2], out) {
        const slope = (x: number) => stiffness + 3 * hardening * x * x;
        out.set([slope(x1) + coupling, -coupling, -coupling, slope(x2) + coupling]);
      },
    },
    // Loads and damping are separate, because the ledger books them separately.
    load: timeLoad((t, out) => {
      out[0] += force * Math.cos(frequency * t);
    }),
    damping: damping === 0 ? null : viscousForce(fromDiagonal([0, damping])),
  });
  return startingFrom(system, [1, -0.5], [0, 0.3]);
}

test("the derivatives are those of the potential", () => {
  // The first thing to check in every system of one's own.
  const { system } = beads();
  const q = Float64Array.of(0.7, -1.1);
  const [gradient, above, below] = [0, 0, 0].map(() => new Float64Array(2));
  const tangent = new Float64Array(4);
  system.gradient(q, gradient);
  system.tangent?.values(q, tangent);
  const step = 1e-5;
  for (const j of [0, 1]) {
    const moved = (by: number) => q.map((x, i) => (i === j ? x + by : x));
    const slope = (system.potential(moved(step)) - system.potential(moved(-step))) / (2 * step);
    // Central differences: the error is of the size of step² and of round-off / step, both about 1e-10.
    expect(gradient[j]).toBeCloseTo(slope, 8);
    system.gradient(moved(step), above);
    system.gradient(moved(-step), below);
    for (const i of [0, 1]) expect(tangent[2 * i + j]).toBeCloseTo((above[i] - below[i]) / (2 * step), 8);
  }
});

test("it runs under every method, with its ledger", () => {
  const { ledger } = orThrow(run(beads(), newmark(), { time: { step: 0.05, steps: 4000 }, ledger: true }));
  if (ledger === null) return expect.fail("no ledger was kept");
  const { work, dissipation, residual } = ledger;
  expect(work).toBeGreaterThan(1);
  expect(dissipation).toBeGreaterThan(1);
  expect(Math.abs(residual ?? Number.NaN)).toBeLessThan(1e-10 * work);
});

/* To have it in the registry, under a name in model files and on the command line: CONTRIBUTING.md, "A new model is one file". */
