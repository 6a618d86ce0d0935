/** Element matrices by generated code, in loops like those of element-loop.ts: the tangent of a point is one by derivatives along the reference coordinates, and a matrix is
 *
 *      K_ab = Σ over points, k and l of ∂N_a/∂ξ_k ∂N_b/∂ξ_l A_kl.
 *
 *  Of simplices ∂N/∂ξ is one or nothing but for the first node, whose part follows from the others. Otherwise loops over pairs of nodes read it from a table. */
import { type PointCode, pointLoop } from "./element-point.js";
import { type ElementSize, elementTransport, pairsOf, scratchOf } from "./element-transport.js";
import { simd } from "./lanes-routine.js";
import { type LoopCode, loopCode } from "./loop-code.js";
import { type Bytes, integer, type Local, load, loadSplat, offsetBy, plus, store, times } from "./vector-code.js";
import { wasmModule } from "./wasm.js";
import { type Body, lanesModule, SUBTRACT_INTEGERS } from "./wasm-encoding.js";

/** The matrices of a pair, entry by entry; those of both elements stand side by side. */
export const numbersOfMatrices = ({ dimension, nodes }: ElementSize): number => 2 * (dimension * nodes) ** 2;
/** Before the matrices: ∂N/∂ξ of all points and nodes, each row divided by its scale; what is put down; and the tangent of a point. */
export const numbersOfShape = ({ dimension, nodes, points }: ElementSize): number => dimension * nodes * points;
export const numbersOfTangent = ({ dimension }: ElementSize): number => 2 * dimension ** 2 * dimension ** 2;

/** Null where the host has no such code. */
export function elementTangentModule(code: PointCode, size: ElementSize): WebAssembly.Module | null {
  return wasmModule(() => lanesModule([loopBody(code, size)], ARGUMENTS));
}

/** The arguments: groups, byte offsets of the nodes, the table, displacements of the second state, and the matrices, which are zero before. */
const ARGUMENTS = 5;
const NEGATE = 0xed;

function loopBody(point: PointCode, size: ElementSize): Body {
  const { states } = point;
  const { dimension, nodes, points } = size;
  const code = loopCode(ARGUMENTS, 14 + 2 * pairsOf(size) * nodes);
  const { emit, advance } = code;
  const [groups, offsets, numbers, second, out, scratch, left, here, at, line, moduli, shapes, ...more] = code.locals;
  const [shapesHere, column, row, outer, inner, matrix, block, ...places] = more;
  const { findNodes, refer, taken, ofPoint } = elementTransport(code, size, states, {
    ...{ offsets, second, forces: out, scratch, here },
    ...{ places, left, at, line },
  });
  const { TOGETHER, begin, end, stride } = pointLoop(code, point, size, numbers, taken);
  /** The upper triangle of the tangent of the point where the loop is. */
  const tangentOf = (u: number): readonly Local[] => {
    begin([u]);
    return end(u);
  };
  const writeSimplex = simplexMatrix(code, size, out);
  const { accumulate, mirror } = summedMatrix(code, size, {
    ...{ out, moduli, shapesHere, column, row, outer, inner },
    ...{ matrix, block, at, line },
  });

  emit(out.get, integer(8 * numbersOfTangent(size)), [SUBTRACT_INTEGERS], moduli.set);
  emit(moduli.get, integer(8 * scratchOf(size)), [SUBTRACT_INTEGERS], scratch.set);
  emit(scratch.get, integer(8 * numbersOfShape(size)), [SUBTRACT_INTEGERS], shapes.set);
  code.count(groups, () => {
    for (const u of TOGETHER) {
      findNodes(u);
      for (let state = 0; state < states; state++) refer(u, state);
    }
    if (points === 1) {
      for (const u of TOGETHER) writeSimplex(u, tangentOf(u));
      advance(numbers, stride);
    } else {
      emit(integer(points), left.set, scratch.get, here.set, shapes.get, shapesHere.set);
      code.repeat(left, () => {
        for (const u of TOGETHER) accumulate(u, tangentOf(u));
        advance(numbers, stride);
        advance(here, ofPoint);
        advance(shapesHere, 8 * dimension * nodes);
      });
      for (const u of TOGETHER) mirror(u);
    }
    advance(out, TOGETHER.length * bytesOfMatrix(size));
    advance(offsets, 8 * TOGETHER.length * nodes);
  });
  return code.finished();
}

const axesOf = ({ dimension }: ElementSize): readonly number[] => Array.from({ length: dimension }, (_, i) => i);
const bytesOfMatrix = (size: ElementSize): number => 8 * numbersOfMatrices(size);
/** Where an entry of a matrix is. */
const entryIn =
  ({ dimension, nodes }: ElementSize) =>
  (r: number, c: number): number =>
    16 * (dimension * nodes * r + c);
