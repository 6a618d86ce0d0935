/** Ten million steps of the conservative example: the energy's band does not drift. Takes some minutes. */
import { expect, test } from "vitest";
import { kane2000 } from "./reproduce.js";

test.each(kane2000.items.filter(({ long }) => long === true).map((item) => ({ id: item.id, item })))(
  "$id",
  ({ item }) => {
    for (const { verdict, ours } of item.reproduce().claims) expect(verdict, String(ours)).toBe("reproduced");
  },
  600_000,
);
