/** Materials and sections of a deck: which elements are made of what. */
import { InputError } from "../../core/failure.js";
import type { Json, JsonObject } from "../json.js";
import { type Card, rowsOf } from "../mesh/abaqus-cards.js";
import { numberOf, quoted } from "../text.js";
import type { Deck } from "./deck.js";

interface DeckMaterial {
  readonly name: string;
  readonly line: number;
  elastic: JsonObject | null;
  density: number | null;
  /** ALPHA and BETA. */
  rayleigh: readonly [number, number] | null;
}

const PARTS = new Set(["ELASTIC", "DENSITY", "HYPERELASTIC", "DAMPING"]);
/** What belongs to a material and is not taken over. */
const OTHER_PARTS =
  /^(?:PLASTIC|CYCLIC HARDENING|EXPANSION|CONDUCTIVITY|SPECIFIC HEAT|CREEP|VISCO|VISCOELASTIC|HYPERFOAM|DEPVAR|USER MATERIAL|CONCRETE.*|DAMAGE.*|RATE DEPENDENT)$/;

export function sectionsOf(deck: Deck, used: Set<Card>, largeDisplacements: boolean): JsonObject {
  const materials = materialsOf(deck, used, largeDisplacements);
  const { others, scan, file, families } = deck;
  const byGroup: Record<string, Json> = {};
  const sizes: number[] = [];
  for (const card of others) {
    if (card.keyword !== "SOLID SECTION") continue;
    used.add(card);
    const group = card.parameters.get("ELSET") ?? "";
    const name = card.parameters.get("MATERIAL") ?? "";
    const material = materials.get(name.toUpperCase());
    if (material === undefined) throw new InputError(`there is no material ${quoted(name)}`, { file, line: card.line });
    byGroup[groupName(deck, group, card.line)] = whole(material, file);
    const [row] = rowsOf(scan, card);
    const size = row === undefined ? Number.NaN : numberOf(row.cells[0] ?? "");
    if (size > 0) sizes.push(size);
  }
  if (Object.keys(byGroup).length === 0)
    throw new InputError("has no *SOLID SECTION: no element has a material", { file });
  const [size] = sizes;
  if (sizes.some((other) => other !== size)) {
    throw new InputError(`has sections of ${[...new Set(sizes)].join(", ")}; accepted: one thickness or area`, {
      file,
    });
  }
  return {
    materials: byGroup,
    ...planeOf(families, size),
    ...(families.has("truss") && size !== undefined ? { area: size } : {}),
    ...dampingOf(deck, [...materials.values()]),
  };
}

function planeOf(families: Deck["families"], thickness: number | undefined): JsonObject {
  const plane = families.has("plane-strain") ? "strain" : families.has("plane-stress") ? "stress" : null;
  return plane === null ? {} : { plane, ...(thickness === undefined ? {} : { thickness }) };
}

function groupName({ mesh, file }: Deck, name: string, line: number): string {
  const group = mesh.groups.find((each) => each.of === "elements" && each.name.toUpperCase() === name.toUpperCase());
  if (group !== undefined) return group.name;
  throw new InputError(`there is no set of elements ${quoted(name)}`, { file, line });
}

function materialsOf(deck: Deck, used: Set<Card>, largeDisplacements: boolean): Map<string, DeckMaterial> {
  const materials = new Map<string, DeckMaterial>();
  let current: DeckMaterial | null = null;
  for (const card of deck.others) {
    if (card.keyword === "MATERIAL") {
      const name = card.parameters.get("NAME") ?? "";
      current = { name, line: card.line, elastic: null, density: null, rayleigh: null };
      materials.set(name.toUpperCase(), current);
      used.add(card);
    } else if (current !== null && PARTS.has(card.keyword)) {
      readPart(deck, card, current, largeDisplacements);
      used.add(card);
    } else if (current !== null && OTHER_PARTS.test(card.keyword)) {
      deck.left(card, `the material ${current.name} stays elastic`, card.keyword !== "EXPANSION");
      used.add(card);
    }
  }
  return materials;
}

function readPart(deck: Deck, card: Card, material: DeckMaterial, largeDisplacements: boolean): void {
  const rows = [...rowsOf(deck.scan, card)];
  const numbers = (rows[0]?.cells ?? []).map(numberOf);
  const expect = (count: number) => {
    if (numbers.length >= count && numbers.slice(0, count).every(Number.isFinite)) return numbers;
    const found = quoted(rows[0]?.cells.join(", ") ?? "");
    throw new InputError(`found ${found}; accepted: ${count} numbers`, {
      file: deck.file,
      line: rows[0]?.line ?? card.line,
    });
  };
  if (rows.length > 1 && card.keyword !== "DAMPING")
    deck.left(card, "only its first line is used, not the dependence on temperature", true);
  if (card.keyword === "DENSITY") [material.density] = expect(1);
  else if (card.keyword === "DAMPING") {
    const factor = (key: string) => Number(card.parameters.get(key) ?? 0);
    material.rayleigh = [factor("ALPHA"), factor("BETA")];
  } else if (card.keyword === "ELASTIC") {
    const type = (card.parameters.get("TYPE") ?? "ISO").toUpperCase();
    if (!type.startsWith("ISO")) {
      throw new InputError(`*ELASTIC is of type ${type}; accepted: ISOTROPIC`, { file: deck.file, line: card.line });
    }
    const [E, nu] = expect(2);
    material.elastic = { model: largeDisplacements ? "st-venant-kirchhoff" : "linear-elastic", E, nu };
  } else material.elastic = hyperelastic(card, expect, deck.file);
}

function hyperelastic(card: Card, expect: (count: number) => number[], file: string | undefined): JsonObject {
  if (card.parameters.has("NEO HOOKE")) {
    const [C10, D1] = expect(2);
    return { model: "mooney-rivlin", C10, D1 };
  }
  if (card.parameters.has("MOONEY-RIVLIN")) {
    const [C10, C01, D1] = expect(3);
    return { model: "mooney-rivlin", C10, C01, D1 };
  }
  throw new InputError("*HYPERELASTIC is read with NEO HOOKE or MOONEY-RIVLIN", { file, line: card.line });
}

function whole({ name, line, elastic, density }: DeckMaterial, file: string | undefined): JsonObject {
  if (elastic === null) throw new InputError(`the material ${name} has no *ELASTIC`, { file, line });
  if (density === null)
    throw new InputError(`the material ${name} has no *DENSITY, and motion needs one`, { file, line });
  return { ...elastic, density };
}

/** Damping belongs to materials there and to the whole solid here. */
function dampingOf(deck: Deck, materials: readonly DeckMaterial[]): JsonObject {
  const damped = materials.filter(({ rayleigh }) => rayleigh !== null);
  const [first] = damped;
  if (first?.rayleigh == null) return {};
  const same = materials.every(({ rayleigh }) => `${rayleigh}` === `${first.rayleigh}`);
  if (!same) deck.left({ keyword: "DAMPING", line: first.line }, `all materials get that of ${first.name}`, true);
  return { damping: { rayleigh: [...first.rayleigh] } };
}
