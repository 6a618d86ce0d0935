/** Nastran's bulk data as a model file's data: isotropic materials of solids, plates that stretch in their plane and rods, what is fixed,
 *  forces and gravity. The case control chooses sets of loads and constraints. Times and methods are the run's. Every card has a
 *  treatment (`nastran-treatments.ts`); what changes the result and is not honoured is listed as a difference. */
import { InputError } from "../../core/failure.js";
import { isPlane } from "../../mesh/check.js";
import { elementType } from "../../mesh/element-types.js";
import { blockStarts, dimensionOf, nodeCount, nodeNumber } from "../../mesh/mesh.js";
import type { Json, JsonObject } from "../json.js";
import { type BulkMesh, readBulk } from "../mesh/nastran.js";
import { bulkNumber, type CardReader, cardReader } from "../mesh/nastran-cards.js";
import { quoted } from "../text.js";
import type { DeckModel, Difference, Purpose } from "./differences.js";
import { type ChosenSet, type NastranControl, nastranControl } from "./nastran-control.js";
import { NASTRAN_OTHER_LOADS, NASTRAN_PARAMETERS, NASTRAN_TREATMENTS } from "./nastran-treatments.js";
import { namesIn } from "./treatment.js";

interface Bulk extends BulkMesh {
  readonly file: string;
  readonly control: NastranControl;
  /** The cards of a name. */
  all(name: string): CardReader[];
  differs(card: { readonly name: string; readonly line: number }, why: string): void;
  origin(key: string, card: CardReader): void;
}

const AXES = ["x", "y", "z"];

/** Said, and no reason to refuse it: bulk data are written without an end, too. */
const CUT = "no ENDDATA ends the deck; if it was cut off, lines are missing";

export function readBulkModel(bytes: Uint8Array, name: string, purpose: Purpose = "motion"): DeckModel {
  const mesh = readBulk(bytes, name);
  const differences: Difference[] = [];
  const origins = new Map<string, Pick<Difference, "line" | "card">>();
  let refusal: InputError | null = null;
  let model: JsonObject | null = null;
  let control: NastranControl | null = null;
  try {
    control = nastranControl(bytes, { file: name, purpose, differences });
    const bulk: Bulk = {
      ...mesh,
      file: name,
      control,
      all: (card) => mesh.others.filter((each) => each.name === card).map((each) => cardReader(each, name)),
      differs: ({ name: card, line }, why) => differences.push({ line, card, why }),
      origin: (key, { card: { line, name: card } }) => origins.set(key, { line, card }),
    };
    treat(bulk);
    tellGrids(bulk);
    const solid: JsonObject = {
      mesh: name.replace(/^.*[\\/]/, ""),
      ...materialsOf(bulk, purpose),
      ...massOf(bulk),
      ...supportsOf(bulk),
      ...(purpose === "motion" ? loadsOf(bulk) : {}),
    };
    model = { noether: 1, name: solid["mesh"], system: { solid } };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    refusal = error;
  }
  differences.sort((a, b) => a.line - b.line);
  const procedures = control?.solution == null ? [] : [control.solution];
  const notices = control?.isThere && !mesh.isEnded ? [...mesh.notices, CUT] : mesh.notices;
  return { model, refusal, differences, notices, procedures, origins };
}

/** Every card by the table; cards of one name together. */
function treat(bulk: Bulk): void {
  const kinds = new Map(bulk.meshCards);
  for (const { name, line } of bulk.others) {
    const known = kinds.get(name);
    kinds.set(name, { line: known?.line ?? line, count: (known?.count ?? 0) + 1 });
  }
  for (const [name, { line, count }] of kinds) {
    const treatment = NASTRAN_TREATMENTS[name];
    const card = { name: count === 1 ? name : `${name} (${count} times)`, line };
    if (treatment === undefined) bulk.differs(card, "the card is not known here");
    else if (treatment.effect === "refused") bulk.differs(card, treatment.why);
  }
  for (const { card } of bulk.all("PARAM")) {
    const parameter = (card.fields[0] ?? "").toUpperCase();
    if (NASTRAN_PARAMETERS[parameter] === undefined)
      bulk.differs({ name: `PARAM,${parameter}`, line: card.line }, "the parameter is not known here");
  }
}

function tellGrids(bulk: Bulk): void {
  for (const line of bulk.turned)
    bulk.differs({ name: "GRID", line }, "field 7 (CD) turns the directions of what holds and loads it; accepted: 0");
  for (const { line, fields } of bulk.usual) {
    if (fields.some((field, k) => k !== 1 && field !== "" && field !== "0"))
      bulk.differs({ name: "GRDSET", line }, "field 3 is taken over, others are not");
  }
}

