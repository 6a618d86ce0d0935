/** The outcome by folder, as a table in Markdown, and the mutants that survived. */

export function table(mutants) {
  const rows = new Map();
  for (const { file, status } of mutants) {
    const folder = file.split("/").slice(0, 3).join("/");
    for (const name of [folder, "all"]) {
      const row = rows.get(name) ?? { killed: 0, timeout: 0, survived: 0, equivalent: 0 };
      row[status]++;
      rows.set(name, row);
    }
  }
  const lines = [...rows]
    .sort(([a], [b]) => Number(a === "all") - Number(b === "all") || a.localeCompare(b))
    .map(([name, { killed, timeout, survived, equivalent }]) => {
      const share = scoreOf({ killed, timeout, survived });
      return `| ${name} | ${killed + timeout + survived + equivalent} | ${killed} | ${timeout} | ${survived} | ${equivalent} | ${share} |`;
    });
  const survivors = mutants
    .filter(({ status }) => status === "survived")
    .map(
      ({ file, line, original, replacement, why }) =>
        `${file}:${line}: ${original} → ${replacement || "nothing"} (${why})`,
    );
  return [
    "| | mutants | killed | hung | survived | equivalent | score |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...lines,
    "",
    ...survivors,
  ].join("\n");
}

/** Of those that are not equivalent, the share that a test notices. */
function scoreOf({ killed, timeout, survived }) {
  const seen = killed + timeout;
  return seen + survived === 0 ? "" : `${((100 * seen) / (seen + survived)).toFixed(1)} %`;
}
