/** A stored result as a body in motion: the model that it carries is built again, and the unknowns in its table move the body. */
import { InputError } from "noether";
import type { ResultTable } from "noether/formats";
import { buildSystem } from "noether/model-file";
import { readModel } from "../model.js";
import { resultFormat } from "../results/writer.js";

export const holdsBody = (path: string) => /\.(?:pvd|vtkhdf|vtu)$/i.test(path);

export async function writeBodies(result: ResultTable, from: string, path: string, force: boolean): Promise<void> {
  const { header, data, summary } = result;
  const { problem, body = null } = buildSystem(await readModel(from));
  const { labels } = problem.system;
  const places = (quantity: string) => labels.map((label) => header.columns.indexOf(`${quantity}.${label}`));
  const [q, v] = [places("q"), places("v")];
  if (problem.view !== undefined || q.includes(-1)) {
    throw new InputError("does not hold the positions of all unknowns, and the body cannot be moved by it", {
      file: from,
    });
  }
  const writer = (await resultFormat(path)).create(path, header, force, body);
  const row = new Float64Array(data.length);
  const moment = { t: 0, q: new Float64Array(labels.length), v: new Float64Array(labels.length) };
  const count = data[0]?.length ?? 0;
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < data.length; j++) row[j] = data[j]?.[i] as number;
    q.forEach((place, k) => {
      moment.q[k] = row[place] as number;
      moment.v[k] = row[v[k] ?? -1] ?? 0;
    });
    writer.frame(row, { ...moment, t: row[0] as number });
    writer.flush();
  }
  writer.close(summary);
}
