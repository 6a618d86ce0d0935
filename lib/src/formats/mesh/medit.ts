/** Meshes of Medit and the programs around it, `.mesh` as text [Frey, "Medit: an interactive mesh visualization software", 2001].
 *
 *  Every vertex and element carries the number of a region; elements of region n are the group `volume-n`, `surface-n` or
 *  `curve-n`, vertices the group `node-n`. Region 0 is none. */

import { InputError } from "../../core/failure.js";
import { once } from "../../core/once.js";
import type { Group } from "../../mesh/mesh.js";
import { budgetFor } from "../budget.js";
import { quoted } from "../text.js";
import { type DraftBlock, finished, groupsByMark, isNumber, meshDraft, reserveElements } from "./draft.js";
import { type Ints, ints, pushInt, trimmedInts } from "./growing.js";
import type { MeshFile } from "./mesh-file.js";
import { elementsOf, type FormatElement } from "./node-order.js";
import { countFor, type NumberSource, textNumbers } from "./numbers.js";
import { narrowInteger, refused, type Scan, scanOf, skipBlanks, skipLine, word } from "./scan.js";

/** By keyword, in small letters. */
const elements = once(() => new Map(elementsOf("medit").map((element) => [element.name.toLowerCase(), element])));

const KINDS = ["point", "curve", "surface", "volume"];
/** What other programs than solvers need: marked edges, corners, normals. */
const UNUSED = new Set(["corners", "ridges", "requiredvertices", "requirededges", "requiredtriangles"]);

export function readMedit(bytes: Uint8Array, name?: string, budget = budgetFor(bytes.length, name)): MeshFile {
  const scan = scanOf(bytes, name);
  const numbers = textNumbers(scan);
  const draft = meshDraft();
  const regions = ints();
  const notices: string[] = [];
  let dimension = 3;
  if (keyword(scan) !== "meshversionformatted") {
    throw new InputError("is not a mesh of Medit: it does not begin with MeshVersionFormatted", { file: name });
  }
  numbers.int();
  for (let key = keyword(scan); key !== "" && key !== "end"; key = keyword(scan)) {
    const element = elements().get(key);
    if (key === "dimension") {
      dimension = numbers.int();
      if (dimension !== 2 && dimension !== 3) throw refused(scan, `has the dimension ${dimension}; accepted: 2, 3`);
    } else if (key === "vertices") {
      const count = countFor(numbers, numbers.int(), 2 * (dimension + 1), "vertices");
      draft.reserveNodes(count);
      for (let k = 1; k <= count; k++) {
        draft.node(k, numbers.real(), numbers.real(), dimension === 3 ? numbers.real() : 0, scan.at);
        pushInt(regions, narrowInteger(scan));
      }
    } else if (element !== undefined) readElements(scan, numbers, draft.block(element.type), element, notices);
    else skipPart(scan, key, notices);
  }
  const done = finished(draft, (reason, spot) => refused(scan, reason, spot));
  const groups = groupsByMark(done, draft, (d, mark) => (mark === 0 ? [] : [`${KINDS[d]}-${mark}`]), budget);
  return { mesh: { ...done.mesh, groups: [...groups, ...nodeGroups(regions)] }, notices };
}

function readElements(
  scan: Scan,
  numbers: NumberSource,
  block: DraftBlock,
  { type, nodes, order }: FormatElement,
  notices: string[],
): void {
  const count = countFor(numbers, numbers.int(), 2 * (nodes + 1), "elements");
  reserveElements(block, count);
  const own = order.length;
  for (let e = 0; e < count; e++) {
    for (let k = 0; k < nodes; k++) {
      const node = numbers.int();
      if (!isNumber(node)) throw numbers.refused(`found the node ${node}; accepted: 1 to the number of vertices`);
      if (k < own) pushInt(block.nodes, node);
    }
    pushInt(block.marks, narrowInteger(scan));
    pushInt(block.spots, scan.at);
  }
  if (nodes > own && count > 0) {
    notices.push(`${count} elements were read as ${type}, without the nodes in the middle of faces and elements`);
  }
}

/** The next word that is not a number, in small letters; comments run from # to the end of their line. */
function keyword(scan: Scan): string {
  for (;;) {
    skipBlanks(scan);
    if (scan.bytes[scan.at] !== 35) break;
    skipLine(scan);
  }
  const at = scan.at;
  const found = word(scan);
  if (found === "" || /^[A-Za-z]\w*$/.test(found)) return found.toLowerCase();
  throw refused(scan, `found ${quoted(found)} where a keyword is expected: the count before it does not fit`, at);
}

/** Numbers up to the next keyword. */
function skipPart(scan: Scan, key: string, notices: string[]): void {
  if (!UNUSED.has(key)) notices.push(`"${key}" is passed over: it is no part of a mesh`);
  for (;;) {
    skipBlanks(scan);
    const byte = scan.bytes[scan.at];
    if (scan.at >= scan.end || (byte >= 65 && byte <= 122)) return;
    if (byte === 35) skipLine(scan);
    else word(scan);
  }
}

function nodeGroups(regions: Ints): Group[] {
  const members = new Map<number, Ints>();
  for (let k = 0; k < regions.length; k++) {
    const region = regions.values[k];
    if (region === 0) continue;
    const list = members.get(region) ?? ints();
    if (list.length === 0) members.set(region, list);
    pushInt(list, k);
  }
  return [...members].map(([region, nodes]) => ({ name: `node-${region}`, of: "nodes", nodes: trimmedInts(nodes) }));
}
