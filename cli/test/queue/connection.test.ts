/** Where a queue is, who may use it, what is said when it does not answer, and what is shown of it. */
import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { InputError } from "noether";
import { describe, expect, test } from "vitest";
import { addressText, queueAddress } from "../../src/queue/address.js";
import { collect } from "../../src/queue/collect.js";
import { type ConnectionOptions, openServer } from "../../src/queue/connection.js";
import { queueCredentials } from "../../src/queue/credentials.js";
import { serve } from "../../src/queue/serve.js";
import { watchLines } from "../../src/queue/watch.js";
import { version } from "../../src/version.js";
import { workplace } from "../program.js";
import { needsRedis, redisServer } from "./redis-server.js";
import { smallComputer, smallStudy } from "./small-study.js";

const { folder, path, write } = workplace();

describe("the address", () => {
  test.each([
    ["redis://host", { host: "host", port: 6379, database: 0, tls: false }],
    ["redis://host/", { host: "host", port: 6379, database: 0, tls: false }],
    ["redis://10.0.0.7:7000/3", { host: "10.0.0.7", port: 7000, database: 3, tls: false }],
    ["rediss://queue.example.org:6380", { host: "queue.example.org", port: 6380, database: 0, tls: true }],
    ["redis://[::1]:6379/2", { host: "::1", port: 6379, database: 2, tls: false }],
  ])("%s", (text, address) => {
    expect(queueAddress(text)).toEqual(address);
    expect(queueAddress(addressText(address))).toEqual(address);
  });

  test.each([
    "",
    "host",
    "http://host",
    "redis://",
    "redis://host:0",
    "redis://host:70000",
    "redis://host/a",
    "redis://ho st",
    "redis://host/1/2",
  ])("refuses %j", (text) => {
    expect(() => queueAddress(text)).toThrow(InputError);
    expect(() => queueAddress(text)).toThrow(/^--queue: .*accepted/);
  });

  test.each([
    "redis://:hunter2@host:6379",
    "redis://me:hunter2@host",
    "rediss://me:hunter2@host/0",
    "redis://host?password=hunter2",
    "redis://host#hunter2",
    "me:hunter2@host",
    "redis://me:hunt:er2@[::1",
  ])("a password is refused and not repeated: %s", (text) => {
    let said = "";
    try {
      queueAddress(text);
    } catch (error) {
      said = (error as Error).message;
    }
    expect(said).toMatch(/^--queue: /);
    expect(said).not.toMatch(/hunt|er2/);
    if (text.includes("@")) expect(said).toMatch(/NOETHER_QUEUE_PASSWORD.*--queue-credentials/);
  });
});

describe("the user and the password", () => {
  const file = (name: string, text: string, mode = 0o600) => {
    write(name, text);
    chmodSync(path(name), mode);
    return path(name);
  };

  test("from the environment, which then no longer has them", () => {
    const environment = { NOETHER_QUEUE_USER: "me", NOETHER_QUEUE_PASSWORD: "hunter2", OTHER: "stays" };
    expect(queueCredentials(undefined, environment)).toEqual({ user: "me", password: "hunter2" });
    expect(environment).toEqual({ OTHER: "stays" });
    expect(queueCredentials(undefined, { NOETHER_QUEUE_PASSWORD: "hunter2" })).toEqual({ password: "hunter2" });
    expect(queueCredentials(undefined, {})).toEqual({});
    expect(() => queueCredentials(undefined, { NOETHER_QUEUE_USER: "me" })).toThrow(/NOETHER_QUEUE_PASSWORD is not/);
  });

  test("from a file, which goes before the environment", () => {
    const name = file("good", "# of the laboratory\nuser = me\n\npassword =  with spaces = and signs # too \n");
    const environment = { NOETHER_QUEUE_PASSWORD: "other" };
    expect(queueCredentials(name, environment)).toEqual({ user: "me", password: " with spaces = and signs # too " });
    expect(environment).toEqual({});
    expect(queueCredentials(file("crlf", "password=a\r\n"), {})).toEqual({ password: "a" });
  });

  test("a file that is wrong is refused, and its lines are not repeated", () => {
    expect(() => queueCredentials(path("absent"), {})).toThrow(/absent.*no such file/);
    expect(() => queueCredentials(file("open", "password = a\n", 0o644), {})).toThrow(/open.*chmod 600/);
    expect(() => queueCredentials(file("empty", ""), {})).toThrow(/empty.*no password/);
    expect(() => queueCredentials(file("twice", "password = a\npassword = b\n"), {})).toThrow(
      /twice:2.*second password/,
    );
    const said = () => queueCredentials(file("bare", "\nhunter2\n"), {});
    expect(said).toThrow(/bare:2.*accepted: user = NAME, password = TEXT/);
    expect(said).not.toThrow(/hunter2/);
  });
});

describe("what is shown", () => {
  const worker = { id: "a", host: "north", process: 12, threads: 4, busy: 3, cases: 100, version };

  test("how far, how fast, how long, and by whom", () => {
    const status = { count: 1000, done: 400, rate: 30, workers: [worker, { ...worker, host: "south" }], jobs: 24 };
    expect(watchLines(status, "redis://q:6379/0")).toEqual([
      "400 of 1000 cases, 30 a second, 20 s left; 2 workers, 6 of 8 threads busy, 24 jobs in the queue",
      "  north 12: 3 of 4 threads busy, 100 cases since its start",
      "  south 12: 3 of 4 threads busy, 100 cases since its start",
    ]);
  });

  test("without workers it says how to start them; those of another version are told apart", () => {
    const status = { count: 10, done: 0, rate: 0, workers: [{ ...worker, version: "9.9.9" }], jobs: 10 };
    const [first, second] = watchLines(status, "redis://q:6379/0");
    expect(first).toBe("0 of 10 cases, none lately; no workers; start some: noether worker --queue redis://q:6379/0");
    expect(second).toMatch(/1 worker of another version \(9\.9\.9\): they take no cases of version/);
    const many = { ...status, workers: Array.from({ length: 30 }, () => worker), done: 10 };
    expect(watchLines(many, "").at(-1)).toBe("  and 10 more");
  });
});

