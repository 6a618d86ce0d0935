/** The page of chains and solids. `npx vitest run --config vitest.long.config.ts docs/reference -u` writes it again. */
import { expect, it } from "vitest";
import { solidsPage } from "./audit-page.js";

it("audit-solids.md says what the program says, and no claim is violated", async () => {
  const page = solidsPage();
  await expect(page).toMatchFileSnapshot("audit-solids.md");
  expect(page.match(/\| .*✗.*/g)).toBeNull();
});
