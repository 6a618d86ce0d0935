/** Materials of a solid in a model file, and which elements have which. */
import { unknownWord } from "../core/spelling.js";
import { linearElastic } from "../fe/materials/linear-elastic.js";
import type { Material } from "../fe/materials/material.js";
import { mooneyRivlin } from "../fe/materials/mooney-rivlin.js";
import { neoHookean } from "../fe/materials/neo-hookean.js";
import { stVenantKirchhoff } from "../fe/materials/st-venant-kirchhoff.js";
import type { Region } from "../fe/solid-description.js";
import { elementType } from "../mesh/element-types.js";
import { blockStarts, dimensionOf, elementNumber, type Mesh } from "../mesh/mesh.js";
import type { Entry } from "./entry.js";

const ELASTIC = {
  "linear-elastic": linearElastic,
  "st-venant-kirchhoff": stVenantKirchhoff,
  "neo-hookean": neoHookean,
} as const;

function materialAt(entry: Entry): Material {
  const density = entry.at("density").number();
  const model = entry.at("model").text();
  if (model === "mooney-rivlin") {
    refuseOthers(entry, ["C10", "C01", "D1"]);
    for (const key of ["C10", "D1"])
      if (!entry.has(key)) throw entry.error(`${key} is missing; mooney-rivlin needs it`);
    const [C10, D1] = [entry.at("C10").number(), entry.at("D1").number()];
    const C01 = entry.at("C01").number(0);
    return entry.blamed(() => mooneyRivlin({ C10, C01, D1, density }));
  }
  refuseOthers(entry, ["E", "nu", "lambda", "mu"]);
  const constants = elasticAt(entry);
  return entry.blamed(() => ELASTIC[model as keyof typeof ELASTIC]({ ...constants, density }));
}

/** Constants that belong to another model are a mistake. */
function refuseOthers(entry: Entry, own: readonly string[]): void {
  for (const [key, value] of entry.entries()) {
    if (key === "model" || key === "density" || own.includes(key)) continue;
    throw value.error(`${entry.at("model").text()} has no ${key}; accepted: ${own.join(", ")}`);
  }
}

/** E and nu, given or from the Lamé constants. */
function elasticAt(entry: Entry): { readonly E: number; readonly nu: number } {
  const given = ["E", "nu", "lambda", "mu"].filter((key) => entry.has(key)).join(", ");
  if (given === "E, nu") return { E: entry.at("E").number(), nu: entry.at("nu").number() };
  if (given !== "lambda, mu")
    throw entry.error(`found ${given === "" ? "no elastic constants" : given}; accepted: E and nu, or lambda and mu`);
  const [lambda, mu] = [entry.at("lambda").number(), entry.at("mu").number()];
  if (!(mu > 0 && 3 * lambda + 2 * mu > 0))
    throw entry.error(`lambda is ${lambda} and mu ${mu}; accepted: mu > 0 and 3 lambda + 2 mu > 0`);
  return { E: (mu * (3 * lambda + 2 * mu)) / (lambda + mu), nu: lambda / (2 * (lambda + mu)) };
}

/** Elements of named groups have the group's material, all others that of `material`. */
export function regionsAt(given: Entry, mesh: Mesh): Region[] {
  const body = bodyElements(mesh);
  const owner = new Map<number, string>();
  const named = given.entries("materials").map(([name, entry]): Region => {
    const groups = mesh.groups.filter((group) => group.of === "elements");
    const own = groups.filter((group) => group.name === name);
    const known = [...new Set(groups.map((group) => group.name))];
    if (known.length === 0)
      throw entry.error(
        `there is no group of elements "${name}": the mesh has none; give material: { … } for all of it`,
      );
    if (own.length === 0) throw entry.error(unknownWord(name, "group of elements", known));
    const elements = own.flatMap((group) => [...group.elements]).filter((element) => body.has(element));
    if (elements.length === 0)
      throw entry.error(`the group "${name}" has no element of the body, only sides, edges or points`);
    for (const element of elements) {
      const other = owner.get(element);
      if (other !== undefined)
        throw entry.error(
          `element ${elementNumber(mesh, element)} is in the group "${other}" too; give it one material`,
        );
      owner.set(element, name);
    }
    return { material: materialAt(entry), elements: Int32Array.from(elements), ...areaAt(given, mesh) };
  });
  const rest = Int32Array.from([...body].filter((element) => !owner.has(element)));
  if (rest.length === 0) return named;
  if (!given.has("material")) {
    const without = `${rest.length === body.size ? "no element" : `not every element`} has a material`;
    throw given.error(
      `${without} (element ${elementNumber(mesh, rest[0])} has none); give material: { model, E, nu, density }`,
    );
  }
  return [...named, { material: materialAt(given.at("material")), elements: rest, ...areaAt(given, mesh) }];
}

/** The cross section of bars. */
function areaAt(given: Entry, mesh: Mesh): { readonly area?: number } {
  if (dimensionOf(mesh) > 1) return {};
  if (!given.has("area")) throw given.error("the mesh is made of bars: give area, their cross section");
  return { area: given.at("area").positive() };
}

/** Those of the mesh's dimension; the others only name places. */
function bodyElements(mesh: Mesh): Set<number> {
  const dimension = dimensionOf(mesh);
  const starts = blockStarts(mesh);
  const all = new Set<number>();
  mesh.blocks.forEach(({ type }, b) => {
    if (elementType(type).dimension !== dimension) return;
    for (let element = starts[b]; element < starts[b + 1]; element++) all.add(element);
  });
  return all;
}
