import { describe, expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import { type Invariant, kineticEnergy, type Problem, type System } from "../../src/core/system.js";
import type { Vec } from "../../src/core/vec.js";
import { conditionEstimate } from "../../src/linalg/condition.js";
import { asymmetry } from "../../src/linalg/matrix.js";
import { dop853 } from "../../src/methods/dop853.js";
import { models } from "../../src/models/all.js";
import type { ModelFamily } from "../../src/models/model.js";
import { expressedForce, type ForceCode } from "../../src/stepping/code/forces.js";
import { expressionOf } from "../../src/symbolic/expressed.js";
import { compiledProcedure, instanceOf } from "../../src/symbolic/procedure.js";
import {
  discreteGradientDefects,
  forceDefect,
  gradientDefect,
  randomNumbers,
  tangentDefect,
} from "../systems/derivatives.js";

/** Settings besides the defaults: every branch of a model is here once. */
const VARIANTS: Readonly<Record<string, readonly Parameters<ModelFamily>[0][]>> = {
  harmonic: [{ damping: 0.2, force: 0.5, frequency: 1.3 }],
  duffing: [{ damping: 0.2, force: 0.5, frequency: 1.3 }, { hardening: -0.2 }],
  kepler: [{ eccentricity: 0.9, axis: 2, strength: 3 }],
  "spring-chain": [
    { masses: 5, quartic: 0.3, ends: "free" },
    { masses: 4, cubic: 0, quartic: 0 },
    { masses: 4, cubic: 0, quartic: 0, ends: "free" },
  ],
  "shear-building": [{ storeys: 1 }, { storeys: 3, damping: 0, peak: 0, displacement: 0.1 }],
  "portal-frame": [{ cells: 2 }, { damping: 0, peak: 0, displacement: 0.1 }],
  cantilever: [{ law: "linear-elastic", mass: "lumped" }],
  "tossed-block": [{ mass: "consistent" }],
};

const cases = models.flatMap((model) =>
  [{}, ...(VARIANTS[model.id] ?? [])].map((parameters) => ({
    name: `${model.id} ${JSON.stringify(parameters)}`,
    model,
    parameters,
  })),
);

/** The motion at a few times, each state shaken a little, so that nothing is zero or symmetric by chance. */
function statesOf(problem: Problem, end: number): { t: number; q: Vec; v: Vec }[] {
  const { q0, v0 } = problem;
  const random = randomNumbers(7);
  const scale = scaleOf(q0);
  const shake = (x: Vec, by: number) => x.map((value) => value + by * random());
  const states = [{ t: 0, q: q0, v: v0 }];
  const keep = {
    observe: (s: { t: number; q: Vec; v: Vec }) => {
      states.push({ t: s.t, q: s.q.slice(), v: s.v.slice() });
    },
    finish: () => null,
  };
  run(problem, dop853({ tolerance: 1e-8 }), { time: { end, interval: end / 4 }, observe: { keep } });
  return states.map(({ t, q, v }) => ({ t, q: shake(q, 0.03 * scale), v: shake(v, 0.1 * Math.max(1, scaleOf(v))) }));
}

/** The size of the coordinates; 1 where the motion starts from zero. */
const scaleOf = (x: Vec) => Math.max(...x.map(Math.abs)) || 1;

describe.each(cases)("$name", ({ model, parameters }) => {
  const problem = model(parameters);
  const { system, q0, v0 } = problem;
  const step = 2e-3 * scaleOf(q0);
  const end = model.suggested.end / 20;
  const states = statesOf(problem, end);

  const momenta = system.invariants.filter(({ name }) => name !== "energy");

  /** What a force g does to a momentum in a unit of time, as a part of the sum of what each of its components does. */
  function changeBy(g: Vec, { value }: Invariant, q: Vec): number {
    const kick = new Float64Array(system.dof);
    system.mass.solve(g, kick);
    const unit = new Float64Array(system.dof);
    const parts = kick.reduce((sum, _, i) => {
      unit.fill(0)[i] = kick[i];
      return sum + Math.abs(value(0, q, unit));
    }, 0);
    return parts === 0 ? 0 : Math.abs(value(0, q, kick)) / parts;
  }

  test("sizes and names agree", () => {
    expect(system.labels).toHaveLength(system.dof);
    expect(new Set(system.labels).size).toBe(system.dof);
    for (const label of system.labels) expect(label).toMatch(/^[a-z][a-z0-9_]*$/i);
    expect(q0).toHaveLength(system.dof);
    expect(v0).toHaveLength(system.dof);
  });

  // Eighth-order differences with a step of 2e-3 of the coordinates leave some 1e-13 of rounding, 1e-16/2e-3, times the
  // ratio of the potential to what varies in it, which is below 1e3 here.
  test("the gradient is the derivative of the potential", () => {
    for (const { q } of states) expect(gradientDefect(system, q, step)).toBeLessThan(1e-10);
  });

  test("the tangent is the derivative of the gradient, and symmetric", () => {
    for (const { q } of states) {
      expect(tangentDefect(system, q, step)).toBeLessThan(1e-10);
      if (system.tangent === null) continue;
      const values = new Float64Array(system.tangent.pattern.column.length);
      system.tangent.values(q, values);
      // Mirrored entries are sums of the same terms, in an order that may differ.
      expect(asymmetry({ pattern: system.tangent.pattern, values }).defect).toBeLessThan(1e-15);
    }
  });

  test("the discrete gradient does the work of the potential, in both directions, and keeps its symmetries", () => {
    for (const [k, { q }] of states.entries()) {
      const { discreteGradient } = system;
      if (discreteGradient === null) return;
      const other = states[(k + 1) % states.length].q;
      // A step of the motion, not a jump across singularities: a tenth of the way between two states.
      const b = q.map((value, i) => value + 0.1 * (other[i] - value));
      // What divides by the change from a to b bends on that scale: differences have to be finer.
      const change = Math.max(...b.map((value, i) => Math.abs(value - q[i])));
      const { work, symmetry, tangent } = discreteGradientDefects(system, q, b, change / 100);
      // The difference of two potentials is rounded like the potentials, and what they are made of.
      expect(work).toBeLessThan(1e-13 * (Math.abs(system.potential(q)) + energyScale(problem)));
      expect(symmetry).toBeLessThan(1e-13);
      expect(tangent).toBeLessThan(1e-9);
      const g = new Float64Array(system.dof);
      discreteGradient.between(q, b, g);
      const middle = q.map((value, i) => (value + b[i]) / 2);
      for (const momentum of momenta) expect(changeBy(g, momentum, middle), momentum.name).toBeLessThan(1e-13);
    }
  });

  test("the tangents of loads and damping are their derivatives", () => {
    for (const force of [system.load, system.damping]) {
      if (force === null) continue;
      // Forces here are linear in the velocity: only rounding is left.
      for (const { t, q, v } of states) expect(forceDefect(force, t, q, v, step)).toBeLessThan(1e-10);
    }
  });

  test("functions of the state are functions of the state", () => {
    const gradientAt = (q: Vec) => {
      const out = new Float64Array(system.dof);
      system.gradient(q, out);
      return out;
    };
    const before = states.map(({ q }) => [system.potential(q), ...gradientAt(q)]);
    const after = states.toReversed().map(({ q }) => [system.potential(q), ...gradientAt(q)]);
    expect(after.reverse()).toEqual(before);
  });

  test("the mass is symmetric and positive, and solve undoes apply", () => {
    const { mass } = system;
    // Sums of the same terms, in an order that may differ.
    expect(asymmetry(mass.matrix).defect).toBeLessThan(1e-15);
    const condition = mass.diagonal === null ? conditionEstimate(mass.matrix, mass.solve) : 1;
    const random = randomNumbers(3);
    const x = Float64Array.from({ length: system.dof }, random);
    const Mx = new Float64Array(system.dof);
    mass.apply(x, Mx);
    expect(x.reduce((sum, value, i) => sum + value * Mx[i], 0)).toBeGreaterThan(0);
    mass.solve(Mx, Mx);
    // Rounding of products and of the factors, which the condition of a full mass makes larger.
    const bound = system.dof * condition * Number.EPSILON;
    x.forEach((value, i) => {
      expect(Math.abs(Mx[i] - value)).toBeLessThan(bound);
    });
  });

  test("what is listed as conserved is conserved", () => {
    const conservative = system.load === null && system.damping === null;
    expect(system.invariants.some(({ name }) => name === "energy")).toBe(conservative);
    if (conservative) expect(system.invariants[0].name).toBe("energy");
    const spread = system.invariants.map(() => 0);
    const initial = system.invariants.map((invariant) => invariant.value(0, q0, v0));
    const sizes = momentumSizes(problem);
    const watch = {
      on: "steps" as const,
      observe: ({ t, q, v }: { t: number; q: Vec; v: Vec }) => {
        system.invariants.forEach((invariant, k) => {
          spread[k] = Math.max(spread[k], Math.abs(invariant.value(t, q, v) - initial[k]));
        });
      },
      finish: () => null,
    };
    const outcome = run(problem, dop853({ tolerance: 1e-12 }), { time: { end }, observe: { watch } });
    expect(outcome.status).toBe("completed");
    system.invariants.forEach((invariant, k) => {
      // A relative error of 1e-12 a step, over at most some thousand steps.
      expect(spread[k] / sizeOf(invariant, sizes), invariant.name).toBeLessThan(1e-9);
    });
  });

  // Noether's theorem: the potential does not change along what a momentum generates.
  test("the potential has the symmetries that its momenta stand for", () => {
    const g = new Float64Array(system.dof);
    for (const { q } of states) {
      system.gradient(q, g);
      for (const momentum of momenta) expect(changeBy(g, momentum, q), momentum.name).toBeLessThan(1e-13);
    }
  });
});

function energyScale({ system, q0, v0 }: Problem): number {
  return kineticEnergy(system, v0, new Float64Array(system.dof)) + Math.abs(system.potential(q0));
}

/** Momenta of size √(2 E m): what an invariant that is zero has to be compared with. */
function momentumSizes(problem: Problem): { energy: number; linear: number; angular: number } {
  const energy = energyScale(problem);
  const mass = Math.max(...problem.system.mass.matrix.values);
  const linear = Math.sqrt(2 * energy * mass);
  return { energy, linear, angular: linear * scaleOf(problem.q0) };
}

function sizeOf({ name }: Invariant, sizes: ReturnType<typeof momentumSizes>): number {
  if (name === "energy") return sizes.energy;
  return name.startsWith("linear") ? sizes.linear : sizes.angular;
}

describe("the registry", () => {
  test("names are unique and spelled like files", () => {
    const ids = models.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  const named = models.map((model) => ({ id: model.id, model }));

  test.each(named)("$id suggests a whole number of steps, and says what it is", ({ model }) => {
    const { suggested, title, summary } = model;
    const steps = suggested.end / suggested.step;
    expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-9);
    expect(title).not.toBe("");
    expect(summary).toMatch(/\.$/);
  });

  test.each(named)("$id refuses a parameter that it does not have", ({ model }) => {
    expect(() => model({ nonsense: 1 })).toThrow(/no parameter "nonsense"/);
  });
});

/** Ulps of the terms: some twenty operations, and sums in another order. */
const SAME = 200 * Number.EPSILON;

describe("an expression beside the functions of a model is the same potential, with the same discrete gradient", () => {
  const expressed = cases.flatMap(({ name, model, parameters }) => {
    const { system, q0 } = model(parameters);
    const expression = expressionOf(system);
    return expression === null ? [] : [{ name, system, q0, build: expression.build }];
  });
  test.each(expressed)("$name", ({ system, q0, build }) => {
    const { dof } = system;
    const random = randomNumbers(11);
    const scale = scaleOf(q0);
    for (let k = 0; k < 20; k++) {
      const [a, b] = [0.5, 0.6].map((by) => q0.map((x) => x + by * scale * random()));
      const at = valuesOf(expressedForce(build(), dof, "place"), a);
      const between = valuesOf(expressedForce(build(), dof, "ends"), Float64Array.of(...a, ...b));
      const out = new Float64Array(dof);
      const matrix = fullTangent(system, a);
      const stiffness = scaleOf(matrix);
      expectSame(at.K, matrix, stiffness);
      // Where a force is small beside what it is a sum of, its error is that of the places.
      system.gradient(a, out);
      expectSame(at.g, out, scaleOf(out) + stiffness * scale);
      system.discreteGradient?.between(a, b, out);
      expectSame(between.g, out, scaleOf(out) + stiffness * scale);
    }
  });
});

function fullTangent({ dof, tangent }: System, q: Vec): Vec {
  if (tangent === null) throw new Error("an expression has a tangent");
  const { rowStart, column } = tangent.pattern;
  const values = new Float64Array(column.length);
  tangent.values(q, values);
  const matrix = new Float64Array(dof * dof);
  for (let i = 0; i < dof; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) matrix[dof * i + column[k]] = values[k];
  }
  return matrix;
}

function expectSame(found: readonly number[], expected: Vec, size: number): void {
  found.forEach((x, i) => {
    expect(Math.abs(x - expected[i])).toBeLessThanOrEqual(SAME * size);
  });
}

/** Force and tangent as generated code finds them. */
function valuesOf({ graph, code, place, g, K, forceAndTangent }: ForceCode, at: Vec) {
  const inputs = code.cells(place.length);
  const results = code.cells(g.length + g.length ** 2);
  code.assign(place, inputs);
  forceAndTangent();
  code.assign(results, [...g, ...K.flat()]);
  const module = compiledProcedure(code.finished());
  const instance = module && instanceOf(module);
  if (instance === null) throw new Error("no compiled code here");
  const first = (node: number) => graph.entries[node].value;
  instance.memory.set(at, first(inputs[0]));
  instance.run();
  const all = [...instance.memory.subarray(first(results[0]), first(results[0]) + results.length)];
  return { g: all.slice(0, g.length), K: all.slice(g.length) };
}
