/** The studio's server as an attacker finds it. */

import { mkdirSync, symlinkSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Listening, serve } from "../../src/studio/server.js";
import { givenModel, siteOf } from "../../src/studio/site.js";
import { workplace } from "../program.js";

const { path, write } = workplace();
let server: Listening;

beforeAll(async () => {
  mkdirSync(path("site/assets"), { recursive: true });
  write("site/index.html", "<!doctype html><title>studio</title>");
  write("site/assets/engine-abc.js", "export {};");
  write("site/kernel.wasm", "\0asm");
  write("secret.txt", "secret");
  symlinkSync(path("secret.txt"), path("site/link.txt"));
  write("load.csv", "0,0\n1,1\n");
  write(
    "model.yaml",
    "noether: 1\nsystem: { matrices: { mass: [1], stiffness: [1] }, force: { table: { file: load.csv } } }\nmethod: newmark\ntime: { end: 1, step: 0.1 }\n",
  );
  server = await serve(new Map([...siteOf(path("site")), ...givenModel(path("model.yaml"))]), 0);
});
afterAll(() => server.close());

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

function ask(
  target: string,
  { method = "GET", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  const { hostname, port } = new URL(server.address);
  return new Promise<Answer>((resolve, reject) => {
    // The path as it is: URL would take the dots out.
    const asked = request({ hostname, port, path: target, method, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (text: string) => {
        body += text;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    asked.on("error", reject);
    asked.end();
  });
}

test("listens on the loopback address alone", () => {
  expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
});

test("serves the site with its types", async () => {
  for (const [target, type] of [
    ["/", "text/html; charset=utf-8"],
    ["/index.html?x=1", "text/html; charset=utf-8"],
    ["/assets/engine-abc.js", "text/javascript; charset=utf-8"],
    ["/kernel.wasm", "application/wasm"],
  ] as const) {
    const { status, headers } = await ask(target);
    expect([status, headers["content-type"]], target).toEqual([200, type]);
  }
  expect((await ask("/assets/engine-abc.js")).headers["cache-control"]).toMatch(/immutable/);
  expect((await ask("/")).headers["cache-control"]).toBe("no-cache");
});

test("HEAD has the headers of GET and no content", async () => {
  const [get, head] = [await ask("/"), await ask("/", { method: "HEAD" })];
  expect(head.status).toBe(200);
  expect(head.body).toBe("");
  expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
});

test("every answer has the policy and the isolation", async () => {
  for (const target of ["/", "/nothing", "/given.json"]) {
    const { headers } = await ask(target);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    const scripts = policy.split("; ").find((part) => part.startsWith("script-src"));
    expect(scripts).toBe("script-src 'self' 'wasm-unsafe-eval'");
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
    expect(headers["cross-origin-embedder-policy"]).toBe("require-corp");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  }
});

test.each([
  "/../secret.txt",
  "/assets/../../secret.txt",
  "/..%2fsecret.txt",
  "/%2e%2e/secret.txt",
  "/..\\secret.txt",
  "//secret.txt",
  "/link.txt",
  "/given/../secret.txt",
  "/given/2",
  "/given/model.yaml",
  "/model.yaml",
  "/load.csv",
  "/secret.txt%00.html",
  "/assets/",
  "secret.txt",
  `/${"a/".repeat(2000)}`,
])("no path leads out: %s", async (target) => {
  const { status, body } = await ask(target).catch(() => ({ status: 400, body: "" }));
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body).not.toContain("secret\n");
  expect(body).not.toBe("secret");
});

test.each(["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])("%s is refused", async (method) => {
  const { status, headers } = await ask("/", { method });
  expect([status, headers["allow"]]).toEqual([405, "GET, HEAD"]);
});

test("a request for another host is refused: a foreign name that was made to point here", async () => {
  const { port } = new URL(server.address);
  for (const host of [
    "evil.example",
    `evil.example:${port}`,
    "127.0.0.1",
    `127.0.0.1:${Number(port) + 1}`,
    `127.0.0.1.nip.io:${port}`,
  ])
    expect((await ask("/given.json", { headers: { host } })).status, host).toBe(421);
  expect((await ask("/", { headers: { host: `localhost:${port}` } })).status).toBe(200);
});

test("a request without a host, or that is none, is refused and the server goes on", async () => {
  const { port } = new URL(server.address);
  for (const text of ["GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.0\r\n\r\n", "hello\r\n\r\n", "\0\0\0\0\r\n\r\n"]) {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
      let heard = "";
      socket.setEncoding("utf8");
      socket.on("data", (part: string) => {
        heard += part;
        socket.end();
      });
      socket.on("close", () => resolve(heard));
      socket.on("error", () => resolve(heard));
    });
    expect(answer).not.toMatch(/^HTTP\/1\.1 200/);
  }
  expect((await ask("/")).status).toBe(200);
});

test("a model is served with the files that it names, and nothing else", async () => {
  expect(JSON.parse((await ask("/given.json")).body)).toEqual({ file: "model.yaml", files: ["load.csv"] });
  expect((await ask("/given/0")).body).toMatch(/^noether: 1/);
  expect((await ask("/given/1")).body).toBe("0,0\n1,1\n");
});

test("a model with a mistake in it is served alone; what it names is not read", () => {
  write("wrong.yaml", "noether: 1\nsystm: { solid: { mesh: { file: secret.txt } } }\n");
  expect([...givenModel(path("wrong.yaml")).keys()]).toEqual(["/given.json", "/given/0"]);
  write("record.bin", "\xff\xfe\x00");
  expect([...givenModel(path("record.bin")).keys()]).toEqual(["/given.json", "/given/0"]);
});

test("a port in use is said in words", async () => {
  const { command } = await import("../../src/commands/studio.js");
  const { port } = new URL(server.address);
  await expect(command().exitOverride().parseAsync(["--port", port, "--no-open"], { from: "user" })).rejects.toThrow(
    /port \d+ is in use .*--port/,
  );
});
