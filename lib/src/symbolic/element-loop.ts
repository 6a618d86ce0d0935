/** Loops over finite elements as generated code, two elements at a time: displacement gradients at the integration points, a stress that an
 *  expression gives, and the forces on the nodes.
 *
 *  A vector holds one number of each of two elements. Moving all nodes of an element costs nothing, so that displacements are those relative to
 *  its first node, whose force follows from the others. In the plane a stress is that of gradients without entries out of it.
 *
 *  f0 is given how many pairs of elements there are, then the addresses of their tables and of the displacements at the end of a step, where there are two states. The
 *  displacements, or those at the beginning, are at the beginning of the memory. */
import { type Graph, inputsOf, type Node } from "./dag.js";
import { emitRoutine, simd, splat } from "./lanes-routine.js";
import { assemble } from "./program.js";
import {
  BLOCK,
  BRANCH,
  BRANCH_IF,
  type Bytes,
  both,
  END,
  IS_ZERO,
  integer,
  LOOP,
  type Local,
  load,
  loadBoth,
  loadInteger,
  loadSplat,
  local,
  localRegisters,
  minus,
  offsetBy,
  plus,
  store,
  storeLane,
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
  /** What is computed before the stress, as further inputs of it. */
  readonly before: readonly { readonly input: number; readonly value: Node }[];
  /** Nine numbers, times the volume. */
  readonly stress: readonly Node[];
}

export interface ElementSize {
  readonly dimension: 2 | 3;
  readonly nodes: number;
  /** Integration points. */
  readonly points: number;
}

/** How many numbers an integration point of an element has in the table: gradients of all nodes but the first, and the volume. Those of two elements stand side by side. */
export const numbersOfPoint = ({ dimension, nodes }: ElementSize): number => dimension * (nodes - 1) + 1;

/** Null where the host has no such code. */
export function elementModule(code: StressCode, size: ElementSize): WebAssembly.Module | null {
  return wasmModule(() => lanesModule([loopBody(code, size)], ARGUMENTS));
}

/** The arguments: pairs, the byte offsets of the nodes among the displacements (of the one element, then of the other), gradients with volumes, displacements of
 *  the second state, forces, to which is added. */
const [PAIRS, OFFSETS, NUMBERS, SECOND, OUT, ARGUMENTS] = [0, 1, 2, 3, 4, 5];
const NEGATE = 0xed;

