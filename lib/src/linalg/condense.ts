/** Static condensation of degrees of freedom without mass [guyan1965]: their equations K_mm q_m + K_mr q_r = F_m hold at
 *  every instant, so that q_m can be eliminated exactly from M a + C v + K q = F,
 *
 *      K̂ = K_rr − K_rm K_mm⁻¹ K_mr,   F̂ = F_r − K_rm K_mm⁻¹ F_m,   q_m = K_mm⁻¹ (F_m − K_mr q_r).
 *
 *  What is condensed falls into islands that the stiffness does not join to one another. An island couples the retained rows
 *  around it, all with all, and no others: K̂ is as sparse as that. */
import { InputError } from "../core/failure.js";
import type { Matrix, Sparsity } from "../core/matrix.js";
import type { Vec } from "../core/vec.js";
import { analyze } from "./factorization.js";
import { type Block, multiplyBlockAdd, squareBlock, submatrix } from "./matrix.js";

export interface Condensation {
  /** The degrees of freedom that stay, ascending. */
  readonly retained: Int32Array;
  readonly condensed: Int32Array;
  readonly stiffness: Matrix;
  readonly mass: Matrix;
  readonly viscosity: Matrix | null;
  /** F̂ from the load on all degrees of freedom. */
  load(full: Vec, out: Vec): void;
  /** All coordinates from the retained ones and the full load, null for none. */
  recover(retained: Vec, load: Vec | null, out: Vec): void;
}

interface Matrices {
  readonly stiffness: Matrix;
  readonly mass: Matrix;
  readonly viscosity: Matrix | null;
}

export function condense({ stiffness, mass, viscosity }: Matrices, massless: readonly number[]): Condensation {
  const size = stiffness.pattern.size;
  const condensed = Int32Array.from(massless).sort();
  const gone = new Set(massless);
  const retained = Int32Array.from({ length: size }, (_, i) => i).filter((i) => !gone.has(i));
  if (viscosity !== null) refuseTouched(viscosity, gone);
  if (retained.length === 0) throw new InputError("no degree of freedom has mass: there is nothing to integrate");

  const islands = islandsOf(stiffness, condensed).map((rows) => islandAt(stiffness, condensed, rows));
  const toInner = submatrix(stiffness, condensed, retained); // K_mr
  const fromInner = submatrix(stiffness, retained, condensed); // K_rm
  const inside = new Float64Array(condensed.length);
  const solve = (x: Vec) => {
    for (const island of islands) island.solve(x);
  };

  return {
    retained,
    condensed,
    stiffness: complement(squareBlock(stiffness, retained), toInner, fromInner, islands),
    mass: squareBlock(mass, retained),
    viscosity: viscosity === null ? null : squareBlock(viscosity, retained),
    load(full, out) {
      for (let i = 0; i < condensed.length; i++) inside[i] = full[condensed[i]];
      solve(inside);
      for (let i = 0; i < retained.length; i++) out[i] = full[retained[i]];
      multiplyBlockAdd(fromInner, inside, -1, out);
    },
    recover(q, load, out) {
      for (let i = 0; i < condensed.length; i++) inside[i] = load === null ? 0 : load[condensed[i]];
      multiplyBlockAdd(toInner, q, -1, inside);
      solve(inside);
      for (let i = 0; i < condensed.length; i++) out[condensed[i]] = inside[i];
      for (let i = 0; i < retained.length; i++) out[retained[i]] = q[i];
    },
  };
}

function refuseTouched({ pattern, values }: Matrix, gone: ReadonlySet<number>): void {
  for (let i = 0; i < pattern.size; i++) {
    for (let j = pattern.rowStart[i]; j < pattern.rowStart[i + 1]; j++) {
      if (values[j] !== 0 && (gone.has(i) || gone.has(pattern.column[j]))) {
        const row = gone.has(i) ? i : pattern.column[j];
        throw new InputError(
          `it has no mass but is damped (entry (${i}, ${pattern.column[j]}) of the damping matrix is ${values[j]}): ` +
            "its equation is then of first order and cannot be condensed; give it mass or take the damping away",
          { row },
        );
      }
    }
  }
}

/** The condensed rows, as indices into `condensed`, in groups that the stiffness joins. */
function islandsOf({ pattern }: Matrix, condensed: Int32Array): Int32Array[] {
  const place = new Int32Array(pattern.size).fill(-1);
  for (let k = 0; k < condensed.length; k++) place[condensed[k]] = k;
  const seen = new Uint8Array(condensed.length);
  const islands: Int32Array[] = [];
  for (let start = 0; start < condensed.length; start++) {
    if (seen[start] === 1) continue;
    seen[start] = 1;
    const found = [start];
    for (const k of found) {
      const row = condensed[k];
      for (let j = pattern.rowStart[row]; j < pattern.rowStart[row + 1]; j++) {
        const other = place[pattern.column[j]];
        if (other < 0 || seen[other] === 1) continue;
        seen[other] = 1;
        found.push(other);
      }
    }
    islands.push(Int32Array.from(found).sort());
  }
  return islands;
}

