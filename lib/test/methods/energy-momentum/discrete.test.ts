import { describe, expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import type { State } from "../../../src/core/state.js";
import { energyOf, type Problem } from "../../../src/core/system.js";
import type { Vec } from "../../../src/core/vec.js";
import { diagonalMass } from "../../../src/linalg/mass.js";
import { fullPattern } from "../../../src/linalg/sparsity.js";
import { energyMomentum } from "../../../src/methods/energy-momentum.js";
import { midpoint } from "../../../src/methods/midpoint.js";
import { centralSextic } from "../../../src/models/oscillators/central-sextic.js";
import { elasticPendulum } from "../../../src/models/oscillators/elastic-pendulum.js";
import { argonCluster } from "../../../src/models/particles/argon-cluster.js";
import { springChain } from "../../../src/models/particles/spring-chain.js";
import { linearMomenta } from "../../../src/systems/momentum.js";
import { potentialSystem } from "../../../src/systems/potential.js";
import { expectState, variations } from "../variations.js";

describe("momentum", () => {
  test("Krenk's force turns a free pendulum; with momentum: angular it does not", () => {
    const free = elasticPendulum({ gravity: 0, vx: 2 });
    const lost = variations(free, energyMomentum({ form: "quartic" }), 0.02, 50);
    // In 32 digits it reaches −2.245831860464832 from −2.2.
    expect(lost.of("angular")).toBeCloseTo((2.245831860464832 - 2.2) / 2.2, 12);
    const kept = variations(free, energyMomentum({ momentum: "angular" }), 0.02, 100_000);
    expect(kept.status).toBe("completed");
    expect(kept.of("angular")).toBeLessThan(1e-12);
    // Positions are rounded by 1e-16 in a force of 300 N, 10⁵ times: a random walk of some 1e-11 J in 18.5 J.
    expect(kept.of("energy")).toBeLessThan(5e-12);
  });

  test("the step written out for two coordinates is the general one", () => {
    const problem = centralSextic();
    const { system } = problem;
    // A force that does nothing sends the second through the general step.
    const general = { ...problem, system: { ...system, damping: { addTo() {}, byPosition: null, byVelocity: null } } };
    const time = { step: 0.1, steps: 200 };
    const method = energyMomentum({ momentum: "angular" });
    const [a, b] = [problem, general].map((p) => run(p, method, { time, ledger: true }));
    expectState(a.last, [...b.last.q], [...b.last.v], 1e-12);
    expect(Math.abs(a.ledger?.residual ?? 1)).toBeLessThan(1e-14);
    // So long a step is not ordinary, and still taken.
    expect(run(problem, method, { time: { step: 0.9, steps: 200 } }).status).toBe("completed");
  });

  test("a cluster keeps all three", () => {
    const problem = argonCluster();
    const { last } = run(problem, midpoint(), { time: { step: 0.01, steps: 1 } });
    const moving = { ...problem, v0: last.v.map((v, i) => v + (i % 2 === 0 ? 0.3 : -0.2) * 1e-3) };
    const { status, of } = variations(moving, energyMomentum({ momentum: "angular" }), 0.02, 300);
    expect(status).toBe("completed");
    for (const name of ["energy", "linear-momentum-x", "linear-momentum-y", "angular"]) {
      expect(of(name), name).toBeLessThan(1e-12);
    }
  });

  test("the secant term leaves linear momentum alone, though points move as a whole", () => {
    const chain = springChain({ masses: 8, quartic: 0.5, ends: "free" });
    // A potential of degree six, so that there is a secant term at all.
    const { system } = chain;
    const stretch = (q: Vec, i: number) => q[i + 1] - q[i];
    const sextic = {
      ...system,
      discreteGradient: null,
      potential: (q: Vec) => {
        let sum = 0;
        for (let i = 0; i < 7; i++) sum += Math.cosh(stretch(q, i)) - 1;
        return sum;
      },
      gradient(q: Vec, out: Vec) {
        out.fill(0);
        for (let i = 0; i < 7; i++) {
          out[i] -= Math.sinh(stretch(q, i));
          out[i + 1] += Math.sinh(stretch(q, i));
        }
      },
    };
    const problem: Problem = {
      ...chain,
      system: { ...sextic, invariants: [energyOf(sextic), ...system.invariants.slice(1)] } as Problem["system"],
      v0: chain.v0.map((_, i) => 3 + Math.sin(2 * i)),
    };
    for (const denominator of ["increment", "force"] as const) {
      const { status, of } = variations(problem, energyMomentum({ form: "secant", denominator }), 0.2, 500);
      expect(status).toBe("completed");
      expect(of("linear")).toBeLessThan(1e-13);
      expect(of("energy")).toBeLessThan(1e-12);
    }
  });

  test("the secant term leaves the momentum along a wall alone", () => {
    // Two points on a spring beside a wall: V does not change along x, and does along y.
    const mass = diagonalMass([1, 1, 2, 2]);
    const [x1, y1, x2, y2] = [0, 1, 2, 3];
    const system = potentialSystem({
      labels: ["x1", "y1", "x2", "y2"],
      mass,
      potential: (q) => Math.cosh(q[x2] - q[x1]) + Math.exp(q[y1]) - q[y1] + Math.exp(q[y2]) - q[y2],
      gradient(q, out) {
        const stretch = Math.sinh(q[x2] - q[x1]);
        out.set([-stretch, Math.exp(q[y1]) - 1, stretch, Math.exp(q[y2]) - 1]);
      },
      tangent: {
        pattern: fullPattern(4),
        values(q, out) {
          const stiffness = Math.cosh(q[x2] - q[x1]);
          out.fill(0);
          out.set([stiffness, 0, -stiffness], 0);
          out[5] = Math.exp(q[y1]);
          out.set([-stiffness, 0, stiffness], 8);
          out[15] = Math.exp(q[y2]);
        },
      },
      conserved: linearMomenta(mass, 2).slice(0, 1),
    });
    const start = { t0: 0, q0: Float64Array.of(0, 0.5, 1, -1), v0: Float64Array.of(3, 1, 2, 0.4) };
    const { status, of } = variations({ system, ...start }, energyMomentum(), 0.1, 500);
    expect(status).toBe("completed");
    expect(of("linear-momentum-x")).toBeLessThan(1e-13);
    expect(of("energy")).toBeLessThan(1e-12);
  });

  test("and where the wall is reached and left: in these steps a force acts at one end alone", () => {
    const mass = diagonalMass([1, 1, 2, 2]);
    const depth = (y: number) => Math.max(0, -y);
    const system = potentialSystem({
      labels: ["x1", "y1", "x2", "y2"],
      mass,
      potential: ([x1, y1, x2, y2]) => Math.cosh(x2 - x1) + Math.cosh(y2 - y1) + 25 * (depth(y1) ** 4 + depth(y2) ** 4),
      gradient([x1, y1, x2, y2], out) {
        const [along, across] = [Math.sinh(x2 - x1), Math.sinh(y2 - y1)];
        out.set([-along, -across - 100 * depth(y1) ** 3, along, across - 100 * depth(y2) ** 3]);
      },
      tangent: {
        pattern: fullPattern(4),
        values([x1, y1, x2, y2], out) {
          const [along, across] = [Math.cosh(x2 - x1), Math.cosh(y2 - y1)];
          out.set([along, 0, -along, 0]);
          out.set([0, across + 300 * depth(y1) ** 2, 0, -across], 4);
          out.set([-along, 0, along, 0], 8);
          out.set([0, -across, 0, across + 300 * depth(y2) ** 2], 12);
        },
      },
      conserved: linearMomenta(mass, 2).slice(0, 1),
    });
    const start = { t0: 0, q0: Float64Array.of(0, 1, 0.8, 1.6), v0: Float64Array.of(2, -1.5, 1, -1) };
    const { status, of } = variations({ system, ...start }, energyMomentum({ form: "secant" }), 0.05, 200);
    expect(status).toBe("completed");
    expect(of("linear-momentum-x")).toBeLessThan(1e-13);
    expect(of("energy")).toBeLessThan(1e-12);
  });

  test("damping may leave the angular momentum alone: it acts on what the potential is made of", () => {
    const free = elasticPendulum({ gravity: 0, vx: 2 });
    const time = { step: 0.02, steps: 2000 };
    const [energy, momentum] = free.system.invariants;
    const trace = (method: ReturnType<typeof energyMomentum>) => {
      const energies: number[] = [];
      const record = { observe: ({ t, q, v }: State) => energies.push(energy.value(t, q, v)), finish: () => energies };
      const { last, ledger } = run(free, method, { time, observe: { record }, ledger: true });
      return { energies, left: momentum.value(last.t, last.q, last.v), residual: ledger?.residual ?? 1, ledger };
    };
    const kept = trace(energyMomentum({ momentum: "angular", damping: 0.02 }));
    // The bar comes to rest, and the rest goes on turning.
    expect(kept.energies.every((e, i) => i === 0 || e <= kept.energies[i - 1] + 1e-13)).toBe(true);
    expect(kept.energies[2000]).toBeLessThan(0.3 * kept.energies[0]);
    expect(Math.abs(kept.left / -2.2 - 1)).toBeLessThan(1e-12);
    expect(Math.abs(kept.residual)).toBeLessThan(1e-12);
    expect(kept.ledger?.algorithmic).toBeCloseTo(kept.energies[0] - kept.energies[2000], 11);
    // Krenk's own brings the rotation to rest with it.
    expect(Math.abs(trace(energyMomentum({ damping: 0.02 })).left)).toBeLessThan(2.1);
  });

  test("what is needed is said beforehand", () => {
    expect(energyMomentum().needs).toEqual(["tangent"]);
    expect(energyMomentum({ form: "discrete" }).needs).toEqual(["discrete-gradient"]);
    expect(energyMomentum({ momentum: "angular" }).needs).toEqual(["discrete-gradient"]);
    expect(energyMomentum({ momentum: "angular", damping: 0.1 }).needs).toEqual([
      "discrete-gradient",
      "strain-damping",
    ]);
  });

  test("what is claimed: the energy, unless something is to be damped", () => {
    expect(energyMomentum({ form: "discrete" }).claims.conserves).toContain("energy");
    expect(energyMomentum({ form: "quartic" }).claims.conserves).toContain("energy-of-quartic-systems");
    expect(energyMomentum({ form: "quartic" }).claims.conserves).not.toContain("energy");
    expect(energyMomentum({ form: "secant", damping: 0.1 }).claims.conserves).not.toContain("energy");
    expect(energyMomentum({ momentum: "angular" }).claims.conserves).toContain("angular-momentum");
  });

  test("angular needs what the potential is made of, and for damping what that resists", () => {
    const problem = { ...centralSextic(), system: { ...centralSextic().system, discreteGradient: null } };
    const method = energyMomentum({ momentum: "angular" });
    expect(() => run(problem, method, { time: { step: 0.1, steps: 1 } })).toThrow(/needs a discrete gradient/);
    const { resisting, ...plain } = centralSextic().system.discreteGradient ?? { resisting: null };
    const helpless = { ...centralSextic(), system: { ...centralSextic().system, discreteGradient: plain } } as Problem;
    const damped = energyMomentum({ momentum: "angular", damping: 0.1 });
    expect(() => run(helpless, damped, { time: { step: 0.1, steps: 1 } })).toThrow(
      /with damping: 0.1 and momentum: angular damps only what particles.*momentum: linear takes it/,
    );
  });
});
