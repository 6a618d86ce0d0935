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

test("the code and the row stay with an error whose place is filled in", () => {
  expect(new InputError("is wrong").code).toBe("input");
  const error = new InputError("is not symmetric", { row: 3 }, "unsuited-step").at({ file: "a.yaml", key: "mass" });
  expect(error).toMatchObject({ code: "unsuited-step", message: "a.yaml: row 3: is not symmetric", place: { row: 3 } });
});
