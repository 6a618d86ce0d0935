/** Loops over finite elements as generated code: displacement gradients at the integration points, a stress that an expression gives, and the forces on
 *  the nodes.
 *
 *  Gradients by the coordinates of the reference element are the same linear map of the displacements in all elements (linear-map.ts); those by the
 *  position at rest follow at each point by its ∂ξ/∂X, and forces come back the same way, by the transposes of both.
 *
 *  A vector holds one number of each of two elements. At a point a stress is one long chain of operations, most of all where it takes a root or a
 *  logarithm, and a processor looks ahead less far than that: so two such pairs are computed together, stage by stage.
 *
 *  Moving all nodes of an element costs nothing, so that displacements are those relative to its first node, whose force follows from the others. In the
 *  plane a stress is that of gradients without entries out of it.
 *
 *  f0 is given how many groups of elements there are, then the addresses of their tables and of the displacements at the end of a step, where there are two states. The
 *  displacements, or those at the beginning, are at the beginning of the memory. */
import { type Graph, inputsOf, type Node } from "./dag.js";
import { type ElementSize, elementTransport, numbersOfPoint, pairsOf, scratchOf } from "./element-transport.js";
import { routineParts } from "./lanes-routine.js";
import { assemble } from "./program.js";
import {
  BLOCK,
  BRANCH,
  BRANCH_IF,
  type Bytes,
  END,
  IS_ZERO,
  integer,
  LOOP,
  type Local,
  load,
  local,
  MINUS_ONE,
  offsetBy,
  plus,
  registersOf,
  SUBTRACT_INTEGERS,
  times,
} from "./vector-code.js";
import { wasmModule } from "./wasm.js";
import { type Body, lanesBody, lanesModule } from "./wasm-encoding.js";

/** The stress at an integration point, from the displacement gradients H = Σ u_a ⊗ ∂N_a/∂X, row by row, and the volume that belongs to the point. */
export interface StressCode {
  readonly graph: Graph;
  /** 1, or 2 for both ends of a step. Inputs 0 to 8 are H of the first, 9 to 17 that of the second, and the next the volume. */
  readonly states: 1 | 2;
  /** How many inputs the graph has. */
  readonly inputs: number;
  /** What is computed before the stress, in stages, as further inputs of what follows. */
  readonly before: readonly (readonly { readonly input: number; readonly value: Node }[])[];
  /** Nine numbers, times the volume. */
  readonly stress: readonly Node[];
}

/** Null where the host has no such code. */
export function elementModule(code: StressCode, size: ElementSize): WebAssembly.Module | null {
  return wasmModule(() => lanesModule([loopBody(code, size)], ARGUMENTS));
}

/** The arguments: groups, the byte offsets of the nodes of each element among the displacements, the table, behind what is put down, displacements of the second
 *  state, and forces, to which is added. A sixth would go by the stack. */
const [GROUPS, OFFSETS, NUMBERS, SECOND, OUT, ARGUMENTS] = [0, 1, 2, 3, 4, 5];

