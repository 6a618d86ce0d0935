/** The implicit stage of implicit-acceleration.ts as code: for methods whose steps are not generated as a whole. */
import type { Work } from "../../core/method.js";
import type { System } from "../../core/system.js";
import { copy } from "../../linalg/vec.js";
import type { Procedure } from "../../symbolic/procedure.js";
import type { Stage, StageCoefficients } from "../implicit-acceleration.js";
import { areRounded } from "../lost-inertia.js";
import { firstOf, instanceFor } from "./compiled.js";
import type { ForceCode } from "./forces.js";
import { formulas } from "./formulas.js";
import { newtonCode } from "./newton.js";

/** Where things are in memory: the first variable of each. */
interface StageLayout {
  readonly A: number;
  readonly start: number;
  readonly rest: number;
  readonly b: number;
  readonly from: number;
  readonly inertia: number;
  readonly weight: number;
  readonly position: number;
  readonly cancelling: number;
  readonly solved: number;
  /** Iterations, factorizations, gradients, tangents. */
  readonly work: number;
}

function stageCode(
  forces: ForceCode,
  rounds: boolean,
): { readonly procedure: Procedure; readonly layout: StageLayout } {
  const { graph, code, place, g } = forces;
  const { add, multiply } = graph;
  const { size, sum, lostOfLarger } = formulas(graph);
  const vector = () => code.cells(g.length);
  const [A, start, rest, b, from, inertia] = [vector(), vector(), vector(), vector(), vector(), vector()];
  const [weight, position, cancelling, done] = code.cells(4);
  const counted = code.cells(4);
  const [iterations, factorizations, gradients, tangents] = counted;
  const moves = A.map((a) => multiply(position, a));
  const solved = newtonCode(
    forces,
    {
      A,
      inertia,
      weight,
      b,
      position,
      x: moves.map((move, i) => add(start[i], move)),
      moving: place,
      delta: moves.map((move, i) => add(lostOfLarger(start[i], move, place[i]), rest[i])),
      reach: place.map((x, i) => sum([x, start[i], from[i]].map(size))),
      cancelling,
      rounds,
      symmetric: true,
    },
    { iterations, factorizations, gradients, tangents },
  );
  code.assign([done], [solved]);
  const at = (node: number) => graph.entries[node].value;
  const [first, ...others] = [A, start, rest, b, from, inertia].map(([node]) => at(node));
  const [ofStart, ofRest, ofB, ofFrom, ofInertia] = others;
  return {
    procedure: code.finished(),
    layout: {
      A: first,
      start: ofStart,
      rest: ofRest,
      b: ofB,
      from: ofFrom,
      inertia: ofInertia,
      weight: at(weight),
      position: at(position),
      cancelling: at(cancelling),
      solved: at(done),
      work: at(counted[0]),
    },
  };
}

/** `general` solves what the code does not, and the stages of the first steps. */
export function compiledStage(system: System, coefficients: StageCoefficients, work: Work, general: Stage): Stage {
  const { q, v, b, rest } = general;
  const { velocity, position } = coefficients;
  const n = system.dof;
  const first = firstOf(system);
  let code: ReturnType<typeof prepared> | null | undefined;
  return {
    q,
    v,
    b,
    rest,
    solve(t, A, from) {
      if ((from.n ?? 0) >= first) {
        if (code === undefined) code = prepared(system, coefficients, general, work);
        if (code?.solve(A, from.q)) {
          for (let i = 0; i < n; i++) {
            q[i] += position * A[i];
            v[i] += velocity * A[i];
          }
          return null;
        }
      }
      return general.solve(t, A, from);
    },
  };
}

function prepared(system: System, { inertia, forces, position }: StageCoefficients, stage: Stage, work: Work) {
  const { diagonal } = system.mass;
  if (diagonal === null) return null;
  const masses = diagonal.map((m) => inertia * m);
  const rounds = inertia === 1 && areRounded(masses);
  const name = rounds ? "stage, masses that round" : "stage";
  const code = instanceFor(system, { name, forces: "place", write: (forces) => stageCode(forces, rounds) });
  if (code === null) return null;
  const { memory, run, layout, settle } = code;
  const n = system.dof;
  const vector = (at: number) => memory.subarray(at, at + n);
  const [A, start, rest, b, from] = [layout.A, layout.start, layout.rest, layout.b, layout.from].map(vector);
  const counters = memory.subarray(layout.work, layout.work + 4);
  return {
    /** Is it solved? Then a is the solution, else what it was. */
    solve(a: Float64Array, q0: Float64Array): boolean {
      settle();
      copy(a, A);
      copy(stage.q, start);
      copy(stage.rest, rest);
      copy(stage.b, b);
      copy(q0, from);
      counters.fill(0);
      memory.set(masses, layout.inertia);
      memory[layout.weight] = forces;
      memory[layout.position] = position;
      memory[layout.cancelling] = system.cancellingTerms ?? 0;
      run();
      work.iterations += counters[0];
      work.factorizations += counters[1];
      work.gradients += counters[2];
      work.tangents += counters[3];
      if (memory[layout.solved] === 0) return false;
      copy(A, a);
      return true;
    },
  };
}
