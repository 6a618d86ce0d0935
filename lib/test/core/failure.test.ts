import { expect, test } from "vitest";
import { InputError } from "../../src/core/failure.js";

test("the place stands before the reason, as far as it is known", () => {
  expect(new InputError("is wrong").message).toBe("is wrong");
  const error = new InputError("is wrong", { key: "mass" }).at({ file: "a.yaml", line: 3, key: "ignored" });
  expect(error.message).toBe("a.yaml:3: mass: is wrong");
  expect(error.place).toMatchObject({ file: "a.yaml", line: 3, key: "mass" });
});

test("a key with ends of lines stays on one line", () => {
  expect(new InputError("is unknown", { key: "probes.a\nb\tc d" }).message).toBe("probes.a\\nb\\tc d: is unknown");
});
