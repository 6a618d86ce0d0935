/** Studies in Redis, by their content: a study is stored under the hash of its description, which holds the hashes of its files; a file under its own.
 *  A worker takes nothing on trust: sizes are looked at before anything is fetched, hashes and the version of the program before anything is read. */
import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import { InputError } from "noether";
import { isObject, type Json, type JsonObject, jsonNumber } from "noether/formats";
import type { StudyBundle, StudyFile } from "noether/studies";
import { version } from "../version.js";
import { bundleKey, FORGOTTEN_AFTER, fileKey } from "./keys.js";

/** In bytes, and in files. Redis itself holds no more than 512 MiB under one name. */
export const LIMITS = { description: 16 * 2 ** 20, file: 256 * 2 ** 20, total: 2 ** 30, files: 100_000 };

export const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

export const isHash = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

/** A study ready to be sent. */
export interface PackedBundle {
  readonly hash: string;
  readonly description: string;
  readonly files: readonly StudyFile[];
}

export function packed({ study, text, name, files }: StudyBundle): PackedBundle {
  const list = [...files].map(([path, { hash, bytes }]) => ({ name: path, hash, size: bytes.length }));
  const description = exactJson({ bundle: 1, engine: version, name, text, study, files: list });
  refuseLarge(Buffer.byteLength(description), list);
  return { hash: sha256(description), description, files: [...files.values()] };
}

/** Puts there what is not there yet, and keeps it from being forgotten. */
export async function store(redis: Redis, { hash, description, files }: PackedBundle): Promise<void> {
  const keep = async (key: string, content: string | Uint8Array) => {
    if ((await redis.expire(key, FORGOTTEN_AFTER)) === 0)
      await redis.set(key, typeof content === "string" ? content : Buffer.from(content), "EX", FORGOTTEN_AFTER);
  };
  for (const { hash: own, bytes } of files) await keep(fileKey(own), bytes);
  // Last: whoever finds it finds the files.
  await keep(bundleKey(hash), description);
}

/** The study of a hash, checked; what is wrong with it is thrown in words. */
export async function fetchBundle(redis: Redis, hash: string): Promise<StudyBundle> {
  const description = await content(redis, bundleKey(hash), hash, LIMITS.description, "the study");
  const data = described(description);
  if (data.engine !== version)
    throw new InputError(
      `the study is for version ${data.engine} of noether, and this worker is ${version}; start workers of that version`,
    );
  refuseLarge(description.length, data.files);
  const files = new Map<string, StudyFile>();
  for (const { name, hash: own, size } of data.files) {
    const bytes = await content(redis, fileKey(own), own, LIMITS.file, `the file ${JSON.stringify(name)} of the study`);
    if (bytes.length !== size) throw new InputError(`a file of the study has ${bytes.length} bytes instead of ${size}`);
    files.set(name, { hash: own, bytes: new Uint8Array(bytes) });
  }
  return { study: data.study, text: data.text, name: data.name, files };
}

async function content(redis: Redis, key: string, hash: string, most: number, what: string): Promise<Buffer> {
  const size = await redis.strlen(key);
  if (size > most) throw new InputError(`${what} has ${size} bytes; accepted: at most ${most}`);
  const bytes = await redis.getBuffer(key);
  if (bytes === null) throw new InputError(`${what} is not in the queue's server (any more)`);
  // It may have been replaced by a larger one in between.
  if (bytes.length > most) throw new InputError(`${what} has ${bytes.length} bytes; accepted: at most ${most}`);
  if (sha256(bytes) !== hash) throw new InputError(`${what} is not what its hash says; it was changed or damaged`);
  return bytes;
}

interface Description {
  readonly engine: string;
  readonly name: string;
  readonly text: string;
  readonly study: JsonObject;
  readonly files: readonly { readonly name: string; readonly hash: string; readonly size: number }[];
}

function described(bytes: Buffer): Description {
  const wrong = new InputError("the study in the queue's server is not the description of a study");
  let data: unknown;
  try {
    data = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw wrong;
  }
  if (!isObject(data as Json)) throw wrong;
  const { bundle, engine, name, text, study, files } = data as JsonObject;
  if (bundle !== 1 || typeof engine !== "string" || typeof name !== "string" || typeof text !== "string") throw wrong;
  if (study === undefined || !isObject(study) || !Array.isArray(files)) throw wrong;
  const list = files.map((file: Json) => {
    if (!isObject(file)) throw wrong;
    const { name: path, hash, size } = file;
    if (typeof path !== "string" || !isHash(hash) || !Number.isSafeInteger(size) || Number(size) < 0) throw wrong;
    return { name: path, hash, size: Number(size) };
  });
  return { engine, name, text, study, files: list };
}

function refuseLarge(description: number, files: readonly { readonly name: string; readonly size: number }[]): void {
  const refuse = (found: string, most: string) =>
    new InputError(`the study is too large for the queue: ${found}; accepted: at most ${most}`);
  if (description > LIMITS.description)
    throw refuse(`its text and model take ${description} bytes`, `${LIMITS.description}`);
  if (files.length > LIMITS.files) throw refuse(`${files.length} files`, `${LIMITS.files}`);
  const large = files.find(({ size }) => size > LIMITS.file);
  if (large !== undefined) throw refuse(`${large.name} has ${large.size} bytes`, `${LIMITS.file}`);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total > LIMITS.total) throw refuse(`its files take ${total} bytes`, `${LIMITS.total}`);
}

/** JSON that is read as the same numbers, minus zero and the infinities included. */
function exactJson(data: Json): string {
  if (Array.isArray(data)) return `[${data.map(exactJson).join(",")}]`;
  if (isObject(data))
    return `{${Object.entries(data)
      .map(([key, value]) => `${JSON.stringify(key)}:${exactJson(value)}`)
      .join(",")}}`;
  if (typeof data !== "number") return JSON.stringify(data);
  if (Number.isNaN(data)) throw new InputError("a study with .nan in it cannot be sent to a queue; leave it out");
  return jsonNumber(data);
}
