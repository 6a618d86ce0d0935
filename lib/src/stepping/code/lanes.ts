/** The steps of many systems of one kind side by side: the code of one of them, in lanes (symbolic/lanes.ts). A group has as many members as there are
 *  lanes; what it is given, and what it has become, is read and written member by member. */

import type { Stepper } from "../../core/method.js";
import { specialises } from "../../core/specialise.js";
import type { State } from "../../core/state.js";
import { expressionSource, type Problem } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { expressionOf } from "../../symbolic/expressed.js";
import { compiledLanes, type LanesModule, lanesInstance } from "../../symbolic/lanes.js";
import type { StepRecipe } from "./compiled.js";
import { expressedForce } from "./forces.js";
import type { StepLayout } from "./implicit.js";
import type { MemberOptions } from "./members.js";
import { type Watch, watchIn } from "./watch.js";

export interface Lanes {
  /** How many members a group has. */
  readonly width: number;
  /** How many coordinates a member has. */
  readonly dof: number;
  /** The first step that is code; the steps before are for a stepper. */
  readonly from: number;
  /** The parameters, in the order in which a member is given them, with the values that they have in the system. */
  readonly parameters: readonly { readonly name: string; readonly value: number }[];
  /** Where members differ in more than parameters and starts: takes over all of this one; false where it is of another kind. */
  enter?(lane: number, problem: Problem): boolean;
  /** Can it be solved as the others are? Known after the start. */
  isRegular?(lane: number): boolean;
  /** Member `lane` starts here; q and v are its part of `starts`, from number `at` on. */
  start(lane: number, q: Vec, v: Vec, at: number): void;
  /** Member `lane` goes on from here. */
  resume(lane: number, s: Readonly<State>, peaks: Vec | null, at: number): void;
  /** Parameter `k` of a member. */
  set(lane: number, k: number, value: number): void;
  /** To be called when parameters have been set. Is what depends on them alone finite, in this lane? */
  prepare(): void;
  isFinite(lane: number): boolean;
  /** The member of one lane is that of another from now on. */
  repeat(lane: number, other: number): void;
  /** Takes so many steps, all members or none; returns how many were taken. After fewer, one of the members needs its stepper. */
  advance(steps: number): number;
  /** Of a member: q, v and what its method remembers. */
  read(lane: number, s: State): void;
  q(lane: number, i: number): number;
  v(lane: number, i: number): number;
  peak(lane: number, i: number): number;
  readonly watch: Watch;
  kinetic(lane: number): number;
  potential(lane: number): number;
  /** Iterations, factorizations, gradients and tangents of a member since its start; not a number where they are not counted. */
  counted(lane: number, k: number): number;
}

/** So many steps in one call: code that runs cannot be replaced by better code until it returns. */
const AT_ONCE = 512;

interface Code {
  readonly module: LanesModule | null;
  readonly layout: StepLayout;
}

/** By the expression, and the kind of step. */
const known = new WeakMap<object, Map<string, Code>>();