const parameterNamed = (bulk: Bulk, name: string) =>
  bulk.all("PARAM").find(({ card }) => card.fields[0]?.toUpperCase() === name);

/** Properties by the dimension of their elements. */
const PROPERTIES = [
  ["PSOLID", 3],
  ["PSHELL", 2],
  ["PROD", 1],
] as const;

function materialsOf(bulk: Bulk, purpose: Purpose): JsonObject {
  const { mesh, file } = bulk;
  const weight = parameterNamed(bulk, "WTMASS")?.real(3, 1) ?? 1;
  const materials = new Map<number, CardReader>();
  for (const read of bulk.all("MAT1")) {
    if (materials.has(read.int(2))) throw read.refused(`the material ${read.int(2)} is given twice`);
    materials.set(read.int(2), read);
  }
  const byGroup: Record<string, Json> = {};
  const sizes = new Set<number>();
  const properties = new Set<number>();
  const dimension = dimensionOf(mesh);
  for (const [card, needed] of PROPERTIES) {
    for (const read of bulk.all(card)) {
      const group = `property-${read.int(2)}`;
      if (properties.has(read.int(2))) throw read.refused(`the property ${read.int(2)} is given twice`);
      properties.add(read.int(2));
      if (!mesh.groups.some(({ name }) => name === group)) continue;
      if (dimension !== needed) {
        bulk.differs(read.card, "its elements stand beside others of a higher dimension, and only those are computed");
        continue;
      }
      const material = materials.get(read.int(3));
      if (material === undefined) throw read.refused(`there is no MAT1 ${read.int(3)}`);
      tellProperty(bulk, read, group);
      bulk.origin(`system.solid.materials.${group}`, material);
      byGroup[group] = elastic(bulk, material, weight, purpose);
      if (needed < 3) sizes.add(read.real(4));
    }
  }
  if (dimension === 2 && !isPlane(mesh))
    throw new InputError("is made of shells in space; accepted: solids, plates that stretch in their plane, rods", {
      file,
    });
  if (Object.keys(byGroup).length === 0)
    throw new InputError("has no PSOLID with a MAT1: no element has a material", { file });
  if (sizes.size > 1)
    throw new InputError(`has thicknesses or areas of ${[...sizes].join(", ")}; accepted: one`, { file });
  const [size] = sizes;
  return {
    materials: byGroup,
    ...(size === undefined ? {} : dimension === 2 ? { plane: "stress", thickness: size } : { area: size }),
  };
}

/** IN and ISOP that make it the element which is computed. */
const INTEGRATED: Readonly<Record<string, RegExp>> = {
  hex8: /^(?:2|TWO)$/i,
  wedge6: /^(?:2|TWO)$/i,
  hex20: /^(?:3|THREE)$/i,
  wedge15: /^(?:3|THREE)$/i,
  pyramid5: /^/,
};

function tellProperty(bulk: Bulk, read: CardReader, group: string): void {
  const { card } = read;
  const field = (k: number) => card.fields[k - 2] ?? "";
  const filled = (...places: number[]) => places.filter((k) => !/^(?:0+\.?0*)?$/.test(field(k)));
  if (card.name === "PSOLID") {
    for (const type of typesIn(bulk, group)) {
      const points = INTEGRATED[type];
      if (points === undefined || (points.test(field(5)) && /^(?:1|FULL)$/i.test(field(7)))) continue;
      bulk.differs(
        card,
        `with IN = ${quoted(field(5))} and ISOP = ${quoted(field(7))} its elements (${type}) are others in Nastran; computed is IN = ${/20|15/.test(type) ? "THREE" : "TWO"}, ISOP = FULL`,
      );
    }
    if (filled(4).length > 0) bulk.differs(card, "field 4, a system of the material, is not taken over");
    if (!/^(?:SMECH)?$/i.test(field(8))) bulk.differs(card, "field 8: solids are computed, not fluids");
  } else {
    // PSHELL: bending and shear; PROD: mass without stiffness. Torsion of rods moves nothing.
    const places = card.name === "PSHELL" ? filled(5, 7, 9) : filled(7);
    if (places.length > 0)
      bulk.differs(
        card,
        `field ${places.join(", ")} is not taken over; leave it empty for a plate that only stretches, a rod without further mass`,
      );
  }
}

function typesIn({ mesh }: Bulk, name: string): string[] {
  const starts = blockStarts(mesh);
  const group = mesh.groups.find((each) => each.name === name);
  if (group?.of !== "elements") return [];
  const types = mesh.blocks.filter((_, b) =>
    group.elements.some((element) => element >= starts[b] && element < starts[b + 1]),
  );
  return [...new Set(types.map(({ type }) => type))];
}

