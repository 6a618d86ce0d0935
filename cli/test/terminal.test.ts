import { expect, test } from "vitest";
import { between, printable } from "../src/terminal.js";

const ESC = String.fromCharCode(27);

test("sequences that drive a terminal are shown, not sent", () => {
  expect(printable(`name ${ESC}]0;title${String.fromCharCode(7)} end`)).toBe("name \\u001b]0;title\\u0007 end");
  expect(printable(`a\rb${ESC}[2Jc${ESC}[8mhidden`)).toBe("a\\u000db\\u001b[2Jc\\u001b[8mhidden");
  expect(printable("x\u202ey\u009bz\u2028")).toBe("x\\u202ey\\u009bz\\u2028");
  expect(printable("half \ud800 pair, whole \u{1f600}")).toBe("half \\ud800 pair, whole \u{1f600}");
});

test("colours of the program pass, and those of a file do not", () => {
  expect(printable(`${between(31, 39, "noether:")} x\n\ty é → ∇`)).toBe(`${ESC}[31mnoether:${ESC}[39m x\n\ty é → ∇`);
  expect(printable(`${between(31, 39, `${ESC}[32mall is well`)}`)).toBe(`${ESC}[31m\\u001b[32mall is well${ESC}[39m`);
});

test("a JSON document stays one", () => {
  const value = { name: "a\u009b\u2028b" };
  expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(value);
});
