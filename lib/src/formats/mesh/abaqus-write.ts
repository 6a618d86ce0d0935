/** Meshes for Abaqus and CalculiX: nodes, elements, sets and surfaces. */
import { blocksWithStart } from "../../mesh/boundary-elements.js";
import { isPlane } from "../../mesh/check.js";
import { dimensionOf, elementNumber, type Group, type Mesh, nodeCount, nodeNumber } from "../../mesh/mesh.js";
import { quoted } from "../text.js";
import { abaqusNames } from "./abaqus-elements.js";
import { inColumns, rounding } from "./columns.js";
import type { WrittenMesh } from "./mesh-file.js";
import { type Output, output } from "./output.js";

/** Both read twenty characters of a number and leave out the rest, of which an exponent may be part. */
const WIDEST = 20;
/** Abaqus ends a line of numbers after sixteen. */
const PER_LINE = 16;

export function writeAbaqus(mesh: Mesh): WrittenMesh {
  const out = output();
  const notices: string[] = [];
  const plane = dimensionOf(mesh) === 2 && isPlane(mesh);
  out.text("*HEADING\n*NODE\n");
  const { points } = mesh;
  const rounded = rounding();
  const real = (value: number) => {
    const text = inColumns(value, WIDEST, "e");
    rounded.note(value, Number(text));
    return text;
  };
  for (let k = 0; k < nodeCount(mesh); k++) {
    out.text(
      `${nodeNumber(mesh, k)}, ${real(points[3 * k])}, ${real(points[3 * k + 1])}, ${real(points[3 * k + 2])}\n`,
    );
  }
  notices.push(...rounded.notices(WIDEST));
  let left = 0;
  for (const { block, first, size } of blocksWithStart(mesh)) {
    const names = abaqusNames(block.type);
    if (names === null) {
      left += size;
      continue;
    }
    const { name, order } = plane ? names.plane : names.space;
    out.text(`*ELEMENT, TYPE=${name}\n`);
    const width = order.length;
    for (let e = 0; e < size; e++) {
      const numbers = [elementNumber(mesh, first + e)];
      for (let k = 0; k < width; k++) numbers.push(nodeNumber(mesh, block.nodes[e * width + order[k]]));
      writeList(out, numbers);
    }
  }
  if (left > 0) notices.push(`${left} elements that are points are left out`);
  const labels = labelsOf(mesh.groups, notices);
  for (const [g, group] of mesh.groups.entries()) writeGroup(out, mesh, group, labels[g]);
  return { bytes: out.bytes(), notices };
}

function writeList(out: Output, numbers: readonly number[]): void {
  for (let k = 0; k < numbers.length; k += PER_LINE) {
    const more = k + PER_LINE < numbers.length ? ",\n" : "\n";
    out.text(numbers.slice(k, k + PER_LINE).join(", ") + more);
  }
}

function writeGroup(out: Output, mesh: Mesh, group: Group, label: string): void {
  if (group.of === "nodes") {
    out.text(`*NSET, NSET=${label}\n`);
    rows(
      out,
      Array.from(group.nodes, (node) => nodeNumber(mesh, node)),
    );
  } else if (group.of === "elements") {
    out.text(`*ELSET, ELSET=${label}\n`);
    rows(
      out,
      Array.from(group.elements, (element) => elementNumber(mesh, element)),
    );
  } else {
    out.text(`*SURFACE, NAME=${label}, TYPE=ELEMENT\n`);
    group.elements.forEach((element, k) => {
      out.text(`${elementNumber(mesh, element)}, S${group.sides[k] + 1}\n`);
    });
  }
}

/** Lines of their own: a list that goes on would need a comma at its end. */
function rows(out: Output, numbers: readonly number[]): void {
  for (let k = 0; k < numbers.length; k += PER_LINE) out.text(`${numbers.slice(k, k + PER_LINE).join(", ")}\n`);
}

/** Labels begin with a letter and hold letters, digits, _ and -; two groups of one kind get two labels. */
function labelsOf(groups: readonly Group[], notices: string[]): string[] {
  const taken = new Set<string>();
  return groups.map(({ name, of }) => {
    const plain = name
      .replace(/[^A-Za-z0-9_-]/g, "_")
      .replace(/^(?![A-Za-z])/, "G")
      .slice(0, 72);
    let label = plain;
    for (let k = 2; taken.has(`${of} ${label.toUpperCase()}`); k++) label = `${plain}-${k}`;
    taken.add(`${of} ${label.toUpperCase()}`);
    if (label !== name) notices.push(`the group ${quoted(name)} is called ${label}: Abaqus would not take its name`);
    return label;
  });
}
