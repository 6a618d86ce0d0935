/** The parameters of methods and models as a table. */
import { accepted, type ParameterTable } from "noether";
import { markdownTable, significant } from "noether/report";

export function parameterTable(parameters: ParameterTable): string {
  const rows = Object.entries(parameters).map(([name, parameter]) => [
    `\`${name}\``,
    parameter.default === undefined ? "–" : `\`${parameter.default}\``,
    accepted(parameter).replace(/\d\.\d{6,}/g, (number) => significant(Number(number), 4)),
    parameter.meaning,
  ]);
  if (rows.length === 0) return "No parameters.";
  const columns = ["parameter", "default", "accepted", "meaning"].map((head) => ({ head }));
  return markdownTable({ columns, rows }).trimEnd();
}