/** For the steps of a stepper; null where there is no such code. */
export function lanesOf({ code }: Stepper, options: MemberOptions): Lanes | null {
  if (code === undefined || !("write" in code) || !specialises()) return null;
  const recipe = code as StepRecipe;
  const { system, h, mass } = recipe;
  const expression = expressionOf(system);
  const written = codeFor(recipe, options);
  const member = written?.layout.member;
  if (expression === null || written?.module == null || member === undefined) return null;
  const instance = lanesInstance(written.module, 1);
  if (instance === null) return null;
  const { module, layout } = written;
  const { lanes: width, place, program } = module;
  const { memory, run, runOrdinary } = instance;
  const n = system.dof;
  const { diagonal } = system.mass;
  const number = (variable: number, lane: number) => place(variable) + lane;
  const put = (variable: number, lane: number, value: number) => {
    memory[number(variable, lane)] = value;
  };
  const ofParameters = program.parameters.length + program.prelude.results.length;
  const entry = (first: number, lane: number, i: number) => memory[number(first, lane) + i * width];
  const [atQ, atV, atKinetic, atPotential, atCount] = [
    ...[layout.q, layout.v, member.kinetic, member.potential, layout.count],
  ].map(place);
  for (let lane = 0; lane < width; lane++) {
    put(layout.h, lane, h);
    put(layout.cancelling, lane, system.cancellingTerms ?? 0);
    for (let i = 0; i < n; i++) {
      put(layout.mass + i, lane, mass[i]);
      put(member.inertia + i, lane, diagonal?.[i] ?? 1);
    }
  }
  const call = (run: (group: number) => void, steps: number): number => {
    memory.fill(steps, atCount, atCount + width);
    run(0);
    return memory[atCount];
  };
  /** Takes so many steps, and returns how many are left. What is not ordinary is solved step by step. */
  const taking = (steps: number): number => {
    if (runOrdinary === null || steps === 0) return call(run, steps);
    let left = steps;
    while (left > 0) {
      left = call(runOrdinary, left);
      if (left > 0 && call(run, 1) === 1) break;
      if (left > 0) left--;
    }
    // The energies.
    call(run, 0);
    return left;
  };
  const setCells = (lane: number, first: number, values: Vec, at: number) => {
    for (let i = 0; i < n; i++) put(first + i, lane, values[at + i]);
  };
  return {
    width,
    dof: n,
    from: recipe.exact === true ? 0 : recipe.from,
    parameters: program.parameters,
    start(lane, q, v, at) {
      setCells(lane, layout.q, q, at);
      setCells(lane, layout.v, v, at);
      for (let k = 0; k < 4 && layout.work >= 0; k++) put(layout.work + k, lane, 0);
      put(member.fresh, lane, 1);
    },
    resume(lane, s, peaks, at) {
      setCells(lane, layout.q, s.q, 0);
      setCells(lane, layout.v, s.v, 0);
      layout.memory.forEach((first, k) => {
        setCells(lane, first, s.memory[k], 0);
      });
      if (peaks !== null && member.peaks !== null) setCells(lane, member.peaks, peaks, at);
      put(member.fresh, lane, 0);
    },
    set(lane, k, value) {
      // As among constants: 0 and -0 are one.
      memory[module.parameters + k * width + lane] = value === 0 ? 0 : value;
    },
    prepare: () => instance.prepare(0),
    isFinite(lane) {
      for (let k = 0; k < ofParameters; k++) {
        if (!Number.isFinite(memory[module.parameters + k * width + lane])) return false;
      }
      return true;
    },
    repeat(lane, other) {
      for (let at = 0; at < module.size; at += width) memory[at + lane] = memory[at + other];
    },
    advance(steps) {
      let taken = 0;
      do {
        const now = Math.min(AT_ONCE, steps - taken);
        const left = taking(now);
        taken += now - left;
        if (left > 0) break;
      } while (taken < steps);
      return taken;
    },
    read(lane, s) {
      for (let i = 0; i < n; i++) {
        s.q[i] = entry(layout.q, lane, i);
        s.v[i] = entry(layout.v, lane, i);
        for (let k = 0; k < layout.memory.length; k++) s.memory[k][i] = entry(layout.memory[k], lane, i);
      }
    },
    q: (lane, i) => memory[atQ + i * width + lane],
    v: (lane, i) => memory[atV + i * width + lane],
    peak: (lane, i) => entry(member.peaks ?? layout.q, lane, i),
    watch: watchIn(memory, module, member.watch),
    kinetic: (lane) => memory[atKinetic + lane],
    potential: (lane) => memory[atPotential + lane],
    counted: (lane, k) => (layout.work >= 0 ? entry(layout.work, lane, k) : Number.NaN),
  };
}

function codeFor({ system, name, forces, write }: StepRecipe, options: MemberOptions): Code | null {
  const [source, expression] = [expressionSource(system), expressionOf(system)];
  if (source === null || expression === null) return null;
  const all = known.get(source) ?? new Map<string, Code>();
  known.set(source, all);
  const key = `${name} ${forces} ${options.peaks} ${options.counts === true}`;
  let code = all.get(key);
  if (code === undefined) {
    const { procedure, layout } = write(expressedForce(expression.build(), system.dof, forces), options);
    code = { module: compiledLanes(procedure), layout };
    all.set(key, code);
  }
  return code;
}
