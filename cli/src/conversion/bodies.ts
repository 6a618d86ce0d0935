/** A stored result as a body in motion: the model that it carries is built again, and the unknowns in its table move the body. */
import { InputError } from "noether";
import type { FrameSink, ResultEnds } from "noether/formats";
import { buildSystem } from "noether/model-file";
import { withDraft } from "../files.js";
import { readModel } from "../model.js";
import { replaceCollection } from "../results/pvd.js";
import { type ResultWriter, resultFormat } from "../results/writer.js";

export const holdsBody = (path: string) => /\.(?:pvd|vtkhdf|vtu)$/i.test(path);

export interface Writing {
  readonly force: boolean;
  /** What the body may take. */
  readonly memory?: string;
}

export async function writeBodies(
  scan: (open: FrameSink) => ResultEnds,
  from: string,
  path: string,
  { force, memory }: Writing,
): Promise<void> {
  const { problem, body = null } = buildSystem(await readModel(from, [], memory === undefined ? {} : { memory }));
  const { labels } = problem.system;
  const format = await resultFormat(path);
  const write = (target: string, replace: boolean) => {
    let close: ResultWriter["close"] = () => {};
    const { summary } = scan((header) => {
      const places = (quantity: string) => labels.map((label) => header.columns.indexOf(`${quantity}.${label}`));
      const [q, v] = [places("q"), places("v")];
      if (problem.view !== undefined || q.includes(-1)) {
        throw new InputError("does not hold the positions of all unknowns, and the body cannot be moved by it", {
          file: from,
        });
      }
      const writer = format.create(target, header, replace, body);
      close = writer.close;
      const moment = { t: 0, q: new Float64Array(labels.length), v: new Float64Array(labels.length) };
      return (row) => {
        q.forEach((place, k) => {
          moment.q[k] = row[place] as number;
          moment.v[k] = row[v[k] ?? -1] ?? 0;
        });
        writer.frame(row, { ...moment, t: row[0] as number });
        writer.flush();
      };
    });
    close(summary);
  };
  if (!/\.pvd$/i.test(path)) withDraft(path, force, (draft) => write(draft, true));
  else if (force) replaceCollection(path, (draft) => write(draft, true));
  else write(path, false);
}
