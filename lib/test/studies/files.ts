/** Models and studies for the tests of studies. */
import type { StudyOptions } from "../../src/studies/index.js";

export const PENDULUM = `noether: 1
name: Pendulum
units: { time: s }
system:
  coordinates: [angle]
  parameters: { m: 1, l: 1, g: 9.81 }
  mass: m*l^2
  potential: m*g*l*(1 - cos(angle))
start: { q: [1], v: [0] }
method: central-difference
time: { end: 1, step: 0.01 }
record: { probes: { height: l*(1 - cos(angle)) } }
`;

export const OSCILLATOR = `noether: 1
system:
  coordinates: [x]
  parameters: { k: 4, c: 0 }
  matrices: { mass: [1], stiffness: [k] }
  force: { groundMotion: { file: quake-0.csv, scale: 1, influence: [1] } }
start: { q: [0], v: [0] }
method: newmark
time: { end: 2, step: 0.02 }
`;

const quake = (scale: number) => Array.from({ length: 50 }, (_, i) => `${0.05 * i},${scale * Math.sin(i)}`).join("\n");

const FILES: Readonly<Record<string, string>> = {
  "pendulum.yaml": PENDULUM,
  "models/oscillator.yaml": OSCILLATOR,
  "models/quake-0.csv": quake(1),
  "records/a.csv": quake(1),
  "records/b.csv": quake(2),
  "records/c.csv": quake(3),
  "records/notes.txt": "no record",
};

export const folder = (files: Readonly<Record<string, string>> = FILES): StudyOptions => ({
  file: "study.yaml",
  readFile(name) {
    const text = files[name];
    if (text === undefined) throw new Error("there is no such file");
    return new TextEncoder().encode(text);
  },
  listFolder: (name) =>
    Object.keys(files)
      .filter((file) => file.startsWith(name) && !file.slice(name.length).includes("/"))
      .map((file) => file.slice(name.length)),
});

export const study = (vary: string, rest = "", model = "pendulum.yaml") =>
  `noether: 1\nname: A study\nstudy:\n  model: ${model}\n  vary:\n${vary
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n")}\n${rest
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n")}\n`;
