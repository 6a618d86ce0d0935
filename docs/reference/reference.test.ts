/** The reference pages are made from the registries. `npx vitest run docs/reference -u` writes them again. */
import { expect, it } from "vitest";
import { methodsPage } from "./methods-page.js";
import { modelsPage } from "./models-page.js";

it.each([
  ["methods.md", methodsPage],
  ["models.md", modelsPage],
])("%s says what the registry says", async (file, page) => {
  await expect(page()).toMatchFileSnapshot(file);
});
