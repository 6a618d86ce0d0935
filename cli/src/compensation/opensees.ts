/** A compensated system as a complete OpenSees model, in Tcl and for OpenSeesPy. OpenSees has no place for matrices: masses belong to nodes, and
 *  stiffness and damping to elements. A symmetric K is one spring of −K_ij between every two coordinates and one of Σ_j K_ij to the ground; Ĉ likewise, as
 *  the damping tangent of the same materials. So M̂ has to be diagonal, and K̂ and Ĉ symmetric. */
import { type Exported, eachEntry, isDiagonal, isSymmetric } from "./exported.js";

/** Why OpenSees cannot be given this system, or null. */
export function openSeesRefusal({ mass, damping, stiffness }: Exported): string | null {
  if (!isDiagonal(mass)) return "OpenSees takes nodal masses only, and the compensated mass matrix is not diagonal";
  if (!isSymmetric(stiffness) || (damping !== null && !isSymmetric(damping)))
    return "OpenSees is given springs and dashpots, and the compensated matrices are not symmetric";
  return null;
}

interface Spring {
  readonly from: number;
  readonly to: number;
  readonly k: number;
  readonly c: number;
}

/** Node 0 is the ground; coordinate i is node i + 1. */
function springsOf({ stiffness, damping }: Exported): Spring[] {
  const n = stiffness.pattern.size;
  const springs = new Map<number, { k: number; c: number }>();
  const at = (key: number) => {
    const known = springs.get(key) ?? { k: 0, c: 0 };
    springs.set(key, known);
    return known;
  };
  const enter = (part: "k" | "c") => (i: number, j: number, value: number) => {
    at(i)[part] += value;
    if (j > i) at((j + 1) * n + i)[part] -= value;
  };
  eachEntry(stiffness, enter("k"));
  if (damping !== null) eachEntry(damping, enter("c"));
  return [...springs].flatMap(([key, { k, c }]) => {
    if (k === 0 && c === 0) return [];
    return key < n ? [{ from: 0, to: key + 1, k, c }] : [{ from: (key % n) + 1, to: Math.floor(key / n), k, c }];
  });
}

/** One command a line: its name and its words, lists in lists. */
type Command = readonly [string, ...(string | number | readonly number[])[]];

function commandsOf(system: Exported): Command[] {
  const { mass, labels, q, v, a, loads, h, steps, beta, gamma } = system;
  const nodes = labels.map((_, i) => i + 1);
  const masses: Command[] = [];
  eachEntry(mass, (i, j, value) => {
    if (i === j) masses.push(["mass", i + 1, value]);
  });
  const acting = loads === null ? [] : nodes.filter((node) => loads.some((F) => F[node - 1] !== 0));
  return [
    ["model", "basic", "-ndm", 1, "-ndf", 1],
    ["node", 0, 0],
    ["fix", 0, 1],
    ...nodes.map((node): Command => ["node", node, 0]),
    ...masses,
    ...springsOf(system).flatMap(({ from, to, k, c }, s): Command[] => [
      ["uniaxialMaterial", "Elastic", s + 1, k, c],
      ["element", "zeroLength", s + 1, from, to, "-mat", s + 1, "-dir", 1],
    ]),
    ...acting.flatMap((node): Command[] => [
      ["timeSeries", "Path", node, "-dt", h, "-values", pathOf((loads ?? []).map((F) => F[node - 1] ?? 0))],
      ["pattern", "Plain", node, node],
      ["load", node, 1],
    ]),
    ...nodes.flatMap((node): Command[] => [
      ["setNodeDisp", node, 1, q[node - 1] ?? 0, "-commit"],
      ["setNodeVel", node, 1, v[node - 1] ?? 0, "-commit"],
      ["setNodeAccel", node, 1, a[node - 1] ?? 0, "-commit"],
    ]),
    ["recorder", "Node", "-file", "opensees.out", "-time", "-node", ...nodes, "-dof", 1, "disp"],
    ["constraints", "Plain"],
    ["numberer", "RCM"],
    ["system", "BandGeneral"],
    ["integrator", "Newmark", gamma, beta],
    ["algorithm", "Linear"],
    ["analysis", "Transient"],
    ["analyze", steps, h],
  ];
}

/** OpenSees takes a path as zero from the time of its last value on, the last step included: the last value is written twice. */
const pathOf = (values: readonly number[]): readonly number[] => [...values, ...values.slice(-1)];

const HEAD = "Newmark's method on a compensated system: coordinate i of the model is node i + 1, node 0 the ground.";

export function openSeesTcl(system: Exported): string {
  const lines: string[] = [];
  for (const [name, ...words] of commandsOf(system)) {
    const text = words.map((word) => (typeof word === "object" ? `{${word.join(" ")}}` : String(word))).join(" ");
    // In Tcl the loads of a pattern stand inside of its braces.
    if (name === "pattern") lines.push(`pattern ${text} {`);
    else if (name === "load") lines.push(`  load ${text}`, "}");
    else lines.push(`${name} ${text}`);
  }
  return [`# ${HEAD}`, "wipe", ...lines, ""].join("\n");
}

export function openSeesPy(system: Exported): string {
  const written = (word: Command[number]): string =>
    typeof word === "object" ? `*[${word.join(", ")}]` : typeof word === "string" ? `"${word}"` : String(word);
  const lines = commandsOf(system).map(([name, ...words]) => `ops.${name}(${words.map(written).join(", ")})`);
  return [`# ${HEAD}`, "import openseespy.opensees as ops", "", "ops.wipe()", ...lines, ""].join("\n");
}
