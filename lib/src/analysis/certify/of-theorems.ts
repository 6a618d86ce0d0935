/** The findings about in what sense a method is variational. */
import { variationalNature } from "../variational-nature.js";
import { defectInWords, judged, largestDefect } from "./defects.js";
import { type Finding, verdictOn } from "./finding.js";
import type { Setting } from "./setting.js";

export function variationalFindings({ problem, method, resolved: { step } }: Setting): Finding[] {
  // Not larger: beyond the limit of stability the terms outgrow the motion that they are relative to, and steps have several solutions.
  const sizes = [step / 8, step / 4, step / 2, step];
  const tried = sizes.flatMap((size) =>
    variationalNature(problem, method, size).map((each) => ({ ...each, step: size })),
  );
  return [...new Set(tried.map(({ theorem }) => theorem))].map((property) => {
    const defects = judged(tried.filter(({ theorem }) => theorem === property));
    return {
      property,
      claim: "yes",
      measured: defectInWords(defects),
      value: defects.points.length === 0 ? null : largestDefect(defects),
      verdict: verdictOn(true, defects.found),
      evidence: { defects: [defects] },
    };
  });
}
