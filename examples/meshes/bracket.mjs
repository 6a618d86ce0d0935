// Writes bracket.msh (Gmsh 2.2, millimetres): an angle bracket of quadratic tetrahedra with the groups wall, load and steel.
// node examples/meshes/bracket.mjs
import { writeFileSync } from "node:fs";

const CELL = 10;
const [LONG, WIDE, TALL] = [10, 3, 8];
const isMetal = (i, k) => k === 0 || i === 0;

const points = [];
const numbers = new Map();
/** The number of the node at a place, in half cells, counted from 1. */
function node(x, y, z) {
  const key = `${x},${y},${z}`;
  if (!numbers.has(key)) {
    points.push([x, y, z].map((each) => (each * CELL) / 2));
    numbers.set(key, points.length);
  }
  return numbers.get(key);
}
const middle = (a, b) => node(...a.map((x, d) => (x + b[d]) / 2));
/** Corners, then the middles of these edges. */
const quadratic = (corners, edges) => [
  ...corners.map((corner) => node(...corner)),
  ...edges.map(([i, j]) => middle(corners[i], corners[j])),
];

const elements = [];
const TRIANGLE = [
  [0, 1],
  [1, 2],
  [2, 0],
];
// Gmsh has the last two edges of a tetrahedron in its own order.
const TETRAHEDRON = [
  [0, 1],
  [1, 2],
  [2, 0],
  [0, 3],
  [2, 3],
  [1, 3],
];
const SIDES = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [2, 0, 3],
];

for (let k = 0; k < TALL; k++) {
  for (let j = 0; j < WIDE; j++) {
    for (let i = 0; i < LONG; i++) {
      if (!isMetal(i, k)) continue;
      for (const order of [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
      ]) {
        const corners = [[2 * i, 2 * j, 2 * k]];
        for (const d of order) corners.push(corners.at(-1).map((x, c) => x + (c === d ? 2 : 0)));
        const isOdd = ["021", "102", "210"].includes(order.join(""));
        const tet = isOdd ? [corners[0], corners[2], corners[1], corners[3]] : corners;
        elements.push({ type: 11, group: 3, nodes: quadratic(tet, TETRAHEDRON) });
        for (const side of SIDES) {
          const triangle = side.map((c) => tet[c]);
          if (triangle.every(([, , z]) => z === 2 * TALL))
            elements.push({ type: 9, group: 1, nodes: quadratic(triangle, TRIANGLE) });
          if (triangle.every(([x]) => x === 2 * LONG))
            elements.push({ type: 9, group: 2, nodes: quadratic(triangle, TRIANGLE) });
        }
      }
    }
  }
}
elements.sort((a, b) => a.group - b.group);

const lines = [
  "$MeshFormat",
  "2.2 0 8",
  "$EndMeshFormat",
  "$PhysicalNames",
  "3",
  '2 1 "wall"',
  '2 2 "load"',
  '3 3 "steel"',
  "$EndPhysicalNames",
  "$Nodes",
  points.length,
  ...points.map((point, n) => `${n + 1} ${point.join(" ")}`),
  "$EndNodes",
  "$Elements",
  elements.length,
  ...elements.map(({ type, group, nodes }, e) => `${e + 1} ${type} 2 ${group} ${group} ${nodes.join(" ")}`),
  "$EndElements",
  "",
];
writeFileSync(new URL("bracket.msh", import.meta.url), lines.join("\n"));
