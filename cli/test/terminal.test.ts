import { expect, test } from "vitest";
import { printable } from "../src/terminal.js";

const ESC = String.fromCharCode(27);

test("sequences that drive a terminal are shown, not sent", () => {
  expect(printable(`name ${ESC}]0;title${String.fromCharCode(7)} end`)).toBe("name \\u001b]0;title\\u0007 end");
  expect(printable(`a\rb${ESC}[2Jc${ESC}[8mhidden`)).toBe("a\\u000db\\u001b[2Jc\\u001b[8mhidden");
  expect(printable("x\u202ey\u009bz\u2028")).toBe("x\\u202ey\\u009bz\\u2028");
  expect(printable("half \ud800 pair, whole \u{1f600}")).toBe("half \\ud800 pair, whole \u{1f600}");
});

test("lines, tabs and the program's own colours pass", () => {
  const text = `${ESC}[31mnoether:${ESC}[39m x\n\ty é → ∇`;
  expect(printable(text)).toBe(text);
});

test("a JSON document stays one", () => {
  const value = { name: "a\u009b\u2028b" };
  expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(value);
});
