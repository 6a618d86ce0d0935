/** Materials and sections of a deck: which elements are made of what. */
import { InputError } from "../../core/failure.js";
import { elementCount, elementNumber } from "../../mesh/mesh.js";
import type { Json, JsonObject } from "../json.js";
import { type Card, rowsOf } from "../mesh/abaqus-cards.js";
import { numberOf, quoted } from "../text.js";
import { abaqusElementTreatment } from "./abaqus-element-treatments.js";
import { givenTwice } from "./amplitudes.js";
import type { Deck } from "./deck.js";
import type { DeckSteps } from "./steps.js";

interface DeckMaterial {
  readonly name: string;
  readonly card: Card;
  elastic: JsonObject | null;
  density: number | null;
  /** ALPHA and BETA. */
  rayleigh: readonly [number, number] | null;
  dampingCard: Card | null;
}

const PARTS = new Set(["ELASTIC", "DENSITY", "HYPERELASTIC", "DAMPING"]);

export function sectionsOf(deck: Deck, steps: DeckSteps): JsonObject {
  const materials = materialsOf(deck, steps);
  tellSmall(deck, steps);
  const { scan, file, families } = deck;
  const byGroup: Record<string, Json> = {};
  const sizes = new Map<number, number>();
  const used = new Set<DeckMaterial>();
  const owner = new Map<number, string>();
  for (const card of steps.model) {
    if (card.keyword !== "SOLID SECTION") continue;
    const name = card.parameters.get("MATERIAL") ?? "";
    const material = materials.get(name.toUpperCase());
    if (material === undefined) throw new InputError(`there is no material ${quoted(name)}`, { file, line: card.line });
    for (const name of setsOf(deck, card)) {
      const group = groupNamed(deck, name, card.line);
      for (const element of group.elements) {
        const other = owner.get(element);
        if (other !== undefined) {
          const reason = `element ${elementNumber(deck.mesh, element)} has a section by the set ${other} already; give it one`;
          throw new InputError(reason, { file, line: card.line });
        }
        owner.set(element, group.name);
      }
      deck.origin(`system.solid.materials.${group.name}`, material.card);
      byGroup[group.name] = whole(material, file);
    }
    used.add(material);
    const [row] = rowsOf(scan, card);
    const cell = row?.cells[0] ?? "";
    if (cell === "") continue;
    const size = numberOf(cell);
    if (!(size > 0)) throw new InputError(`found ${quoted(cell)}; accepted: a number > 0`, { file, line: row?.line });
    if (!sizes.has(size)) sizes.set(size, row?.line ?? card.line);
  }
  refuseBare(deck, owner);
  const flat = families.has("plane-stress") || families.has("plane-strain") || families.has("truss");
  if (flat && sizes.size > 1) {
    throw new InputError(`has sections of ${[...sizes.keys()].join(", ")}; accepted: one thickness or area`, {
      file,
      line: [...sizes.values()][1],
    });
  }
  const [size] = sizes.keys();
  if (families.has("truss") && size === undefined)
    throw new InputError("*SOLID SECTION has no area for its bars", { file });
  return {
    materials: byGroup,
    ...planeOf(families, size),
    ...(families.has("truss") ? { area: size } : {}),
    ...massOf(deck, steps),
    ...dampingOf(deck, [...used], steps),
  };
}

/** Hyperelastic materials are computed at large displacements, whatever the step says. */
function tellSmall(deck: Deck, { model, method, nonlinear }: DeckSteps): void {
  if (method === undefined || nonlinear) return;
  for (const card of model) {
    if (card.keyword === "HYPERELASTIC")
      deck.differs(
        card,
        "no step has NLGEOM, and it is computed at large displacements, with pressures that keep their direction; give *STEP, NLGEOM",
      );
  }
}

function refuseBare({ mesh, file, cards }: Deck, owner: ReadonlyMap<number, string>): void {
  if (owner.size === 0) {
    const line = cards.find(({ keyword }) => keyword === "ELEMENT")?.line;
    throw new InputError("has no *SOLID SECTION: no element has a material", { file, line });
  }
  for (let element = 0; element < elementCount(mesh); element++) {
    if (!owner.has(element))
      throw new InputError(`element ${elementNumber(mesh, element)} has no *SOLID SECTION`, { file });
  }
}

/** That of the elements; lumped in an explicit step. */
function massOf(deck: Deck, { explicit }: DeckSteps): JsonObject {
  if (explicit) return { mass: "lumped" };
  const cards = deck.cards.filter(({ keyword }) => keyword === "ELEMENT");
  const isLumped = (card: Card) =>
    abaqusElementTreatment((card.parameters.get("TYPE") ?? "").toUpperCase()).mass === "lumped";
  const lumped = cards.filter(isLumped);
  if (lumped.length === 0) return {};
  const other = cards.find((card) => !isLumped(card));
  if (other !== undefined)
    deck.differs(
      other,
      `elements with a lumped mass stand beside it (line ${lumped[0].line}), and one kind of mass is computed`,
    );
  return { mass: "lumped" };
}

