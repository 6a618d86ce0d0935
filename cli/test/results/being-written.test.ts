/** A result that another process is writing is read as far as it went, and that is said. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { encodeResultCsv, type ResultTable } from "noether/formats";
import { expect, test, vi } from "vitest";
import { resultFormat } from "../../src/results/writer.js";

const table: ResultTable = {
  header: {
    name: "x",
    version: "0.1.0",
    model: {},
    method: { name: "midpoint" },
    labels: [],
    units: {},
    citations: [],
    columns: ["t"],
  } as never,
  data: [Float64Array.of(0, 1)],
  summary: null,
};

test.each([
  ["a process that goes on", process.ppid, 1],
  ["this process itself", process.pid, 0],
  ["a process that is no more", 4_000_000, 0],
])("%s", async (_, owner, said) => {
  const folder = mkdtempSync(join(tmpdir(), "noether-written-"));
  const path = join(folder, "r.csv");
  writeFileSync(path, encodeResultCsv(table));
  writeFileSync(`${path}.lock`, JSON.stringify({ host: hostname(), process: owner, began: null }));
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    expect((await resultFormat(path)).read(path).data[0]).toHaveLength(2);
    const lines = written.mock.calls
      .map(([text]) => String(text))
      .filter((text) => text.includes("is being written by process"));
    expect(lines).toHaveLength(said);
  } finally {
    written.mockRestore();
    rmSync(folder, { recursive: true });
  }
});
