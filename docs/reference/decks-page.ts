/** The page of decks, from the tables of treatments. */
import { ABAQUS_ELEMENTS, REFUSED_ELEMENTS } from "../../lib/src/formats/deck/abaqus-element-treatments.js";
import { ABAQUS_TREATMENTS } from "../../lib/src/formats/deck/abaqus-treatments.js";
import {
  NASTRAN_CASE_CONTROL,
  NASTRAN_PARAMETERS,
  NASTRAN_TREATMENTS,
} from "../../lib/src/formats/deck/nastran-treatments.js";
import type { Effect, Treatment, Treatments } from "../../lib/src/formats/deck/treatment.js";

const EFFECTS: readonly Effect[] = ["honoured", "no effect", "refused"];

export function decksPage(): string {
  return [
    "# What is done with the cards of a deck",
    `Every card and every parameter of a deck is **honoured**, has **no effect** on the result, or **changes the result and is refused**. A card or a
parameter that is not in these tables is refused, too. \`run\`, \`analyze\`, \`check\` and \`convert\` to matrices then end with exit status 2 and list every such
line with its number; with \`--accept-differences\` they compute the deck without these lines, and say so in the output, in \`notices\` of JSON documents
and results, and in figures. [How to run a deck](../howto/engineering-files.md); [CalculiX's own decks](calculix-suite.md).`,
    "## Abaqus and CalculiX",
    "Blanks inside of keywords do not count. Data that change the result are refused line by line as well, as a load that jumps between steps.",
    cards(ABAQUS_TREATMENTS, "*"),
    "### Parameters of honoured cards",
    parameters(),
    "### Elements",
    elements(),
    "## Nastran",
    "The number of a field is the manual's: the name is field 1.",
    cards(NASTRAN_TREATMENTS, ""),
    "### PARAM",
    cards(NASTRAN_PARAMETERS, ""),
    "### Lines before BEGIN BULK",
    "`SOL 103` is what `analyze` computes; every other solution is refused. Of the case control:",
    cards(NASTRAN_CASE_CONTROL, ""),
    "",
  ]
    .join("\n\n")
    .replace(/\n+$/, "\n");
}

/** Cards with the same treatment in one row. */
function cards(treatments: Treatments, star: string): string {
  return EFFECTS.flatMap((effect) => {
    const rows = grouped(Object.entries(treatments).filter(([, each]) => each.effect === effect));
    const heading = effect === "refused" ? "changes the result, refused" : effect;
    return rows.length === 0
      ? []
      : [
          markdownTable(
            [heading, "why"],
            rows.map(([why, names]) => [names.map((name) => `\`${star}${name}\``).join(", "), why]),
          ),
        ];
  }).join("\n\n");
}

function grouped(entries: readonly (readonly [string, Treatment])[]): [string, string[]][] {
  const byReason = new Map<string, string[]>();
  for (const [name, { why }] of entries) byReason.set(why, [...(byReason.get(why) ?? []), name]);
  return [...byReason];
}

function parameters(): string {
  const rows = Object.entries(ABAQUS_TREATMENTS).flatMap(([card, { parameters: own = {} }]) =>
    Object.entries(own).map(([name, { effect, why }]) => [`\`*${card}\``, `\`${name}\``, effect, why]),
  );
  return markdownTable(["card", "parameter", "", ""], rows);
}

function elements(): string {
  const computed = Object.entries(ABAQUS_ELEMENTS).map(([name, { why, remark }]) => [
    `\`${name}\``,
    remark === undefined ? why : `${why}; this is said: ${remark}`,
  ]);
  const others = grouped(Object.entries(REFUSED_ELEMENTS)).map(([why, names]) => [
    names.map((name) => `\`${name}\``).join(", "),
    why,
  ]);
  return [
    markdownTable(["computed", "as"], computed),
    markdownTable(["refused, and others like them", "why"], others),
  ].join("\n\n");
}

/** Not set in columns: its cells are too long for that. */
const markdownTable = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ").replaceAll("\n", " ")} |`).join("\n");
