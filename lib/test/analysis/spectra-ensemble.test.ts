import { expect, test } from "vitest";
import { responseSpectra } from "../../src/analysis/response-spectrum.js";
import { spectraEnsemble } from "../../src/analysis/spectra-ensemble.js";
import { InputError } from "../../src/core/failure.js";

const values = Float64Array.from({ length: 200 }, (_, i) => Math.sin(i / 5) * Math.exp(-i / 80));
const record = { step: 0.02, values };
const periods = [0.1, 0.5, 1, 2];

test("spectra of one record at five scales: the percentiles are those of the scales", () => {
  const [single] = responseSpectra(record, { periods, dampings: [0.02] });
  const { spectra, median, below, above } = spectraEnsemble(
    [1, 3, 2, 5, 4].map((scale) => ({ ...record, scale })),
    { periods, damping: 0.02 },
  );
  expect(spectra).toHaveLength(5);
  periods.forEach((_, k) => {
    const one = single.pseudoAcceleration[k];
    // The equations are linear: spectra are in proportion to rounding.
    expect(median[k] / one).toBeCloseTo(3, 12);
    expect(below[k] / one).toBeCloseTo(1.64, 12);
    expect(above[k] / one).toBeCloseTo(4.36, 12);
  });
});

test("another quantity, and no records", () => {
  const { median } = spectraEnsemble([record], { periods, quantity: "displacement" });
  expect(Array.from(median)).toEqual(
    Array.from(responseSpectra(record, { periods, dampings: [0.05] })[0].displacement),
  );
  expect(() => spectraEnsemble([], { periods })).toThrow(InputError);
});
