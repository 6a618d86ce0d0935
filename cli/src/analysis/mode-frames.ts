/** The modes of a body as frames for an animation: the time is the number of the mode, its shape is drawn as a tenth of the body. */

import { extname } from "node:path";
import { InputError, maxOf, type Problem } from "noether";
import type { Mode } from "noether/analysis";
import type { ResultHeader } from "noether/formats";
import { type Body, nodeCount } from "noether/mesh";
import { refuseExisting, refuseOutput } from "../files.js";
import { refuseOldFrames } from "../results/pvd.js";
import { resultFormat } from "../results/writer.js";

const ENDINGS = [".pvd", ".vtkhdf"];

/** Before modes are computed: will they find their place? */
export function refuseModesPath(path: string, force: boolean): void {
  if (!ENDINGS.includes(extname(path).toLowerCase()))
    throw new InputError(`modes are written as ${ENDINGS.join(" or ")}; choose such a name`, { file: path });
  if (!force) {
    refuseExisting(path);
    refuseOldFrames(path);
  }
  refuseOutput(path);
}

export function refuseShapeless(path: string, body: Body | undefined): void {
  if (body === undefined)
    throw new InputError("the model has no shape that could be animated; accepted: solids and frames", { file: path });
}

export async function writeModes(
  path: string,
  header: Omit<ResultHeader, "columns" | "method">,
  { t0, q0 }: Problem,
  body: Body,
  modes: readonly Mode[],
  force: boolean,
): Promise<void> {
  const atStart: Body = {
    ...body,
    fields: body.fields.map((field) => ({ ...field, evaluate: (_t, q, v, out) => field.evaluate(t0, q, v, out) })),
  };
  const format = await resultFormat(path);
  const columns = ["t", "probe.frequency"];
  const writer = format.create(path, { ...header, method: { name: "modes" }, columns }, force, atStart);
  const rest = new Float64Array(q0.length);
  modes.forEach(({ shape, frequency }, k) => {
    const factor = tenth(body, t0, shape);
    const q = q0.map((x, i) => x + factor * (shape[i] ?? 0));
    writer.frame(Float64Array.of(k + 1, frequency), { t: k + 1, q, v: rest });
  });
  writer.close(null);
}

/** What brings the largest displacement of a shape to a tenth of the body. */
function tenth({ mesh, fields }: Body, t0: number, shape: Float64Array): number {
  const out = new Float64Array(3 * nodeCount(mesh));
  fields.find(({ name }) => name === "displacement")?.evaluate(t0, shape, new Float64Array(shape.length), out);
  const spans = [0, 1, 2].map((c) => {
    const along = mesh.points.filter((_, i) => i % 3 === c);
    return (
      along.reduce((high, x) => Math.max(high, x), -Infinity) - along.reduce((low, x) => Math.min(low, x), Infinity)
    );
  });
  const peak = out.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return peak === 0 ? 1 : (0.1 * maxOf(spans)) / peak;
}