/** E, G and nu: two of them give the third. */
function elastic(bulk: Bulk, read: CardReader, weight: number, purpose: Purpose): JsonObject {
  const E = read.has(3) ? read.real(3) : 2 * read.real(4) * (1 + read.real(5));
  const nu = read.has(5) ? read.real(5) : E / (2 * read.real(4)) - 1;
  if (read.has(3) && read.has(4) && read.has(5) && Math.abs(read.real(4) - E / (2 * (1 + nu))) > 1e-3 * read.real(4))
    bulk.differs(read.card, "E, G and NU do not belong together; computed is G = E / 2(1 + NU)");
  if (purpose === "motion" && read.real(9, 0) !== 0)
    bulk.differs(read.card, "structural damping, field 9, is not taken over");
  const density = weight * read.real(6, 0);
  if (!(density > 0)) throw read.refused("has no density in field 6, and motions and modes need one");
  return { model: "linear-elastic", E, nu, density };
}

/** Nastran lumps masses unless it is told otherwise. */
function massOf(bulk: Bulk): JsonObject {
  const parameter = parameterNamed(bulk, "COUPMASS");
  if ((parameter?.real(3, -1) ?? -1) > 0) return {};
  const quadratic = bulk.mesh.blocks.find(({ type }) => elementType(type).nodes > elementType(type).corners);
  if (quadratic !== undefined) {
    const [line] = [...bulk.meshCards.values()].map((card) => card.line);
    bulk.differs(
      parameter === undefined
        ? { name: "PARAM,COUPMASS is missing", line }
        : { name: "PARAM,COUPMASS", line: parameter.card.line },
      `the lumped mass of ${quadratic.type} is another in Nastran; PARAM,COUPMASS,1 gives the consistent one, which is computed`,
    );
  }
  return { mass: "lumped" };
}

/** The sets that act: those that the case control names; without one, all of them, if that is one. */
function actingSets(bulk: Bulk, chosen: ChosenSet | null, cards: readonly CardReader[]): (set: number) => boolean {
  if (bulk.control.isThere) return (set) => set === chosen?.number;
  const sets = new Set(cards.map((read) => read.int(2)));
  if (sets.size > 1) {
    const [, second] = sets;
    const other = cards.find((read) => read.int(2) === second) ?? cards[0];
    bulk.differs(other.card, `sets ${[...sets].join(", ")} act together, and no case control chooses one`);
  }
  return () => true;
}

/** SPC1, SPC and the constraints that grids carry: nodes by the directions in which they are fixed. */
function supportsOf(bulk: Bulk): JsonObject {
  const known = new Set(Array.from({ length: nodeCount(bulk.mesh) }, (_, k) => nodeNumber(bulk.mesh, k)));
  const fixed = new Map<string, Set<number>>();
  const hold = (directions: string, nodes: Iterable<number>, read: CardReader | null) => {
    if (read !== null && !/^[1-6]*$/.test(directions))
      throw read.refused(`found ${quoted(directions)}; accepted: directions 1 to 6`);
    const key = [...new Set(directions)]
      .filter((digit) => digit >= "1" && digit <= (dimensionOf(bulk.mesh) === 2 ? "2" : "3"))
      .sort()
      .join("");
    if (key === "") return;
    const list = fixed.get(key) ?? new Set<number>();
    for (const node of nodes) {
      if (read !== null && !known.has(node)) throw read.refused(`there is no grid ${node}`);
      list.add(node);
    }
    fixed.set(key, list);
  };
  const cards = [...bulk.all("SPC1"), ...bulk.all("SPC")];
  const chosen = actingSets(bulk, bulk.control.spc, cards);
  const added = new Set<number>();
  for (const read of bulk.all("SPCADD")) {
    if (!chosen(read.int(2))) continue;
    for (const field of read.card.fields.slice(1)) if (field !== "") added.add(wholeIn(field, read));
  }
  const acts = (read: CardReader) => chosen(read.int(2)) || added.has(read.int(2));
  if (bulk.control.spc !== null && !cards.some(acts)) throw missingSet(bulk, "SPC", bulk.control.spc);
  for (const read of cards.filter(acts)) {
    if (read.card.name === "SPC1") {
      hold(read.card.fields[1] ?? "", listed(bulk, read), read);
      continue;
    }
    for (const field of [3, 6]) {
      if (!read.has(field)) continue;
      if (read.real(field + 2, 0) !== 0) bulk.differs(read.card, "moves a grid; grids that are fixed are computed");
      hold(read.card.fields[field - 1] ?? "", [read.int(field)], read);
    }
  }
  for (const [node, directions] of bulk.constraints) hold(directions, [node], null);
  const supports = [...fixed].map(([key, nodes]) => ({
    on: { nodes: [...nodes].sort((a, b) => a - b) },
    fix: [...key].map((digit) => AXES[Number(digit) - 1]),
  }));
  return supports.length === 0 ? {} : { supports };
}

