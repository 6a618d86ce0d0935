/** Nodes and elements of Gmsh's format 2.x: elements carry their tags, the first of which is the physical group. */
import { type GmshFile, gmshElement, narrow, readElementNodes } from "./gmsh-file.js";
import { countFor } from "./numbers.js";
import { skipLine } from "./scan.js";

/** Counts are text in binary files too, followed by the end of their line. */
function count(file: GmshFile, bytesEach: number, what: string): number {
  const announced = file.text.size();
  if (file.binary) skipLine(file.scan);
  return countFor(file.numbers, announced, bytesEach, what);
}

export function readNodes2(file: GmshFile): void {
  const { numbers, draft } = file;
  const { int, real } = numbers.least;
  const nodes = count(file, int + 3 * real, "nodes");
  draft.reserveNodes(nodes);
  for (let k = 0; k < nodes; k++)
    draft.node(narrow(file, numbers.int()), numbers.real(), numbers.real(), numbers.real(), file.scan.at);
}

export function readElements2(file: GmshFile): void {
  const { numbers } = file;
  const elements = count(file, 2 * numbers.least.int, "elements");
  if (file.binary) readBinary(file, elements);
  else readText(file, elements);
}

function readText(file: GmshFile, elements: number): void {
  const { int } = file.numbers;
  for (let k = 0; k < elements; k++) {
    const number = int();
    const element = gmshElement(file, int());
    const mark = physical(file, int());
    let first = true;
    const tag = () => {
      if (!first) return int();
      first = false;
      return number;
    };
    readElementNodes(file, element, 1, { tag, mark, marks: null });
  }
}

/** Elements of one type and one number of tags follow one another. */
function readBinary(file: GmshFile, elements: number): void {
  const { numbers } = file;
  for (let done = 0; done < elements; ) {
    const element = gmshElement(file, numbers.int());
    const follow = numbers.int();
    const tags = numbers.int();
    if (tags < 0 || follow < 1) throw numbers.refused(`found ${follow} elements with ${tags} tags`);
    countFor(numbers, follow, 4 * (1 + tags + element.nodes), "elements");
    readElementNodes(file, element, follow, { tag: numbers.int, mark: 0, marks: () => physical(file, tags) });
    done += follow;
  }
}

/** The first tag; the others (the entity, partitions) are not needed. */
function physical({ numbers }: GmshFile, tags: number): number {
  const mark = tags > 0 ? numbers.int() : 0;
  for (let k = 1; k < tags; k++) numbers.int();
  return mark;
}
