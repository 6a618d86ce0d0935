/** A step beyond the limit of a method is found before the run, with its place in the file. */
import { expect, test } from "vitest";
import { workplace } from "../program.js";

const { write, noether } = workplace();

/** One mode of 10 rad/s: Simpson's limit is 2√2/10. */
const model = (step: number, damping: string) => `noether: 1
system:
  matrices: { mass: [1], stiffness: [100]${damping} }
start: { q: [1], v: [0] }
method: simpson
time: { steps: 10, step: ${step} }
`;
write("stable.yaml", model(0.28, ""));
write("unstable.yaml", model(0.29, ""));
write("explicit.yaml", model(0.29, "").replace("simpson", "central-difference"));
write("damped.yaml", model(0.29, ", damping: [1]"));

test.each(["check", "run"])("%s refuses a step that amplifies a mode", (command) => {
  const { status, stderr } = noether(command, "unstable.yaml");
  expect(status).toBe(2);
  expect(stderr).toMatch(/unstable\.yaml:6:\d+: time\.step: with the step 0\.29 simpson amplifies one mode of 1/);
  expect(stderr).toMatch(/steps below 0\.2828? are stable/);
  expect(noether(command, "stable.yaml").status).toBe(0);
});

test.each(["check", "run"])(
  "%s only remarks where damping may hold the mode, also where progress is silenced",
  (command) => {
    const { status, stderr } = noether(command, "damped.yaml");
    expect(status).toBe(0);
    expect(stderr).toMatch(/amplifies one mode of 1, unless its damping holds them/);
    expect(noether(command, "damped.yaml", "--quiet").stderr).toBe(stderr);
    const { notices } = JSON.parse(noether(command, "damped.yaml", "--json").stdout);
    expect(notices[0]).toEqual({
      code: "unstable-step",
      message: stderr.slice("noether: ".length, stderr.indexOf("\n")),
    });
  },
);

test("results list what the scheme conserves", () => {
  const { invariants } = JSON.parse(noether("run", "stable.yaml", "--json").stdout);
  expect(invariants.map(({ name }: { name: string }) => name)).toEqual(["energy", "simpson-form"]);
});

test("an explicit step beyond the limit is doubted before the run, which fails when the energy explodes", () => {
  expect(noether("run", "explicit.yaml", "--step", "0.19").stderr).toBe("");
  const { status, stderr } = noether("run", "explicit.yaml");
  expect(status).toBe(1);
  expect(stderr).toMatch(/central-difference is unstable.* the highest frequency is 10 rad\/s; take steps below 0\.2,/);
  expect(stderr).toMatch(/the motion gains energy that nothing explains: between t = .*\nAs was said before the run/);
  expect(noether("run", "explicit.yaml", "--quiet").stderr).toBe(stderr);
});