function planeOf(families: Deck["families"], thickness: number | undefined): JsonObject {
  const plane = families.has("plane-strain") ? "strain" : families.has("plane-stress") ? "stress" : null;
  return plane === null ? {} : { plane, ...(thickness === undefined ? {} : { thickness }) };
}

/** The set of a section: that of each instance where it stands in a part of which there are several, or in an instance. */
function setsOf({ cards, instances }: Deck, card: Card): string[] {
  const set = card.parameters.get("ELSET") ?? "";
  if (instances.size < 2) return [set];
  const inside = cards
    .slice(0, cards.indexOf(card))
    .filter(({ keyword }) => /^(?:END )?(?:PART|INSTANCE)$/.test(keyword))
    .at(-1);
  if (inside === undefined || inside.keyword.startsWith("END")) return [set];
  const nameIn = ({ parameters }: Card, key: string) => (parameters.get(key) ?? "").toUpperCase();
  const owners =
    inside.keyword === "INSTANCE"
      ? [inside]
      : cards.filter((each) => each.keyword === "INSTANCE" && nameIn(each, "PART") === nameIn(inside, "NAME"));
  return owners.map(({ parameters }) => `${parameters.get("NAME") ?? parameters.get("PART")}.${set}`);
}

function groupNamed({ mesh, file }: Deck, name: string, line: number) {
  for (const group of mesh.groups) {
    if (group.of === "elements" && group.name.toUpperCase() === name.toUpperCase()) return group;
  }
  throw new InputError(`there is no set of elements ${quoted(name)}`, { file, line });
}

function materialsOf(deck: Deck, { model, nonlinear }: DeckSteps): Map<string, DeckMaterial> {
  const materials = new Map<string, DeckMaterial>();
  let current: DeckMaterial | null = null;
  for (const card of model) {
    if (card.keyword === "MATERIAL") {
      const name = card.parameters.get("NAME") ?? "";
      const other = materials.get(name.toUpperCase());
      if (other !== undefined) throw givenTwice(`the material ${quoted(name)}`, card, other.card, deck.file);
      current = { name, card, elastic: null, density: null, rayleigh: null, dampingCard: null };
      materials.set(name.toUpperCase(), current);
    } else if (current !== null && PARTS.has(card.keyword)) readPart(deck, card, current, nonlinear);
  }
  return materials;
}

function readPart(deck: Deck, card: Card, material: DeckMaterial, nonlinear: boolean): void {
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
  if (rows.length > 1) deck.differs(card, "only its first line is used, not the dependence on temperature");
  const twice = { DENSITY: material.density, DAMPING: material.rayleigh }[card.keyword] ?? null;
  if (twice !== null || (card.keyword !== "DENSITY" && card.keyword !== "DAMPING" && material.elastic !== null))
    throw givenTwice(`*${card.keyword} of the material ${quoted(material.name)}`, card, material.card, deck.file);
  if (card.keyword === "DENSITY") [material.density] = expect(1);
  else if (card.keyword === "DAMPING") {
    const factor = (key: string) => {
      const text = card.parameters.get(key) ?? "0";
      const value = numberOf(text);
      if (value >= 0) return value;
      throw new InputError(`${key} is ${quoted(text)}; accepted: zero or a positive number`, {
        file: deck.file,
        line: card.line,
      });
    };
    material.rayleigh = [factor("ALPHA"), factor("BETA")];
    material.dampingCard = card;
  } else if (card.keyword === "ELASTIC") {
    // Another type is refused by its parameter.
    if (!/^ISO/i.test(card.parameters.get("TYPE") ?? "ISO")) return;
    const [E, nu] = expect(2);
    material.elastic = { model: nonlinear ? "st-venant-kirchhoff" : "linear-elastic", E, nu };
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

function whole({ name, card: { line }, elastic, density }: DeckMaterial, file: string | undefined): JsonObject {
  if (elastic === null) throw new InputError(`the material ${name} has no *ELASTIC with E and nu`, { file, line });
  if (density === null)
    throw new InputError(`the material ${name} has no *DENSITY, and motions and modes need one`, { file, line });
  return { ...elastic, density };
}

/** Damping belongs to materials there and to the whole solid here. */
function dampingOf(deck: Deck, materials: readonly DeckMaterial[], { nonlinear }: DeckSteps): JsonObject {
  const first = materials.find(({ rayleigh }) => rayleigh !== null);
  if (first?.rayleigh == null || first.dampingCard === null) return {};
  const same = materials.every(({ rayleigh }) => `${rayleigh}` === `${first.rayleigh}`);
  const damping = { damping: { rayleigh: [...first.rayleigh] } };
  if (!same) deck.differs(first.dampingCard, `all materials get that of ${first.name}`);
  const curved = nonlinear || materials.some(({ elastic }) => elastic?.["model"] !== "linear-elastic");
  if (curved && first.rayleigh[1] !== 0)
    deck.differs(first.dampingCard, "BETA takes the stiffness at rest, and at large displacements it changes");
  deck.origin("system.solid.damping", first.dampingCard);
  return damping;
}
