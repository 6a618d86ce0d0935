/** What files may make of themselves: small ones that announce much are refused before it is made. */
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { InputError } from "../../../src/core/failure.js";
import { budgetFor, MOST_EACH } from "../../../src/formats/budget.js";
import { readMesh } from "../../../src/formats/mesh/read-mesh.js";
import { elementCount } from "../../../src/mesh/mesh.js";

const text = (letters: string) => new TextEncoder().encode(letters);

/** A machine with other work is given ten times what is needed on a free one. */
const SOON = 10_000;

function refusedSoon(content: Uint8Array, name: string, reason: RegExp, options = {}): void {
  const before = performance.now();
  expect(() => readMesh(content, name, options)).toThrow(reason);
  expect(performance.now() - before).toBeLessThan(SOON);
}

test("a budget is a fixed part and a multiple of the file, and no more than the memory", () => {
  const free = 128 * 1024 * 1024;
  budgetFor(1000).spend(free + MOST_EACH * 1000, "data");
  expect(() => budgetFor(1000, "x").spend(free + MOST_EACH * 1000 + 1, "data")).toThrow(
    /^x: its data would take more than/,
  );
  const small = budgetFor(1000, "x", 1000);
  small.spend(999, "data");
  expect(() => small.spend(2, "data", { line: 3 })).toThrow(
    "x:3: its data would take more than 2 kB; the memory that may be used is 1 kB",
  );
});

test("one compressed block that many pieces of a grid name", () => {
  const zeros = new Uint8Array(24_000_000);
  const packed = deflateSync(zeros);
  const array = (name: string, type: string, width: number) =>
    `<DataArray type="${type}" Name="${name}" NumberOfComponents="${width}" format="appended" offset="0"/>`;
  const cells = array("connectivity", "Int8", 1) + array("offsets", "Int8", 1) + array("types", "Int8", 1);
  const piece = `<Piece NumberOfPoints="1000000" NumberOfCells="0"><Points>${array("p", "Float64", 3)}</Points><Cells>${cells}</Cells></Piece>`;
  const head = `<VTKFile type="UnstructuredGrid" compressor="vtkZLibDataCompressor" byte_order="LittleEndian"><UnstructuredGrid>${piece.repeat(100)}</UnstructuredGrid><AppendedData encoding="raw">_`;
  const header = Uint8Array.from(new Uint8Array(Uint32Array.of(1, zeros.length, 0, packed.length).buffer));
  refusedSoon(
    Uint8Array.from([...text(head), ...header, ...packed]),
    "x.vtu",
    /would take more than .* MB; a file of \d+ bytes makes at most/,
  );
});

test("tags of many letters are read once", () => {
  const content = `<VTKFile type="UnstructuredGrid">${`<${"a".repeat(65_000)}>`.repeat(20)}`;
  refusedSoon(text(content), "x.vtu", /holds no Piece/);
});

test("sets that name one another twenty thousand deep are put together once each", () => {
  const sets = Array.from({ length: 20_000 }, (_, k) => `*NSET, NSET=s${k + 1}\ns${k}\n`).join("");
  const before = performance.now();
  const { mesh } = readMesh(text(`*NODE, NSET=s0\n1, 0, 0, 0\n2, 1, 0, 0\n${sets}`), "x.inp");
  expect(performance.now() - before).toBeLessThan(SOON);
  expect(mesh.groups).toHaveLength(20_001);
  expect(mesh.groups[20_000]).toMatchObject({ name: "s20000", nodes: Int32Array.of(0, 1) });
  const twice = "*NODE\n1, 0, 0, 0\n*NSET, NSET=a\n1, a, b\n*NSET, NSET=b\na\n";
  expect(() => readMesh(text(twice), "x.inp")).toThrow(/name one another/);
});

test("thousands of instances of a part, and an entity in thousands of groups", () => {
  const nodes = Array.from({ length: 8000 }, (_, k) => `${k + 1},${k}`).join("\n");
  const instances = "*INSTANCE, NAME=i, PART=p\n*END INSTANCE\n".repeat(8000);
  const deck = `*PART, NAME=p\n*NODE\n${nodes}\n*END PART\n*ASSEMBLY\n${instances}*END ASSEMBLY\n`;
  refusedSoon(text(deck), "x.inp", /^x\.inp:\d+: its instances would take more/);
  const groups = Array.from({ length: 20_000 }, (_, k) => k + 1).join(" ");
  const points = Array.from({ length: 30_000 }, (_, k) => `${k + 2} 1`).join("\n");
  const file = `$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n1 0 0 0\n1 0 0 0 20000 ${groups}\n$EndEntities
$Nodes\n1 1 1 1\n0 1 0 1\n1\n0 0 0\n$EndNodes\n$Elements\n1 30000 2 30001\n0 1 15 30000\n${points}\n$EndElements\n`;
  refusedSoon(text(file), "x.msh", /its groups would take more than 2.40 GB/);
});

test("no more than the memory that is given", () => {
  const nodes = Array.from({ length: 3000 }, (_, k) => `${k + 1},${k}`).join("\n");
  const content = text(`*NODE\n${nodes}\n*NSET, NSET=a, GENERATE\n1, 3000, 1\n`);
  expect(elementCount(readMesh(content, "x.inp").mesh)).toBe(0);
  refusedSoon(content, "x.inp", /its sets would take more than 12 kB; the memory that may be used is 10 kB/, {
    memory: 10_000,
  });
});

test("errors are wrong input", () => {
  expect(() => budgetFor(0).spend(1e12, "data")).toThrow(InputError);
});