function loopBody({ graph, states, inputs, before, stress }: StressCode, size: ElementSize): Body {
  const { dimension, nodes, points } = size;
  const AXES = Array.from({ length: dimension }, (_, i) => i);
  const inSpan = stress.filter((_, k) => k % 3 < dimension && k < 3 * dimension);
  const wanted = inputsOf(graph, inSpan);
  const needed = before.filter(({ input }) => wanted.has(input));
  const program = assemble(graph, inputs, [needed.map(({ value }) => value), inSpan]);
  const bytes: number[] = [];
  const emit = (...parts: readonly Bytes[]) => {
    for (const part of parts) for (let i = 0; i < part.length; i++) bytes.push(part[i]);
  };
  // Local variables: arguments, integers, vectors.
  let integers = ARGUMENTS;
  const places = Array.from({ length: nodes }, () => [local(integers++), local(integers++)] as const);
  const pointsLeft = local(integers++);
  let next = integers;
  const vector = (): Local => local(next++);
  const triple = () => AXES.map(vector);
  const { inputs: given, vectors } = localRegisters(program, () => next++);
  const argument = (index: number): Local => local(index);
  const [pairs, offsets, numbers, out] = [PAIRS, OFFSETS, NUMBERS, OUT].map(argument);
  const others = Array.from({ length: nodes - 1 }, (_, k) => k + 1);

  /** The coordinates of a node of both elements, of the state that begins at an address. */
  const position = (base: Bytes | null, node: number): readonly Bytes[] => {
    const addresses = places[node].map(({ get }) => (base === null ? get : offsetBy(base, get)));
    addresses.forEach((address, lane) => {
      emit(load(address), planes[lane].set);
    });
    const [x, y] = ([0, 1] as const).map((n) => both(planes[0].get, planes[1].get, n));
    return dimension === 2 ? [x, y] : [x, y, loadBoth(addresses[0], addresses[1], 16)];
  };
  /** x and y of one element each. */
  const planes = [vector(), vector()] as const;
  const origin = triple();
  const relative = Array.from({ length: states }, () => others.map(triple));
  const gather = () => {
    relative.forEach((ofNodes, state) => {
      const base = state === 0 ? null : argument(SECOND).get;
      position(base, 0).forEach((value, i) => {
        emit(value, origin[i].set);
      });
      ofNodes.forEach((own, k) => {
        position(base, k + 1).forEach((value, i) => {
          emit(minus(value, origin[i].get), own[i].set);
        });
      });
    });
  };
  // Those of few nodes are kept until the forces are computed; more would be put away in memory again.
  const areKept = nodes <= 4;
  const gradients = others.map((_, k) => (areKept || k === 0 ? triple() : []));
  const gradientOf = (k: number, again: boolean): readonly Local[] => {
    const own = gradients[areKept ? k : 0];
    if (!(areKept && again)) for (const J of AXES) emit(load(numbers.get, 16 * (dimension * k + J)), own[J].set);
    return own;
  };
  const deform = () => {
    others.forEach((_, k) => {
      const gradient = gradientOf(k, false);
      for (let state = 0; state < states; state++) {
        for (const i of AXES) {
          for (const J of AXES) {
            const H = given[9 * state + 3 * i + J];
            const part = times(relative[state][k][i].get, gradient[J].get);
            emit(k === 0 ? part : plus(H.get, part), H.set);
          }
        }
      }
    });
    emit(load(numbers.get, 16 * dimension * (nodes - 1)), given[9 * states].set);
  };
  const forces = others.map(triple);
  const P = inSpan.map(vector);
  const pull = () => {
    const [first, last] = program.routines;
    const found = emitRoutine(first, { bytes, emit }, vectors);
    // All of them before the first is overwritten.
    needed.forEach((_, k) => {
      emit(found.result(k, 0));
    });
    for (let k = needed.length - 1; k >= 0; k--) emit(given[needed[k].input].set);
    const { result } = emitRoutine(last, { bytes, emit }, vectors);
    P.forEach(({ set }, k) => {
      emit(result(k, 0), set);
    });
    others.forEach((_, k) => {
      const gradient = gradientOf(k, true);
      for (const i of AXES) {
        const sum = AXES.map((J) => times(P[dimension * i + J].get, gradient[J].get)).reduce(plus);
        emit(points === 1 ? sum : plus(forces[k][i].get, sum), forces[k][i].set);
      }
    });
    emit(offsetBy(numbers.get, integer(16 * numbersOfPoint(size))), numbers.set);
  };
  const add = (node: number, [x, y, z]: readonly Bytes[]) => {
    // Both elements may have the same node, so one is added after the other.
    for (const lane of [0, 1] as const) {
      const at = offsetBy(out.get, places[node][lane].get);
      emit(store(at, plus(load(at), both(x, y, lane))));
      if (dimension === 3) emit(storeLane(at, plus(loadSplat(at, 16), z), 16, lane));
    }
  };

  emit(BLOCK, LOOP, pairs.get, [IS_ZERO, BRANCH_IF, 1]);
  places.forEach((both, node) => {
    both.forEach(({ set }, lane) => {
      emit(loadInteger(offsets.get, 4 * (nodes * lane + node)), set);
    });
  });
  emit(offsetBy(offsets.get, integer(8 * nodes)), offsets.set);
  gather();
  if (points === 1) {
    deform();
    pull();
  } else {
    for (const ofNode of forces) for (const { set } of ofNode) emit(splat(0), set);
    emit(integer(points), pointsLeft.set, LOOP);
    deform();
    pull();
    emit(pointsLeft.get, MINUS_ONE, pointsLeft.set, pointsLeft.get, [BRANCH_IF, 0, END]);
  }
  others.forEach((node, k) => {
    add(
      node,
      forces[k].map(({ get }) => get),
    );
  });
  for (const i of AXES) {
    const sum = forces.map((own) => own[i].get).reduce(plus);
    emit(sum, simd(NEGATE), origin[i].set);
  }
  add(
    0,
    origin.map(({ get }) => get),
  );
  emit(pairs.get, MINUS_ONE, pairs.set, [BRANCH, 0, END, END]);
  return lanesBody(next - integers, bytes, integers - ARGUMENTS);
}

/** Takes one away from the integer on the stack. */
const MINUS_ONE: Bytes = [0x41, 1, 0x6b];
