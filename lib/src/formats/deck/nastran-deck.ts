/** Nastran's bulk data as a model file's data: isotropic materials of solids, plates in their plane and rods, what is held, forces and
 *  gravity. The case control chooses sets of loads and constraints; without one all of them act. Times and methods are the run's. */
import { InputError } from "../../core/failure.js";
import { isPlane } from "../../mesh/check.js";
import { dimensionOf, nodeCount, nodeNumber } from "../../mesh/mesh.js";
import type { Json, JsonObject } from "../json.js";
import { type BulkMesh, readBulk } from "../mesh/nastran.js";
import { type BulkCard, type CardReader, cardReader } from "../mesh/nastran-cards.js";
import { quoted } from "../text.js";
import type { DeckModel } from "./deck.js";

interface Bulk extends BulkMesh {
  readonly file: string;
  readonly left: Map<string, { count: number; line: number }>;
  readonly used: Set<BulkCard>;
  /** The cards of a name. */
  all(name: string): CardReader[];
}

const AXES = ["x", "y", "z"];
/** What asks for results or tells how to find them. */
const SILENT = /^(?:PARAM|EIGRL?|TSTEP|TSTEPNL|NLPARM|DTI|TEMPD|SET|PLOTEL|GRDSET)$/;

export function readBulkModel(bytes: Uint8Array, name: string): DeckModel {
  const bulk = bulkOf(bytes, name);
  const chosen = caseControl(bytes);
  const solid: JsonObject = {
    mesh: name.replace(/^.*[\\/]/, ""),
    ...materialsOf(bulk),
    ...supportsOf(bulk, chosen.get("SPC")),
    ...loadsOf(bulk, chosen.get("LOAD")),
  };
  const notices = [...bulk.notices];
  for (const card of bulk.others) {
    if (bulk.used.has(card) || SILENT.test(card.name)) continue;
    const known = bulk.left.get(card.name) ?? { count: 0, line: card.line };
    bulk.left.set(card.name, { ...known, count: known.count + 1 });
  }
  for (const [card, { count, line }] of bulk.left) {
    const times = count === 1 ? "" : `, ${count} times`;
    notices.push(`line ${line}: ${card} is not taken over${times}, and it changes the result: it is not known here`);
  }
  return { model: { noether: 1, name: solid["mesh"], system: { solid } }, notices };
}

function bulkOf(bytes: Uint8Array, file: string): Bulk {
  const mesh = readBulk(bytes, file);
  const used = new Set<BulkCard>();
  return {
    ...mesh,
    file,
    used,
    left: new Map(),
    all(name) {
      const cards = mesh.others.filter((card) => card.name === name);
      for (const card of cards) used.add(card);
      return cards.map((card) => cardReader(card, file));
    },
  };
}

/** `SPC = 5` and `LOAD = 7` before BEGIN BULK; the first of each. */
function caseControl(bytes: Uint8Array): Map<string, number> {
  const head = new TextDecoder().decode(bytes.subarray(0, 100_000)).split(/^\s*BEGIN\s+BULK/im);
  const chosen = new Map<string, number>();
  if (head.length < 2) return chosen;
  for (const [, key, number] of head[0].matchAll(/^\s*(SPC|LOAD)\s*=?\s*(\d+)/gim)) {
    if (!chosen.has(key.toUpperCase())) chosen.set(key.toUpperCase(), Number(number));
  }
  return chosen;
}

function materialsOf(bulk: Bulk): JsonObject {
  const weight =
    bulk
      .all("PARAM")
      .find(({ card }) => card.fields[0]?.toUpperCase() === "WTMASS")
      ?.real(3, 1) ?? 1;
  const materials = new Map(bulk.all("MAT1").map((read) => [read.int(2), elastic(read, weight)]));
  const byGroup: Record<string, Json> = {};
  const sizes = new Set<number>();
  const plane = dimensionOf(bulk.mesh) === 2;
  for (const [card, needed] of [
    ["PSOLID", 3],
    ["PSHELL", 2],
    ["PROD", 1],
  ] as const) {
    for (const read of bulk.all(card)) {
      if (dimensionOf(bulk.mesh) !== needed) continue;
      const material = materials.get(read.int(3));
      if (material === undefined) throw read.refused(`there is no MAT1 ${read.int(3)}`);
      const group = `property-${read.int(2)}`;
      if (!bulk.mesh.groups.some(({ name }) => name === group)) continue;
      byGroup[group] = material;
      if (needed < 3) sizes.add(read.real(4));
    }
  }
  if (plane && !isPlane(bulk.mesh)) {
    throw new InputError("is made of shells in space; accepted: solids, plates that move in their plane, rods", {
      file: bulk.file,
    });
  }
  if (Object.keys(byGroup).length === 0)
    throw new InputError("has no PSOLID with a MAT1: no element has a material", { file: bulk.file });
  if (sizes.size > 1)
    throw new InputError(`has thicknesses or areas of ${[...sizes].join(", ")}; accepted: one`, { file: bulk.file });
  const [size] = sizes;
  return {
    materials: byGroup,
    ...(size === undefined ? {} : plane ? { plane: "stress", thickness: size } : { area: size }),
  };
}

