import { expect, test } from "vitest";
import { told } from "../../../src/analysis/certify/of-order.js";

test.each([
  { slope: 2, standardError: 0.01, p: 2, verdict: "holds" },
  { slope: 1.9, standardError: 0.02, p: 2, verdict: "holds" },
  // More than is claimed is no violation.
  { slope: 4, standardError: 0.1, p: 2, verdict: "holds" },
  { slope: 1, standardError: 0.01, p: 2, verdict: "violated" },
  { slope: 1.3, standardError: 0.05, p: 2, verdict: "violated" },
  { slope: 3, standardError: 0.1, p: 4, verdict: "violated" },
  // Nearer to 2 than to 1, but two standard errors away from it, and the other way round.
  { slope: 1.7, standardError: 0.02, p: 2, verdict: "undecided" },
  { slope: 1.45, standardError: 0.1, p: 2, verdict: "undecided" },
  { slope: 1.55, standardError: 0.1, p: 2, verdict: "undecided" },
  { slope: 2, standardError: 0.41, p: 2, verdict: "undecided" },
  { slope: -1, standardError: 0.41, p: 2, verdict: "undecided" },
  // Below order one the middle is at p/2.
  { slope: 0.45, standardError: 0.01, p: 0.5, verdict: "holds" },
  { slope: 0.2, standardError: 0.01, p: 0.5, verdict: "violated" },
])("a slope of $slope ± $standardError, claimed to be $p: $verdict", ({ verdict, p, ...line }) => {
  expect(told(line, p)).toBe(verdict);
});