const missingSet = ({ file }: Bulk, what: string, { number, line }: ChosenSet) =>
  new InputError(`there is no ${what} of the set ${number} that the case control names`, { file, line });

function wholeIn(field: string, read: CardReader): number {
  const value = bulkNumber(field);
  if (Number.isInteger(value) && value > 0) return value;
  throw read.refused(`found ${quoted(field)}; accepted: a whole number`);
}

/** Grids in fields, or from one THRU another, those that there are. */
function listed({ mesh }: Bulk, read: CardReader): number[] {
  const words = read.card.fields.slice(2).filter((field) => field !== "");
  const through = words.findIndex((word) => word.toUpperCase() === "THRU");
  const numbers = words.filter((_, k) => k !== through).map((word) => wholeIn(word, read));
  if (through < 0) return numbers;
  const [first, last] = numbers;
  if (through !== 1 || numbers.length !== 2 || !(first <= last))
    throw read.refused(`found ${quoted(words.join(", "))}; accepted: grids, or a THRU b with a ≤ b`);
  return Array.from({ length: nodeCount(mesh) }, (_, k) => nodeNumber(mesh, k)).filter(
    (node) => node >= first && node <= last,
  );
}

/** Sets that no LOAD card adds, where no case control says whether they act. */
function tellUnsummed(bulk: Bulk, cards: readonly CardReader[], factors: ReadonlyMap<number, number>): void {
  const told = new Set<number>();
  for (const read of cards) {
    const set = read.int(2);
    if (factors.has(set) || told.has(set)) continue;
    told.add(set);
    bulk.differs(
      read.card,
      `its set ${set} is in no LOAD card, and no case control says whether it acts; it is left out`,
    );
  }
}

function loadsOf(bulk: Bulk): JsonObject {
  const cards = [...bulk.all("FORCE"), ...bulk.all("GRAV")];
  const sums = bulk.all("LOAD");
  const chosen = actingSets(bulk, bulk.control.load, sums.length > 0 ? sums : cards);
  // A set of loads that are refused is there, too.
  const kinds = new Set(["FORCE", "GRAV", ...namesIn(NASTRAN_OTHER_LOADS)]);
  const sets = new Set(bulk.others.filter(({ name }) => kinds.has(name)).map(({ fields }) => bulkNumber(fields[0])));
  const { load } = bulk.control;
  if (load !== null && !sets.has(load.number) && !sums.some((read) => chosen(read.int(2))))
    throw missingSet(bulk, "LOAD, FORCE or GRAV", load);
  const factors = new Map<number, number>();
  for (const read of sums) {
    if (!chosen(read.int(2))) continue;
    const scale = read.real(3);
    // Pairs of a factor and a set, over as many lines as it takes.
    const rest = read.card.fields.slice(2);
    for (let k = 0; k + 1 < rest.length && rest[k] !== ""; k += 2) {
      const [factor, set] = [bulkNumber(rest[k]), wholeIn(rest[k + 1], read)];
      if (Number.isNaN(factor)) throw read.refused(`found ${quoted(rest[k])}; accepted: a number`);
      if (!sets.has(set)) throw read.refused(`there is no FORCE or GRAV of the set ${set}`);
      factors.set(set, (factors.get(set) ?? 0) + scale * factor);
    }
  }
  if (sums.length > 0 && !bulk.control.isThere) tellUnsummed(bulk, cards, factors);
  const factor = (read: CardReader) =>
    factors.size > 0 ? (factors.get(read.int(2)) ?? 0) : chosen(read.int(2)) ? 1 : 0;
  const flat = dimensionOf(bulk.mesh) === 2;
  const loads: Json[] = [];
  for (const read of cards) {
    if (factor(read) === 0) continue;
    const isForce = read.card.name === "FORCE";
    if (read.int(isForce ? 4 : 3, 0) !== 0) {
      bulk.differs(read.card, "acts along a coordinate system of its own; accepted: the basic one, 0");
      continue;
    }
    const size = factor(read) * read.real(isForce ? 5 : 4);
    const vector = AXES.map((_, k) => size * read.real((isForce ? 6 : 5) + k, 0));
    if (flat && vector[2] !== 0)
      bulk.differs(read.card, "acts across the plane, and a plate that only stretches cannot feel it");
    bulk.origin(`system.solid.loads[${loads.length}]`, read);
    const components = flat ? vector.slice(0, 2) : vector;
    loads.push(isForce ? { on: { nodes: [read.int(3)] }, force: components } : { gravity: components });
  }
  return loads.length === 0 ? {} : { loads };
}
