/** A study for batch systems: the same cases in shards, each with a journal of its own, and a last job that joins them and computes what is missing. Sent in
 *  again after a failure, the jobs go on where they stopped. */
import { basename } from "node:path";
import type { StudyChoices } from "./open.js";

export interface ExportedScript {
  readonly name: string;
  readonly text: string;
}

export interface ExportOptions {
  /** The words of the command line that computes the study, without the program: study, its file, its options, --out TABLE. */
  readonly words: readonly string[];
  readonly table: string;
  readonly shards: number;
}

/** The words of the command line that computes a study, as it was asked for. */
export function wordsOf(
  path: string,
  { vary = [], method = [], set = [], measure = [], reference = [] }: StudyChoices,
  { out, figures }: { readonly out: string; readonly figures?: string },
): string[] {
  const repeated = { "--vary": vary, "--method": method, "--set": set, "--measure": measure, "--reference": reference };
  const given = Object.entries(repeated).flatMap(([option, values]) => values.flatMap((value) => [option, value]));
  return ["study", path, ...given, "--out", out, ...(figures === undefined ? [] : ["--figures", figures])];
}

/** `TABLE.slurm` and `TABLE.join.slurm` for sbatch, `TABLE.xargs.sh` for one machine or any other scheduler. */
export function scripts({ words, table, shards }: ExportOptions): ExportedScript[] {
  const command = ["$NOETHER", ...words.map(quoted)].join(" ");
  const job = basename(table).replace(/[^\w.-]+/g, "-");
  const head = `#!/bin/bash\n# Written by noether study --export. NOETHER is the program, if it is not called noether.\nset -eu\n`;
  const program = `NOETHER="\${NOETHER:-noether}"\n`;
  return [
    {
      name: `${table}.slurm`,
      text:
        `#!/bin/bash\n#SBATCH --job-name=${job}\n#SBATCH --array=1-${shards}\n#SBATCH --cpus-per-task=1\n#SBATCH --output=${job}.%a.log\n` +
        `# Shards of a study, for Slurm; then the join:\n#   jobs=$(sbatch --parsable ${quoted(`${table}.slurm`)})\n#   sbatch --dependency=afterany:$jobs ${quoted(`${table}.join.slurm`)}\n` +
        `set -eu\n${program}${command} --threads "\${SLURM_CPUS_PER_TASK:-1}" --shard "$SLURM_ARRAY_TASK_ID/${shards}" --quiet\n`,
    },
    {
      name: `${table}.join.slurm`,
      text:
        `#!/bin/bash\n#SBATCH --job-name=${job}-join\n#SBATCH --cpus-per-task=1\n#SBATCH --output=${job}.join.log\n` +
        `# Joins the shards, and computes the cases that they have not.\nset -eu\n${program}${command} --threads "\${SLURM_CPUS_PER_TASK:-1}" --quiet\n`,
    },
    {
      name: `${table}.xargs.sh`,
      text:
        `${head}${program}export NOETHER\n` +
        `# So many shards at a time: PARALLEL, or the number of processors.\n` +
        `seq 1 ${shards} | xargs -P "\${PARALLEL:-$(getconf _NPROCESSORS_ONLN)}" -I @SHARD@ ${command} --threads 1 --shard @SHARD@/${shards} --quiet || true\n` +
        `# The cases of shards that failed are computed here.\n${command} --quiet\n`,
    },
  ];
}

/** A word for the shell. */
export const quoted = (word: string) => (/^[\w./=:,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
