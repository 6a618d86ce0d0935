/** Nodes and members of a frame in a model file: listed, or taken from a mesh of lines. */

import { InputError } from "../../core/failure.js";
import type { Notice } from "../../core/notice.js";
import { unknownWord } from "../../core/spelling.js";
import type { FrameNode, Member, Section } from "../../fe/frame-description.js";
import { type Mesh, nodeCount, nodeNumber } from "../../mesh/mesh.js";
import type { Entry } from "../entry.js";
import type { Files } from "../files.js";
import { meshAt } from "../mesh-entry.js";
import { pointAt } from "../signal-entry.js";

export interface FrameGeometry {
  readonly dimension: 2 | 3;
  readonly nodes: readonly FrameNode[];
  readonly members: readonly Member[];
  /** What `on` means: nodes by name or group. */
  nodesAt(on: Entry): number[];
  membersAt(on: Entry): number[];
  readonly notices: readonly Notice[];
}

type Named = ReadonlyMap<string, readonly number[]>;

export function geometryAt(given: Entry, files: Files): FrameGeometry {
  const sections = new Map(given.entries("sections").map(([name, entry]) => [name, entry] as const));
  if (sections.size === 0) throw given.at("sections").error("there is no section; give { name: { A, I, E, density } }");
  if (given.has("mesh")) {
    for (const key of ["nodes", "members"])
      if (given.has(key)) throw given.at(key).error("mesh is given too; accepted: mesh, or nodes and members");
    return ofMesh(given, files, sections);
  }
  for (const key of ["nodes", "members"])
    if (!given.has(key)) throw given.error(`${key} is missing; accepted: nodes and members, or mesh`);
  return ofLists(given, sections);
}

function ofLists(given: Entry, sections: ReadonlyMap<string, Entry>): FrameGeometry {
  const dimension = given.has("dimension") ? (given.at("dimension").number() as 2 | 3) : 2;
  const named = given.entries("nodes");
  const nodes = named.map(([name, entry]) => {
    if (!/^\w+$/.test(name))
      throw new InputError("the name of a node is made of letters, digits and _; choose another", entry.keyPlace);
    return { name, point: pointAt(entry, dimension) };
  });
  const numberOf = new Map(nodes.map(({ name }, i) => [name, i]));
  const end = (entry: Entry) => {
    const found = numberOf.get(entry.text());
    if (found !== undefined) return found;
    throw entry.error(unknownWord(entry.text(), "node", [...numberOf.keys()]));
  };
  const read = sectionReader(sections, dimension);
  const listed = given.items("members");
  if (listed.length === 0) throw given.at("members").error("the list is empty; a frame has one member or more");
  const members = listed.map((entry, i): Member => {
    const own = entry.has("hinged") ? entry.at("hinged").text() : "none";
    const hinged = isTruss(given) ? "both" : own;
    return {
      name: entry.has("name") ? entry.at("name").text() : String(i + 1),
      from: end(entry.at("from")),
      to: end(entry.at("to")),
      section: read(entry, hinged === "both"),
      up: entry.has("up") ? pointAt(entry.at("up"), 3) : null,
      released: releasedAt(hinged, dimension),
    };
  });
  return {
    dimension,
    nodes,
    members,
    nodesAt: chooser("node", new Map(nodes.map(({ name }, i) => [name, [i]]))),
    membersAt: chooser("member", numbersBy(members.map(({ name }) => name))),
    notices: [],
  };
}

const isTruss = (given: Entry) => given.at("joints").value === "hinged";

/** What is free to turn at each end. */
function releasedAt(hinged: string, dimension: 2 | 3): Member["released"] {
  const free = dimension === 2 ? ([5] as const) : ([4, 5] as const);
  // In space a member that is hinged at both ends does not twist either; hinged at one, the other holds it.
  if (hinged === "both")
    return dimension === 2
      ? [free, free]
      : [
          [3, ...free],
          [3, ...free],
        ];
  return [hinged === "from" ? free : [], hinged === "to" ? free : []];
}

function ofMesh(given: Entry, files: Files, sections: ReadonlyMap<string, Entry>): FrameGeometry {
  const { mesh, notices } = meshAt(given.at("mesh"), files);
  const lines = mesh.blocks.filter(({ type }) => type === "line2");
  if (lines.length !== mesh.blocks.length || lines.length === 0)
    throw given.at("mesh").error("a frame is made of line2 elements, and this mesh has none or others besides");
  const planar = mesh.points.every((x, i) => i % 3 !== 2 || x === 0);
  const dimension = given.has("dimension") ? (given.at("dimension").number() as 2 | 3) : planar ? 2 : 3;
  const ends = lines.flatMap(({ nodes }) => [...nodes]);
  const count = ends.length / 2;
  const sectionOf = new Array<string | null>(count).fill(
    sections.size === 1 ? ([...sections.keys()][0] ?? null) : null,
  );
  for (const group of mesh.groups)
    if (group.of === "elements" && sections.has(group.name))
      for (const element of group.elements) sectionOf[element] = group.name;
  const without = sectionOf.indexOf(null);
  if (without >= 0) {
    const groups = mesh.groups.filter(({ of }) => of === "elements").map(({ name }) => name);
    throw given
      .at("sections")
      .error(
        `member ${without + 1} has no section: none has the name of a group it is in; groups: ${groups.join(", ") || "none"}`,
      );
  }
  const read = new Map([...sections].map(([name, entry]) => [name, sectionAt(entry, dimension, isTruss(given))]));
  const used = new Set(ends);
  if (used.size !== nodeCount(mesh))
    throw given.at("mesh").error("it has nodes that no member reaches; leave them out");
  return {
    dimension,
    nodes: Array.from({ length: nodeCount(mesh) }, (_, i) => ({
      name: String(nodeNumber(mesh, i)),
      point: [mesh.points[3 * i], mesh.points[3 * i + 1], mesh.points[3 * i + 2]] as const,
    })),
    members: Array.from({ length: count }, (_, m) => ({
      name: String(m + 1),
      from: ends[2 * m],
      to: ends[2 * m + 1],
      section: read.get(sectionOf[m] ?? "") as Section,
      up: null,
      released: releasedAt(isTruss(given) ? "both" : "none", dimension),
    })),
    nodesAt: chooser("node or group", nodeNames(mesh, ends)),
    membersAt: chooser("member or group", memberNames(mesh, count)),
    notices,
  };
}

