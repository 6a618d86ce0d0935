/** `noether spectrum RECORD`: response spectra of a ground motion. */
import { Command } from "commander";
import { InputError } from "noether";
import { type ResponseSpectrum, responseSpectra } from "noether/analysis";
import { readGroundMotion } from "noether/formats";
import { significant, spectrumFigure, textTable } from "noether/report";
import { refuseFigurePath, writeFigure } from "../figures.js";
import { readRecord, refuseExisting, refuseOutput, writeFile } from "../files.js";
import { lock } from "../lock.js";

interface Options {
  readonly periods: string;
  readonly damping: string;
  readonly scale: string;
  readonly pointsPerPeriod: string;
  readonly recordOnly?: true;
  readonly out?: string;
  readonly plot?: string;
  readonly json?: true;
  readonly force?: boolean;
  readonly quiet?: true;
}

export function command(): Command {
  return new Command("spectrum")
    .description("Response spectra of a ground motion, exact for a record that is linear between its samples.")
    .argument("<record>", "PEER AT2, a column after `samples step`, or a table with a column of times")
    .option("--periods <list>", "0.5,1,2, or first:last:count for a logarithmic range", "0.02:10:200")
    .option("--damping <list>", "damping ratios, below 1: 0.02,0.05 or 2%,5%", "0.05")
    .option("--scale <factor>", "from the record's units to the result's acceleration", "1")
    .option("--points-per-period <n>", "divide the record's steps where a period has fewer: peaks between samples", "0")
    .option("--record-only", "stop at the last sample; otherwise the free vibration after it counts")
    .option("-o, --out <file>", "write a table: .csv")
    .option("-p, --plot <file>", "the spectra: .svg or .png")
    .option("--json", "print one JSON document")
    .option("--force", "overwrite older files")
    .option("--quiet", "print nothing but what is asked for")
    .action(spectrum);
}

function refuseTable(path: string, force: boolean): void {
  if (!force) refuseExisting(path);
  refuseOutput(path);
}

async function spectrum(path: string, { plot, out, json, quiet, force = false, ...options }: Options): Promise<void> {
  if (plot !== undefined) refuseFigurePath(plot, force);
  if (out !== undefined) refuseTable(out, force);
  const periods = range(options.periods, "--periods");
  const dampings = shares(options.damping, "--damping");
  const [scale = 1] = numbers(options.scale, "--scale");
  const [pointsPerPeriod = 0] = numbers(options.pointsPerPeriod, "--points-per-period");
  if (!(pointsPerPeriod >= 0 && pointsPerPeriod <= 1e4)) {
    throw new InputError(`found ${pointsPerPeriod}; accepted: 0 to 10000`, { file: "--points-per-period" });
  }
  for (const period of periods) {
    if (period >= 1e-9 && period <= 1e9) continue;
    throw new InputError(`found the period ${period}; accepted: 1e-9 to 1e9`, { file: "--periods" });
  }
  const record = readGroundMotion(readRecord(path), { file: path });
  const { step, values, title } = record;
  if (values.length < 2) {
    const found = values.length === 1 ? "one sample" : "no samples";
    throw new InputError(`has ${found}, and a spectrum needs two or more`, { file: path });
  }
  if (step === null) {
    throw new InputError("its samples are not equally spaced, and a spectrum needs one step; sample it evenly first", {
      file: path,
    });
  }
  const spectra = responseSpectra(
    { step, values },
    {
      periods,
      dampings,
      scale,
      pointsPerPeriod,
      freeVibration: options.recordOnly !== true,
    },
  );
  if (out !== undefined) {
    const held = lock(out);
    writeFile(out, csvOf(spectra), force);
    held.release();
  }
  if (plot !== undefined) await writeFigure(spectrumFigure(spectra, title === "" ? path : title), plot, force);
  if (json) process.stdout.write(asJson(spectra));
  else if (!quiet) process.stdout.write(spectra.map(asText).join("\n"));
}

function asJson(spectra: readonly ResponseSpectrum[]): string {
  const documents = spectra.map((spectrum) =>
    Object.fromEntries(
      Object.entries(spectrum).map(([name, value]) => [name, typeof value === "number" ? value : Array.from(value)]),
    ),
  );
  return `${JSON.stringify(documents.length === 1 ? documents[0] : documents, null, 1)}\n`;
}

function asText({ damping, periods, ...columns }: ResponseSpectrum): string {
  const { displacement, pseudoVelocity, pseudoAcceleration, velocity, acceleration } = columns;
  const all = [displacement, pseudoVelocity, pseudoAcceleration, velocity, acceleration];
  const table = textTable({
    columns: [
      { head: "period" },
      { head: "displacement", digits: 5 },
      { head: "pseudo-velocity", digits: 5 },
      { head: "pseudo-acceleration", digits: 5 },
      { head: "velocity", digits: 5 },
      { head: "acceleration", digits: 5 },
    ],
    rows: Array.from(periods, (period, i) => [period, ...all.map((column) => column[i] ?? null)]),
  });
  return `damping ratio ${significant(damping)}\n${table}`;
}

function csvOf(spectra: readonly ResponseSpectrum[]): string {
  const head = "damping,period,displacement,pseudoVelocity,pseudoAcceleration,velocity,acceleration";
  const rows = spectra.flatMap(({ damping, periods, ...s }) =>
    Array.from(periods, (period, i) =>
      [
        damping,
        period,
        s.displacement[i],
        s.pseudoVelocity[i],
        s.pseudoAcceleration[i],
        s.velocity[i],
        s.acceleration[i],
      ].join(","),
    ),
  );
  return `${[head, ...rows].join("\n")}\n`;
}

/** `0.5,1,2`. */
function numbers(text: string, option: string): number[] {
  return text.split(",").map((word) => {
    const value = Number(word);
    if (word.trim() !== "" && Number.isFinite(value)) return value;
    throw new InputError(`found "${word}" where a number is expected`, { file: option });
  });
}

/** `0.05` or `5%`, or several. */
function shares(text: string, option: string): number[] {
  return text.split(",").flatMap((word) => {
    const [, digits = word, percent] = /^\s*(.*?)\s*(%)\s*$/.exec(word) ?? [];
    return numbers(digits, option).map((value) => (percent === undefined ? value : value / 100));
  });
}

/** `0.02:4:200`: logarithmically spaced, both ends included. */
function range(text: string, option: string): number[] {
  const parts = text.split(":");
  if (parts.length === 1) return numbers(text, option);
  const [first = Number.NaN, last = Number.NaN, count = Number.NaN] = parts.map(Number);
  if (parts.length !== 3 || !(first > 0 && last > first && Number.isInteger(count) && count >= 2 && count <= 1e6)) {
    const accepted = "a list, or first:last:count with 0 < first < last and a count from 2 to 1000000";
    throw new InputError(`found "${text}"; accepted: ${accepted}`, {
      file: option,
    });
  }
  return Array.from({ length: count }, (_, k) =>
    k === count - 1 ? last : first * (last / first) ** (k / (count - 1)),
  );
}
