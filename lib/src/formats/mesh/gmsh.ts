/** Meshes of Gmsh: formats 2.x, 4.0 and 4.1, as text or binary [Gmsh reference manual, "File formats"].
 *
 *  Physical groups become groups of elements under their names; one without a name is called after its kind and number, as in
 *  `surface-3`. Sections that say nothing about the mesh (post-processing, partitions) are passed over, and a notice says so. */
import { InputError } from "../../core/failure.js";
import { elementType } from "../../mesh/element-types.js";
import { type ElementBlock, elementCount, type Group, type Mesh } from "../../mesh/mesh.js";
import { firstOfEach } from "../../mesh/repeated.js";
import { type Budget, budgetFor } from "../budget.js";
import { quoted } from "../text.js";
import { finished, groupsByMark, type MeshDraft, meshDraft, type RefuseAt } from "./draft.js";
import { readElements2, readNodes2 } from "./gmsh-2.js";
import { readElements4, readEntities4, readNodes4 } from "./gmsh-4.js";
import type { GmshFile } from "./gmsh-file.js";
import type { MeshFile } from "./mesh-file.js";
import { binaryNumbers, binaryRefused, textNumbers } from "./numbers.js";
import { integer, real, refused, restOfLine, type Scan, scanOf, skipBlanks, skipLine, word } from "./scan.js";

const UNUSED = new Set(["$Comments", "$Periodic", "$ParametricNodes", "$GhostElements", "$InterpolationScheme"]);

export function readGmsh(bytes: Uint8Array, name?: string, budget = budgetFor(bytes.length, name)): MeshFile {
  const scan = scanOf(bytes, name);
  const names = new Map<string, string>();
  const notices: string[] = [];
  let file: GmshFile | null = null;
  const seen = new Set<string>();
  for (let section = word(scan); section !== ""; section = word(scan)) {
    if (!section.startsWith("$")) {
      throw refused(scan, `found ${quoted(section)} where a section of a Gmsh file is expected, as $Nodes`);
    }
    seen.add(section);
    if (section === "$MeshFormat") file = formatOf(scan, budget);
    else if (section === "$PhysicalNames") readNames(scan, names);
    else if (file === null && section !== "$Comments") {
      throw refused(scan, `${section} comes before $MeshFormat; accepted: files of Gmsh 2.x and 4.x`);
    } else if (file === null || !readSection(section, file)) {
      skipSection(scan, section, notices);
      continue;
    }
    expectEnd(scan, section);
  }
  if (file === null) throw new InputError("is not a mesh of Gmsh: it has no $MeshFormat", { file: name });
  for (const part of ["$Nodes", "$Elements"]) {
    if (!seen.has(part)) throw new InputError(`ends without ${part}: it is cut short or holds no mesh`, { file: name });
  }
  return meshOf(file, names, notices);
}

/** False for a section that is no part of the mesh. */
function readSection(section: string, file: GmshFile): boolean {
  const old = file.version < 4;
  // Bytes begin right after the end of the line; a blank could be one of them.
  if (file.binary && !old) skipLine(file.scan);
  if (section === "$Nodes") (old ? readNodes2 : readNodes4)(file);
  else if (section === "$Elements") (old ? readElements2 : readElements4)(file);
  else if (section === "$Entities" && !old) readEntities4(file);
  else return false;
  return true;
}

function formatOf(scan: Scan, budget: Budget): GmshFile {
  const [version, kind, size] = [real(scan), integer(scan), integer(scan)];
  if (!(version >= 2 && version < 3) && version !== 4 && version !== 4.1) {
    throw refused(scan, `is of Gmsh's format ${version}; accepted: 2.x, 4.0 and 4.1 (gmsh -save -format msh41)`);
  }
  if ((kind !== 0 && kind !== 1) || (size !== 8 && size !== 4)) {
    throw refused(scan, `found the file type ${kind} and the data size ${size}; accepted: 0 or 1, and 8`);
  }
  skipLine(scan);
  const text = textNumbers(scan);
  const shared = { scan, budget, text, version, draft: meshDraft(), physical: new Map(), reduced: new Map() };
  if (kind === 0) return { ...shared, binary: false, numbers: text };
  const littleEndian = scan.bytes[scan.at] === 1;
  const one = binaryNumbers(scan, { littleEndian, sizeBytes: 4 });
  if (one.int() !== 1) throw one.refused("the number 1, which tells the order of bytes, is missing");
  return { ...shared, binary: true, numbers: binaryNumbers(scan, { littleEndian, sizeBytes: size }) };
}

