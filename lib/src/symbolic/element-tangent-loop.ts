/** Element matrices by generated code, in loops like those of element-loop.ts: the tangent of a point is one by derivatives along the reference coordinates, and a matrix is
 *
 *      K_ab = Σ over points, k and l of ∂N_a/∂ξ_k ∂N_b/∂ξ_l A_kl.
 *
 *  Of simplices ∂N/∂ξ is one or nothing but for the first node, whose part follows from the others. Otherwise loops over pairs of nodes read it from a table. */
import { type PointCode, pointLoop } from "./element-point.js";
import { type ElementSize, elementTransport, pairsOf, scratchOf } from "./element-transport.js";
import { simd } from "./lanes-routine.js";
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
  loadSplat,
  local,
  MINUS_ONE,
  offsetBy,
  plus,
  SUBTRACT_INTEGERS,
  store,
  times,
} from "./vector-code.js";
import { wasmModule } from "./wasm.js";
import { type Body, lanesBody, lanesModule } from "./wasm-encoding.js";

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
const [GROUPS, OFFSETS, NUMBERS, SECOND, OUT, ARGUMENTS] = [0, 1, 2, 3, 4, 5];
const NEGATE = 0xed;

function loopBody(code: PointCode, size: ElementSize): Body {
  const { states } = code;
  const { dimension, nodes, points } = size;
  const AXES = Array.from({ length: dimension }, (_, i) => i);
  const square = dimension * dimension;
  const width = dimension * nodes;
  const ofMatrix = 8 * numbersOfMatrices(size);
  const bytes: number[] = [];
  const emit = (...parts: readonly Bytes[]) => {
    for (const part of parts) for (let i = 0; i < part.length; i++) bytes.push(part[i]);
  };
  const [groups, offsets, numbers, second, out] = [GROUPS, OFFSETS, NUMBERS, SECOND, OUT].map(local);
  const firstVector = ARGUMENTS + 14 + 2 * pairsOf(size) * nodes;
  const [
    scratch,
    left,
    here,
    at,
    line,
    moduli,
    shapes,
    ofPointHere,
    column,
    row,
    outer,
    inner,
    matrix,
    block,
    ...places
  ] = Array.from({ length: firstVector - ARGUMENTS }, (_, k) => local(ARGUMENTS + k));
  let next = firstVector;
  const fresh = () => next++;
  const vector = (): Local => local(fresh());
  const machine = { out: { bytes, emit }, fresh, vector };
  const { findNodes, refer, taken, ofPoint } = elementTransport(machine, size, states, {
    ...{ offsets, second, forces: out, scratch, here },
    ...{ places, left, at, line },
  });
  const { TOGETHER, begin, end, stride } = pointLoop(machine, code, size, numbers, taken);
  const advance = (pointer: Local, by: number) => emit(offsetBy(pointer.get, integer(by)), pointer.set);
  /** As often as the counter says. */
  const repeat = (counter: Local, body: () => void) => {
    emit(LOOP);
    body();
    emit(counter.get, MINUS_ONE, counter.set, counter.get, [BRANCH_IF, 0, END]);
  };
  /** Place of an entry of the upper triangle among the results. */
  const upper = (r: number, c: number): number => {
    const [a, b] = r <= c ? [r, c] : [c, r];
    return a * square - (a * (a - 1)) / 2 + b - a;
  };
  const entry = (r: number, c: number) => 16 * (width * r + c);

  const firstColumn = Array.from({ length: square }, () => AXES.map(vector));
  const writeSimplex = (u: number) => {
    begin([u]);
    const K = end(u);
    const SQUARE = Array.from({ length: square }, (_, k) => k);
    const put = (r: number, c: number, value: Bytes) => emit(store(out.get, value, u * ofMatrix + entry(r, c)));
    for (const r of SQUARE) {
      for (const c of SQUARE) put(dimension + r, dimension + c, K[upper(r, c)].get);
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

  const shape = AXES.map(vector);
  const through = Array.from({ length: square }, () => AXES.map(vector));
  const readShape = (address: Local) => {
    for (const k of AXES) emit(loadSplat(address.get, 8 * k), shape[k].set);
  };
  /** Goes through the upper blocks of a matrix, column by column; from 1, without those on the diagonal. */
  const blocks = (u: number, from: 0 | 1, atColumn: () => void, atBlock: () => void) => {
    const columns = nodes - from;
    emit(offsetBy(out.get, integer(u * ofMatrix + 16 * dimension * from)), matrix.set, integer(columns), outer.set);
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
  const accumulate = (u: number) => {
    begin([u]);
    const A = end(u);
    for (let r = 0; r < square; r++)
      for (let c = 0; c < square; c++) emit(store(moduli.get, A[upper(r, c)].get, 16 * (square * r + c)));
    emit(ofPointHere.get, column.set);
    const atColumn = () => {
      readShape(column);
      advance(column, 8 * dimension);
      for (let r = 0; r < square; r++) {
        for (const j of AXES) {
          const terms = AXES.map((l) => times(load(moduli.get, 16 * (square * r + dimension * l + j)), shape[l].get));
          emit(terms.reduce(plus), through[r][j].set);
        }
      }
      emit(ofPointHere.get, row.set);
    };
    blocks(u, 0, atColumn, () => {
      readShape(row);
      advance(row, 8 * dimension);
      for (const i of AXES) {
        for (const j of AXES) {
          const terms = AXES.map((k) => times(shape[k].get, through[dimension * k + i][j].get));
          emit(store(block.get, [load(block.get, entry(i, j)), ...terms].reduce(plus), entry(i, j)));
        }
      }
    });
  };
  /** The blocks below the diagonal from those above it. */
  const mirror = (u: number) => {
    emit(offsetBy(out.get, integer(u * ofMatrix)), line.set);
    blocks(
      u,
      1,
      () => {
        advance(line, 16 * dimension * width);
        emit(line.get, at.set);
      },
      () => {
        for (const i of AXES) for (const j of AXES) emit(store(at.get, load(block.get, entry(i, j)), entry(j, i)));
        advance(at, 16 * dimension);
      },
    );
  };

  emit(out.get, integer(8 * numbersOfTangent(size)), [SUBTRACT_INTEGERS], moduli.set);
  emit(moduli.get, integer(8 * scratchOf(size)), [SUBTRACT_INTEGERS], scratch.set);
  emit(scratch.get, integer(8 * numbersOfShape(size)), [SUBTRACT_INTEGERS], shapes.set);
  emit(BLOCK, LOOP, groups.get, [IS_ZERO, BRANCH_IF, 1]);
  for (const u of TOGETHER) {
    findNodes(u);
    for (let state = 0; state < states; state++) refer(u, state);
  }
  if (points === 1) {
    for (const u of TOGETHER) writeSimplex(u);
    advance(numbers, stride);
  } else {
    emit(integer(points), left.set, scratch.get, here.set, shapes.get, ofPointHere.set);
    repeat(left, () => {
      for (const u of TOGETHER) accumulate(u);
      advance(numbers, stride);
      advance(here, ofPoint);
      advance(ofPointHere, 8 * width);
    });
    for (const u of TOGETHER) mirror(u);
  }
  advance(out, TOGETHER.length * ofMatrix);
  advance(offsets, 8 * TOGETHER.length * nodes);
  emit(groups.get, MINUS_ONE, groups.set, [BRANCH, 0, END, END]);
  return lanesBody(next - firstVector, bytes, firstVector - ARGUMENTS);
}
