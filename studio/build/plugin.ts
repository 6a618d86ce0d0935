/** What the gallery and the pages of Learn show, made when the site is built: from the folder of examples, the registries, the papers and the
 *  bibliography. The pages import it as modules:
 *
 *      content:examples             cards, and pictures that are loaded when they are seen
 *      content:methods              what the registry says of each method
 *      content:papers               what there is of each paper, and small pictures of its figures
 *      content:method/NAME          its equations, typeset, and what was measured of it
 *      content:paper/KEY            claims and figures
 *      content:picture/…            one small drawing
 *      content:about                the version of the package, and the bibliography in words */
import type { Plugin } from "vite";
import { version } from "../../cli/src/version.js";
import { cardOf, exampleFiles, examplePicture, GROUPS } from "./examples.js";
import { methodPage } from "./method-page.js";
import { allMethods, citationsByKey } from "./methods.js";
import { allPapers, paperContent } from "./papers.js";
import { thumbnailOf } from "./thumbnail.js";

const PREFIX = "content:";

const exported = (name: string, value: unknown) => `export const ${name} = ${JSON.stringify(value)};\n`;
const isDefault = (value: unknown) => `export default ${JSON.stringify(value)};\n`;
/** `{ "pendulum": () => import("content:picture/example/pendulum"), … }` */
const lazily = (name: string, ids: readonly string[], module: (id: string) => string) =>
  `export const ${name} = {\n${ids
    .map((id) => `  ${JSON.stringify(id)}: async () => (await import(${JSON.stringify(module(id))})).default,`)
    .join("\n")}\n};\n`;

function moduleOf(path: string): string {
  const [kind = "", ...rest] = path.split("/");
  const name = rest.join("/");
  switch (kind) {
    case "examples": {
      const cards = exampleFiles().map(cardOf);
      const names = cards.map((card) => card.name);
      const pictures = lazily("pictures", names, (id) => `${PREFIX}picture/example/${id}`);
      return exported("groups", GROUPS) + exported("cards", cards) + pictures;
    }
    case "methods": {
      const all = allMethods();
      const ids = all.map(({ id }) => id);
      return exported("methods", all) + lazily("pages", ids, (id) => `${PREFIX}method/${id}`);
    }
    case "papers": {
      const all = allPapers();
      const keys = all.map(({ key }) => key);
      const figures = keys.flatMap((key) =>
        paperContent(key).items.flatMap((item) => item.figures.map((figure) => `${key}/${item.id}/${figure.name}`)),
      );
      return (
        exported("papers", all) +
        exported("figures", figures) +
        lazily("contents", keys, (key) => `${PREFIX}paper/${key}`) +
        lazily("pictures", figures, (id) => `${PREFIX}picture/paper/${id}`)
      );
    }
    case "about":
      return exported("version", version) + exported("citations", citationsByKey());
    case "method":
      return isDefault(methodPage(name));
    case "paper":
      return isDefault(paperContent(name));
    case "picture":
      return isDefault(pictureNamed(name));
    default:
      throw new Error(`there is no module ${PREFIX}${path}`);
  }
}

function pictureNamed(name: string): string {
  const [kind, key = "", item, figure] = name.split("/");
  if (kind === "example") return examplePicture(`${key}.yaml`);
  const found = paperContent(key)
    .items.find(({ id }) => id === item)
    ?.figures.find((each) => each.name === figure);
  if (found === undefined) throw new Error(`there is no figure ${name}`);
  return thumbnailOf(found.figure);
}

export function content(): Plugin {
  return {
    name: "noether-content",
    enforce: "pre",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load: (id) => (id.startsWith(`\0${PREFIX}`) ? moduleOf(id.slice(PREFIX.length + 1)) : null),
    // Every browser that runs the studio reads WOFF2: the other forms of the fonts are left out.
    transform(code, id) {
      if (!/katex(\.min)?\.css/.test(id)) return null;
      return { code: code.replace(/,url\([^)]*\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g, ""), map: null };
    },
  };
}