interface Island {
  /** Indices into `condensed`. */
  readonly rows: Int32Array;
  /** Solves, in place, for the rows of the island among all that are condensed. */
  solve(x: Vec): void;
}

function islandAt(stiffness: Matrix, condensed: Int32Array, rows: Int32Array): Island {
  const own = rows.map((k) => condensed[k]);
  const inner = squareBlock(stiffness, own);
  const solver = analyze(inner.pattern, false);
  const failure = solver.factor(inner.values);
  if (failure !== null && "row" in failure) {
    throw new InputError(
      `it has no mass and the stiffness does not hold it (a pivot among the massless rows vanishes); give it mass or hold it`,
      { row: own[failure.row] },
    );
  }
  const part = new Float64Array(rows.length);
  return {
    rows,
    solve(x) {
      for (let k = 0; k < rows.length; k++) part[k] = x[rows[k]];
      if (solver.solve(part, part) !== null) {
        throw new InputError(
          "the stiffness of the degrees of freedom without mass is too nearly singular to condense them; give them mass or hold them",
        );
      }
      for (let k = 0; k < rows.length; k++) x[rows[k]] = part[k];
    },
  };
}

/** What an island adds to the stiffness of its shore, and which place in it a row has. */
interface Landing {
  readonly shore: Int32Array;
  readonly update: Vec;
  readonly at: number;
}

/** K_rr − K_rm K_mm⁻¹ K_mr, island by island. */
function complement(outer: Matrix, toInner: Block, fromInner: Block, islands: readonly Island[]): Matrix {
  const n = outer.pattern.size;
  const landings: Landing[][] = Array.from({ length: n }, () => []);
  for (const island of islands) {
    const shore = shoreOf(toInner, island);
    const update = updateOf(toInner, fromInner, island, shore);
    shore.forEach((row, at) => {
      landings[row].push({ shore, update, at });
    });
  }
  const pattern = joinedPattern(outer.pattern, landings);
  const values = new Float64Array(pattern.column.length);
  const sums = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (let j = outer.pattern.rowStart[i]; j < outer.pattern.rowStart[i + 1]; j++)
      sums[outer.pattern.column[j]] += outer.values[j];
    for (const { shore, update, at } of landings[i])
      for (let b = 0; b < shore.length; b++) sums[shore[b]] += update[at * shore.length + b];
    for (let j = pattern.rowStart[i]; j < pattern.rowStart[i + 1]; j++) {
      values[j] = sums[pattern.column[j]];
      sums[pattern.column[j]] = 0;
    }
  }
  return { pattern, values };
}

/** The pattern with every row joined to the shores it lies on. */
function joinedPattern({ size, rowStart, column }: Sparsity, landings: readonly (readonly Landing[])[]): Sparsity {
  const joined = landings.map((own, i) => {
    const row = new Set(column.subarray(rowStart[i], rowStart[i + 1]));
    for (const { shore } of own) for (const other of shore) row.add(other);
    return Int32Array.from(row).sort();
  });
  const start = new Int32Array(size + 1);
  joined.forEach((row, i) => {
    start[i + 1] = start[i] + row.length;
  });
  const columns = new Int32Array(start[size]);
  joined.forEach((row, i) => {
    columns.set(row, start[i]);
  });
  return { size, rowStart: start, column: columns };
}

/** The retained rows that an island is joined to. */
function shoreOf(toInner: Block, { rows }: Island): Int32Array {
  const shore = new Set<number>();
  for (const k of rows)
    for (let j = toInner.rowStart[k]; j < toInner.rowStart[k + 1]; j++) shore.add(toInner.column[j]);
  return Int32Array.from(shore).sort();
}

/** −K_rm K_mm⁻¹ K_mr of one island on its shore, the average with its transpose: it is symmetric but for rounding. */
function updateOf(toInner: Block, fromInner: Block, island: Island, shore: Int32Array): Vec {
  const width = shore.length;
  const update = new Float64Array(width * width);
  const x = new Float64Array(toInner.rows);
  for (let b = 0; b < width; b++) {
    for (const k of island.rows) {
      x[k] = 0;
      for (let j = toInner.rowStart[k]; j < toInner.rowStart[k + 1]; j++)
        if (toInner.column[j] === shore[b]) x[k] = toInner.values[j];
    }
    island.solve(x);
    for (let a = 0; a < width; a++) {
      let sum = 0;
      for (let j = fromInner.rowStart[shore[a]]; j < fromInner.rowStart[shore[a] + 1]; j++)
        sum += fromInner.values[j] * x[fromInner.column[j]];
      update[a * width + b] -= sum / 2;
      update[b * width + a] -= sum / 2;
    }
  }
  return update;
}
