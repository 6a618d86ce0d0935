import { expect, test } from "vitest";
import { extrapolation } from "../../../src/fe/fields/extrapolation.js";
import { shapedTypes, shapeOf } from "../../../src/mesh/shapes/shape-of.js";

const continua = shapedTypes().filter((name) => !name.startsWith("line"));

test.each(continua)(
  "%s: a linear field at the points is the same field at the nodes; a constant one always",
  (name) => {
    const shape = shapeOf(name);
    const { points } = shape.stiffness;
    const matrix = extrapolation(shape);
    const atNodes = (field: (xi: readonly number[]) => number) =>
      Array.from({ length: shape.nodes }, (_, a) =>
        points.reduce((sum, xi, p) => sum + matrix[a * points.length + p] * field(xi), 0),
      );
    for (const value of atNodes(() => 3)) expect(value).toBeCloseTo(3, 12);
    if (points.length === 1) return;
    const field = (xi: readonly number[]) => xi.reduce((sum, x, d) => sum + (d + 1) * x, 0.5);
    // The shape functions carry a linear field from the nodes to any point.
    const nodal = atNodes(field);
    const N = new Float64Array(shape.nodes);
    for (const xi of points) {
      shape.values(xi, N);
      expect(nodal.reduce((sum, value, a) => sum + N[a] * value, 0)).toBeCloseTo(field(xi), 12);
    }
  },
);
