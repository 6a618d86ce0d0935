/** A mesh with one element of each type, side by side, under numbers of its own, with groups of every kind. */
import { type ElementName, elementType } from "../../../src/mesh/element-types.js";
import { blockStarts, type Group, type Mesh } from "../../../src/mesh/mesh.js";
import { oneElement } from "../../mesh/one-element.js";

export function sampleMesh(types: readonly ElementName[]): Mesh {
  const points: number[] = [];
  const blocks: Mesh["blocks"][number][] = [];
  types.forEach((type, k) => {
    const { points: own, blocks: inner } = oneElement(type);
    const first = points.length / 3;
    own.forEach((x, i) => {
      points.push(i % 3 === 0 ? x + 2 * k : x);
    });
    blocks.push({ type, nodes: inner[0].nodes.map((node) => node + first), numbers: Int32Array.of(100 + k) });
  });
  // A node that no element has, and a number that is not round.
  points.push(-1 / 3, 1e-17, -123456.789);
  const count = points.length / 3;
  const mesh: Mesh = {
    points: Float64Array.from(points),
    nodeNumbers: Int32Array.from({ length: count }, (_, k) => 10 * (count - k)),
    blocks,
    groups: [],
  };
  return { ...mesh, groups: groupsFor(mesh) };
}

function groupsFor(mesh: Mesh): Group[] {
  const starts = blockStarts(mesh);
  const solids = mesh.blocks.flatMap(({ type }, b) => (elementType(type).dimension === 3 ? [starts[b]] : []));
  const groups: Group[] = [
    { name: "ends", of: "nodes", nodes: Int32Array.of(0, 2) },
    { name: "first", of: "elements", elements: Int32Array.of(0) },
    { name: "solids", of: "elements", elements: Int32Array.from(solids.filter((element) => element > 0)) },
    { name: "wet", of: "sides", elements: Int32Array.of(solids[0], solids[0]), sides: Uint8Array.of(1, 2) },
  ];
  return solids.length > 0 ? groups : groups.slice(0, 2);
}
