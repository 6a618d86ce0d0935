/** One run, from the opened model to its ending: observed, recorded, written, interrupted, resumed. */
import { existsSync } from "node:fs";
import {
  type BodySnapshots,
  bodySnapshots,
  distinct,
  InputError,
  type Notice,
  noticesOf,
  type Recording,
  type Runner,
  type Snapshot,
  type ThinnedFrames,
  thinnedFrames,
} from "noether";
import { beginPlan, type FrameObserver, type PlannedRun, partDone, spanOf } from "noether/model-file";
import type { BodyState } from "noether/report";
import {
  encodeCheckpoint,
  endingOf,
  methodData,
  type ResultHeader,
  type ResultTable,
  type RunOutcome,
  resultHeader,
  resultOf,
} from "noether/results";
import { citations } from "../bibliography.js";
import { type Lock, lock } from "../lock.js";
import { blamed, identityOf, type OpenedModel } from "../model.js";
import { noticeData, tell } from "../notices.js";
import { OutputError } from "../output-error.js";
import { progressBar } from "../progress.js";
import { syncResult } from "../results/sync.js";
import { type Moment, type ResultWriter, resultFormat } from "../results/writer.js";
import { version } from "../version.js";
import { refuseCheckpointPath, snapshotFor, writeCheckpoint } from "./checkpoints.js";
import { drive, listen } from "./drive.js";
import { flags, report } from "./thread.js";

export interface RunRequest {
  /** The name of the model's file, for a run that is to be resumed if it is cut short. */
  readonly model?: string | undefined;
  /** Where the frames go. */
  readonly out?: string | undefined;
  /** Keep frames in memory, for a figure: of a body only what is drawn of it. */
  readonly keep?: boolean | undefined;
  readonly checkpoint?: string | undefined;
  readonly every?: number | undefined;
  readonly resume?: string | undefined;
  readonly force?: boolean | undefined;
  readonly quiet?: boolean | undefined;
  readonly json?: boolean | undefined;
}

export interface Integrated {
  readonly ending: RunOutcome;
  readonly signal: NodeJS.Signals | null;
  /** The frames kept in memory. */
  readonly frames: ResultTable | null;
  /** Of a body: a few states, for its picture. */
  readonly snapshots: readonly BodyState[];
  /** Why the run could not go on, or its end not be written: a disk that is full. */
  readonly lost: OutputError | null;
  /** Writes a checkpoint of the last state that the result on disk holds. Null if it holds none. */
  readonly save: ((path: string) => void) | null;
}

interface Drawing {
  readonly body: BodySnapshots;
  readonly header: ResultHeader;
}

export async function integrate(plan: OpenedModel, request: RunRequest): Promise<Integrated> {
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
  const drawsBody = plan.body !== null && request.keep === true;
  let drawing: Drawing | null = null;
  const sink = frameSink(request.keep === true && !drawsBody);
  const observed = (recording: PlannedRun["recording"]): FrameObserver => {
    const [kept, drawn] = [recording(), recording(["energy", "ledger"])];
    if (drawsBody) drawing = { body: bodySnapshots(drawn), header: headerOf(plan, drawn) };
    return {
      observe(s, ledger) {
        const balance = ledger();
        drawing?.body.observe(s, balance);
        if (!drawsBody || request.out !== undefined) sink.frame(kept.row(s, balance), s);
      },
    };
  };
  const { runner: running, recording } = blamed(plan, request.resume, () =>
    beginPlan(plan, { from, ...(request.out === undefined && !request.keep ? {} : { frames: observed }) }),
  );
  const runner = running as Runner;
  const header = () => headerOf(plan, recording(), running.notices);
  const notices = distinct([...plan.notices, ...running.notices, ...(resumed?.notices ?? [])]);
  const checkpointOf = (snapshot: Snapshot) => ({ run: identity, notes: { version, name: plan.name }, snapshot });
  const safe = lastWritten(running, (snapshot) => {
    const { model, out, force = false, json = false } = request;
    if (flags === null || model === undefined) return;
    const known = { name: plan.name, method: methodData(plan.method), notices: noticeData(notices) };
    const { t, n: steps } = snapshot.state;
    const bytes = Uint8Array.from(encodeCheckpoint(checkpointOf(snapshot)));
    report({ state: { model, out, checkpoint: request.checkpoint, force, json, known, t, steps, bytes } });
  });
  const signals = listen();
  if (request.out !== undefined) {
    const isNew = from !== undefined && !existsSync(request.out);
    sink.attach(await writerFor(request.out, header(), from, plan, request.force ?? false));
    if (isNew) notices.push(...laterFrames(request.out, from.state.t));
  }
  tell(notices);

  const progress = progressBar(plan.name, request.quiet ?? false);
  const write = (path: string, snapshot: Snapshot) => {
    hold(path);
    refuseCheckpointPath(path, identity, request.force ?? false);
    writeCheckpoint(path, checkpointOf(snapshot));
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
    // Whoever gives up the first step keeps the start.
    sink.flush();
    if (flags !== null) safe.update();
    signal = await drive(runner, signals, {
      slice() {
        sink.flush();
        if (request.out !== undefined || flags !== null) safe.update();
        progress.show(partDone(plan, running.state));
      },
      checkpoint: checkpoint === undefined || every === undefined ? null : { every, write: () => save(checkpoint) },
    });
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    lost = error;
    sink.refuse();
  }
  progress.clear();

  const ending = endingOf(plan, running, {
    interrupted: signal !== null || lost !== null,
    seconds: (performance.now() - began) / 1000,
    notices,
  });
  tell(ending.notices);
  try {
    sink.close(ending);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    lost ??= error;
  }
  const shown = drawing as Drawing | null;
  const frames = framesOf(shown, sink.memory, header);
  // What a full disk did not take is not in the result: the run goes on from the last state before it, if there was one.
  const written = safe.snapshot();
  if (lost !== null && request.out !== undefined) syncResult(request.out);
  const saveWritten = written === null ? null : (path: string) => write(path, written);
  const saveLast = lost === null || request.out === undefined ? save : saveWritten;
  return { ending, signal, lost, frames, snapshots: shown?.body.states(ending.run.last) ?? [], save: saveLast };
}

