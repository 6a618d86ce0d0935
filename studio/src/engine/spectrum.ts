/** Response spectra of the records that shake a model. */

import { responseSpectra } from "noether/analysis";
import { isObject, type Json, readGroundMotion } from "noether/formats";
import type { ModelSource, RecordSpectra } from "./messages.js";
import { modelOf } from "./opened.js";

const [SHORTEST, LONGEST, POINTS] = [0.02, 10, 160];
const DAMPINGS = [0.02, 0.05, 0.1];

export function spectraOf(source: ModelSource): readonly RecordSpectra[] {
  const { data } = modelOf(source);
  const periods = Array.from({ length: POINTS }, (_, k) => SHORTEST * (LONGEST / SHORTEST) ** (k / (POINTS - 1)));
  return [...new Set(recordsIn(data as Json))].flatMap((name) => {
    const bytes = source.files[name];
    if (bytes === undefined) return [];
    const { step, values } = readGroundMotion(new TextDecoder().decode(bytes), { file: name });
    if (step === null || values.length < 2) return [];
    const spectra = responseSpectra({ step, values }, { periods, dampings: DAMPINGS });
    return [
      {
        name,
        periods: Float64Array.from(periods),
        curves: spectra.map(({ damping, pseudoAcceleration }) => ({
          damping,
          pseudoAcceleration: Float64Array.from(pseudoAcceleration),
        })),
      },
    ];
  });
}

/** The files of all `groundMotion`, wherever they stand. */
function recordsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(recordsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "groundMotion" && isObject(inner) && typeof inner["file"] === "string"
      ? [inner["file"]]
      : recordsIn(inner as Json),
  );
}
