/** One run, from the opened model to its ending: observed, recorded, written, interrupted, resumed. */
import { existsSync } from "node:fs";
import {
  begin,
  distinct,
  extremes,
  InputError,
  type Invariant,
  isConservative,
  type LedgerBalance,
  type NotFinite,
  type Notice,
  notFiniteIn,
  noticesOf,
  type Observer,
  type Runner,
  type Snapshot,
  stepSizes,
} from "noether";
import type { ResultHeader, ResultTable } from "noether/formats";
import type { BodyState } from "noether/report";
import { citations } from "../bibliography.js";
import { type Lock, lock } from "../lock.js";
import { blamed, identityOf, type OpenedModel } from "../model.js";
import { tell } from "../notices.js";
import { OutputError } from "../output-error.js";
import { progressBar } from "../progress.js";
import { type Moment, type ResultWriter, resultFormat } from "../results/writer.js";
import { version } from "../version.js";
import { refuseCheckpointPath, snapshotFor, writeCheckpoint } from "./checkpoints.js";
import { drive, listen } from "./drive.js";
import { type Gallery, galleryOf } from "./gallery.js";
import { type FrameMemory, frameMemory } from "./memory.js";
import { type Recording, recordingOf } from "./recording.js";
import { doubtsOf, type Ending, methodData, resultOf } from "./summary.js";

