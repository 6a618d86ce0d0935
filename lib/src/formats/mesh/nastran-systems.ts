/** Coordinate systems of Nastran: rectangular, cylindrical and spherical, by three points in another system or by three grid points. */
import { cos, hypot, sin } from "../../core/elementary.js";
import { InputError } from "../../core/failure.js";
import type { BulkCard, CardReader } from "./nastran-cards.js";
import { cardReader } from "./nastran-cards.js";

type Point = readonly [number, number, number];

interface Description {
  readonly kind: "R" | "C" | "S";
  readonly points: (place: (system: number, point: Point) => Point, grid: (node: number) => Point) => readonly Point[];
  readonly line: number;
}

/** What a point of a system is in the basic one. */
export interface Systems {
  add(card: BulkCard): boolean;
  /** `grid` gives a node of the basic system, for systems that are made from nodes. */
  basic(system: number, point: Point, grid: (node: number) => Point): Point;
}

interface Axes {
  readonly origin: Point;
  readonly axes: readonly [Point, Point, Point];
  readonly kind: "R" | "C" | "S";
}

export function systems(file: string | undefined): Systems {
  const described = new Map<number, Description>();
  const known = new Map<number, Axes>();
  const open = new Set<number>();

  const axesOf = (system: number, grid: (node: number) => Point): Axes => {
    const done = known.get(system);
    if (done !== undefined) return done;
    const description = described.get(system);
    if (description === undefined) throw new InputError(`there is no coordinate system ${system}`, { file });
    if (open.has(system))
      throw new InputError(`the coordinate system ${system} is defined by itself`, { file, line: description.line });
    open.add(system);
    const place = (inner: number, point: Point) => basic(inner, point, grid);
    const axes = { ...framed(description.points(place, grid), system, description.line, file), kind: description.kind };
    open.delete(system);
    known.set(system, axes);
    return axes;
  };
  const basic = (system: number, point: Point, grid: (node: number) => Point): Point => {
    if (system === 0) return point;
    const { origin, axes, kind } = axesOf(system, grid);
    const local = straight(kind, point);
    return [0, 1, 2].map(
      (k) => origin[k] + axes[0][k] * local[0] + axes[1][k] * local[1] + axes[2][k] * local[2],
    ) as unknown as Point;
  };
  return {
    basic,
    add(card) {
      const found = /^CORD([12])([RCS])$/.exec(card.name);
      if (found === null) return false;
      const kind = found[2] as Axes["kind"];
      const reader = cardReader(card, file);
      for (const [id, description] of found[1] === "2" ? byPoints(reader, kind) : byNodes(reader, kind))
        described.set(id, description);
      return true;
    },
  };
}

function byPoints(reader: CardReader, kind: Axes["kind"]): [number, Description][] {
  const system = reader.int(3, 0);
  const triples: Point[] = [
    [reader.real(4, 0), reader.real(5, 0), reader.real(6, 0)],
    [reader.real(7, 0), reader.real(8, 0), reader.real(9, 0)],
    [reader.real(12, 0), reader.real(13, 0), reader.real(14, 0)],
  ];
  const points: Description["points"] = (place) => triples.map((point) => place(system, point));
  return [[reader.int(2), { kind, points, line: reader.card.line }]];
}

/** Two systems may stand on one card. */
function byNodes(reader: CardReader, kind: Axes["kind"]): [number, Description][] {
  return [2, 6]
    .filter((field) => reader.has(field))
    .map((field) => {
      const nodes = [reader.int(field + 1), reader.int(field + 2), reader.int(field + 3)];
      return [reader.int(field), { kind, points: (_, grid) => nodes.map(grid), line: reader.card.line }];
    });
}

/** The first point is the origin, the second lies on the third axis, the third in the plane of the first and third axes. */
function framed(
  [a, b, c]: readonly Point[],
  system: number,
  line: number,
  file: string | undefined,
): Omit<Axes, "kind"> {
  const z = unit(minus(b, a));
  const y = unit(cross(z, minus(c, a)));
  if (![...y, ...z].every(Number.isFinite)) {
    throw new InputError(`the points of the coordinate system ${system} lie on a line`, { file, line });
  }
  return { origin: a, axes: [cross(y, z), y, z] };
}

function straight(kind: Axes["kind"], [a, b, c]: Point): Point {
  const rad = Math.PI / 180;
  if (kind === "C") return [a * cos(b * rad), a * sin(b * rad), c];
  if (kind === "S") return [a * sin(b * rad) * cos(c * rad), a * sin(b * rad) * sin(c * rad), a * cos(b * rad)];
  return [a, b, c];
}

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
function unit(a: Point): Point {
  const length = hypot(...a);
  return [a[0] / length, a[1] / length, a[2] / length];
}
