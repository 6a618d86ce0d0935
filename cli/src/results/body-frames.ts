/** The fields of a body, evaluated frame after frame into the same arrays. */
import { InputError } from "noether";
import { quantityOfColumn, type ResultHeader } from "noether/formats";
import { type Body, elementCount, type FieldValues, nodeCount } from "noether/mesh";
import type { Moment } from "./writer.js";

export interface BodyFrames {
  /** Valid until the next call. */
  at(moment: Moment | undefined): readonly FieldValues[];
}

export function bodyFrames({ mesh, fields }: Body): BodyFrames {
  const [nodes, elements] = [nodeCount(mesh), elementCount(mesh)];
  const values = fields.map(({ name, on, components }): FieldValues => {
    const size = (on === "nodes" ? nodes : elements) * Math.max(1, components.length);
    return { name, on, components, values: new Float64Array(size) };
  });
  return {
    at(moment) {
      if (moment !== undefined)
        fields.forEach(({ evaluate }, k) => {
          evaluate(moment.t, moment.q, moment.v, values[k]?.values as Float64Array);
        });
      return values;
    },
  };
}

/** The body, or the error for a model that has none. */
export function bodyFor(body: Body | null | undefined, path: string): Body {
  if (body != null) return body;
  throw new InputError("holds a body in motion, and this model has none; accepted: .csv, .json, .h5", { file: path });
}

export interface Selection {
  readonly header: ResultHeader;
  /** The numbers of a frame that are kept. */
  of(values: Float64Array): Float64Array;
}

/** Without positions and velocities of the unknowns: the body shows them. */
export function withoutStates(header: ResultHeader): Selection {
  const places = header.columns.flatMap((column, place) =>
    ["q", "v"].includes(quantityOfColumn(column)) ? [] : [place],
  );
  const kept = new Float64Array(places.length);
  return {
    header: { ...header, labels: [], columns: places.map((place) => header.columns[place] as string) },
    of(values) {
      places.forEach((place, k) => {
        kept[k] = values[place] as number;
      });
      return kept;
    },
  };
}
