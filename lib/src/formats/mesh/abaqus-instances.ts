/** Instances of parts, moved to their places and joined to one part. With one instance all names and numbers stay; with several a
 *  set of a part is called `instance.set`, and numbers go on counting from the instance before. */
import { cos, hypot, sin } from "../../core/elementary.js";
import { InputError } from "../../core/failure.js";
import { quoted } from "../text.js";
import type { Card, Row } from "./abaqus-cards.js";
import { type DeckSet, newPart, type Part, setNamed } from "./abaqus-part.js";
import { pushInt } from "./growing.js";

export interface Instance {
  readonly name: string;
  readonly part: Part;
  readonly line: number;
  /** What to add, and then the axis (two points) and the angle (degrees) to turn by; null for none. */
  readonly shift: readonly number[] | null;
  readonly turn: readonly number[] | null;
}

export function instanceOf(
  { parameters, line }: Card,
  rows: readonly Row[],
  parts: ReadonlyMap<string, Part>,
  file: string | undefined,
): Instance {
  const partName = parameters.get("PART") ?? "";
  const part = parts.get(partName.toUpperCase());
  if (part === undefined) throw new InputError(`there is no part ${quoted(partName)}`, { file, line });
  const numbers = (row: Row | undefined, count: number): number[] | null => {
    if (row === undefined) return null;
    const values = Array.from({ length: count }, (_, k) => Number(row.cells[k] || 0));
    if (values.every(Number.isFinite)) return values;
    throw new InputError(`found ${quoted(row.cells.join(", "))}; accepted: ${count} numbers`, { file, line: row.line });
  };
  return {
    name: parameters.get("NAME") ?? partName,
    part,
    line,
    shift: numbers(rows[0], 3),
    turn: numbers(rows[1], 7),
  };
}

/** The numbers of an instance in the whole: those of its part, and this more. */
export interface InstanceNumbers {
  readonly node: number;
  readonly element: number;
  /** The largest number of a node in its part. */
  readonly lastNode: number;
}

/** The whole deck as one part, and how its instances, by their names in capitals, are counted in it. */
export interface Placed {
  readonly whole: Part;
  readonly instances: ReadonlyMap<string, InstanceNumbers>;
}

/** One part for the whole deck. */
export function placed(
  root: Part,
  parts: ReadonlyMap<string, Part>,
  instances: readonly Instance[],
  file: string | undefined,
): Placed {
  if (parts.size === 0) return { whole: root, instances: new Map() };
  if (instances.length === 0) {
    if (parts.size > 1) throw new InputError(`has ${parts.size} parts and no *INSTANCE that places them`, { file });
    const [only] = parts.values();
    return joined(root, [{ name: "", part: only, line: 1, shift: null, turn: null }], file);
  }
  return joined(root, instances, file);
}

function joined(root: Part, instances: readonly Instance[], file: string | undefined): Placed {
  const whole = newPart(root.notices, root.budget);
  const several = instances.length > 1;
  const offsets = new Map<string, InstanceNumbers>();
  announce(root, instances, file);
  let [node, element] = [0, 0];
  for (const instance of instances) {
    const offset = { node, element, lastNode: largest(instance.part.draft.nodeNumbers) };
    const key = instance.name.toUpperCase();
    if (offsets.has(key))
      throw new InputError(`the instance ${quoted(instance.name)} is given twice`, { file, line: instance.line });
    offsets.set(key, offset);
    if (Math.max(node + offset.lastNode, element + largestElement(instance.part)) > LAST) {
      throw new InputError(
        `the nodes or elements of the instances up to ${quoted(instance.name)}, counted on from one to the next, have numbers beyond ${LAST}; ` +
          "number those of the parts from 1 on",
        { file, line: instance.line },
      );
    }
    addMesh(whole, instance, offset);
    const prefix = several ? `${instance.name}.` : "";
    addSets(whole.nodeSets, instance.part.nodeSets, offset.node, prefix);
    addSets(whole.elementSets, instance.part.elementSets, offset.element, prefix);
    for (const { name, of, pieces } of instance.part.surfaces) {
      const shift = of === "nodes" ? offset.node : offset.element;
      const renamed = (members: string) =>
        /^\d+$/.test(members) ? `${Number(members) + shift}` : `${prefix}${members}`;
      const inner = pieces.map((piece) => ({ ...piece, members: renamed(piece.members) }));
      whole.surfaces.push({ name: `${prefix}${name}`, of, pieces: inner });
    }
    if (several) {
      node += offset.lastNode;
      element += largestElement(instance.part);
    }
  }
  addAssembly(whole, root, offsets, file);
  const outside = root.draft.nodeNumbers.length;
  if (outside > 0) root.notices.push(`nodes outside of the parts, ${outside} of them, are left out`);
  if (several)
    root.notices.push(`${instances.length} instances were joined: their nodes and elements have new numbers`);
  return { whole, instances: offsets };
}

/** The largest number that a node or an element may have. */
const LAST = 2147483647;