/** The place of an entry of a symmetric matrix among those of its upper triangle. */
const upperIn = (width: number) => (r: number, c: number) => {
  const [a, b] = r <= c ? [r, c] : [c, r];
  return a * width - (a * (a - 1)) / 2 + b - a;
};

/** The matrix of an element of one point, written out: ∂N/∂ξ of node k + 1 is one along axis k. */
function simplexMatrix({ emit, vector }: LoopCode, size: ElementSize, out: Local) {
  const { dimension } = size;
  const AXES = axesOf(size);
  const square = dimension * dimension;
  const [entry, upper] = [entryIn(size), upperIn(square)];
  const firstColumn = Array.from({ length: square }, () => AXES.map(vector));
  return (u: number, K: readonly Local[]) => {
    const put = (r: number, c: number, value: Bytes) =>
      emit(store(out.get, value, u * bytesOfMatrix(size) + entry(r, c)));
    for (let r = 0; r < square; r++) {
      for (let c = 0; c < square; c++) put(dimension + r, dimension + c, K[upper(r, c)].get);
      for (const j of AXES) {
        const sum = AXES.map((b) => K[upper(r, dimension * b + j)].get).reduce(plus);
        emit(sum, simd(NEGATE), firstColumn[r][j].set);
        put(dimension + r, j, firstColumn[r][j].get);
        put(j, dimension + r, firstColumn[r][j].get);
      }
    }
    for (const i of AXES) {
      for (const j of AXES) {
        const sum = AXES.map((a) => firstColumn[dimension * a + i][j].get).reduce(plus);
        put(i, j, [...sum, ...simd(NEGATE)]);
      }
    }
  };
}

/** Addresses and counters of loops over the blocks of a matrix. */
type Places = Readonly<
  Record<
    "out" | "moduli" | "shapesHere" | "column" | "row" | "outer" | "inner" | "matrix" | "block" | "at" | "line",
    Local
  >
>;

/** The matrix of an element of several points, block by block: the upper ones are summed over the points, and mirrored at last. */
function summedMatrix({ emit, vector, advance, repeat }: LoopCode, size: ElementSize, places: Places) {
  const { dimension, nodes } = size;
  const { out, moduli, shapesHere, column, row, outer, inner, matrix, block, at, line } = places;
  const AXES = axesOf(size);
  const square = dimension * dimension;
  const width = dimension * nodes;
  const [entry, upper] = [entryIn(size), upperIn(square)];
  const shape = AXES.map(vector);
  const through = Array.from({ length: square }, () => AXES.map(vector));
  const readShape = (address: Local) => {
    for (const k of AXES) emit(loadSplat(address.get, 8 * k), shape[k].set);
    advance(address, 8 * dimension);
  };
  /** Goes through the upper blocks of a matrix, column by column; from 1, without those on the diagonal. */
  const blocks = (u: number, from: 0 | 1, atColumn: () => void, atBlock: () => void) => {
    const start = integer(u * bytesOfMatrix(size) + 16 * dimension * from);
    emit(offsetBy(out.get, start), matrix.set, integer(nodes - from), outer.set);
    repeat(outer, () => {
      atColumn();
      emit(matrix.get, block.set, integer(nodes + 1 - from), outer.get, [SUBTRACT_INTEGERS], inner.set);
      repeat(inner, () => {
        atBlock();
        advance(block, 16 * dimension * width);
      });
      advance(matrix, 16 * dimension);
    });
  };
  return {
    accumulate(u: number, A: readonly Local[]) {
      for (let r = 0; r < square; r++)
        for (let c = 0; c < square; c++) emit(store(moduli.get, A[upper(r, c)].get, 16 * (square * r + c)));
      emit(shapesHere.get, column.set);
      const atColumn = () => {
        readShape(column);
        for (let r = 0; r < square; r++) {
          for (const j of AXES) {
            const terms = AXES.map((l) => times(load(moduli.get, 16 * (square * r + dimension * l + j)), shape[l].get));
            emit(terms.reduce(plus), through[r][j].set);
          }
        }
        emit(shapesHere.get, row.set);
      };
      blocks(u, 0, atColumn, () => {
        readShape(row);
        for (const i of AXES) {
          for (const j of AXES) {
            const terms = AXES.map((k) => times(shape[k].get, through[dimension * k + i][j].get));
            emit(store(block.get, [load(block.get, entry(i, j)), ...terms].reduce(plus), entry(i, j)));
          }
        }
      });
    },
    /** The blocks below the diagonal from those above it. */
    mirror(u: number) {
      emit(offsetBy(out.get, integer(u * bytesOfMatrix(size))), line.set);
      const atColumn = () => {
        advance(line, 16 * dimension * width);
        emit(line.get, at.set);
      };
      blocks(u, 1, atColumn, () => {
        for (const i of AXES) for (const j of AXES) emit(store(at.get, load(block.get, entry(i, j)), entry(j, i)));
        advance(at, 16 * dimension);
      });
    },
  };
}
