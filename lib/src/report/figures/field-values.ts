/** The fields of a body at a state. */
import type { Body, BodyField } from "../../mesh/body.js";
import { elementCount, nodeCount } from "../../mesh/mesh.js";

export interface BodyState {
  readonly t: number;
  readonly q: Float64Array;
  readonly v: Float64Array;
}

/** At the nodes. Zeros for a field that a body does not have. */
export function valuesOf(body: Body, name: string, state: BodyState): Float64Array {
  const field = body.fields.find((each) => each.name === name && each.on === "nodes");
  return field === undefined ? new Float64Array(body.mesh.points.length) : evaluated(body, field, state);
}

export function evaluated(
  { mesh }: Body,
  { on, components, evaluate }: BodyField,
  { t, q, v }: BodyState,
): Float64Array {
  const places = on === "nodes" ? nodeCount(mesh) : elementCount(mesh);
  const out = new Float64Array(places * Math.max(1, components.length));
  evaluate(t, q, v, out);
  return out;
}
