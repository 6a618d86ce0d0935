/** What loops over elements do at an integration point: displacement gradients by the position at rest, and the code of a point, stage by stage. */
import { type Graph, inputsOf, type Node } from "./dag.js";
import { type ElementSize, numbersOfPoint, pairsOf } from "./element-transport.js";
import { routineParts } from "./lanes-routine.js";
import type { LoopCode } from "./loop-code.js";
import { assemble } from "./program.js";
import { type Bytes, type Local, load, plus, registersOf, times } from "./vector-code.js";

/** From the displacement gradients H = Σ u_a ⊗ ∂N_a/∂X, row by row, and the volume that belongs to the point. */
export interface PointCode {
  readonly graph: Graph;
  /** 1, or 2 for both ends of a step. Inputs 0 to 8 are H of the first, 9 to 17 that of the second, the next the volume, and nine more ∂ξ/∂X. */
  readonly states: 1 | 2;
  /** How many inputs the graph has. */
  readonly inputs: number;
  /** What is computed before the results, in stages, as further inputs of what follows. */
  readonly before: readonly (readonly { readonly input: number; readonly value: Node }[])[];
  /** Times the volume: the stress, nine numbers, or a tangent. */
  readonly results: readonly Node[];
}

/** `numbers`: the address of the table at the point; `taken`: derivatives by the reference coordinates. */
export function pointLoop(
  loop: LoopCode,
  code: PointCode,
  size: ElementSize,
  numbers: Local,
  taken: (u: number, k: number) => Bytes,
) {
  const { emit, fresh, vector } = loop;
  const { dimension } = size;
  const { states, inputs } = code;
  const AXES = Array.from({ length: dimension }, (_, i) => i);
  const TOGETHER = Array.from({ length: pairsOf(size) }, (_, u) => u);
  const stages = stagesOf(code);
  const program = assemble(
    code.graph,
    inputs,
    stages.map(({ values }) => values),
  );
  const given = TOGETHER.map(() => Array.from({ length: inputs }, vector));
  const registers = registersOf(program, fresh, given);
  const square = dimension * dimension;
  const map = (u: number, k: number, J: number): Local => given[u][9 * states + 1 + 3 * k + J];
  const row = AXES.map(vector);
  const width = 16 * numbersOfPoint(size);
  const results = code.results.map(vector);
  const parts = program.routines.map((routine) => routineParts(routine, loop, registers));
  const last = stages.length - 1;

  const deform = (u: number) => {
    for (const k of AXES)
      for (const J of AXES) emit(load(numbers.get, u * width + 16 * (dimension * k + J)), map(u, k, J).set);
    for (let state = 0; state < states; state++) {
      for (const i of AXES) {
        for (const k of AXES) emit(taken(u, state * square + dimension * i + k), row[k].set);
        for (const J of AXES) {
          const sum = AXES.map((k) => times(row[k].get, map(u, k, J).get)).reduce(plus);
          emit(sum, given[u][9 * state + 3 * i + J].set);
        }
      }
    }
    emit(load(numbers.get, u * width + 16 * square), given[u][9 * states].set);
  };
  const finish = (stage: number, u: number) => {
    const targets = stages[stage].inputs?.map((input) => given[u][input]) ?? results;
    // All of them before the first is overwritten.
    targets.forEach((_, k) => {
      emit(parts[stage].found.result(k, u));
    });
    for (let k = targets.length - 1; k >= 0; k--) emit(targets[k].set);
  };
  return {
    TOGETHER,
    map,
    /** All stages but the last, of pairs that are computed together. */
    begin(pairs: readonly number[]) {
      for (const u of pairs) {
        deform(u);
        if (last === 0) continue;
        parts[0].vectors([u]);
        finish(0, u);
      }
      for (let stage = 1; stage < last; stage++) {
        parts[stage].vectors(pairs);
        for (const u of pairs) finish(stage, u);
      }
    },
    /** And that of one of them. */
    end(u: number): readonly Local[] {
      parts[last].vectors([u]);
      finish(last, u);
      return results;
    },
    /** From a point to the next one in the table. */
    stride: TOGETHER.length * width,
  };
}

interface Stage {
  readonly values: readonly Node[];
  /** The inputs of the graph that these are; null for the results. */
  readonly inputs: readonly number[] | null;
}

/** What is needed of them, the results last. */
function stagesOf({ graph, before, results }: PointCode): readonly Stage[] {
  const stages: Stage[] = [{ values: results, inputs: null }];
  const wanted = new Set(inputsOf(graph, results));
  for (const stage of [...before].reverse()) {
    const needed = stage.filter(({ input }) => wanted.has(input));
    const own = needed.map(({ value }) => value);
    for (const input of inputsOf(graph, own)) wanted.add(input);
    if (own.length > 0) stages.unshift({ values: own, inputs: needed.map(({ input }) => input) });
  }
  return stages;
}
