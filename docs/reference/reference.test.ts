/** The reference pages are made from the registries and the schema. `npx vitest run docs/reference -u` writes them again. */
import { expect, it } from "vitest";
import { auditPage } from "./audit-page.js";
import { methodsPage } from "./methods-page.js";
import { modelFilePage } from "./model-file-page.js";
import { modelsPage } from "./models-page.js";

it.each([
  ["audit.md", auditPage],
  ["methods.md", methodsPage],
  ["models.md", modelsPage],
  ["model-file.md", modelFilePage],
])("%s says what the program says", async (file, page) => {
  await expect(page()).toMatchFileSnapshot(file);
});

it("no claim fails", () => {
  expect(auditPage().match(/\| .*✗.*/g)).toBeNull();
});
