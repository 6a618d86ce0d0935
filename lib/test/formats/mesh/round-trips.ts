/** Meshes at random, written in every format and read again: nodes, elements and the members of every group are those that were written,
 *  as far as the format has a place for them. */
import fc from "fast-check";
import { expect } from "vitest";
import { plainName } from "../../../src/formats/mesh/names.js";
import { readMesh, writeMesh } from "../../../src/formats/mesh/read-mesh.js";
import { type ElementName, elementType, elementTypes } from "../../../src/mesh/element-types.js";
import { blockStarts, elementCount, type Group, type Mesh, nodeCount } from "../../../src/mesh/mesh.js";
import { oneElement } from "../../mesh/one-element.js";

interface Held {
  readonly types: readonly ElementName[];
  /** Whose names come back. */
  readonly groups: readonly Group["of"][];
  nameOf(name: string): string;
  /** A group of nodes is one of point elements, and joins the group of elements of its name. */
  readonly pointsForNodes?: true;
}

const ALL = elementTypes().map(({ name }) => name);
const without = (...left: ElementName[]) => ALL.filter((name) => !left.includes(name));
const quotes = (name: string) => plainName(name).replaceAll('"', "'");
const every = ["nodes", "elements", "sides"] as const;

/** What a format can hold. */
export const HELD: Readonly<Record<string, Held>> = {
  ".msh": { types: ALL, groups: ["elements"], nameOf: quotes, pointsForNodes: true },
  ".msh2": { types: ALL, groups: ["elements"], nameOf: quotes, pointsForNodes: true },
  ".vtk": { types: ALL, groups: every, nameOf: plainName },
  ".vtu": { types: ALL, groups: every, nameOf: plainName },
  ".inp": { types: without("point1"), groups: [], nameOf: plainName },
  ".bdf": { types: without("point1", "line3"), groups: [], nameOf: plainName },
  ".mesh": { types: without("point1", "quad8", "wedge15", "hex20"), groups: [], nameOf: plainName },
};

const NAMES = [
  "part",
  "part",
  "b",
  "surface-3",
  "volume-1",
  "a b",
  'say "x"',
  "é→",
  "x\u2028y",
  "t\tn\n",
  "\u001b]0;x\u0007",
  "&lt;<>'",
  "100%",
];
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: "binary", maxLength: 12, minLength: 1 }));

interface Draft {
  readonly types: readonly ElementName[];
  readonly firstNode: number;
  readonly firstElement: number;
  readonly groups: readonly { readonly name: string; readonly of: Group["of"]; readonly members: readonly number[] }[];
}

const drafts = (types: readonly ElementName[]): fc.Arbitrary<Draft> =>
  fc.record({
    types: fc.array(fc.constantFrom(...types), { minLength: 1, maxLength: 6 }),
    firstNode: fc.constantFrom(1, 7, 1_000_000),
    firstElement: fc.constantFrom(1, 5, 2_000_000),
    groups: fc.array(
      fc.record({
        name,
        of: fc.constantFrom<Group["of"]>("nodes", "elements", "sides"),
        members: fc.array(fc.nat(1000), { maxLength: 6 }),
      }),
      { maxLength: 6 },
    ),
  });

/** Elements of the draft side by side, apart from one another. */
function meshFrom({ types, firstNode, firstElement, groups }: Draft): Mesh {
  const points: number[] = [];
  const blocks = [...new Set(types)].map((type) => {
    const nodes: number[] = [];
    const numbers: number[] = [];
    types.forEach((own, k) => {
      if (own !== type) return;
      const one = oneElement(type);
      const first = points.length / 3;
      one.points.forEach((x, i) => {
        points.push(i % 3 === 0 ? x + 3 * k : x);
      });
      for (const node of one.blocks[0].nodes) nodes.push(first + node);
      numbers.push(firstElement + k);
    });
    return { type, nodes: Int32Array.from(nodes), numbers: Int32Array.from(numbers) };
  });
  const count = points.length / 3;
  const mesh: Mesh = {
    points: Float64Array.from(points),
    nodeNumbers: Int32Array.from({ length: count }, (_, k) => firstNode + count - 1 - k),
    blocks,
    groups: [],
  };
  const made = groups.flatMap(({ name: title, of, members }): Group[] => {
    const distinct = (most: number) => Int32Array.from(new Set(members.map((member) => member % most))).sort();
    if (of === "nodes") return [{ name: title, of, nodes: distinct(count) }];
    if (of === "elements") return [{ name: title, of, elements: distinct(elementCount(mesh)) }];
    const sides = sidesOf(mesh);
    if (sides.length === 0) return [];
    const chosen = Array.from(distinct(sides.length), (k) => sides[k]);
    return [
      { name: title, of, elements: Int32Array.from(chosen, ([e]) => e), sides: Uint8Array.from(chosen, ([, s]) => s) },
    ];
  });
  return { ...mesh, groups: made };
}

