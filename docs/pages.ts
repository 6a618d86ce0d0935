/** The pages written for people, and what is in them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../", import.meta.url));

export interface Page {
  /** Relative to the root. */
  readonly path: string;
  readonly text: string;
}

/** The README, and every page of docs, papers and bench. */
export function pages(): Page[] {
  const folders = ["docs", "papers", "bench"].filter((folder) => existsSync(root + folder));
  const inFolders = folders.flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  );
  const files = ["README.md", "CONTRIBUTING.md", ...inFolders].filter((path) => path.endsWith(".md"));
  return files.map((path) => ({ path, text: readFileSync(root + path, "utf8") }));
}

/** Blocks of code: ```sh, or ```yaml building.yaml with the name of the file it is. */
export function blocksOf({ text }: Page): { language: string; name: string; code: string }[] {
  return [...text.matchAll(/^```(\w+) *(\S*)\n([\s\S]*?)^```$/gm)].map(([, language, name, code]) => ({
    language,
    name,
    code,
  }));
}

/** Links to other files, and to places in them. */
export function linksOf({ path, text }: Page): { target: string; anchor: string | undefined }[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [file, anchor] = link.split("#");
      const target = file === "" ? path : relative(root, resolve(root, dirname(path), file));
      return { target, anchor };
    });
}

/** The anchors of headings, as GitHub makes them. */
export function anchorsOf({ text }: Page): string[] {
  const headings = [...text.matchAll(/^#+ +(.*)$/gm)].map(([, heading]) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replace(/ /g, "-"),
  );
}
