/** A face cut into small pieces, as the shape functions of its type have it: curved where the face is, and each piece of its own colour. */
import { type ElementName, elementType } from "../../mesh/element-types.js";
import { shapeOf } from "../../mesh/shapes/shape-of.js";

export interface Patches {
  /** Of each piece: the weights of the face's nodes at its corners, and in its middle. */
  readonly pieces: readonly { readonly corners: readonly Float64Array[]; readonly middle: Float64Array }[];
  /** The weights along the edge of the face. */
  readonly edge: readonly Float64Array[];
}

/** `cuts`: pieces along an edge. */
export function patchesOf(type: ElementName, cuts: number): Patches {
  const shape = shapeOf(type);
  const weights = (xi: readonly number[]) => {
    const values = new Float64Array(shape.nodes);
    shape.values(xi, values);
    return values;
  };
  const isTriangle = elementType(type).corners === 3;
  const pieces = (isTriangle ? triangles : squares)(cuts).map((corners) => ({
    corners: corners.map(weights),
    middle: weights([0, 1].map((d) => corners.reduce((sum, corner) => sum + corner[d], 0) / corners.length)),
  }));
  const around = isTriangle ? TRIANGLE : SQUARE;
  const edge = around.flatMap(([x, y], k) => {
    const [X, Y] = around[(k + 1) % around.length];
    return Array.from({ length: cuts }, (_, i) => weights([x + ((X - x) * i) / cuts, y + ((Y - y) * i) / cuts]));
  });
  return { pieces, edge };
}

type Loop = readonly (readonly [number, number])[];

const TRIANGLE: Loop = [
  [0, 0],
  [1, 0],
  [0, 1],
];
const SQUARE: Loop = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
];

function squares(n: number): Loop[] {
  const at = (i: number) => (2 * i) / n - 1;
  return Array.from({ length: n * n }, (_, p) => {
    const [i, j] = [p % n, Math.floor(p / n)];
    return [
      [at(i), at(j)],
      [at(i + 1), at(j)],
      [at(i + 1), at(j + 1)],
      [at(i), at(j + 1)],
    ] as const;
  });
}

function triangles(n: number): Loop[] {
  const at = (i: number, j: number) => [i / n, j / n] as const;
  const loops: Loop[] = [];
  for (let j = 0; j < n; j++) {
    for (let i = 0; i + j < n; i++) {
      loops.push([at(i, j), at(i + 1, j), at(i, j + 1)]);
      if (i + j < n - 1) loops.push([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
    }
  }
  return loops;
}