function loopBody(code: StressCode, size: ElementSize): Body {
  const { states } = code;
  const { dimension, nodes, points } = size;
  const together = pairsOf(size);
  const bytes: number[] = [];
  const emit = (...parts: readonly Bytes[]) => {
    for (const part of parts) for (let i = 0; i < part.length; i++) bytes.push(part[i]);
  };
  // Local variables: arguments, integers, vectors.
  const [groups, offsets, numbers, second, out] = [GROUPS, OFFSETS, NUMBERS, SECOND, OUT].map(local);
  const firstVector = ARGUMENTS + 5 + 2 * together * nodes;
  const [scratch, left, here, at, line, ...places] = Array.from({ length: firstVector - ARGUMENTS }, (_, k) =>
    local(ARGUMENTS + k),
  );
  let next = firstVector;
  const fresh = () => next++;
  const vector = (): Local => local(fresh());
  const machine = { out: { bytes, emit }, fresh, vector };
  const { findNodes, refer, pull, put, taken, ofPoint } = elementTransport(machine, size, states, {
    ...{ offsets, second, forces: out, scratch, here },
    ...{ places, left, at, line },
  });

  const AXES = Array.from({ length: dimension }, (_, i) => i);
  const TOGETHER = Array.from({ length: together }, (_, u) => u);
  const stages = stagesOf(code, dimension);
  const program = assemble(
    code.graph,
    code.inputs,
    stages.map(({ values }) => values),
  );
  const given = TOGETHER.map(() => Array.from({ length: code.inputs }, vector));
  const registers = registersOf(program, fresh, given);
  const square = dimension * dimension;
  const maps = TOGETHER.map(() => Array.from({ length: square }, vector));
  const row = AXES.map(vector);
  const width = 16 * numbersOfPoint(size);
  const deform = (u: number) => {
    maps[u].forEach(({ set }, k) => {
      emit(load(numbers.get, u * width + 16 * k), set);
    });
    for (let state = 0; state < states; state++) {
      for (const i of AXES) {
        for (const k of AXES) emit(taken(u, state * square + dimension * i + k), row[k].set);
        for (const J of AXES) {
          const sum = AXES.map((k) => times(row[k].get, maps[u][dimension * k + J].get)).reduce(plus);
          emit(sum, given[u][9 * state + 3 * i + J].set);
        }
      }
    }
    emit(load(numbers.get, u * width + 16 * square), given[u][9 * states].set);
  };
  const P = Array.from({ length: square }, vector);
  const stressAtPoint = () => {
    const parts = program.routines.map((routine) => routineParts(routine, machine.out, registers));
    const finish = (stage: number, u: number) => {
      const targets = stages[stage].inputs?.map((input) => given[u][input]) ?? P;
      // All of them before the first is overwritten.
      targets.forEach((_, k) => {
        emit(parts[stage].found.result(k, u));
      });
      for (let k = targets.length - 1; k >= 0; k--) emit(targets[k].set);
    };
    const last = stages.length - 1;
    for (const u of TOGETHER) {
      deform(u);
      if (last === 0) continue;
      parts[0].vectors([u]);
      finish(0, u);
    }
    for (let stage = 1; stage < last; stage++) {
      parts[stage].vectors(TOGETHER);
      for (const u of TOGETHER) finish(stage, u);
    }
    for (const u of TOGETHER) {
      parts[last].vectors([u]);
      finish(last, u);
      for (const i of AXES) {
        for (const k of AXES) {
          const sum = AXES.map((J) => times(P[dimension * i + J].get, maps[u][dimension * k + J].get)).reduce(plus);
          put(u, dimension * i + k, sum);
        }
      }
    }
    emit(offsetBy(numbers.get, integer(together * width)), numbers.set);
  };

  emit(numbers.get, integer(8 * scratchOf(size)), [SUBTRACT_INTEGERS], scratch.set);
  emit(BLOCK, LOOP, groups.get, [IS_ZERO, BRANCH_IF, 1]);
  for (const u of TOGETHER) {
    findNodes(u);
    for (let state = 0; state < states; state++) refer(u, state);
  }
  if (points === 1) stressAtPoint();
  else {
    emit(integer(points), left.set, scratch.get, here.set, LOOP);
    stressAtPoint();
    emit(offsetBy(here.get, integer(ofPoint)), here.set);
    emit(left.get, MINUS_ONE, left.set, left.get, [BRANCH_IF, 0, END]);
  }
  for (const u of TOGETHER) pull(u);
  emit(offsetBy(offsets.get, integer(8 * together * nodes)), offsets.set);
  emit(groups.get, MINUS_ONE, groups.set, [BRANCH, 0, END, END]);
  return lanesBody(next - firstVector, bytes, firstVector - ARGUMENTS);
}

interface Stage {
  readonly values: readonly Node[];
  /** The inputs of the graph that these are; null for the stress. */
  readonly inputs: readonly number[] | null;
}

/** What is needed of them, the stress last. */
function stagesOf({ graph, before, stress }: StressCode, dimension: number): readonly Stage[] {
  const values = stress.filter((_, k) => k % 3 < dimension && k < 3 * dimension);
  const stages: Stage[] = [{ values, inputs: null }];
  const wanted = new Set(inputsOf(graph, values));
  for (const stage of [...before].reverse()) {
    const needed = stage.filter(({ input }) => wanted.has(input));
    const own = needed.map(({ value }) => value);
    for (const input of inputsOf(graph, own)) wanted.add(input);
    if (own.length > 0) stages.unshift({ values: own, inputs: needed.map(({ input }) => input) });
  }
  return stages;
}
