/** Linear systems of one shape side by side: the same pattern of stiffness and damping, a diagonal mass, one load for all. */
import { bookedLoad, loadAtSteps } from "../../core/jumps.js";
import type { Sparsity } from "../../core/matrix.js";
import type { Stepper } from "../../core/method.js";
import { specialises } from "../../core/specialise.js";
import type { LinearSystem, Problem } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { samePattern } from "../../linalg/sparsity.js";
import { compiledLanes, type LanesModule, lanesInstance } from "../../symbolic/lanes.js";
import type { Lanes } from "./lanes.js";
import { type LinearLayout, type LinearRecipe, linearCode } from "./linear.js";
import type { MemberOptions } from "./members.js";
import { watchIn } from "./watch.js";

/** Systems of up to so many coordinates. */
const FEW = 8;
const AT_ONCE = 512;

interface Code {
  readonly module: LanesModule | null;
  readonly layout: LinearLayout;
}
/** By all that it depends on. */
const known = new Map<string, Code>();
/** Studies have a few kinds of system, not hundreds. */
const MOST_KNOWN = 64;

/** For the steps of a stepper of `first`, which stands for all; null where there is no such code. */
export function linearLanesOf(
  { code }: Stepper,
  first: Problem,
  steps: number,
  { peaks }: MemberOptions,
): Lanes | null {
  const { system, t0 } = first;
  if (code === undefined || !("coefficients" in code) || !specialises()) return null;
  const recipe = code as LinearRecipe;
  if (system.kind !== "linear" || system.dof > FEW || !fits(system)) return null;
  const { dof: n, load, stiffness } = system;
  const viscosity = system.damping?.viscosity ?? null;
  const table = load === null ? new Float64Array(n) : loadAtSteps(first, recipe.h, steps);
  if (table === null) return null;
  const shape = {
    dof: n,
    stiffness: stiffness.pattern,
    viscosity: viscosity?.pattern ?? null,
    loaded: load !== null,
    peaks,
  };
  const key = JSON.stringify([recipe, patternText(shape.stiffness), patternText(shape.viscosity), shape.loaded, peaks]);
  const { module, layout } = known.get(key) ?? written(key, recipe, shape);
  const instance = module && lanesInstance(module, 1, load === null ? 0 : 2 * n * steps);
  if (module === null || instance === null) return null;
  const { lanes: width, place } = module;
  const { memory, run, runOrdinary } = instance;
  if (runOrdinary === null) return null;
  const booked = bookedLoad(first, recipe.h, load === null ? 0 : steps);
  for (let step = 0; step < (load === null ? 0 : steps); step++) {
    for (let i = 0; i < n; i++) {
      instance.table[2 * n * step + i] = table[(step + 1) * n + i];
      instance.table[2 * n * step + n + i] = booked[step * n + i];
    }
  }
  const put = (cell: number, lane: number, value: number) => {
    memory[place(cell) + lane] = value;
  };
  const putAll = (cell: number, lane: number, values: Vec) => {
    for (let k = 0; k < values.length; k++) put(cell + k, lane, values[k]);
  };
  const entry = (cell: number, lane: number, i = 0) => memory[place(cell) + i * width + lane];
  for (let lane = 0; lane < width; lane++) {
    for (const [cell, value] of layout.given) put(cell, lane, value);
    putAll(layout.load, lane, table.subarray(0, n));
  }
  const atCount = place(layout.count);
  let taken = 0;
  return {
    width,
    dof: n,
    from: 0,
    parameters: [],
    enter(lane, { system: other, t0: begins, q0, v0 }) {
      if (other.kind !== "linear" || other.dof !== n || begins !== t0 || other.load !== load || !fits(other))
        return false;
      const damping = other.damping?.viscosity ?? null;
      if (!samePattern(other.stiffness.pattern, stiffness.pattern)) return false;
      if ((damping === null) !== (viscosity === null)) return false;
      if (damping !== null && viscosity !== null) {
        if (!samePattern(damping.pattern, viscosity.pattern)) return false;
        putAll(layout.viscosity, lane, damping.values);
      }
      putAll(layout.stiffness, lane, other.stiffness.values);
      putAll(layout.mass, lane, other.mass.diagonal as Vec);
      putAll(layout.q, lane, q0);
      putAll(layout.v, lane, v0);
      put(layout.fresh, lane, 1);
      return true;
    },
    start() {},
    resume() {},
    set() {},
    prepare() {
      taken = 0;
      instance.prepare(0);
    },
    isFinite: () => true,
    repeat(lane, other) {
      for (let at = 0; at < module.size; at += width) memory[at + lane] = memory[at + other];
    },
    isRegular: (lane) => entry(layout.regular, lane) === 1,
    advance(count) {
      let done = 0;
      do {
        const now = Math.min(AT_ONCE, count - done);
        memory.fill(now, atCount, atCount + width);
        if (now > 0) runOrdinary(0, 2 * n * taken);
        done += now;
        taken += now;
      } while (done < count);
      run(0);
      return done;
    },
    read() {},
    q: (lane, i) => entry(layout.q, lane, i),
    v: (lane, i) => entry(layout.v, lane, i),
    peak: (lane, i) => entry(layout.peaks, lane, i),
    watch: watchIn(memory, module, layout.watch),
    kinetic: (lane) => entry(layout.kinetic, lane),
    potential: (lane) => entry(layout.potential, lane),
    counted: () => Number.NaN,
  };
}

/** Is it one that alpha-family.ts solves with the factors that linear.ts repeats? */
function fits(system: LinearSystem): boolean {
  const { dof, mass, damping, friction, constraints, viscosity } = system;
  const isPlain = friction === undefined && constraints === undefined && mass.diagonal !== null;
  // Of more unknowns than three, what is not symmetric is factored otherwise.
  const isSymmetric = dof <= 3 || damping === null || damping.byVelocity?.symmetric === true;
  return isPlain && isSymmetric && (damping === null || viscosity !== null);
}

function written(key: string, recipe: LinearRecipe, shape: Parameters<typeof linearCode>[1]): Code {
  const { procedure, layout } = linearCode(recipe, shape);
  const code = { module: compiledLanes(procedure), layout };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, code);
  return code;
}

const patternText = (pattern: Sparsity | null): string =>
  pattern === null ? "" : `${pattern.rowStart.join()};${pattern.column.join()}`;
