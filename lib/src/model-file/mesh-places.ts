/** What `on` means for a mesh: groups by name, planes, nodes by number, the node nearest to a point. */
import type { Boundary } from "../mesh/boundary.js";
import { dimensionOf, type Mesh } from "../mesh/mesh.js";
import {
  groupsNamed,
  isSurface,
  nearestNode,
  nodesByNumber,
  nodesOfGroups,
  nodesOnPlane,
  surfaceNamed,
  surfaceWithin,
} from "../mesh/selection.js";
import type { Entry } from "./entry.js";
import { pointAt } from "./signal-entry.js";

export interface MeshPlaces {
  nodesAt(on: Entry): Int32Array;
  /** Sides of elements: of groups as they are, otherwise the boundary within the nodes. */
  surfaceAt(on: Entry): Boundary;
  /** Is it a surface, or only nodes? */
  isSurface(on: Entry): boolean;
}

export function meshPlaces(mesh: Mesh, dimension: number): MeshPlaces {
  const groupsAt = (on: Entry) =>
    (on.isList() ? on.items() : [on]).flatMap((name) => name.blamed(() => groupsNamed(mesh, name.text())));

  const nodesAt = (on: Entry): Int32Array => {
    if (!on.isMap()) return nodesOfGroups(mesh, groupsAt(on));
    if (on.has("plane")) {
      const plane = on.at("plane");
      const [point, normal] = [pointAt(plane.at("point"), dimension), pointAt(plane.at("normal"), dimension)];
      return plane.blamed(() => nodesOnPlane(mesh, { point, normal }));
    }
    if (on.has("near")) return Int32Array.of(nearestNode(mesh, pointAt(on.at("near"), dimension)));
    const listed = on.at("nodes");
    if (listed.items().length === 0) throw listed.error("found no node; give at least one");
    const nodeOf = nodesByNumber(mesh);
    return Int32Array.from(new Set(listed.items().map((item) => item.blamed(() => nodeOf(item.number()))))).sort();
  };

  return {
    nodesAt,
    isSurface: (on) =>
      on.isMap() ? on.has("plane") && dimensionOf(mesh) > 1 : groupsAt(on).every((group) => isSurface(mesh, group)),
    surfaceAt(on) {
      if (on.isMap()) {
        const nodes = nodesAt(on);
        return on.blamed(() => surfaceWithin(mesh, nodes));
      }
      const names = groupsAt(on).map(({ name }) => name);
      return on.blamed(() => surfaceNamed(mesh, ...new Set(names)));
    },
  };
}
