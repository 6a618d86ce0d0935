import { expect, it } from "vitest";
import type { ResultTable } from "../../../src/formats/result.js";
import { resultColumns } from "../../../src/report/figures/result.js";

const columns = ["t", "q.x", "q.a.b", "v.x", "energy", "ledger.work", "invariant.angular-momentum-z", "probe.tip"];
const table = (units: Record<string, string>): ResultTable => ({
  header: { name: "test", model: {}, method: {}, version: "0", citations: [], labels: ["x", "a.b"], units, columns },
  data: columns.map((_, i) => Float64Array.of(i)),
  summary: null,
});

it("names columns as a model file does and gives them their roles", () => {
  expect(resultColumns(table({})).map(({ name, role }) => [name, role])).toEqual([
    ["t", "time"],
    ["x", "position"],
    ["a.b", "position"],
    ["vx", "velocity"],
    ["energy", "energy"],
    ["work", "ledger"],
    ["angular-momentum-z", "other"],
    ["tip", "probe"],
  ]);
  expect(resultColumns(table({}))[3].values).toEqual(Float64Array.of(3));
});

it("derives units from those of length, time and mass", () => {
  const units = (given: Record<string, string>) => resultColumns(table(given)).map(({ unit }) => unit);
  expect(units({})).toEqual(new Array(8).fill(undefined));
  expect(units({ time: "s", length: "m", mass: "kg" }).slice(0, 6)).toEqual([
    ...["s", "m", undefined, "m/s", "J", "J"],
  ]);
  expect(units({ time: "ps", length: "nm", mass: "u" })[4]).toBe("u nm²/ps²");
  expect(units({ energy: "eV" }).slice(3, 6)).toEqual([undefined, "eV", "eV"]);
});