/** The last state whose frames are known to be in the result, so that a run goes on from it when the disk refuses the next ones. */
function lastWritten(runner: Runner, taken: (snapshot: Snapshot) => void) {
  let [snapshot, last, cost]: [Snapshot | null, number, number] = [null, Number.NEGATIVE_INFINITY, 0];
  return {
    /** After a flush. A copy of a large state takes time: a small part of all there is. */
    update() {
      const now = performance.now();
      if (now - last < Math.max(500, 50 * cost)) return;
      snapshot = runner.snapshot();
      taken(snapshot);
      last = performance.now();
      cost = last - now;
    },
    /** Null before the first flush. */
    snapshot: () => snapshot,
  };
}

function laterFrames(path: string, t: number): Notice[] {
  const said = `${path} is new: it holds the frames after t = ${t}, and the earlier ones are in the file that the run began with`;
  return noticesOf("later-frames", [said]);
}

/** Where frames go: the first ones come before the file is open, which must not be made for a run that cannot begin. */
function frameSink(keep: boolean) {
  let writer: ResultWriter | null = null;
  let isFull = false;
  const early: { readonly values: Float64Array; readonly moment: Moment }[] = [];
  const memory: ThinnedFrames | null = keep ? thinnedFrames() : null;
  return {
    memory,
    frame(values: Float64Array, { t, q, v }: Moment) {
      memory?.add(values);
      if (isFull) return;
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
    /** After a disk has refused a frame: those that a run still holds back when its result is asked for would be refused as well. */
    refuse() {
      isFull = true;
    },
    sync: () => writer?.sync(),
    close(ending: RunOutcome) {
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

/** What is kept in memory for a figure, of a body or of a run. */
function framesOf(shown: Drawing | null, memory: ThinnedFrames | null, header: () => ResultHeader): ResultTable | null {
  if (shown !== null) return { header: shown.header, data: shown.body.columns(), summary: null };
  return memory === null ? null : tableOf(memory, header());
}

function tableOf(frames: ThinnedFrames, header: ResultHeader): ResultTable {
  return { header, data: frames.columns(header.columns.length), summary: null };
}

function headerOf(plan: OpenedModel, recording: Recording, notices: readonly Notice[] = []): ResultHeader {
  return resultHeader(plan, plan.model, recording, { version, citations: citations(plan.cites), notices });
}

function refuseBeyondEnd({ state }: Snapshot, plan: OpenedModel, file: string | undefined): void {
  const { time } = plan;
  const [, end] = spanOf(plan);
  const beyond = "step" in time ? state.n > time.steps : state.t > end && state.n > 0;
  if (!beyond) return;
  throw new InputError(`is at t = ${state.t}, beyond the end ${end}; give a later --end`, { file });
}
