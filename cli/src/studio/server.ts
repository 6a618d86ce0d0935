/** The studio's server: on the loopback address, for the browser of this machine. It answers GET and HEAD of what is in its table and
 *  refuses requests that were meant for another host, which is how a foreign page would get here (DNS rebinding). */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Served, Site } from "./site.js";

const ADDRESS = "127.0.0.1";

/** Styles are set by the editor as it goes; scripts come from here alone, and only WebAssembly is compiled. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = {
  "content-security-policy": POLICY,
  // Isolated from other pages, so that memory can be shared with threads.
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
} as const;

export interface Listening {
  /** `http://127.0.0.1:4321/` */
  readonly address: string;
  close(): Promise<void>;
}

/** Port 0: any that is free. */
export async function serve(site: Site, port: number): Promise<Listening> {
  const server = createServer((request, response) => answer(request, response, site, portOf(server)));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: ADDRESS, port }, resolve);
  });
  return {
    address: `http://${ADDRESS}:${portOf(server)}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

function answer(request: IncomingMessage, response: ServerResponse, site: Site, port: number): void {
  const { method = "", headers } = request;
  // Browsers leave out the port of the scheme.
  const own = [ADDRESS, "localhost"].flatMap((host) => [`${host}:${port}`, ...(port === 80 ? [host] : [])]);
  if (!own.includes(headers.host ?? "")) {
    refuse(response, 421, `this is ${ADDRESS}:${port}, and the request is for another host`);
    return;
  }
  if (method !== "GET" && method !== "HEAD") {
    response.setHeader("allow", "GET, HEAD");
    refuse(response, 405, `found ${method.slice(0, 20)}; accepted: GET and HEAD`);
    return;
  }
  const found = site.get(pathOf(request.url ?? ""));
  if (found === undefined) refuse(response, 404, "there is nothing here");
  else send(response, found, method === "HEAD");
}

/** What stands before ? and #. Names are not decoded: those of the site need no encoding. */
const pathOf = (url: string) => url.split(/[?#]/, 1)[0] as string;

function send(response: ServerResponse, { type, bytes, immutable = false }: Served, onlyHead: boolean): void {
  let content: Uint8Array;
  try {
    content = bytes();
  } catch (error) {
    refuse(response, 404, `it cannot be read any more: ${(error as Error).message}`);
    return;
  }
  response.writeHead(200, {
    ...HEADERS,
    "content-type": type,
    "content-length": content.byteLength,
    "cache-control": immutable ? "max-age=31536000, immutable" : "no-cache",
  });
  response.end(onlyHead ? undefined : content);
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { ...HEADERS, "content-type": "text/plain; charset=utf-8" });
  response.end(`${reason}\n`);
}