const complaintOf = async (options: ConnectionOptions): Promise<string> => {
  try {
    await openServer(options);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

test("nothing answers, and something else does", async (context) => {
  needsRedis(context);
  expect(await complaintOf({ queue: "redis://127.0.0.1:1" })).toMatch(
    /^--queue: no connection to redis:\/\/127.0.0.1:1\/0: nothing answers there; is a Redis server running/,
  );
  expect(await complaintOf({ queue: "redis://127.0.0.1:1", queueCa: "x" })).toMatch(/without TLS; accepted.*rediss/);
  const other = createServer((socket) => socket.end("220 a mail server\r\n"));
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as { port: number };
  expect(await complaintOf({ queue: `redis://127.0.0.1:${port}` })).toMatch(/^--queue: no connection to/);
  other.close();
});

const SECRET = "correct-horse-battery";
const OTHER_SECRET = "staple-and-more";
const PERMISSIONS = "+@all -@admin -@dangerous +info";

test("a password comes from the environment and goes nowhere else", async (context) => {
  needsRedis(context);
  const redis = await redisServer(["--requirepass", SECRET]);
  const said: string[] = [];
  const attempt = async (password?: string, user?: string) => {
    if (password !== undefined) process.env["NOETHER_QUEUE_PASSWORD"] = password;
    if (user !== undefined) process.env["NOETHER_QUEUE_USER"] = user;
    const complaint = await complaintOf({ queue: redis.address });
    expect(process.env).not.toHaveProperty("NOETHER_QUEUE_PASSWORD");
    said.push(complaint);
    return complaint;
  };
  expect(await attempt()).toMatch(/asks for a password; set NOETHER_QUEUE_PASSWORD/);
  expect(await attempt(`${SECRET}-no`)).toMatch(/does not accept the user and the password/);
  expect(await attempt(SECRET, "nobody")).toMatch(/does not accept/);
  expect(await attempt(SECRET)).toBe("");

  // A user with the permissions that docs/howto/many-machines.md gives.
  const admin = redis.connect({ password: SECRET });
  await admin.acl("SETUSER", "noether", "on", `>${OTHER_SECRET}`, "~noether:*", ...PERMISSIONS.split(" "));
  process.env["NOETHER_QUEUE_USER"] = "noether";
  process.env["NOETHER_QUEUE_PASSWORD"] = OTHER_SECRET;
  const server = await openServer({ queue: redis.address });
  const study = smallStudy(50);
  const service = await serve(server, smallComputer(study, 1), { lease: 5, tell: (text) => said.push(text) });
  const tell = (text: string) => said.push(text);
  let rows = 0;
  await collect(server, {
    ...{ study, table: "x", has: () => false, tell, progress: (status) => said.push(JSON.stringify(status)) },
    keep: (some) => {
      rows += some.length;
      said.push(JSON.stringify(some));
    },
  });
  await service.stop();
  expect(rows).toBe(50);
  // Neither in what is said, nor in what the server is told to keep: its append-only file has all of it.
  const files = readdirSync(redis.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const kept = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1")).join("");
  expect(kept).toMatch(/noether:bundle:/);
  for (const secret of [SECRET, OTHER_SECRET]) expect(`${kept}${said.join("")}`).not.toContain(secret);
  const page = readFileSync(new URL("../../../docs/howto/many-machines.md", import.meta.url), "utf8");
  expect(page).toContain(`~noether:* ${PERMISSIONS}`);
});

test("TLS: the server is trusted by its authority, and the client by its certificate", async (context) => {
  needsRedis(context);
  const hasOpenssl = spawnSync("openssl", ["version"], { stdio: "ignore" }).status === 0;
  context.skip(!hasOpenssl, "OpenSSL is not installed (Debian: openssl)");
  const openssl = (...words: string[]) => {
    const { status, stderr } = spawnSync("openssl", words, { cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
  };
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  openssl("req", "-x509", ...curve, "-keyout", "ca.key", "-out", "ca.crt", "-days", "2", "-subj", "/CN=test authority");
  write("names", "subjectAltName=IP:127.0.0.1\n");
  for (const name of ["server", "client"]) {
    openssl("req", ...curve, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`);
    const signed = ["-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names"];
    openssl("x509", "-req", "-in", `${name}.csr`, ...signed, "-out", `${name}.crt`);
  }
  const tls = ["--tls-cert-file", path("server.crt"), "--tls-key-file", path("server.key")];
  const redis = await redisServer([...tls, "--tls-ca-cert-file", path("ca.crt")], true);
  const own = { queueCertificate: path("client.crt"), queueKey: path("client.key") };
  expect(await complaintOf({ queue: redis.address, queueCa: path("ca.crt"), ...own })).toBe("");
  expect(await complaintOf({ queue: redis.address, ...own })).toMatch(
    /certificate of rediss:.* is not trusted.*--queue-ca/,
  );
  expect(await complaintOf({ queue: redis.address, queueCa: path("ca.crt") })).toMatch(/^--queue: no connection/);
  expect(await complaintOf({ queue: redis.address, queueKey: path("client.key") })).toMatch(/belong together/);
  expect(await complaintOf({ queue: redis.address.replace("rediss", "redis") })).toMatch(
    /^--queue: no connection.*TLS/,
  );
});
