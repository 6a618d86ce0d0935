/** `noether check MODEL`: everything that `run` checks before its first step; of a study, what `study` checks before its first case. */
import { Command } from "commander";
import { begin, distinct, InputError } from "noether";
import { elementCount, nodeCount } from "noether/mesh";
import { announcedSize, buildSystem, scheduleOf } from "noether/model-file";
import { significant } from "noether/report";
import { asksForModes, isMeshAlone } from "../engineering-files.js";
import { memoryLimit } from "../memory-limit.js";
import { meshFacts, meshText } from "../mesh-facts.js";
import {
  allNotices,
  blamed,
  type ModelOptions,
  overridesOf,
  planOf,
  type ReadModel,
  readModel,
  withModelOptions,
} from "../model.js";
import { noticeData, tell } from "../notices.js";
import { checkedStudy, isStudyFile, studyFacts } from "../study/check.js";

export function command(): Command {
  return withModelOptions(new Command("check"))
    .description("Validate a model file or a study without running it.")
    .argument("[model]", "a model file, a study, a deck, or a mesh")
    .option("--schema", "print the JSON Schema of model files, for editors")
    .option("--json", "print one JSON document")
    .option("--quiet", "print nothing if there is nothing to say")
    .action(check);
}

interface Options extends ModelOptions {
  readonly schema?: true;
  readonly json?: true;
  readonly quiet?: true;
}

async function check(path: string | undefined, options: Options): Promise<void> {
  if (options.schema) {
    const { modelSchema } = await import("noether/model-file");
    process.stdout.write(`${JSON.stringify(modelSchema(), null, 2)}\n`);
    return;
  }
  if (path === undefined) throw new InputError("give a model file to check, or --schema");
  if (isStudyFile(path)) {
    reportStudy(path, options);
    return;
  }
  if (isMeshAlone(path, options)) {
    reportMesh(path, options);
    return;
  }
  if (asksForModes(path, options)) {
    await checkModes(path, options);
    return;
  }
  const read = await readModel(path, overridesOf(options), options);
  const announced = tooLargeToBuild(read, options);
  if (announced !== null) {
    if (options.json) process.stdout.write(`${JSON.stringify(announced, null, 2)}\n`);
    else if (!options.quiet) {
      const size = `${significant(announced.unknowns, 3)} unknowns, at least ${significant(announced.bytes / 1e9, 3)} GB`;
      process.stdout.write(
        `${path}: ${announced.name} (${size}): the file is well-formed, its method and time are right; what only shows when the body is built was not checked\n`,
      );
    }
    return;
  }
  const plan = planOf(path, read);
  const { name, problem, method, time, model, body } = plan;
  const { system } = problem;
  const { notices } = blamed(plan, undefined, () => begin(problem, method, { time }));
  const facts = {
    name,
    system: model.kind === "model" ? "builtin" : model.kind,
    unknowns: system.dof,
    ...(body === null ? {} : { nodes: nodeCount(body.mesh), elements: elementCount(body.mesh) }),
    linear: system.kind === "linear",
    method: { name: method.id, ...method.parameters },
    steps: "step" in time ? time.steps : null,
    files: [...model.files.contents.keys()],
    notices: noticeData(distinct([...plan.notices, ...notices])),
  };
  tell(facts.notices);
  if (options.json) process.stdout.write(`${JSON.stringify(facts, null, 2)}\n`);
  else if (!options.quiet) {
    const steps = facts.steps === null ? "steps of its own choice" : `${facts.steps} steps`;
    const mesh = body === null ? "" : `, ${facts.nodes} nodes, ${facts.elements} elements`;
    const kind = `${facts.linear ? "linear" : "nonlinear"}, ${facts.unknowns} unknowns${mesh}`;
    const verdict = plan.notices.some(({ code }) => code === "deck-difference")
      ? "it can be run, without what is listed above"
      : facts.notices.some(({ code }) => code === "unstable-step")
        ? "it can be run, and will fail as said above"
        : "OK";
    process.stdout.write(`${path}: ${name} (${kind}), ${method.id}, ${steps}: ${verdict}\n`);
  }
}

/** Bytes of a body that is built only to be looked at. */
const LARGE = 1e9;

/** The size of a body that fits and takes long to build, once its method and time are known to be right; null for all others. */
function tooLargeToBuild(model: ReadModel, options: Options) {
  const size = announcedSize(model.root);
  if (size === null || size.bytes < LARGE || size.bytes > memoryLimit(options.memory)) return null;
  const { method, time } = scheduleOf(model);
  const schedule = {
    method: { name: method.id, ...method.parameters },
    steps: "step" in time ? time.steps : null,
  };
  return { name: model.name, system: model.kind, ...size, ...schedule, built: false };
}

/** A deck that asks for modes and no motion: what `analyze` would say before it computes them. */
async function checkModes(path: string, options: Options): Promise<void> {
  const model = await readModel(path, overridesOf(options), { ...options, purpose: "modes" });
  const built = buildSystem(model);
  const { dof } = built.problem.system;
  const facts = {
    name: model.name,
    system: model.kind,
    unknowns: dof,
    command: `noether analyze ${path}`,
    notices: noticeData(allNotices(model, built.notices)),
  };
  tell(facts.notices);
  if (options.json) process.stdout.write(`${JSON.stringify(facts, null, 2)}\n`);
  else if (!options.quiet)
    process.stdout.write(`${path}: ${model.name}, ${dof} unknowns; its modes: ${facts.command}\n`);
}

function reportStudy(path: string, options: Options): void {
  const facts = studyFacts(checkedStudy(path, options));
  if (options.json) process.stdout.write(`${JSON.stringify(facts, null, 2)}\n`);
  else if (!options.quiet) {
    const { name, cases, columns, figures, files, example } = facts;
    const counted = (count: number, what: string) => (count === 0 ? [] : [`${count} ${what}${count === 1 ? "" : "s"}`]);
    const parts = [
      ...counted(cases, "case"),
      ...counted(columns.length, "column"),
      ...counted(figures.length, "figure"),
      ...counted(files.length, "file"),
    ];
    const able = example === 0 ? "its first case can be run" : `its case ${example} can be run, and the first cannot`;
    process.stdout.write(`${path}: ${name} (a study: ${parts.join(", ")}): OK, ${able}\n`);
  }
}

function reportMesh(path: string, options: Options): void {
  const facts = meshFacts(path, options);
  tell(facts.notices);
  if (options.json) process.stdout.write(`${JSON.stringify(facts, null, 2)}\n`);
  else if (!options.quiet) {
    process.stdout.write(meshText(path, facts));
  }
}
