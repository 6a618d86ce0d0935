/** The pages of claims and measurements, on few unknowns and on chains and solids. `npx vitest run --config vitest.long.config.ts docs/reference -u` writes them again. */
import { expect, it } from "vitest";
import { auditPage, solidsPage } from "./audit-page.js";

it("audit.md says what the program says, and no claim is violated", async () => {
  const page = auditPage();
  await expect(page).toMatchFileSnapshot("audit.md");
  expect(page.match(/\| .*✗.*/g)).toBeNull();
});

it("audit-solids.md says what the program says, and no claim is violated", async () => {
  const page = solidsPage();
  await expect(page).toMatchFileSnapshot("audit-solids.md");
  expect(page.match(/\| .*✗.*/g)).toBeNull();
});
