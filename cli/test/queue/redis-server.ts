/** A Redis server of a test's own: on a free port of this machine, in a folder of its own, with an append-only file. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, type TestContext } from "vitest";

export interface RedisServer {
  readonly port: number;
  readonly address: string;
  readonly folder: string;
  start(): Promise<void>;
  /** As by kill -9, unless it is asked to end. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  connect(options?: object): Redis;
}

export const hasRedis = () => spawnSync("redis-server", ["--version"], { stdio: "ignore" }).status === 0;

export const needsRedis = ({ skip }: TestContext) => skip(!hasRedis(), "Redis is not installed (Debian: redis-server)");

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** All of them are ended with the test file: a hook that is set in the middle of a test would not be heard. */
const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  await Promise.all(ends.map((end) => end()));
});

/** `settings` are words of the command line of redis-server. */
export async function redisServer(settings: readonly string[] = [], tls = false): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "noether-redis-"));
  const port = await freePort();
  const open: Redis[] = [];
  let child: ChildProcess | null = null;
  const stop = async (signal: NodeJS.Signals = "SIGKILL") => {
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null) return;
    const ended = new Promise((resolve) => ending.once("exit", resolve));
    ending.kill(signal);
    await ended;
  };
  process.on("exit", () => child?.kill("SIGKILL"));
  ends.push(async () => {
    for (const each of open) each.disconnect();
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const start = async () => {
    const words = ["--bind", "127.0.0.1", "--dir", folder, "--appendonly", "yes", "--save", "", "--daemonize", "no"];
    const ports = tls ? ["--port", "0", "--tls-port", String(port)] : ["--port", String(port)];
    const running = spawn("redis-server", [...words, ...ports, ...settings], { stdio: ["ignore", "pipe", "ignore"] });
    child = running;
    await new Promise<void>((resolve, reject) => {
      let said = "";
      // What it says is read to the end, or it would wait for a reader.
      running.stdout.on("data", (chunk) => {
        said += chunk;
        if (/Ready to accept connections/.test(said)) resolve();
      });
      running.once("exit", () => reject(new Error(`redis-server ended: ${said}`)));
    });
  };
  await start();
  return {
    port,
    address: `${tls ? "rediss" : "redis"}://127.0.0.1:${port}/0`,
    folder,
    start,
    stop,
    connect(options = {}) {
      const redis = new Redis({ host: "127.0.0.1", port, maxRetriesPerRequest: null, ...options });
      redis.on("error", () => {});
      open.push(redis);
      return redis;
    },
  };
}
