/** Every claim has the verdict that the README's table states. */
import { expect, test } from "vitest";
import { kane2000 } from "./reproduce.js";

test.each(kane2000.items.filter(({ long }) => long !== true).map((item) => ({ id: item.id, item })))(
  "$id",
  ({ item }) => {
    const { claims, figures } = item.reproduce();
    expect(claims.length).toBeGreaterThan(0);
    for (const { verdict, where, says, ours, remark } of claims) {
      // What differs is a finding about the paper only if it is explained.
      if (verdict === "differs") expect(remark, `${where}: ${says}; here ${ours}`).not.toBe("");
      else expect(["reproduced", "misprint"]).toContain(verdict);
    }
    for (const { figure } of figures) {
      for (const { series } of figure.panels) for (const { x, y } of series) expect(x.length).toBe(y.length);
    }
  },
);
