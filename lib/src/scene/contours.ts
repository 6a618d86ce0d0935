/** Lines along which a function of two numbers has one value, by marching squares: a cell whose corners lie on both sides of the value is
 *  crossed by a segment, a saddle by two; what the middle says decides how. Segments are joined into lines. */

export interface ContourGrid {
  readonly columns: number;
  readonly rows: number;
  readonly x: (column: number) => number;
  readonly y: (row: number) => number;
  /** Row after row; what is not finite has no lines through its cells. */
  readonly values: Float64Array;
}

/** Every line as x and y in turn. */
export function contourLines(grid: ContourGrid, level: number): number[][] {
  const { columns, rows, values } = grid;
  const next = new Map<number, number[]>();
  const link = (a: number, b: number) => {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ])
      next.set(from, [...(next.get(from) ?? []), to]);
  };
  // An edge is known by its lower left end: 2 n for the one to the right of node n, 2 n + 1 for the one above it.
  for (let j = 0; j + 1 < rows; j++) {
    for (let i = 0; i + 1 < columns; i++) {
      const n = j * columns + i;
      const corners = [values[n], values[n + 1], values[n + columns + 1], values[n + columns]];
      if (!corners.every(Number.isFinite)) continue;
      const edges = [2 * n, 2 * (n + 1) + 1, 2 * (n + columns), 2 * n + 1];
      const above = corners.map((value) => value >= level);
      const crossed = [0, 1, 2, 3].filter((k) => above[k] !== above[(k + 1) % 4]);
      if (crossed.length === 2) link(edges[crossed[0]], edges[crossed[1]]);
      else if (crossed.length === 4) {
        const middle = corners.reduce((sum, value) => sum + value / 4, 0) >= level;
        const turn = middle === above[0] ? 1 : 3;
        link(edges[0], edges[turn]);
        link(edges[2], edges[(turn + 2) % 4]);
      }
    }
  }
  return joined(next).map((line) => line.flatMap((edge) => crossing(grid, level, edge)));
}

function crossing({ columns, x, y, values }: ContourGrid, level: number, edge: number): [number, number] {
  const n = edge >> 1;
  const [i, j] = [n % columns, Math.floor(n / columns)];
  const isUp = (edge & 1) === 1;
  const [a, b] = [values[n], values[isUp ? n + columns : n + 1]];
  const share = (level - a) / (b - a);
  return isUp ? [x(i), y(j) + share * (y(j + 1) - y(j))] : [x(i) + share * (x(i + 1) - x(i)), y(j)];
}

/** Chains of edges; those with open ends first, then loops, whose first edge comes again at the end. */
function joined(next: Map<number, number[]>): number[][] {
  const lines: number[][] = [];
  const follow = (start: number) => {
    const line = [start];
    for (let at = start; ; ) {
      const to = next.get(at)?.pop();
      if (to === undefined) break;
      const back = next.get(to);
      back?.splice(back.indexOf(at), 1);
      line.push(to);
      at = to;
    }
    return line;
  };
  for (const [edge, ends] of next) if (ends.length === 1) lines.push(follow(edge));
  for (const edge of next.keys()) if ((next.get(edge)?.length ?? 0) > 0) lines.push(follow(edge));
  return lines;
}