/** What the instances will take, before the first of them is made. */
function announce({ budget }: Part, instances: readonly Instance[], file: string | undefined): void {
  for (const { part, line } of instances) {
    const { nodeNumbers, blocks } = part.draft;
    let bytes = 28 * nodeNumbers.length;
    for (const { nodes, numbers } of blocks) bytes += 4 * (nodes.length + numbers.length);
    for (const sets of [part.nodeSets, part.elementSets])
      for (const { numbers } of sets.values()) bytes += 4 * numbers.length;
    budget.spend(bytes, "instances", { file, line });
  }
}

function largest({ values, length }: { readonly values: Int32Array; readonly length: number }): number {
  let most = 0;
  for (let k = 0; k < length; k++) if (values[k] > most) most = values[k];
  return most;
}

const largestElement = ({ draft }: Part) =>
  draft.blocks.reduce((most, { numbers }) => Math.max(most, largest(numbers)), 0);

function addMesh(whole: Part, { part, shift, turn }: Instance, offset: InstanceNumbers): void {
  const { nodeNumbers, points, blocks } = part.draft;
  const move = motion(shift, turn);
  for (let k = 0; k < nodeNumbers.length; k++) {
    const [x, y, z] = move(points.values[3 * k], points.values[3 * k + 1], points.values[3 * k + 2]);
    whole.draft.node(nodeNumbers.values[k] + offset.node, x, y, z);
  }
  for (const { type, nodes, numbers } of blocks) {
    const block = whole.draft.block(type);
    for (let k = 0; k < nodes.length; k++) pushInt(block.nodes, nodes.values[k] + offset.node);
    for (let k = 0; k < numbers.length; k++) pushInt(block.numbers, numbers.values[k] + offset.element);
  }
}

/** First shifted, then turned about the line from a to b. */
function motion(shift: readonly number[] | null, turn: readonly number[] | null) {
  const [sx, sy, sz] = shift ?? [0, 0, 0];
  const [ax, ay, az, bx, by, bz, degrees] = turn ?? [0, 0, 0, 0, 0, 1, 0];
  const length = hypot(bx - ax, by - ay, bz - az) || 1;
  const [u, v, w] = [(bx - ax) / length, (by - ay) / length, (bz - az) / length];
  const [c, s] = [cos((degrees * Math.PI) / 180), sin((degrees * Math.PI) / 180)];
  return (x0: number, y0: number, z0: number): readonly [number, number, number] => {
    if (turn === null) return [x0 + sx, y0 + sy, z0 + sz];
    const [x, y, z] = [x0 + sx - ax, y0 + sy - ay, z0 + sz - az];
    const along = (1 - c) * (u * x + v * y + w * z);
    return [
      ax + c * x + s * (v * z - w * y) + along * u,
      ay + c * y + s * (w * x - u * z) + along * v,
      az + c * z + s * (u * y - v * x) + along * w,
    ];
  };
}

function addSets(to: Map<string, DeckSet>, from: ReadonlyMap<string, DeckSet>, offset: number, prefix: string): void {
  for (const { name, numbers, sets } of from.values()) {
    const set = setNamed(to, `${prefix}${name}`, null);
    for (let k = 0; k < numbers.length; k++) pushInt(set.numbers, numbers.values[k] + offset);
    for (const inner of sets) set.sets.push({ ...inner, name: `${prefix}${inner.name}` });
  }
}

/** Sets and surfaces of the assembly name the instance they are about; a number without one is of none where there are several. */
function addAssembly(
  whole: Part,
  root: Part,
  offsets: ReadonlyMap<string, InstanceNumbers>,
  file: string | undefined,
): void {
  const [first] = offsets.values();
  const several = offsets.size > 1;
  for (const kind of ["node", "element"] as const) {
    for (const { name, numbers, sets, instance } of root[`${kind}Sets`].values()) {
      const offset = instance === null ? first : offsets.get(instance.toUpperCase());
      if (offset === undefined)
        throw new InputError(`the set ${name} is of the instance ${instance}, which is not there`, { file });
      const set = setNamed(whole[`${kind}Sets`], name, null);
      const prefix = instance !== null && several ? `${instance}.` : "";
      for (const other of sets) set.sets.push({ ...other, name: `${prefix}${other.name}` });
      if (instance === null && several && numbers.length > 0) {
        root.notices.push(
          `the set ${name} has numbers without INSTANCE=…, which are left out: there are several instances`,
        );
        continue;
      }
      for (let k = 0; k < numbers.length; k++) pushInt(set.numbers, numbers.values[k] + offset[kind]);
    }
  }
  for (const surface of root.surfaces) {
    const { name, pieces } = surface;
    const bare = several ? pieces.find(({ members }) => /^\d+$/.test(members)) : undefined;
    if (bare !== undefined) {
      const reason = `the number ${bare.members} of the surface ${name} is of no instance, and there are several; give a set with INSTANCE=…`;
      throw new InputError(reason, { file, line: bare.line });
    }
    whole.surfaces.push(surface);
  }
}
