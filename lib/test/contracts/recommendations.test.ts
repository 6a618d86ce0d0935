/** What a refusal recommends takes the system: every scheme on systems that combine forces, dampings, masses, friction and constraints; the methods
 *  and settings that the words of a refusal name are tried. */
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/failure.js";
import { type Method, refusal, standard } from "../../src/core/method.js";
import { begin } from "../../src/core/run.js";
import type { Problem, System } from "../../src/core/system.js";
import { methods } from "../../src/methods/all.js";
import { recommendedMethods } from "../../src/methods/recommended.js";
import { buildSystem } from "../../src/model-file/build.js";
import { loadModel } from "../../src/model-file/load.js";
import { schemes } from "./schemes.js";

const MASSES = { diagonal: "[1, 2]", full: "[[1, 0.1], [0.1, 2]]" };
const FORCES = {
  "no forces": "",
  "a load": "force: [sin(t), 0]",
  "viscous damping": "damping: [[0.2, -0.1], [-0.1, 0.3]]",
  "damping that is not symmetric": "damping: [[0.2, 0.1], [-0.1, 0.3]]",
  "a dissipation potential": "dissipation: 0.1*vx^2 + 0.05*vx^4",
  "a dissipation potential that reads positions": "dissipation: (1 + x^2)*vx^2/10",
  "a load that follows": "force: [0.1*y, 0]",
  "a force of velocities": "force: [-0.1*vx*abs(vx), 0]",
};
const HELD = {
  free: "",
  constrained: "constraints: [x^2 + y^2 - 1]",
  "with friction": "friction: [{ on: x, limit: 0.1 }]",
  "constrained, with friction": "constraints: [x^2 + y^2 - 1], friction: [{ on: x, limit: 0.1 }]",
};
const POTENTIALS = { expression: "potential: x^4/4 + x*y/2 + y^2", walls: "potential: 2*(x^2 + y^2 - 1)^2" };

function systems(): readonly (readonly [string, Problem])[] {
  return Object.entries(POTENTIALS).flatMap(([potential, V]) =>
    Object.entries(MASSES).flatMap(([mass, M]) =>
      Object.entries(FORCES).flatMap(([force, F]) =>
        Object.entries(HELD).map(([held, hold]) => {
          const parts = [`coordinates: [x, y], mass: ${M}`, V, F, hold].filter((part) => part !== "").join(", ");
          const text = `{ noether: 1, system: { ${parts} }, start: { q: [1, 0], v: [0, 0.5] } }`;
          return [`${potential}, ${mass} mass, ${force}, ${held}`, buildSystem(loadModel(text)).problem] as const;
        }),
      ),
    ),
  );
}

function linearSystems(): readonly (readonly [string, Problem])[] {
  return Object.entries({
    none: "",
    rayleigh: ", damping: { rayleigh: [0.1, 0.01] }",
    coupled: ", damping: [[3, 0], [0, 0]]",
  }).map(([name, damping]) => {
    const text = `{ noether: 1, system: { matrices: { mass: [1, 2], stiffness: [[3, -1], [-1, 2]]${damping} } }, start: { q: [1, 0], v: [0, 1] } }`;
    return [`linear, ${name} damping`, buildSystem(loadModel(text)).problem] as const;
  });
}

const all = [...systems(), ...linearSystems()];

/** The words that refuse it, or null. */
function refused(problem: Problem, method: Method): string | null {
  const words = refusal(method, problem.system, recommendedMethods);
  if (words !== null) return words;
  try {
    begin(problem, method, { time: method.clock === "fixed" ? { step: 0.01, steps: 1 } : { end: 0.01 } });
    return null;
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

const familyOf = (id: string) => {
  const found = methods.find((family) => family.id === id);
  if (found === undefined) throw new Error(`${id} is not in the registry`);
  return found;
};

/** What `gauss`, or `force-stepping with splitting`, stands for. */
function meant(name: string): Method {
  const [id, setting] = name.split(" with ");
  const family = familyOf(id);
  const variant = family.variants.find((parameters) => setting !== undefined && setting in parameters);
  return variant === undefined ? standard(family) : family(variant);
}

/** Methods named by their ids, each as a word, with what they are to be given; the refusing one's own name is none. */
function namedIn(words: string, own: string): Method[] {
  const rest = words.replace(/^(method: )?\S+/, "").replaceAll("force-stepping with splitting", (name) => `<${name}>`);
  return methods.flatMap(({ id }) => {
    const found = new RegExp(`(^|[^a-z-])${id}( with splitting>|$|[^a-z-])`).exec(rest);
    if (found === null || (id === own && !found[2].startsWith(" with"))) return [];
    return [meant(found[2].startsWith(" with") ? `${id} with splitting` : id)];
  });
}

test("what is recommended are methods of the registry, which their names stand for", () => {
  for (const { name, method } of recommendedMethods()) {
    expect(meant(name).needs, name).toEqual(method.needs);
    expect(meant(name).handles, name).toEqual(method.handles);
  }
});

test("every method that is recommended is so for some system, at most two at a time", () => {
  // Those of model files have tangents.
  const every = all.flatMap(([, { system }]) => [system, { ...system, tangent: null } as System]);
  const said = schemes.flatMap(({ method }) =>
    every.flatMap(
      (system) => /; (\S.*?) takes? it$/.exec(refusal(method, system, recommendedMethods) ?? "")?.[1] ?? [],
    ),
  );
  for (const words of said) expect(words.split(" and ").length).toBeLessThanOrEqual(2);
  const names = new Set(said.flatMap((words) => words.split(" and ")));
  for (const { name } of recommendedMethods()) expect([...names], name).toContain(name);
});

test("without a registry a refusal says what is lacking, and names no method", () => {
  const [, { system }] = all.find(([name]) => name.includes("constrained")) as (typeof all)[number];
  expect(refusal(meant("gauss"), system)).toBe("gauss does not know constraints");
  expect(refusal(meant("gauss"), system, recommendedMethods)).toBe(
    "gauss does not know constraints; variational and lagrange-dalembert take it",
  );
});

describe.each(schemes)("$name", ({ method }) => {
  test("recommends what takes the system", () => {
    const wrong: string[] = [];
    for (const [name, problem] of all) {
      const words = refused(problem, method);
      if (words === null) continue;
      for (const other of namedIn(words, method.id)) {
        const again = refused(problem, other);
        if (again !== null) wrong.push(`${name}: ${words}\n    ${again}`);
      }
      const setting = /; ([a-zA-Z]+): (\S+) (?:takes it|and )/.exec(words);
      if (setting === null) continue;
      const [, key, value] = setting;
      const number = Number(value);
      const parsed = value === "true" ? true : value === "false" ? false : Number.isNaN(number) ? value : number;
      const again = refused(problem, familyOf(method.id)({ ...method.parameters, [key]: parsed }));
      if (again !== null) wrong.push(`${name}: ${words}\n    ${again}`);
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  });
});
