/** Families of elements: what all lines, all triangles, … have in common, however many nodes. Digits name corners.
 *
 *  A side seen from outside runs counter-clockwise. The order of corners, edges and sides is that of Abaqus. */
import { once } from "../../core/once.js";

export interface Family {
  readonly dimension: 0 | 1 | 2 | 3;
  /** Where they are in the reference element. */
  readonly corners: readonly (readonly number[])[];
  /** Pairs of corners; nodes in the middle of edges follow in this order. */
  readonly edges: readonly (readonly [number, number])[];
  /** The corners of each side: faces of a solid, edges of a plane element. */
  readonly sides: readonly (readonly number[])[];
  /** The corners of the element seen in a mirror: the first stays, the way around is reversed. */
  readonly mirrored: readonly number[];
  /** A corner and the ends of the edges that leave it, right-handed; two in the plane. */
  readonly spans: readonly (readonly number[])[];
  /** What a field is made of that the values at the corners determine, at ξ. */
  basis(xi: readonly number[]): number[];
}

/** "012 30" is [[0, 1, 2], [3, 0]]. */
const lists = (digits: string): number[][] =>
  digits.split(" ").flatMap((word) => (word === "" ? [] : [Array.from(word, Number)]));

export const pairs = (digits: string) => lists(digits) as [number, number][];

interface Digits extends Pick<Family, "dimension" | "corners" | "basis"> {
  readonly edges: string;
  /** The edges, where they are not given. */
  readonly sides?: string;
  readonly mirrored: string;
  readonly spans: string;
}

const family = ({ edges, sides = edges, mirrored, spans, ...others }: Digits): Family => ({
  ...others,
  edges: pairs(edges),
  sides: lists(sides),
  mirrored: lists(mirrored)[0],
  spans: lists(spans),
});

const linear: Family["basis"] = (xi) => [1, ...xi];
const multilinear: Family["basis"] = ([x, y, z]) =>
  z === undefined ? [1, x, y, x * y] : [1, x, y, z, x * y, y * z, z * x, x * y * z];

const at = (base: Family["corners"], z: number) => base.map((point) => [...point, z]);

export const point = once(() =>
  family({
    dimension: 0,
    corners: [[]],
    edges: "",
    mirrored: "0",
    spans: "",
    basis: linear,
  }),
);

/** [−1, 1]. */
export const line = once(() =>
  family({
    dimension: 1,
    corners: [[-1], [1]],
    edges: "01",
    sides: "0 1",
    mirrored: "10",
    spans: "",
    basis: linear,
  }),
);

/** The corners 0 and e_i. */
export const triangle = once(() =>
  family({
    dimension: 2,
    corners: [
      [0, 0],
      [1, 0],
      [0, 1],
    ],
    edges: "01 12 20",
    mirrored: "021",
    spans: "012",
    basis: linear,
  }),
);

/** [−1, 1]². */
export const quadrilateral = once(() =>
  family({
    dimension: 2,
    corners: [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ],
    edges: "01 12 23 30",
    mirrored: "0321",
    spans: "013 120 231 302",
    basis: multilinear,
  }),
);

/** The corners 0 and e_i. */
export const tetrahedron = once(() =>
  family({
    dimension: 3,
    corners: [...at(triangle().corners, 0), [0, 0, 1]],
    edges: "01 12 20 03 13 23",
    sides: "021 013 123 203",
    mirrored: "0213",
    spans: "0123",
    basis: linear,
  }),
);

/** A square [−1, 1]² with the apex above its middle. */
export const pyramid = once(() =>
  family({
    dimension: 3,
    corners: [...at(quadrilateral().corners, 0), [0, 0, 1]],
    edges: "01 12 23 30 04 14 24 34",
    sides: "0321 014 124 234 304",
    mirrored: "03214",
    spans: "0134 1204 2314 3024",
    basis: linear,
  }),
);

/** A triangle times [−1, 1]. */
export const wedge = once(() =>
  family({
    dimension: 3,
    corners: [...at(triangle().corners, -1), ...at(triangle().corners, 1)],
    edges: "01 12 20 34 45 53 03 14 25",
    sides: "021 345 0143 1254 2035",
    mirrored: "021354",
    spans: "0123 1204 2015 3540 4351 5432",
    basis: ([x, y, z]) => [1, x, y, z, x * z, y * z],
  }),
);

/** [−1, 1]³. */
export const hexahedron = once(() =>
  family({
    dimension: 3,
    corners: [...at(quadrilateral().corners, -1), ...at(quadrilateral().corners, 1)],
    edges: "01 12 23 30 45 56 67 74 04 15 26 37",
    sides: "0321 4567 0154 1265 2376 3047",
    mirrored: "03214765",
    spans: "0134 1205 2316 3027 4750 5461 6572 7643",
    basis: multilinear,
  }),
);