function sidesOf(mesh: Mesh): (readonly [element: number, side: number])[] {
  const starts = blockStarts(mesh);
  return mesh.blocks.flatMap(({ type, nodes }, b) => {
    const { sides, nodes: width, dimension } = elementType(type);
    const size = nodes.length / width;
    if (dimension < 2) return [];
    return Array.from(
      { length: size * sides.length },
      (_, k) => [starts[b] + Math.floor(k / sides.length), k % sides.length] as const,
    );
  });
}

/** An element by its type and the places of its nodes: independent of numbers and of the order of blocks. Bulk data has ten digits. */
function keysOf(mesh: Mesh): string[] {
  return mesh.blocks.flatMap(({ type, nodes }) => {
    const { nodes: width } = elementType(type);
    return Array.from(
      { length: nodes.length / width },
      (_, e) =>
        `${type}: ${Array.from(nodes.subarray(e * width, (e + 1) * width), (node) => spotOf(mesh, node)).join("; ")}`,
    );
  });
}

const spotOf = ({ points }: Mesh, node: number) =>
  Array.from(points.subarray(3 * node, 3 * node + 3), (x) => Number(x.toPrecision(9)) + 0).join(" ");

/** The members of all groups of a kind by name, those of one name together: a group of several dimensions may come back as several. */
function members(mesh: Mesh, of: Group["of"], nameOf: (name: string) => string): Map<string, string[]> {
  const keys = keysOf(mesh);
  const found = new Map<string, Set<string>>();
  for (const group of mesh.groups) {
    if (group.of !== of) continue;
    const set = found.get(nameOf(group.name)) ?? new Set();
    found.set(nameOf(group.name), set);
    if (group.of === "nodes") for (const node of group.nodes) set.add(spotOf(mesh, node));
    else
      group.elements.forEach((element, k) => {
        set.add(`${keys[element]} ${group.of === "sides" ? group.sides[k] : ""}`);
      });
  }
  return new Map([...found].map(([title, set]) => [title, [...set].sort()]));
}

/** The mesh with groups of its own point elements in the place of its groups of nodes. */
function withPoints(mesh: Mesh): Mesh {
  const places = new Map(keysOf(mesh).map((key, element) => [key, element]));
  const groups = mesh.groups.map((group): Group => {
    if (group.of !== "nodes") return group;
    const elements = Array.from(group.nodes, (node) => places.get(`point1: ${spotOf(mesh, node)}`) ?? -1);
    return { name: group.name, of: "elements", elements: Int32Array.from(elements.filter((element) => element >= 0)) };
  });
  return { ...mesh, groups };
}

/** How many meshes were written and read. */
export function roundTrips(ending: string, runs: number, seed: number): number {
  const { types, groups, nameOf, pointsForNodes } = HELD[ending];
  let done = 0;
  fc.assert(
    fc.property(drafts(types), (draft) => {
      const mesh = meshFrom(draft);
      const { mesh: found } = readMesh(writeMesh(mesh, `it${ending}`).bytes, `it${ending}`);
      expect(nodeCount(found)).toBe(nodeCount(mesh));
      const [before, after] = [keysOf(mesh), keysOf(found)];
      // Formats without groups of sides or nodes make elements of them, beside the mesh's own.
      const own = new Set(before);
      expect(after.filter((key) => own.has(key)).sort()).toEqual(before.sort());
      if (ending === ".vtk" || ending === ".vtu" || ending === ".inp") expect(after).toHaveLength(before.length);
      for (const of of groups) {
        const meant = pointsForNodes ? withPoints(mesh) : mesh;
        const [written, read] = [members(meant, of, nameOf), members(found, of, (title) => title)];
        for (const [title, list] of written) {
          const mine = (read.get(title) ?? []).filter(
            (key) => of === "nodes" || own.has(key.slice(0, key.lastIndexOf(" "))),
          );
          expect(mine, title).toEqual(list);
        }
      }
      if (ending === ".inp") expectSameSizes(mesh, found);
      done++;
    }),
    { numRuns: runs, seed },
  );
  return done;
}

/** Labels replace names; groups of one kind keep their order. */
function expectSameSizes(mesh: Mesh, found: Mesh): void {
  const sizes = (m: Mesh, of: "nodes" | "elements") =>
    m.groups.flatMap((group) =>
      group.of === of ? [group.of === "nodes" ? group.nodes.length : group.elements.length] : [],
    );
  for (const of of ["nodes", "elements"] as const) expect(sizes(found, of)).toEqual(sizes(mesh, of));
}
