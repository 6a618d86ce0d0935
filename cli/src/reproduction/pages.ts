/** Recomputed papers as pages: one of Markdown each, and one of HTML that carries its figures in itself. */
import { markdownTable, type PrintedTable } from "noether/report";
import { type Claim, contents, type Item, type Outcome, type Reproduction } from "noether-papers";

export interface Recomputed {
  readonly paper: Reproduction;
  readonly outcomes: readonly { readonly item: Item; readonly outcome: Outcome }[];
}

export function markdownPage({ paper, outcomes }: Recomputed): string {
  const parts = outcomes.map(({ item, outcome }) => {
    const figures = outcome.figures.map(({ name }) => `![${item.title}](${paper.key}/${name}.svg)\n`);
    return [`## ${item.title}\n`, ...figures, markdownTable(claimsTable(outcome.claims))].join("\n");
  });
  return `# ${paper.title} [${paper.key}]\n\n${markdownTable(contentsTable({ paper, outcomes }))}\n${parts.join("\n")}`;
}

/** What the paper shows, and by what it is recomputed: here, in another call, or not at all, and why. */
function contentsTable({ paper, outcomes }: Recomputed): PrintedTable {
  const here = new Set(outcomes.map(({ item }) => item.id));
  return {
    columns: [{ head: "in the paper" }, { head: "recomputed by" }],
    rows: Object.entries(contents[paper.key] ?? {}).map(([name, shown]) => [
      name,
      "left" in shown
        ? `not: ${shown.left}`
        : shown.items
            .map((id) => (here.has(id) ? `${paper.key}/${id}` : `${paper.key}/${id} (not in this call)`))
            .join(", "),
    ]),
  };
}

/** `figures`: the SVG of each, by paper/name. */
export function htmlPage(papers: readonly Recomputed[], figures: ReadonlyMap<string, string>): string {
  const body = papers.map(({ paper, outcomes }) => {
    const items = outcomes.map(({ item, outcome }) => {
      const drawn = outcome.figures.map(({ name }) => `<figure>${figures.get(`${paper.key}/${name}`) ?? ""}</figure>`);
      return `<section id="${paper.key}-${item.id}"><h3>${escaped(item.title)}</h3>\n${drawn.join("\n")}\n${claimsHtml(outcome.claims)}</section>`;
    });
    return `<h2>${escaped(paper.title)} <small>[${paper.key}]</small></h2>\n${items.join("\n")}`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Papers recomputed</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Papers recomputed</h1>
${body.join("\n")}
</body>
</html>
`;
}

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; color: #222; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100%; margin: 1rem 0 2rem } figure { margin: 1rem 0 } svg { max-width: 100%; height: auto }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.8rem 0.3rem 0; border-bottom: 1px solid #ddd }
.reproduced { color: #176d2c } .misprint { color: #8a5a00 } .differs { color: #a3201d } small { color: #777 }
`;

function claimsTable(claims: readonly Claim[]): PrintedTable {
  return {
    columns: [{ head: "where" }, { head: "the paper says" }, { head: "here" }, { head: "verdict" }, { head: "remark" }],
    rows: claims.map((claim) => [claim.where, saying(claim), String(claim.ours), claim.verdict, claim.remark]),
  };
}

function claimsHtml(claims: readonly Claim[]): string {
  const rows = claims.map(
    (claim) =>
      `<tr><td>${escaped(claim.where)}</td><td>${escaped(saying(claim))}</td><td>${escaped(String(claim.ours))}</td>` +
      `<td class="${claim.verdict.replace(" ", "-")}">${claim.verdict}</td><td>${escaped(claim.remark)}</td></tr>`,
  );
  const head = ["where", "the paper says", "here", "verdict", "remark"].map((name) => `<th>${name}</th>`).join("");
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${rows.join("\n")}\n</tbody></table>`;
}

const saying = ({ says, paper }: Claim) => (paper === null ? says : `${says}: ${paper}`);

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
