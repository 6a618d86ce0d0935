/** Where a body is displaced and stressed most, as a line of text. */
import type { State } from "noether";
import { type Body, nodeCount, nodeNumber } from "noether/mesh";
import { significant } from "noether/results";

export function bodyLine(body: Body, { t, q, v }: Readonly<State>): string {
  const parts = [
    ["displacement", "largest displacement"],
    ["von-mises", "largest von Mises stress"],
  ].flatMap(([name, words]) => {
    const field = body.fields.find((each) => each.name === name && each.on === "nodes");
    if (field === undefined) return [];
    const width = Math.max(1, field.components.length);
    const values = new Float64Array(width * nodeCount(body.mesh));
    field.evaluate(t, q, v, values);
    const { size, at } = largest(values, width);
    return [`${words} ${significant(size, 4)} at node ${nodeName(body, at)}`];
  });
  return `At the end: ${parts.join(", ")}\n`;
}

/** The nodes of a frame have names: groups of one. */
function nodeName({ mesh }: Body, node: number): string {
  const own = mesh.groups.find((group) => group.of === "nodes" && group.nodes.length === 1 && group.nodes[0] === node);
  return own?.name ?? String(nodeNumber(mesh, node));
}

function largest(values: Float64Array, width: number): { readonly size: number; readonly at: number } {
  let best = { size: -1, at: 0 };
  for (let at = 0; at * width < values.length; at++) {
    const size = Math.hypot(...values.subarray(at * width, (at + 1) * width));
    if (size > best.size) best = { size, at };
  }
  return best;
}
