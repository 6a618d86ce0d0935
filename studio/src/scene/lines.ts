/** Segments of lines, some pixels wide at any distance. */
import { Color } from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";

export interface Segments {
  readonly object: LineSegments2;
  /** Six numbers a segment: change them, then `moved`. */
  readonly positions: Float32Array;
  /** Red, green and blue of both ends. */
  readonly colours: Float32Array;
  /** Draws the first so many of them. */
  moved(count?: number): void;
  coloured(): void;
  dispose(): void;
}

export interface Stroke {
  readonly width: number;
  readonly colour: string;
  readonly opacity?: number;
  /** Each end has a colour of its own. */
  readonly colours?: boolean;
  readonly dashed?: number;
}

export function segments(count: number, { width, colour, opacity = 1, colours = false, dashed }: Stroke): Segments {
  const positions = new Float32Array(6 * count);
  const tints = new Float32Array(colours ? 6 * count : 0);
  const geometry = new LineSegmentsGeometry();
  geometry.setPositions(positions);
  if (colours) geometry.setColors(tints);
  const material = new LineMaterial({
    color: colours ? 0xffffff : new Color(colour).getHex(),
    linewidth: width,
    vertexColors: colours,
    transparent: opacity < 1,
    opacity,
    ...(dashed === undefined ? {} : { dashed: true, dashSize: dashed, gapSize: dashed }),
  });
  const object = new LineSegments2(geometry, material);
  object.frustumCulled = false;
  const flag = (name: string) => {
    const attribute = geometry.getAttribute(name) as unknown as { data: { needsUpdate: boolean } } | undefined;
    if (attribute !== undefined) attribute.data.needsUpdate = true;
  };
  return {
    object,
    positions,
    colours: tints,
    moved(shown = count) {
      geometry.instanceCount = shown;
      object.visible = shown > 0;
      flag("instanceStart");
      if (dashed !== undefined) object.computeLineDistances();
    },
    coloured: () => flag("instanceColorStart"),
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}
