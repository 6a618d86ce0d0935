/** The types of elements: how many nodes, in which order, with which edges and sides.
 *
 *  Corners come first; a side seen from outside runs counter-clockwise. The nodes in the middle of the edges follow in the order
 *  of `edges`. This is the order of Abaqus and, but for wedges, of VTK; the other formats say how theirs differs. */
export interface ElementType {
  readonly name: ElementName;
  readonly dimension: 0 | 1 | 2 | 3;
  readonly nodes: number;
  readonly corners: number;
  /** Pairs of corners. */
  readonly edges: readonly (readonly [number, number])[];
  /** What bounds it, in the order in which Abaqus counts: faces of a solid, edges of a plane element. */
  readonly sides: readonly Side[];
}

export interface Side {
  readonly type: ElementName;
  readonly nodes: readonly number[];
}

export type ElementName = (typeof NAMES)[number];

const NAMES = [
  "point1",
  "line2",
  "line3",
  "tri3",
  "tri6",
  "quad4",
  "quad8",
  "tet4",
  "tet10",
  "pyramid5",
  "wedge6",
  "wedge15",
  "hex8",
  "hex20",
] as const;

interface Topology {
  readonly dimension: 0 | 1 | 2 | 3;
  readonly corners: number;
  readonly edges: readonly (readonly [number, number])[];
  /** The corners of each side. */
  readonly sides: readonly (readonly number[])[];
}

const POINT: Topology = { dimension: 0, corners: 1, edges: [], sides: [] };
const LINE: Topology = { dimension: 1, corners: 2, edges: [[0, 1]], sides: [[0], [1]] };
const TRIANGLE: Topology = {
  dimension: 2,
  corners: 3,
  edges: [
    [0, 1],
    [1, 2],
    [2, 0],
  ],
  sides: [
    [0, 1],
    [1, 2],
    [2, 0],
  ],
};
const QUADRILATERAL: Topology = {
  dimension: 2,
  corners: 4,
  edges: [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
  ],
  sides: [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
  ],
};
const TETRAHEDRON: Topology = {
  dimension: 3,
  corners: 4,
  edges: [
    [0, 1],
    [1, 2],
    [2, 0],
    [0, 3],
    [1, 3],
    [2, 3],
  ],
  sides: [
    [0, 2, 1],
    [0, 1, 3],
    [1, 2, 3],
    [2, 0, 3],
  ],
};
const PYRAMID: Topology = {
  dimension: 3,
  corners: 5,
  edges: [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
    [0, 4],
    [1, 4],
    [2, 4],
    [3, 4],
  ],
  sides: [
    [0, 3, 2, 1],
    [0, 1, 4],
    [1, 2, 4],
    [2, 3, 4],
    [3, 0, 4],
  ],
};
const WEDGE: Topology = {
  dimension: 3,
  corners: 6,
  edges: [
    [0, 1],
    [1, 2],
    [2, 0],
    [3, 4],
    [4, 5],
    [5, 3],
    [0, 3],
    [1, 4],
    [2, 5],
  ],
  sides: [
    [0, 2, 1],
    [3, 4, 5],
    [0, 1, 4, 3],
    [1, 2, 5, 4],
    [2, 0, 3, 5],
  ],
};
const HEXAHEDRON: Topology = {
  dimension: 3,
  corners: 8,
  edges: [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
    [4, 5],
    [5, 6],
    [6, 7],
    [7, 4],
    [0, 4],
    [1, 5],
    [2, 6],
    [3, 7],
  ],
  sides: [
    [0, 3, 2, 1],
    [4, 5, 6, 7],
    [0, 1, 5, 4],
    [1, 2, 6, 5],
    [2, 3, 7, 6],
    [3, 0, 4, 7],
  ],
};

const TOPOLOGIES: Readonly<Record<ElementName, Topology>> = {
  point1: POINT,
  line2: LINE,
  line3: LINE,
  tri3: TRIANGLE,
  tri6: TRIANGLE,
  quad4: QUADRILATERAL,
  quad8: QUADRILATERAL,
  tet4: TETRAHEDRON,
  tet10: TETRAHEDRON,
  pyramid5: PYRAMID,
  wedge6: WEDGE,
  wedge15: WEDGE,
  hex8: HEXAHEDRON,
  hex20: HEXAHEDRON,
};

/** Sides by their number of corners: with and without nodes in the middle of the edges. */
const SIDE_TYPES: readonly (readonly [ElementName, ElementName])[] = [
  ["point1", "point1"],
  ["point1", "point1"],
  ["line2", "line3"],
  ["tri3", "tri6"],
  ["quad4", "quad8"],
];

const TYPES = new Map(NAMES.map((name) => [name, typeOf(name, TOPOLOGIES[name])]));

export const ELEMENT_TYPES: readonly ElementType[] = [...TYPES.values()];

export function elementType(name: ElementName): ElementType {
  return TYPES.get(name) as ElementType;
}

function typeOf(name: ElementName, { dimension, corners, edges, sides }: Topology): ElementType {
  const nodes = Number(/\d+$/.exec(name)?.[0]);
  const quadratic = nodes > corners;
  return {
    name,
    dimension,
    nodes,
    corners,
    edges,
    sides: sides.map((side) => ({
      type: SIDE_TYPES[side.length][quadratic ? 1 : 0],
      nodes: quadratic ? [...side, ...middles(side, edges, corners)] : side,
    })),
  };
}

/** The nodes in the middle of a side's edges, in the order of that side's own edges. */
function middles(side: readonly number[], edges: Topology["edges"], corners: number): number[] {
  if (side.length === 1) return [];
  const pairs = side.length === 2 ? [[side[0], side[1]]] : side.map((node, k) => [node, side[(k + 1) % side.length]]);
  return pairs.map(([a, b]) => corners + edges.findIndex(([i, j]) => (i === a && j === b) || (i === b && j === a)));
}
