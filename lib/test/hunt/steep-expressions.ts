/** Random potentials that are steep: exponentials, walls, ramps and sums of these, between whose ends a step may pass many powers of ten. What is
 *  audited is what the method promises: every accepted step keeps the energy. */
import { run } from "../../src/core/run.js";
import type { State } from "../../src/core/state.js";
import { kineticEnergy, type Problem } from "../../src/core/system.js";
import { scalarMass } from "../../src/linalg/mass.js";
import { energyMomentum } from "../../src/methods/energy-momentum.js";
import { startingFrom } from "../../src/models/model.js";
import { potentialOf } from "../../src/symbolic/index.js";
import { potentialSystem } from "../../src/systems/potential.js";
import { type Random, random } from "./random.js";

export interface Steep {
  readonly potential: string;
  readonly q: readonly number[];
  readonly v: readonly number[];
  readonly h: number;
}

const written = (x: number) => String(Number(x.toPrecision(3)));

/** What the steep functions are functions of. */
function argument(source: Random, names: readonly string[]): string {
  const factor = written(source.magnitude(0.1, 100));
  const name = source.pick(names);
  const last = names.at(-1);
  return source.pick([
    `${factor}*${name}`,
    `-${factor}*${name}`,
    `${factor}*(${name} - ${written(source.between(0.1, 1))})`,
    `${factor}*(x - 2*${last})`,
    `${factor}*sqrt(0.01 + (x - 3*${last})^2)`,
  ]);
}

function term(source: Random, names: readonly string[]): string {
  const u = () => argument(source, names);
  const small = () => written(source.magnitude(1e-4, 1));
  return source.pick([
    () => `log(1 + exp(${u()}))`,
    () => `log(exp(${u()}) + exp(${u()}))`,
    () => `log(cosh(${u()}))`,
    () => `exp(${u()})`,
    () => `exp(${u()})*exp(${u()})`,
    () => `exp(-exp(${u()}))`,
    () => `exp(${u()})/(1 + exp(${u()}))`,
    () => `(${u()})*exp(-(${u()})^2)`,
    () => `(1 - exp(-(${u()})))^2`,
    () => `1/(${small()} + (${u()})^2)^${source.pick([0.5, 1, 1.5, 3, 6])}`,
    () => `log(${small()} + (${u()})^2)`,
    () => `max(0, ${u()})^${source.pick([1, 1.5, 2, 3])}`,
    () => `abs(${u()})^${source.pick([1.5, 2.5, 5])}`,
    () => `if(${u()} > 0, (${u()})^2, ${u()})`,
    () => `tanh(${u()})`,
    () => `atan(exp(${u()}))`,
    () => `atan2(${u()}, 1 + exp(${u()}))`,
    () => `(1.5 + tanh(${u()}))^(${u()})`,
    () => `(1 + exp(${u()}))^${source.pick([-1, 0.3, 0.5, 2])}`,
    () => `sinh(${u()})^2`,
  ])();
}

export function steep(seed: number): Steep {
  const source = random(seed);
  const names = ["x", "y", "z"].slice(0, source.pick([1, 1, 2, 3]));
  const terms = Array.from({ length: source.pick([1, 2, 3]) }, () => term(source, names));
  if (source.chance(0.5)) terms.push(...names.map((name) => `${name}^2`));
  return {
    potential: terms.map((each) => `${written(source.magnitude(0.1, 10))}*${each}`).join(" + "),
    q: source.vector(names.length, 1),
    v: source.vector(names.length, 20),
    h: source.magnitude(0.003, 1),
  };
}

/** The largest change of energy in an accepted step, relative to its energies, and how the run ended. Of V, what rounding may leave is taken off:
 *  that of its force, times where it acts. */
export function energyLost({ potential, q, v, h }: Steep, form: "discrete" | "secant", steps: number) {
  const labels = ["x", "y", "z"].slice(0, q.length);
  const mass = scalarMass(q.length, 1);
  const system = potentialSystem({ labels, mass, ...potentialOf({ coordinates: labels, potential }) });
  const problem: Problem = startingFrom(system, q, v);
  const [ofForce, scratch] = [new Float64Array(q.length), new Float64Array(q.length)];
  const seen: { readonly total: number; readonly size: number; readonly rounding: number }[] = [];
  const observe = (s: Readonly<State>) => {
    const [kinetic, value] = [kineticEnergy(system, s.v, scratch), system.potential(s.q)];
    system.gradientRounding?.(s.q, ofForce);
    const rounding = s.q.reduce((sum, x, i) => sum + Math.abs(x) * ofForce[i], 0);
    seen.push({ total: kinetic + value, size: kinetic + Math.abs(value), rounding: rounding || 0 });
  };
  const { status } = run(problem, energyMomentum({ form }), {
    time: { step: h, steps },
    growth: "report",
    observe: { energy: { observe, finish: () => null } },
  });
  const losses = seen.slice(1).map(({ total, size, rounding }, k) => {
    const before = seen[k];
    const off = Math.abs(total - before.total) - 100 * (rounding + before.rounding);
    return Math.max(0, off) / (size + before.size || 1);
  });
  return { status, lost: losses.some(Number.isNaN) ? Number.NaN : Math.max(0, ...losses) };
}
