/** Links between pages lead somewhere. */
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { anchorsOf, linksOf, pages, root } from "./pages.js";

const all = pages();

it.each(all.map((page) => [page.path, page] as const))("%s has no broken links", (_path, page) => {
  for (const { target, anchor } of linksOf(page)) {
    expect(existsSync(root + target), `${page.path} → ${target}`).toBe(true);
    const linked = all.find(({ path }) => path === target);
    if (anchor !== undefined && linked !== undefined) expect(anchorsOf(linked)).toContain(anchor);
  }
});
