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
import { type PointCode, pointLoop } from "./element-point.js";
import { type ElementSize, elementTransport, pairsOf, scratchOf } from "./element-transport.js";
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
  local,
  MINUS_ONE,
  offsetBy,
  plus,
  SUBTRACT_INTEGERS,
  times,
} from "./vector-code.js";
import { wasmModule } from "./wasm.js";
import { type Body, lanesBody, lanesModule } from "./wasm-encoding.js";

/** Forces of a stress. Null where the host has no such code. */
export function elementModule(code: PointCode, size: ElementSize): WebAssembly.Module | null {
  return wasmModule(() => lanesModule([loopBody(code, size)], ARGUMENTS));
}

/** The arguments: groups, the byte offsets of the nodes of each element among the displacements, the table, behind what is put down, displacements of the second
 *  state, and forces, to which is added. A sixth would go by the stack. */
const [GROUPS, OFFSETS, NUMBERS, SECOND, OUT, ARGUMENTS] = [0, 1, 2, 3, 4, 5];

function loopBody(code: PointCode, size: ElementSize): Body {
  const { states } = code;
  const { dimension, nodes, points } = size;
  const AXES = Array.from({ length: dimension }, (_, i) => i);
  const bytes: number[] = [];
  const emit = (...parts: readonly Bytes[]) => {
    for (const part of parts) for (let i = 0; i < part.length; i++) bytes.push(part[i]);
  };
  // Local variables: arguments, integers, vectors.
  const [groups, offsets, numbers, second, out] = [GROUPS, OFFSETS, NUMBERS, SECOND, OUT].map(local);
  const firstVector = ARGUMENTS + 5 + 2 * pairsOf(size) * nodes;
  const [scratch, left, here, at, line, ...places] = Array.from({ length: firstVector - ARGUMENTS }, (_, k) =>
    local(ARGUMENTS + k),
  );
  let next = firstVector;
  const fresh = () => next++;
  const machine = { out: { bytes, emit }, fresh, vector: (): Local => local(fresh()) };
  const { findNodes, refer, pull, put, taken, ofPoint } = elementTransport(machine, size, states, {
    ...{ offsets, second, forces: out, scratch, here },
    ...{ places, left, at, line },
  });
  const { TOGETHER, map, begin, end, stride } = pointLoop(machine, code, size, numbers, taken);
  const stressAtPoint = () => {
    // Over a step there is too much on its way to be kept twice.
    if (states === 1) begin(TOGETHER);
    for (const u of TOGETHER) {
      if (states === 2) begin([u]);
      const P = end(u);
      for (const i of AXES) {
        for (const k of AXES) {
          const sum = AXES.map((J) => times(P[dimension * i + J].get, map(u, k, J).get)).reduce(plus);
          put(u, dimension * i + k, sum);
        }
      }
    }
    emit(offsetBy(numbers.get, integer(stride)), numbers.set);
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
  emit(offsetBy(offsets.get, integer(8 * TOGETHER.length * nodes)), offsets.set);
  emit(groups.get, MINUS_ONE, groups.set, [BRANCH, 0, END, END]);
  return lanesBody(next - firstVector, bytes, firstVector - ARGUMENTS);
}
