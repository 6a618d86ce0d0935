/** Coordinates whose names say that they are those of points: x, y; x1, y1, x2, y2; sun_x, sun_y, sun_z. */

export interface LabelledPoints {
  readonly dimension: 2 | 3;
  readonly names: readonly string[];
  /** Three a point: the place of each coordinate among the labels; −1 for z in the plane. */
  readonly coordinates: Int32Array;
}

const PATTERNS = [/^(?<axis>[xyz])_?(?<name>\w*)$/, /^(?<name>\w+?)_(?<axis>[xyz])$/];

/** null unless every label is part of a point, and all points have x and y, or x, y and z. */
export function pointsFromLabels(labels: readonly string[]): LabelledPoints | null {
  const points = new Map<string, Int32Array>();
  for (const [i, label] of labels.entries()) {
    const groups = PATTERNS.map((pattern) => pattern.exec(label)?.groups).find((found) => found !== undefined);
    if (groups === undefined) return null;
    const { axis, name } = groups;
    const point = points.get(name) ?? new Int32Array(3).fill(-1);
    const c = "xyz".indexOf(axis);
    if (point[c] >= 0) return null;
    point[c] = i;
    points.set(name, point);
  }
  const all = [...points.values()];
  const dimension = all[0]?.[2] >= 0 ? 3 : 2;
  const isWhole = (point: Int32Array) => point[0] >= 0 && point[1] >= 0 && point[2] >= 0 === (dimension === 3);
  if (!all.every(isWhole)) return null;
  return {
    dimension,
    names: [...points.keys()].map((name) => (name === "" ? "point" : name)),
    coordinates: Int32Array.from(all.flatMap((point) => [...point])),
  };
}
