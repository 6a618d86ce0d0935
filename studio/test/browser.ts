/** One Chromium for all scenarios of a file, and the studio's own server with the built site. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, type TestContext } from "vitest";
import { type Listening, serve } from "../../cli/src/studio/server.js";
import { siteOf } from "../../cli/src/studio/site.js";

const PROGRAMS = ["/usr/bin/chromium", "/usr/bin/chromium-browser"];
const program = PROGRAMS.find((path) => existsSync(path));
const site = fileURLToPath(new URL("../dist", import.meta.url));

/** Milliseconds: a browser on a busy machine begins and ends slowly. */
const PATIENCE = 60_000;

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface Studio {
  /** The page at an address after the #, with nothing remembered from before. Errors in the page fail the test.
   *  `first` is code that the page runs before its own. */
  open(context: TestContext, address: string, first?: string): Promise<Page>;
  readonly address: string;
  /** The server is gone, until the end of the file. */
  stopServer(): Promise<void>;
}

export function studio(): Studio {
  let browser: BrowserContext | null = null;
  let server: Listening | null = null;
  let profile = "";
  beforeAll(async () => {
    if (program === undefined || !existsSync(site)) return;
    profile = mkdtempSync(join(tmpdir(), "noether-studio-"));
    server = await serve(siteOf(site), 0);
    browser = await chromium.launchPersistentContext(profile, {
      executablePath: program,
      headless: true,
      args: FLAGS,
      viewport: { width: 1360, height: 850 },
      acceptDownloads: true,
      // A model that is opened is not played: pictures stand still until a test moves them.
      reducedMotion: "reduce",
    });
  }, PATIENCE);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    if (profile !== "") rmSync(profile, { recursive: true, force: true });
  }, PATIENCE);
  return {
    get address() {
      return server?.address ?? "";
    },
    async stopServer() {
      await server?.close();
      server = null;
    },
    async open(context, address, first) {
      context.skip(program === undefined, "Chromium is not installed (Debian: chromium)");
      context.skip(!existsSync(site), "the studio has not been built (npm run build)");
      const page = await (browser as BrowserContext).newPage();
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error.stack ?? error)));
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
      });
      context.onTestFinished(async () => {
        await page.close();
        if (errors.length > 0) throw new Error(`errors in the page:\n${errors.join("\n")}`);
      });
      if (first !== undefined) await page.addInitScript({ content: first });
      await page.goto(`${server?.address}#${address}`);
      return page;
    },
  };
}
