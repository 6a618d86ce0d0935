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
import { loopCode } from "./loop-code.js";
import { integer, plus, times } from "./vector-code.js";
import { wasmModule } from "./wasm.js";
import { type Body, lanesModule, SUBTRACT_INTEGERS } from "./wasm-encoding.js";

/** Forces of a stress. Null where the host has no such code. */
export function elementModule(code: PointCode, size: ElementSize): WebAssembly.Module | null {
  return wasmModule(() => lanesModule([loopBody(code, size)], ARGUMENTS));
}

/** The arguments: groups, the byte offsets of the nodes of each element among the displacements, the table, behind what is put down, displacements of the second
 *  state, and forces, to which is added. A sixth would go by the stack. */
const ARGUMENTS = 5;

function loopBody(point: PointCode, size: ElementSize): Body {
  const { states } = point;
  const { dimension, nodes, points } = size;
  const AXES = Array.from({ length: dimension }, (_, i) => i);
  const code = loopCode(ARGUMENTS, 5 + 2 * pairsOf(size) * nodes);
  const { emit, advance } = code;
  const [groups, offsets, numbers, second, out, scratch, left, here, at, line, ...places] = code.locals;
  const { findNodes, refer, pull, put, taken, ofPoint } = elementTransport(code, size, states, {
    ...{ offsets, second, forces: out, scratch, here },
    ...{ places, left, at, line },
  });
  const { TOGETHER, map, begin, end, stride } = pointLoop(code, point, size, numbers, taken);
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
    advance(numbers, stride);
  };

  emit(numbers.get, integer(8 * scratchOf(size)), [SUBTRACT_INTEGERS], scratch.set);
  code.count(groups, () => {
    for (const u of TOGETHER) {
      findNodes(u);
      for (let state = 0; state < states; state++) refer(u, state);
    }
    if (points === 1) stressAtPoint();
    else {
      emit(integer(points), left.set, scratch.get, here.set);
      code.repeat(left, () => {
        stressAtPoint();
        advance(here, ofPoint);
      });
    }
    for (const u of TOGETHER) pull(u);
    advance(offsets, 8 * TOGETHER.length * nodes);
  });
  return code.finished();
}
