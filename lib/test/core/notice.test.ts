import { expect, test } from "vitest";
import { distinct, noticesOf } from "../../src/core/notice.js";

test("each notice is said once, in the order of the first", () => {
  const stiff = noticesOf("unstable-step", ["h is 2 above the limit 1", "h is 2 above the limit 1"]);
  const hidden = noticesOf("hidden-symmetry", ["V hides it"]);
  expect(distinct([...stiff, ...hidden, ...stiff])).toEqual([stiff[0], hidden[0]]);
  expect(distinct([])).toEqual([]);
});

test("the same sentence of two kinds is two notices", () => {
  const both = [...noticesOf("a", ["sentence"]), ...noticesOf("b", ["sentence"])];
  expect(distinct(both)).toEqual(both);
});