/** E, G and nu: two of them give the third. */
function elastic(read: CardReader, weight: number): JsonObject {
  const E = read.has(3) ? read.real(3) : 2 * read.real(4) * (1 + read.real(5));
  const nu = read.has(5) ? read.real(5) : E / (2 * read.real(4)) - 1;
  const density = weight * read.real(6, 0);
  if (!(density > 0)) throw read.refused("has no density in field 6, and motion needs one");
  return { model: "linear-elastic", E, nu, density };
}

/** SPC1, SPC and the constraints that grids carry: nodes by the directions in which they are held. */
function supportsOf(bulk: Bulk, chosen: number | undefined): JsonObject {
  const held = new Map<string, Set<number>>();
  const hold = (directions: string, nodes: Iterable<number>) => {
    const key = [...new Set(directions)]
      .filter((digit) => digit >= "1" && digit <= "3")
      .sort()
      .join("");
    if (key === "") return;
    const list = held.get(key) ?? new Set<number>();
    for (const node of nodes) list.add(node);
    held.set(key, list);
  };
  const sets = new Set(chosen === undefined ? [] : [chosen]);
  for (const read of bulk.all("SPCADD")) {
    if (sets.has(read.int(2))) for (const field of read.card.fields.slice(1)) sets.add(Number(field));
  }
  const acts = (read: CardReader) => sets.size === 0 || sets.has(read.int(2));
  for (const read of bulk.all("SPC1").filter(acts)) hold(read.card.fields[1] ?? "", listed(bulk, read));
  for (const read of bulk.all("SPC").filter(acts)) {
    for (const field of [3, 6]) {
      if (!read.has(field)) continue;
      if (read.real(field + 2, 0) !== 0) throw read.refused("moves a grid; accepted: grids that are held");
      hold(read.card.fields[field - 1] ?? "", [read.int(field)]);
    }
  }
  for (const [node, directions] of bulk.constraints) hold(directions, [node]);
  const supports = [...held].map(([key, nodes]) => ({
    on: { nodes: [...nodes].sort((a, b) => a - b) },
    fix: [...key].map((digit) => AXES[Number(digit) - 1]),
  }));
  return supports.length === 0 ? {} : { supports };
}

/** Grids in fields, or from one THRU another, those that there are. */
function listed({ mesh }: Bulk, read: CardReader): number[] {
  const words = read.card.fields.slice(2).filter((field) => field !== "");
  const through = words.findIndex((word) => word.toUpperCase() === "THRU");
  const numbers = words.filter((_, k) => k !== through).map(Number);
  if (!numbers.every(Number.isInteger))
    throw read.refused(`found ${quoted(words.join(", "))}; accepted: grids, or a THRU b`);
  if (through < 0) return numbers;
  const [first, last] = numbers;
  return Array.from({ length: nodeCount(mesh) }, (_, k) => nodeNumber(mesh, k)).filter(
    (node) => node >= first && node <= last,
  );
}

function loadsOf(bulk: Bulk, chosen: number | undefined): JsonObject {
  const factors = new Map(chosen === undefined ? [] : [[chosen, 1]]);
  for (const read of bulk.all("LOAD")) {
    if (!factors.has(read.int(2))) continue;
    const scale = read.real(3, 1);
    // Pairs of a factor and a set, over as many lines as it takes.
    const rest = read.card.fields.slice(2);
    for (let k = 0; k + 1 < rest.length && rest[k] !== ""; k += 2)
      factors.set(Number(rest[k + 1]), scale * Number(rest[k]));
  }
  const factor = (read: CardReader) => (factors.size === 0 ? 1 : (factors.get(read.int(2)) ?? 0));
  const vector = (read: CardReader, size: number, first: number) =>
    AXES.map((_, k) => factor(read) * size * read.real(first + k, 0));
  const loads: Json[] = [];
  for (const read of bulk.all("FORCE")) {
    if (read.int(4, 0) !== 0)
      throw read.refused("acts along a coordinate system of its own; accepted: the basic one, 0");
    if (factor(read) !== 0) loads.push({ on: { nodes: [read.int(3)] }, force: vector(read, read.real(5), 6) });
  }
  for (const read of bulk.all("GRAV")) {
    if (read.int(3, 0) !== 0)
      throw read.refused("acts along a coordinate system of its own; accepted: the basic one, 0");
    if (factor(read) !== 0) loads.push({ gravity: vector(read, read.real(4), 5) });
  }
  if (loads.length === 0) return {};
  const flat = dimensionOf(bulk.mesh) === 2;
  return { loads: flat ? loads.map(inPlane) : loads };
}

function inPlane(load: Json): Json {
  const { force, gravity, ...rest } = load as Record<string, number[]>;
  return {
    ...rest,
    ...(force === undefined ? {} : { force: force.slice(0, 2) }),
    ...(gravity === undefined ? {} : { gravity: gravity.slice(0, 2) }),
  };
}
