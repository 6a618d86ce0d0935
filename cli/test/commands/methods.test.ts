import { methods, models } from "noether";
import { describe, expect, test } from "vitest";
import { workplace } from "../program.js";

const { noether } = workplace();

describe.each([
  { command: "methods", registry: methods },
  { command: "models", registry: models },
])("$command", ({ command, registry }) => {
  test("lists the registry", () => {
    const { status, stdout } = noether(command);
    expect(status).toBe(0);
    for (const { id } of registry) expect(stdout).toContain(id);
  });

  test("prints it as JSON with parameters, defaults and citations in full", () => {
    const listed = JSON.parse(noether(command, "--json").stdout);
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(registry.map(({ id }) => id));
    for (const { parameters, citations } of listed) {
      for (const parameter of parameters) {
        expect(Object.keys(parameter)).toEqual(["name", "default", "accepted", "meaning"]);
      }
      for (const citation of citations) expect(citation).toMatch(/^\[\w+\] .{20}/);
    }
  });

  test("refuses an unknown name with a suggestion", () => {
    const misspelt = `${registry[0]?.id}x`;
    const { status, stdout, stderr } = noether(command, misspelt, "--json");
    expect(status).toBe(2);
    expect(JSON.parse(stdout).error.message).toContain(`Did you mean "${registry[0]?.id}"?`);
    expect(stderr).toContain(`there is no ${command.slice(0, -1)} "${misspelt}"`);
  });
});

test("one method in full: claims, needs, parameters", () => {
  const { stdout } = noether("methods", "newmark");
  expect(stdout).toMatch(/order 2; symplectic \(newmark\)/);
  expect(stdout).toMatch(/needs: tangent/);
  expect(stdout).toMatch(/beta = 0\.25 {3}.*\(a number/);
  expect(stdout).toMatch(/\[newmark1959\] N\. M\. Newmark/);
});