export interface RunRequest {
  /** Where the frames go. */
  readonly out?: string | undefined;
  /** Keep frames in memory, for a figure: of a body only what is drawn of it. */
  readonly keep?: boolean | undefined;
  readonly checkpoint?: string | undefined;
  readonly every?: number | undefined;
  readonly resume?: string | undefined;
  readonly force?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

export interface Integrated {
  readonly ending: Ending;
  readonly signal: NodeJS.Signals | null;
  /** The frames kept in memory. */
  readonly frames: ResultTable | null;
  /** Of a body: a few states, for its picture. */
  readonly poses: readonly BodyState[];
  /** Why the run could not go on, or its end not be written: a disk that is full. */
  readonly lost: OutputError | null;
  /** Writes a checkpoint of the last state that the result on disk holds. */
  save(path: string): void;
}

export async function integrate(plan: OpenedModel, request: RunRequest): Promise<Integrated> {
  const { problem, method, time, stop } = plan;
  const identity = identityOf(plan);
  const resumed = request.resume === undefined ? null : snapshotFor(identity, request.resume);
  const from = resumed?.snapshot;
  if (from !== undefined) refuseBeyondEnd(from, plan, request.resume);
  // One writer a file, from before it is looked at until the program ends.
  const locks = new Map<string, Lock>();
  const hold = (path: string) => void (locks.has(path) || locks.set(path, lock(path)));
  if (request.out !== undefined) hold(request.out);
  if (request.checkpoint !== undefined) {
    hold(request.checkpoint);
    refuseCheckpointPath(request.checkpoint, identity, request.force ?? false);
  }

  const began = performance.now();
  // A method that chooses its steps books work and dissipation when they end: frames between them have a ledger only where there
  // is nothing to book. Nor is a state computed at each of its steps only to see what is conserved: frames have to do.
  const isOwn = !("step" in time);
  const between = isOwn && time.interval !== undefined;
  const quantities: readonly string[] = plan.record.quantities ?? ["q", "v", "energy", "ledger", "invariants"];
  const recordingFor = (invariants: readonly Invariant[], wanted = quantities) =>
    recordingOf(problem, {
      invariants,
      ledger: !between || isConservative(problem.system),
      probes: plan.record.probes,
      wanted: new Set(wanted),
    });
  const drawsBody = plan.body !== null && request.keep === true;
  let gallery: Gallery | null = null;
  let runner: Runner | null = null;
  const sink = frameSink(request.keep === true && !drawsBody);
  const observe = (invariants: readonly Invariant[]) => {
    const recording = recordingFor(invariants);
    const drawn = recordingFor(invariants, ["energy", "ledger"]);
    if (drawsBody) gallery = galleryOf(drawn, headerOf(plan, drawn));
    const record: Observer<null> = {
      every: plan.record.every,
      observe(s) {
        const balance = ledgerOf(runner);
        gallery?.observe(s, balance);
        if (!drawsBody || request.out !== undefined) sink.frame(recording.row(s, balance), s);
      },
      finish: () => null,
    };
    return {
      invariants: extremes(invariants, { on: between ? "frames" : "steps" }),
      sizes: stepSizes(),
      unmeasured: notFiniteIn(plan.measured, plan.record.every),
      ...(request.out === undefined && !request.keep ? {} : { record }),
    };
  };
  const running = blamed(plan, request.resume, () =>
    begin(problem, method, {
      time,
      observe,
      ledger: true,
      ...(stop === null ? {} : { stop }),
      ...(from === undefined ? {} : { from }),
    }),
  );
  runner = running as Runner;
  const header = () => headerOf(plan, recordingFor(running.invariants), running.notices);
  const notices = distinct([...plan.notices, ...running.notices, ...(resumed?.notices ?? [])]);
  const signals = listen();
  if (request.out !== undefined) {
    const isNew = from !== undefined && !existsSync(request.out);
    sink.attach(await writerFor(request.out, header(), from, plan, request.force ?? false));
    if (isNew) notices.push(...laterFrames(request.out, from.state.t));
  }
  tell(notices);

  const progress = progressBar(plan.name, request.quiet ?? false);
  const safe = lastWritten(running);
  const write = (path: string, snapshot: Snapshot) => {
    hold(path);
    refuseCheckpointPath(path, identity, request.force ?? false);
    writeCheckpoint(path, { run: identity, notes: { version, name: plan.name }, snapshot });
  };
  const save = (path: string) => {
    // A result that ends before its checkpoint could not be continued, nor one that a power cut takes back.
    sink.flush();
    sink.sync();
    write(path, running.snapshot());
  };
  const { checkpoint, every } = request;
  let signal: NodeJS.Signals | null = null;
  let lost: OutputError | null = null;
  try {
    signal = await drive(runner, signals, {
      slice() {
        sink.flush();
        if (request.out !== undefined) safe.update();
        progress.show(partDone(plan, running.state));
      },
      checkpoint: checkpoint === undefined || every === undefined ? null : { every, write: () => save(checkpoint) },
    });
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    lost = error;
  }
  progress.clear();

  const run = running.result();
  const ended: Omit<Ending, "notices"> = {
    name: plan.name,
    problem,
    body: plan.body,
    method,
    status: signal !== null || lost !== null ? "interrupted" : (run.status as Ending["status"]),
    run,
    invariants: run.observed.invariants,
    sizes: run.observed.sizes,
    step: isOwn ? null : time.step,
    seconds: (performance.now() - began) / 1000,
  };
  const ending: Ending = {
    ...ended,
    notices: [...notices, ...doubtsOf(ended), ...unmeasured(run.observed.unmeasured)],
  };
  tell(ending.notices);
  try {
    sink.close(ending);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    lost ??= error;
  }
  const shown = gallery as Gallery | null;
  const frames = shown?.table() ?? sink.memory?.table(header()) ?? null;
  const saveLast = (path: string) =>
    lost === null || request.out === undefined ? save(path) : safe.write(path, write);
  return { ending, signal, lost, frames, poses: shown?.states(run.last) ?? [], save: saveLast };
}

/** The last state whose frames are known to be in the result, so that a run goes on from it when the disk refuses the next ones. */
function lastWritten(runner: Runner) {
  let [snapshot, taken, cost]: [Snapshot | null, number, number] = [null, Number.NEGATIVE_INFINITY, 0];
  return {
    /** After a flush. A copy of a large state takes time: a small part of all there is. */
    update() {
      const now = performance.now();
      if (now - taken < Math.max(500, 50 * cost)) return;
      snapshot = runner.snapshot();
      taken = performance.now();
      cost = taken - now;
    },
    write(path: string, write: (path: string, snapshot: Snapshot) => void) {
      if (snapshot !== null) write(path, snapshot);
      else throw new InputError("there is nothing to go on from yet", { file: path });
    },
  };
}

function unmeasured(found: readonly NotFinite[]): Notice[] {
  const said = found.map(
    ({ name, count, first }) =>
      `${name} is not a finite number in ${count} ${count === 1 ? "frame" : "frames"}, first at t = ${first}`,
  );
  return noticesOf("not-finite", said);
}

function laterFrames(path: string, t: number): Notice[] {
  const said = `${path} is new: it holds the frames after t = ${t}, and the earlier ones are in the file that the run began with`;
  return noticesOf("later-frames", [said]);
}

/** Where frames go: the first ones come before the file is open, which must not be made for a run that cannot begin. */
function frameSink(keep: boolean) {
  let writer: ResultWriter | null = null;
  const early: { readonly values: Float64Array; readonly moment: Moment }[] = [];
  const memory: FrameMemory | null = keep ? frameMemory() : null;
  return {
    memory,
    frame(values: Float64Array, { t, q, v }: Moment) {
      memory?.add(values);
      if (writer === null) early.push({ values: values.slice(), moment: { t, q: q.slice(), v: v.slice() } });
      else writer.frame(values, { t, q, v });
    },
    attach(opened: ResultWriter) {
      writer = opened;
      for (const { values, moment } of early.splice(0)) writer.frame(values, moment);
    },
    flush() {
      if (writer === null) early.length = 0;
      else writer.flush();
    },
    sync: () => writer?.sync(),
    close(ending: Ending) {
      const closing = writer;
      writer = null;
      closing?.close(resultOf(ending, ending.problem.system.dof <= 100));
    },
  };
}

async function writerFor(
  path: string,
  header: ResultHeader,
  from: Snapshot | undefined,
  { record, body }: OpenedModel,
  force: boolean,
): Promise<ResultWriter> {
  const format = await resultFormat(path);
  if (from === undefined || !existsSync(path)) return format.create(path, header, force, body);
  // Frame 0 is the start; of the others every so many are kept.
  return format.resume(path, header, Math.floor(from.frames / record.every) + 1, body);
}

function headerOf(
  { name, model, method, units, cites, problem, notices }: OpenedModel,
  { columns }: Recording,
  ofMethod: readonly Notice[] = [],
): ResultHeader {
  return {
    name,
    model: model.data,
    method: methodData(method),
    version,
    citations: citations(cites),
    units,
    notices: distinct([...notices, ...ofMethod]),
    labels: problem.view?.labels ?? problem.system.labels,
    columns,
  };
}

function ledgerOf(runner: Runner | null): LedgerBalance | null {
  return runner?.result().ledger ?? null;
}

function partDone({ time, problem }: OpenedModel, { n, t }: { readonly n: number; readonly t: number }): number {
  return "step" in time ? n / time.steps : (t - problem.t0) / (time.end - problem.t0);
}

function refuseBeyondEnd({ state }: Snapshot, { time, problem }: OpenedModel, file: string | undefined): void {
  const end = "step" in time ? problem.t0 + time.steps * time.step : time.end;
  const beyond = "step" in time ? state.n > time.steps : state.t > end && state.n > 0;
  if (!beyond) return;
  throw new InputError(`is at t = ${state.t}, beyond the end ${end}; give a later --end`, { file });
}
