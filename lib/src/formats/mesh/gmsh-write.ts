/** Meshes for Gmsh: format 4.1, binary, or 2.2 as text for older programs. Groups become physical groups; sides become elements of
 *  their own and nodes points, because Gmsh knows groups of nothing else. */
import { blocksWithStart, groupsAsElements, type Regions, regionsOf } from "../../mesh/boundary-elements.js";
import { elementType } from "../../mesh/element-types.js";
import { elementCount, type Mesh, nodeCount, nodeNumber } from "../../mesh/mesh.js";
import { gmshElements, gmshNumber } from "./gmsh-elements.js";
import { LITTLE_ENDIAN, type Output, output } from "./output.js";

export interface GmshOptions {
  readonly version?: 4.1 | 2.2;
}

export function writeGmsh(mesh: Mesh, { version = 4.1 }: GmshOptions = {}): Uint8Array {
  const whole = groupsAsElements(groupsAsElements(mesh, "sides"), "nodes");
  return version === 4.1 ? written41(whole) : written22(whole);
}

interface Physical {
  readonly dimension: number;
  readonly number: number;
  readonly name: string;
}

interface Entity {
  readonly dimension: number;
  readonly tag: number;
  readonly physical: readonly number[];
  readonly region: number;
}

/** A group with elements of several dimensions is one physical group in each. */
function physicalGroups(mesh: Mesh): { readonly list: Physical[]; numberOf(group: number, dimension: number): number } {
  const list: Physical[] = [];
  const numbers = new Map<string, number>();
  mesh.groups.forEach((group, g) => {
    if (group.of !== "elements") return;
    const dimensions = new Set<number>();
    for (const { block, first, size } of blocksWithStart(mesh)) {
      if (group.elements.some((element) => element >= first && element < first + size)) {
        dimensions.add(elementType(block.type).dimension);
      }
    }
    for (const dimension of dimensions) {
      numbers.set(`${g} ${dimension}`, list.length + 1);
      list.push({ dimension, number: list.length + 1, name: group.name.replaceAll('"', "'").replaceAll("\n", " ") });
    }
  });
  return { list, numberOf: (group, dimension) => numbers.get(`${group} ${dimension}`) ?? 0 };
}

function head(out: Output, version: string, list: readonly Physical[]): void {
  out.text(`$MeshFormat\n${version} ${version === "4.1" ? 1 : 0} 8\n`);
  if (version === "4.1") {
    out.raw(new Int32Array([1]));
    out.text("\n");
  }
  out.text("$EndMeshFormat\n");
  if (list.length === 0) return;
  const lines = list.map(({ dimension, number, name }) => `${dimension} ${number} "${name}"\n`).join("");
  out.text(`$PhysicalNames\n${list.length}\n${lines}$EndPhysicalNames\n`);
}

function written41(mesh: Mesh): Uint8Array {
  const out = output();
  const { list, numberOf } = physicalGroups(mesh);
  head(out, "4.1", list);
  const regions = regionsOf(mesh);
  const entities = entitiesOf(mesh, regions, numberOf);
  writeEntities(out, mesh, entities);
  writeNodes(out, mesh, entities[0]);
  writeElements(out, mesh, regions, entities);
  return out.bytes();
}

/** One entity for every region and dimension; one volume at least, for nodes to belong to. */
function entitiesOf(mesh: Mesh, regions: Regions, numberOf: (group: number, dimension: number) => number): Entity[] {
  const found = new Map<string, Entity>();
  const tags = [0, 0, 0, 0];
  for (const { block, first, size } of blocksWithStart(mesh)) {
    const { dimension } = elementType(block.type);
    for (let e = first; e < first + size; e++) {
      const region = regions.of[e];
      const key = `${dimension} ${region}`;
      if ((e > first && region === regions.of[e - 1]) || found.has(key)) continue;
      const physical = regions.groups[region].map((group) => numberOf(group, dimension));
      found.set(key, { dimension, tag: ++tags[dimension], physical, region });
    }
  }
  const list = [...found.values()].sort((a, b) => b.dimension - a.dimension || a.tag - b.tag);
  return list.length > 0 ? list : [{ dimension: 3, tag: 1, physical: [], region: 0 }];
}

function writeEntities(out: Output, { points }: Mesh, entities: readonly Entity[]): void {
  const box = boxOf(points);
  out.text("$Entities\n");
  const byDimension = [0, 1, 2, 3].map((dimension) => entities.filter((entity) => entity.dimension === dimension));
  out.raw(sizes(byDimension.map((list) => list.length)));
  byDimension.forEach((list, dimension) => {
    for (const { tag, physical } of list) {
      out.raw(new Int32Array([tag]));
      out.raw(dimension === 0 ? box.subarray(0, 3) : box);
      out.raw(sizes([physical.length]));
      out.raw(Int32Array.from(physical));
      if (dimension > 0) out.raw(sizes([0]));
    }
  });
  out.text("\n$EndEntities\n");
}

function boxOf(points: Float64Array): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let k = 0; k < points.length; k++) {
    box[k % 3] = Math.min(box[k % 3], points[k]);
    box[3 + (k % 3)] = Math.max(box[3 + (k % 3)], points[k]);
  }
  return points.length === 0 ? new Float64Array(6) : box;
}

/** Whole numbers of 8 bytes. */
function sizes(values: readonly number[]): Uint32Array {
  const out = new Uint32Array(2 * values.length);
  values.forEach((value, k) => {
    out[2 * k + (LITTLE_ENDIAN ? 0 : 1)] = value;
  });
  return out;
}

