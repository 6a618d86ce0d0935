/** LAMMPS as a peer, where its program `lmp` is found: `lj/cut/opt` with `fix nve`, on one thread. Its list of neighbours is checked in every step and made anew when an atom has gone half of what it
 *  reaches beyond the cutoff (`check yes`): with the usual `every 20 check no` pairs come within the cutoff unseen, and the motion is another one. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { COMPARED, type Outcome, type Start, sampleOf } from "./problem.js";

const execute = promisify(execFile);

/** Atoms in free space have a box that they do not leave, and a cutoff that they all are within. */
const [FREE_SIDE, FREE_CUTOFF] = [40, 12];

/** Runs it in a folder; null where there is no such program. */
export async function lammps(
  folder: string,
  name: string,
  start: Start,
  steps: number,
): Promise<(() => Promise<Outcome>) | null> {
  try {
    await execute("lmp", ["-help"], { maxBuffer: 1 << 24 });
  } catch {
    return null;
  }
  const [data, input, dump] = ["data", "in", "dump"].map((kind) => join(folder, `${name}.${kind}`)) as [
    string,
    string,
    string,
  ];
  await writeFile(data, dataOf(start));
  await writeFile(input, inputOf(start, data, dump, steps));
  return async () => {
    const words = ["-in", input, "-log", "none"];
    const { stdout } = await execute("lmp", words, { cwd: folder, env: { ...process.env, OMP_NUM_THREADS: "1" } });
    const energies = [...stdout.matchAll(/^energies (\S+) (\S+)$/gm)].map(([, potential, total]) => [
      Number(potential),
      Number(total),
    ]);
    const loops = [...stdout.matchAll(/^Loop time of (\S+) on 1 procs for \d+ steps/gm)].map(([, seconds]) =>
      Number(seconds),
    );
    const uses = [...stdout.matchAll(/^([\d.]+)% CPU use/gm)].map(([, percent]) => Number(percent) / 100);
    const [first, last] = [energies[0]!, energies[energies.length - 1]!];
    return {
      steps,
      // It tells the wall clock, and how much of it was CPU time.
      seconds: loops[loops.length - 1]! * uses[uses.length - 1]!,
      potential: first[0]!,
      sample: sampleOf(positionsOf(await readFile(dump, "utf8"), start.dimension)),
      energyError: Math.abs((last[1]! - first[1]!) / first[1]!),
    };
  };
}

const inputOf = ({ dimension, cutoff, step }: Start, data: string, dump: string, steps: number): string => {
  const warm = Math.max(0, Math.ceil(steps / 4) - COMPARED);
  const axes = ["xu", "yu", "zu"].slice(0, dimension).join(" ");
  const told = 'print "energies $(pe:%.17g) $(etotal:%.17g)"';
  return `units lj
dimension ${dimension}
atom_style atomic
read_data ${data}
pair_style lj/cut/opt ${cutoff < Infinity ? cutoff : FREE_CUTOFF}
pair_coeff 1 1 1.0 1.0
neighbor 0.3 bin
neigh_modify delay 0 every 1 check yes
fix 1 all nve
${dimension === 2 ? "fix 2 all enforce2d" : ""}
timestep ${step}
thermo 1000000000
thermo_modify norm yes
run 0
${told}
run ${COMPARED}
write_dump all custom ${dump} id ${axes} modify sort id format float %.17g
run ${warm}
run ${steps}
${told}
`;
};

function dataOf({ dimension, side, q, v }: Start): string {
  const count = q.length / dimension;
  const [low, high] = side === 0 ? [-FREE_SIDE / 2, FREE_SIDE / 2] : [0, side];
  const flat = dimension === 2;
  const rows = (of: Float64Array, kind: string) =>
    Array.from(
      { length: count },
      (_, i) => `${i + 1}${kind} ${of.subarray(dimension * i, dimension * (i + 1)).join(" ")}${flat ? " 0" : ""}\n`,
    ).join("");
  return `atoms

${count} atoms
1 atom types
${low} ${high} xlo xhi
${low} ${high} ylo yhi
${flat ? "-0.1 0.1" : `${low} ${high}`} zlo zhi

Masses

1 1

Atoms # atomic

${rows(q, " 1")}
Velocities

${rows(v, "")}`;
}

/** Of atoms sorted by number, after the line with the names of the columns. */
function positionsOf(dump: string, dimension: number): Float64Array {
  const lines = dump.trim().split("\n");
  const first = lines.findIndex((line) => line.startsWith("ITEM: ATOMS")) + 1;
  return Float64Array.from(
    lines.slice(first).flatMap((line) =>
      line
        .split(" ")
        .slice(1, 1 + dimension)
        .map(Number),
    ),
  );
}
