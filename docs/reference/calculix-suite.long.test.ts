/** CalculiX's own decks. `npx vitest run --config vitest.long.config.ts docs/reference/calculix-suite --update` writes the page again. */
import { expect, test } from "vitest";
import { needsCalculixSuite } from "../../lib/test/programs.js";
import { suitePage, suiteRows } from "./calculix-suite-page.js";

test("every deck is computed as CalculiX does, or refused; calculix-suite.md says which", async (context) => {
  const rows = suiteRows(needsCalculixSuite(context));
  expect(rows.length).toBeGreaterThan(350);
  // Seven digits are printed; the largest of the frequencies is found to 1e-6.
  const silent = rows.filter(({ apart, notices }) => apart !== null && apart > 2e-6 && notices.length === 0);
  expect(silent).toEqual([]);
  expect(rows.filter(({ outcome }) => outcome === "computed").length).toBeGreaterThan(0);
  for (const { outcome, text } of rows) if (outcome !== "computed") expect(text).not.toBe("");
  await expect(suitePage(rows)).toMatchFileSnapshot("calculix-suite.md");
});