function nodeNames(mesh: Mesh, ends: readonly number[]): Named {
  const names = new Map<string, readonly number[]>();
  for (let i = 0; i < nodeCount(mesh); i++) names.set(String(nodeNumber(mesh, i)), [i]);
  for (const group of mesh.groups) {
    const nodes =
      group.of === "nodes"
        ? [...group.nodes]
        : [...new Set([...group.elements].flatMap((element) => [ends[2 * element], ends[2 * element + 1]]))];
    names.set(group.name, nodes);
  }
  return names;
}

function memberNames(mesh: Mesh, count: number): Named {
  const names = new Map<string, readonly number[]>();
  for (let m = 0; m < count; m++) names.set(String(m + 1), [m]);
  for (const group of mesh.groups) if (group.of === "elements") names.set(group.name, [...group.elements]);
  return names;
}

/** Members of one name belong together. */
function numbersBy(names: readonly string[]): Named {
  const found = new Map<string, number[]>();
  names.forEach((name, i) => {
    found.set(name, [...(found.get(name) ?? []), i]);
  });
  return found;
}

function chooser(what: string, known: Named): (on: Entry) => number[] {
  const one = (entry: Entry): readonly number[] => {
    const found = known.get(entry.text());
    if (found !== undefined) return found;
    throw entry.error(unknownWord(entry.text(), what, fewer([...known.keys()])));
  };
  return (on) => [...new Set(on.isList() ? on.items().flatMap(one) : one(on))];
}

/** Numbers say themselves; of names there are few. */
function fewer(names: readonly string[]): readonly string[] {
  const words = names.filter((name) => !/^\d+$/.test(name));
  const numbers = names.length - words.length;
  const all = numbers > 0 ? [...words, `the numbers 1 … ${numbers}`] : words;
  return all.length > 20 ? [...all.slice(0, 20), "…"] : all;
}

function sectionReader(
  sections: ReadonlyMap<string, Entry>,
  dimension: 2 | 3,
): (member: Entry, straight: boolean) => Section {
  for (const [, entry] of sections) sectionAt(entry, dimension, true);
  const [[only]] = sections;
  return (member, straight) => {
    if (!member.has("section") && sections.size > 1)
      throw member.error(`section is missing; accepted: ${[...sections.keys()].join(", ")}`);
    const name = member.has("section") ? member.at("section").text() : only;
    const found = sections.get(name);
    if (found === undefined) throw member.at("section").error(unknownWord(name, "section", [...sections.keys()]));
    return sectionAt(found, dimension, straight);
  };
}

/** `straight`: of members that are hinged at both ends, which need no stiffness against bending and twist. */
function sectionAt(entry: Entry, dimension: 2 | 3, straight: boolean): Section {
  const where = dimension === 2 ? "the plane" : "space";
  const positive = (key: string, unless = ""): number => {
    if (!entry.has(key)) throw entry.error(`${key} is missing; a section in ${where} needs it${unless}`);
    const value = entry.at(key).number();
    if (value > 0) return value;
    throw entry.at(key).error(`found ${value}; accepted: a positive number`);
  };
  const turning = (key: string): number =>
    straight && !entry.has(key) ? 0 : positive(key, ", unless its members are hinged at both ends");
  const [E, A] = [positive("E"), positive("A")];
  const density = entry.at("density").notNegative();
  const Iz = turning(entry.has("Iz") || (dimension === 3 && !entry.has("I")) ? "Iz" : "I");
  const shearing = entry.has("shearArea");
  const shearModulus = () => (shearing ? positive("G") : dimension === 3 ? turning("G") : 0);
  return {
    E,
    A,
    Iz,
    density,
    G: entry.has("nu") ? E / (2 * (1 + entry.at("nu").number())) : shearModulus(),
    Iy: dimension === 2 ? 0 : turning(entry.has("I") && !entry.has("Iy") ? "I" : "Iy"),
    J: dimension === 2 ? 0 : turning("J"),
    shearAreas: shearing ? shearAreasAt(entry.at("shearArea")) : null,
  };
}

function shearAreasAt(entry: Entry): readonly [number, number] {
  const areas = entry.isList() ? entry.numbers() : [entry.number(), entry.number()];
  if (areas.length === 2 && areas.every((area) => area > 0)) return [areas[0], areas[1]];
  throw entry.error("accepted: a positive area, or two: [along local y, along local z]");
}