function readNames(scan: Scan, names: Map<string, string>): void {
  const count = integer(scan);
  for (let k = 0; k < count; k++) {
    const [dimension, number] = [integer(scan), integer(scan)];
    if (dimension < 0 || dimension > 3) throw refused(scan, `found the dimension ${dimension}; accepted: 0 to 3`);
    if (names.has(`${dimension} ${number}`))
      throw refused(scan, `the physical group ${number} of dimension ${dimension} has a name already`);
    const line = restOfLine(scan);
    const name = /^\s*"(.*)"\s*$/s.exec(line)?.[1];
    if (name === undefined)
      throw refused(scan, "a physical name is a dimension, a number and a name in quotation marks");
    names.set(`${dimension} ${number}`, name);
  }
}

function expectEnd(scan: Scan, section: string): void {
  skipBlanks(scan);
  const at = scan.at;
  const found = word(scan);
  const end = section.replace("$", "$End");
  if (found === end) return;
  const what = found === "" ? "the file ends" : `found ${quoted(found)}`;
  throw refused(scan, `${what} where ${end} is expected: the counts of ${section} do not fit`, at);
}

function skipSection(scan: Scan, section: string, notices: string[]): void {
  const end = section.replace("$", "$End");
  const at = find(scan.bytes, end, scan.at);
  if (at < 0) throw refused(scan, `${section} has no ${end}: the file is cut short`);
  scan.at = at + end.length;
  if (!UNUSED.has(section)) notices.push(`${section} is passed over: it is no part of a mesh`);
}

function find(bytes: Uint8Array, text: string, from: number): number {
  const first = text.charCodeAt(0);
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let k = 1;
    while (k < text.length && bytes[at + k] === text.charCodeAt(k)) k++;
    if (k === text.length) return at;
  }
  return -1;
}

const KINDS = ["point", "curve", "surface", "volume"];

function meshOf(file: GmshFile, names: ReadonlyMap<string, string>, notices: string[]): MeshFile {
  const { scan, draft, budget, version } = file;
  const refuse: RefuseAt = (reason, spot) => (file.binary ? binaryRefused : refused)(scan, reason, spot);
  const done = finished(draft, refuse);
  const nameOf = (dimension: number, number: number) =>
    names.get(`${dimension} ${number}`) ?? `${KINDS[dimension]}-${number}`;
  const namesOf = (dimension: number, mark: number): readonly string[] => {
    if (mark === 0) return [];
    // Negative numbers tell an orientation.
    const numbers = version < 4 ? [Math.abs(mark)] : (file.physical.get(`${dimension} ${mark}`) ?? []);
    return [...new Set(numbers)].map((number) => nameOf(dimension, number));
  };
  const groups = groupsByMark(done, draft, namesOf, budget);
  for (const [type, count] of file.reduced) {
    notices.push(`${count} elements were read as ${type}, without the nodes in the middle of faces and elements`);
  }
  const mesh = { ...done.mesh, groups };
  return version < 4 ? onceEach(mesh, draft, notices) : { mesh, notices };
}

/** Until 4.0 an element has one group, and Gmsh writes it once for each of its groups, under a new number. It is one element: the first,
 *  in all these groups. Elements of one group with the same nodes are the file's own, and stay. */
function onceEach(mesh: Mesh, { blocks }: MeshDraft, notices: string[]): MeshFile {
  const keptAs = new Int32Array(elementCount(mesh));
  let [count, before, joined] = [0, 0, 0];
  const kept = mesh.blocks.map((block): ElementBlock => {
    const { nodes: width } = elementType(block.type);
    const marks = blocks.find(({ type }) => type === block.type)?.marks.values ?? new Int32Array(0);
    const first = firstOfEach(block);
    const seen = new Set<string>();
    const stay: number[] = [];
    first.forEach((original, e) => {
      const inGroup = (k: number) => `${original} ${Math.abs(marks[k])}`;
      if (original === e || seen.add(inGroup(original)).has(inGroup(e))) {
        keptAs[before + e] = count++;
        stay.push(e);
      } else {
        seen.add(inGroup(e));
        keptAs[before + e] = keptAs[before + original];
        joined++;
      }
    });
    const size = first.length;
    const own = block.numbers ?? Int32Array.from({ length: size }, (_, e) => before + e + 1);
    before += size;
    if (stay.length === size) return { ...block, numbers: own };
    const nodes = new Int32Array(stay.length * width);
    stay.forEach((e, k) => {
      nodes.set(block.nodes.subarray(e * width, (e + 1) * width), k * width);
    });
    return { type: block.type, nodes, numbers: Int32Array.from(stay, (e) => own[e]) };
  });
  if (joined === 0) return { mesh, notices };
  const groups = mesh.groups.map((group): Group => {
    if (group.of !== "elements") return group;
    return { ...group, elements: group.elements.map((element) => keptAs[element]).sort() };
  });
  notices.push(`${joined} elements are given again for another group; each was read once, in all its groups`);
  return { mesh: { ...mesh, blocks: kept, groups }, notices };
}