function writeNodes(out: Output, mesh: Mesh, owner: Entity): void {
  const count = nodeCount(mesh);
  const numbers = new Uint32Array(2 * count);
  let [least, most] = [count === 0 ? 0 : Infinity, 0];
  for (let k = 0; k < count; k++) {
    const number = nodeNumber(mesh, k);
    numbers[2 * k + (LITTLE_ENDIAN ? 0 : 1)] = number;
    if (number < least) least = number;
    if (number > most) most = number;
  }
  out.text("$Nodes\n");
  out.raw(sizes([1, count, least, most]));
  out.raw(new Int32Array([owner.dimension, owner.tag, 0]));
  out.raw(sizes([count]));
  out.raw(numbers);
  out.raw(mesh.points);
  out.text("\n$EndNodes\n");
}

function writeElements(out: Output, mesh: Mesh, regions: Regions, entities: readonly Entity[]): void {
  const owner = new Map(entities.map((entity) => [`${entity.dimension} ${entity.region}`, entity]));
  const numbered = numbersOf(mesh);
  const parts: { entity: Entity; type: number; count: number; words: Uint32Array }[] = [];
  const low = LITTLE_ENDIAN ? 0 : 1;
  for (const { block, first, size } of blocksWithStart(mesh)) {
    const { dimension, nodes: width } = elementType(block.type);
    const type = gmshNumber(block.type);
    const order = gmshElements().get(type)?.order ?? new Uint8Array(0);
    const counts = new Map<number, number>();
    for (let e = first; e < first + size; e++) counts.set(regions.of[e], (counts.get(regions.of[e]) ?? 0) + 1);
    const open = new Map(
      [...counts].map(([region, count]) => {
        const entity = owner.get(`${dimension} ${region}`) as Entity;
        const part = { entity, type, count, words: new Uint32Array(2 * count * (width + 1)) };
        parts.push(part);
        return [region, { words: part.words, at: low }];
      }),
    );
    for (let e = 0; e < size; e++) {
      const part = open.get(regions.of[first + e]) as { words: Uint32Array; at: number };
      part.words[part.at] = numbered[first + e];
      part.at += 2;
      for (let k = 0; k < width; k++, part.at += 2)
        part.words[part.at] = nodeNumber(mesh, block.nodes[e * width + order[k]]);
    }
  }
  out.text("$Elements\n");
  const [least, most] = extremes(numbered);
  out.raw(sizes([parts.length, elementCount(mesh), least, most]));
  for (const { entity, type, count, words } of parts) {
    out.raw(new Int32Array([entity.dimension, entity.tag, type]));
    out.raw(sizes([count]));
    out.raw(words);
  }
  out.text("\n$EndElements\n");
}

/** The numbers of all elements; counted anew where the file's are not unique, which Gmsh would refuse. */
function numbersOf(mesh: Mesh): Int32Array {
  const numbers = new Int32Array(elementCount(mesh));
  for (const { block, first, size } of blocksWithStart(mesh)) {
    for (let e = 0; e < size; e++) numbers[first + e] = block.numbers?.[e] ?? first + e + 1;
  }
  const sorted = numbers.slice().sort();
  const unique = sorted.every((number, k) => number > 0 && (k === 0 || number !== sorted[k - 1]));
  return unique ? numbers : numbers.map((_, k) => k + 1);
}

function extremes(numbers: Int32Array): [number, number] {
  let [least, most] = [numbers.length === 0 ? 0 : Infinity, 0];
  for (const number of numbers) {
    if (number < least) least = number;
    if (number > most) most = number;
  }
  return [least, most];
}

/** An element of several groups is written once for each, as Gmsh does. */
function written22(mesh: Mesh): Uint8Array {
  const out = output();
  const { list, numberOf } = physicalGroups(mesh);
  head(out, "2.2", list);
  const { points } = mesh;
  out.text(`$Nodes\n${nodeCount(mesh)}\n`);
  for (let k = 0; k < nodeCount(mesh); k++) {
    out.text(`${nodeNumber(mesh, k)} ${points[3 * k]} ${points[3 * k + 1]} ${points[3 * k + 2]}\n`);
  }
  out.text("$EndNodes\n$Elements\n");
  const regions = regionsOf(mesh);
  const numbered = numbersOf(mesh);
  let next = extremes(numbered)[1];
  const count = regions.of.reduce((sum, region) => sum + Math.max(1, regions.groups[region].length), 0);
  out.text(`${count}\n`);
  for (const { block, first, size } of blocksWithStart(mesh)) {
    const { dimension, nodes: width } = elementType(block.type);
    const type = gmshNumber(block.type);
    const order = gmshElements().get(type)?.order ?? new Uint8Array(0);
    for (let e = 0; e < size; e++) {
      let nodes = "";
      for (let k = 0; k < width; k++) nodes += ` ${nodeNumber(mesh, block.nodes[e * width + order[k]])}`;
      const groups = regions.groups[regions.of[first + e]];
      const region = regions.of[first + e] + 1;
      (groups.length === 0 ? [-1] : groups).forEach((group, k) => {
        const number = k === 0 ? numbered[first + e] : ++next;
        out.text(`${number} ${type} 2 ${group < 0 ? 0 : numberOf(group, dimension)} ${region}${nodes}\n`);
      });
    }
  }
  out.text("$EndElements\n");
  return out.bytes();
}
