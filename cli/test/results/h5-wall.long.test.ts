/** 400 damaged HDF5 files, each read by a process of its own. */
import { afterAll, expect, test } from "vitest";
import { made, refusal, removeFolder, whole, withByte } from "./h5-files.js";

afterAll(removeFolder);

test("single bytes changed: read, refused, crashed or stopped, and always told", async () => {
  const base = await made("base.h5", whole);
  const outcomes = { read: 0, refused: 0, crashed: 0, stopped: 0 };
  for (let k = 0; k < 400; k++) {
    const said = refusal(withByte(base, 8 + 13 * k, k % 3 === 0 ? 0xff : k % 3 === 1 ? 0 : 0x7f));
    if (said === null) outcomes.read++;
    else if (/crashed|failed/.test(said)) outcomes.crashed++;
    else if (/has not read it|asks for more/.test(said)) outcomes.stopped++;
    else outcomes.refused++;
  }
  console.info(JSON.stringify(outcomes));
  expect(outcomes.read + outcomes.refused + outcomes.crashed + outcomes.stopped).toBe(400);
  expect(outcomes.refused + outcomes.crashed).toBeGreaterThan(20);
});
