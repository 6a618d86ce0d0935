/** Response spectra of many ground motions with one damping, and what 16, 50 and 84 of a hundred stay below at each period. */
import { InputError } from "../core/failure.js";
import type { Vec } from "../core/vec.js";
import { ABOVE, BELOW, percentile } from "./percentile.js";
import { type ResponseSpectrum, responseSpectra, type SpectrumOptions } from "./response-spectrum.js";

export type SpectralQuantity = Exclude<keyof ResponseSpectrum, "damping" | "periods">;

export interface SpectraEnsemble {
  readonly periods: Vec;
  /** One for each record, in their order. */
  readonly spectra: readonly Vec[];
  readonly median: Vec;
  readonly below: Vec;
  readonly above: Vec;
}

export interface RecordOfEnsemble {
  readonly step: number;
  readonly values: Vec;
  /** From the record's units (default 1). */
  readonly scale?: number;
}

export function spectraEnsemble(
  records: readonly RecordOfEnsemble[],
  {
    damping = 0.05,
    quantity = "pseudoAcceleration",
    ...options
  }: Omit<SpectrumOptions, "dampings" | "scale"> & { readonly damping?: number; readonly quantity?: SpectralQuantity },
): SpectraEnsemble {
  if (records.length === 0) throw new InputError("an ensemble of no records has no spectra; one or more do");
  const all = records.map(
    ({ scale = 1, ...record }) => responseSpectra(record, { ...options, dampings: [damping], scale })[0],
  );
  const { periods } = all[0];
  const spectra = all.map((spectrum) => spectrum[quantity]);
  const at = (p: number) =>
    Float64Array.from(periods, (_, k) =>
      percentile(
        spectra.map((values) => values[k]),
        p,
      ),
    );
  return { periods, spectra, median: at(0.5), below: at(BELOW), above: at(ABOVE) };
}
