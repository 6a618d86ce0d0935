/** Entities, nodes and elements of Gmsh's formats 4.0 and 4.1: everything comes in blocks that belong to an entity, and entities
 *  know their physical groups. The two formats differ in the order of a few numbers. */
import { type GmshFile, gmshElement, narrow, readElementNodes } from "./gmsh-file.js";
import { pushInt, pushReal } from "./growing.js";
import { countFor } from "./numbers.js";

const isFirst = ({ version }: GmshFile) => version === 4;

export function readEntities4(file: GmshFile): void {
  const { numbers } = file;
  const { int, size, real } = numbers.least;
  const counts = [numbers.size(), numbers.size(), numbers.size(), numbers.size()];
  counts.forEach((count, dimension) => {
    // A point has a place in 4.1; everything else has a box.
    const spots = dimension === 0 && !isFirst(file) ? 3 : 6;
    countFor(numbers, count, int + spots * real + size, "entities");
    for (let k = 0; k < count; k++) {
      const tag = numbers.int();
      for (let i = 0; i < spots; i++) numbers.real();
      const physical = ints(file, "physical groups");
      if (dimension > 0) ints(file, "boundaries");
      // Negative numbers tell an orientation.
      file.physical.set(`${dimension} ${tag}`, physical.map(Math.abs));
    }
  });
}

function ints({ numbers }: GmshFile, what: string): number[] {
  const count = countFor(numbers, numbers.size(), numbers.least.int, what);
  return Array.from({ length: count }, numbers.int);
}

interface Entity {
  readonly dimension: number;
  readonly tag: number;
  /** Parametric or not, or the type of element. */
  readonly kind: number;
  readonly count: number;
}

function entityOf(file: GmshFile): Entity {
  const { int, size } = file.numbers;
  const [a, b, kind, count] = [int(), int(), int(), size()];
  const [dimension, tag] = isFirst(file) ? [b, a] : [a, b];
  if (dimension >= 0 && dimension <= 3) return { dimension, tag, kind, count };
  throw file.numbers.refused(`found an entity of dimension ${dimension}; accepted: 0 to 3`);
}

/** Blocks, and how many things are in them. */
function header(file: GmshFile): { readonly blocks: number; readonly announced: number } {
  const { numbers } = file;
  const [blocks, announced] = [numbers.size(), numbers.size()];
  if (!isFirst(file)) {
    numbers.size();
    numbers.size();
  }
  countFor(numbers, blocks, 3 * numbers.least.int + numbers.least.size, "blocks");
  return { blocks, announced };
}

function expectSum(file: GmshFile, found: number, announced: number, what: string): void {
  if (found === announced) return;
  throw file.numbers.refused(`announces ${announced} ${what}, and its blocks hold ${found}`);
}

export function readNodes4(file: GmshFile): void {
  const { numbers, draft } = file;
  const { int, size, real } = numbers.least;
  const { blocks, announced } = header(file);
  let found = 0;
  for (let b = 0; b < blocks; b++) {
    const { dimension, kind, count } = entityOf(file);
    const parameters = kind === 0 ? 0 : dimension;
    countFor(numbers, count, (isFirst(file) ? int : size) + (3 + parameters) * real, "nodes");
    draft.reserveNodes(count);
    const point = () => {
      pushReal(draft.points, numbers.real());
      pushReal(draft.points, numbers.real());
      pushReal(draft.points, numbers.real());
      for (let k = 0; k < parameters; k++) numbers.real();
    };
    if (isFirst(file)) {
      for (let k = 0; k < count; k++) {
        pushInt(draft.nodeNumbers, narrow(file, numbers.int()));
        pushInt(draft.nodeSpots, file.scan.at);
        point();
      }
    } else {
      for (let k = 0; k < count; k++) {
        pushInt(draft.nodeNumbers, narrow(file, numbers.size()));
        pushInt(draft.nodeSpots, file.scan.at);
      }
      for (let k = 0; k < count; k++) point();
    }
    found += count;
  }
  expectSum(file, found, announced, "nodes");
}

export function readElements4(file: GmshFile): void {
  const { numbers } = file;
  const { blocks, announced } = header(file);
  const tag = isFirst(file) ? numbers.int : numbers.size;
  const bytes = isFirst(file) ? numbers.least.int : numbers.least.size;
  let found = 0;
  for (let b = 0; b < blocks; b++) {
    const { tag: entity, kind, count } = entityOf(file);
    const element = gmshElement(file, kind);
    countFor(numbers, count, (1 + element.nodes) * bytes, "elements");
    readElementNodes(file, element, count, { tag, mark: entity, marks: null });
    found += count;
  }
  expectSum(file, found, announced, "elements");
}
