/** The page of methods, from the registry. */
import { type Method, type MethodFamily, methods, standard } from "noether";
import { markdownTable } from "noether/report";
import { citationList } from "./citations.js";
import { parameterTable } from "./parameters.js";

export function methodsPage(): string {
  return [
    "# Methods",
    `In a model file a method is a name, or a map with \`name\` and parameters; on the command line it is a name or
\`newmark(beta=1/6, gamma=1/2)\`. What each one claims is measured by the test suite, on nonlinear systems and from a moving start,
and \`noether certify MODEL --method M\` measures it again on your own model.`,
    overview(),
    "Claims are those of the default parameters.",
    ...methods.map(section),
    "## References",
    citationList(methods.flatMap(({ cites }) => cites)),
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}

function overview(): string {
  const columns = ["method", "order", "symplectic", "symmetric", "keeps", "steps"].map((head) => ({ head }));
  const rows = methods.map((family) => {
    const { claims, clock } = standard(family);
    return [
      `[\`${family.id}\`](#${family.id})`,
      claims.order,
      claims.symplectic === null ? "–" : claims.symplectic.name,
      claims.symmetric,
      kept(claims.conserves),
      clock === "fixed" ? "fixed" : "its own",
    ];
  });
  return markdownTable({ columns, rows }).trimEnd();
}

function section(family: MethodFamily): string {
  const method = standard(family);
  return [
    `## ${family.id}`,
    `**${family.title}.** ${family.summary}`,
    parameterTable(family.parameters),
    `${balanceOf(method)} ${needsOf(method)} Cites: ${family.cites.map((key) => `[${key}](#references)`).join(", ")}.`,
  ].join("\n\n");
}

function kept(conserves: Method["claims"]["conserves"]): string {
  return conserves.map((what) => what.replaceAll("-", " ")).join(", ") || "–";
}

function balanceOf({ claims }: Method): string {
  return claims.balance === "closed"
    ? "Ledger: closed; its residual is round-off and solver tolerance."
    : "Ledger: open; what work and dissipation do not explain is booked as algorithmic.";
}

function needsOf({ needs }: Method): string {
  return needs.length === 0 ? "Needs: nothing beyond the forces." : `Needs: ${needs.join(", ")}.`;
}
