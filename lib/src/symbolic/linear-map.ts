/** A constant matrix as straight-line code, for itself and for its transpose: what several rows have in common is computed once.
 *
 *  As long as two columns stand in several rows in the same ratio, the pair that most rows have becomes a column of its own, y = x_i + r x_j: common
 *  subexpressions of a linear map, taken out greedily. Of products of functions of one coordinate each, as shape functions of bricks
 *  are, what is left is their evaluation direction by direction. Run backwards, the same pairs give the transpose. */
import type { Vec } from "../core/vec.js";
import type { Graph, Node } from "./dag.js";

export interface LinearMap {
  /** What the rows of the matrix are, divided by those that are computed. */
  readonly scales: Vec;
  /** The rows, without their scales. */
  times(graph: Graph, x: readonly Node[]): readonly Node[];
  /** The transpose of the same matrix without scales. */
  transposeTimes(graph: Graph, y: readonly Node[]): readonly Node[];
}

/** x_first + ratio x_second. */
interface Pair {
  readonly first: number;
  readonly second: number;
  readonly ratio: number;
}

/** Coefficients by column; columns behind those of the matrix are pairs. */
type Row = Map<number, number>;

/** Coefficients that differ by less are the same, but for rounding. */
const SAME = 1e-13;

export function linearMap(matrix: readonly Vec[]): LinearMap {
  const columns = matrix[0].length;
  const scales = Float64Array.from(matrix, largest);
  const rows: Row[] = [];
  // Rows that are multiples of one another are computed once.
  const rowOf = matrix.map((coefficients, k) => {
    const row = scaledRow(coefficients, scales[k]);
    const known = rows.findIndex((other) => isSame(other, row));
    return known >= 0 ? known : rows.push(row) - 1;
  });
  const pairs = commonPairs(rows, columns);
  const product = ({ multiply, constant }: Graph, c: number, x: Node) => multiply(constant(c), x);
  const sum = ({ add, constant }: Graph, terms: readonly Node[]) => terms.reduce(add, constant(0));
  return {
    scales,
    times(graph, x) {
      const values = [...x];
      for (const { first, second, ratio } of pairs)
        values.push(graph.add(values[first], product(graph, ratio, values[second])));
      const results = rows.map((row) =>
        sum(
          graph,
          [...row].map(([column, c]) => product(graph, c, values[column])),
        ),
      );
      return rowOf.map((row) => results[row]);
    },
    transposeTimes(graph, y) {
      const terms: Node[][] = Array.from({ length: columns + pairs.length }, () => []);
      rows.forEach((row, r) => {
        const own = sum(
          graph,
          y.filter((_, k) => rowOf[k] === r),
        );
        for (const [column, c] of row) terms[column].push(product(graph, c, own));
      });
      for (let k = pairs.length - 1; k >= 0; k--) {
        const { first, second, ratio } = pairs[k];
        const own = sum(graph, terms[columns + k]);
        terms[first].push(own);
        terms[second].push(product(graph, ratio, own));
      }
      return terms.slice(0, columns).map((all) => sum(graph, all));
    },
  };
}

/** The coefficient that is largest in size, the first of several. */
function largest(coefficients: Vec): number {
  return coefficients.reduce((most, c) => (Math.abs(c) > Math.abs(most) * (1 + SAME) ? c : most), 0);
}

function scaledRow(coefficients: Vec, scale: number): Row {
  const row: Row = new Map();
  coefficients.forEach((c, column) => {
    if (Math.abs(c) > SAME * Math.abs(scale)) row.set(column, rounded(c / scale));
  });
  return row;
}

/** Ones are exact. */
const rounded = (c: number): number => (Math.abs(Math.abs(c) - 1) < SAME ? Math.sign(c) : c);

const isSame = (a: Row, b: Row): boolean =>
  a.size === b.size && [...a].every(([column, c]) => Math.abs((b.get(column) ?? Infinity) - c) < SAME);

/** Takes pairs out of the rows until no two rows have one in common. */
function commonPairs(rows: readonly Row[], columns: number): readonly Pair[] {
  const pairs: Pair[] = [];
  /** In how many rows each pair is. */
  const counts = new Map<number, number>();
  const count = (row: Row, column: number, by: 1 | -1) => {
    for (const other of row.keys()) {
      if (other === column) continue;
      const key = keyOf(pairIn(row, column, other));
      counts.set(key, (counts.get(key) ?? 0) + by);
    }
  };
  const take = (row: Row, column: number): number => {
    const c = row.get(column)!;
    count(row, column, -1);
    row.delete(column);
    return c;
  };
  const put = (row: Row, column: number, c: number) => {
    row.set(column, c);
    count(row, column, 1);
  };
  for (const row of rows) {
    const entries = [...row];
    row.clear();
    for (const [column, c] of entries) put(row, column, c);
  }
  const replace = (key: number) => {
    const [a, b] = columnsOf(key);
    const having = rows.filter((row) => row.has(a) && row.has(b) && keyOf(pairIn(row, a, b)) === key);
    const pair = pairIn(having[0], a, b);
    for (const row of having) {
      take(row, pair.second);
      put(row, columns + pairs.length, take(row, pair.first));
    }
    pairs.push(pair);
  };
  // A new column is in as many rows as its pair was, so that counts never grow. The loop sees keys that are added meanwhile.
  for (let most = rows.length; most > 1; most--) {
    counts.forEach((found, key) => {
      if (found === most) replace(key);
    });
  }
  return pairs;
}

/** The larger coefficient comes first, and of two of the same size the column that comes first. */
function pairIn(row: Row, a: number, b: number): Pair {
  const [ca, cb] = [row.get(a)!, row.get(b)!];
  const [most, least] = [Math.abs(ca), Math.abs(cb)];
  const isFirst = Math.abs(most - least) < SAME * most ? a < b : most > least;
  return isFirst ? { first: a, second: b, ratio: rounded(cb / ca) } : { first: b, second: a, ratio: rounded(ca / cb) };
}

/** A whole number for a pair: columns, of which there are less than 2¹⁰, and thirty bits of the ratio, by which no two shape functions are that close. */
const keyOf = ({ first, second, ratio }: Pair): number =>
  (first * 2 ** 10 + second) * 2 ** 31 + Math.round((ratio + 1) * 2 ** 29);

const columnsOf = (key: number): readonly [number, number] => {
  const both = Math.floor(key / 2 ** 31);
  return [Math.floor(both / 2 ** 10), both % 2 ** 10];
};
