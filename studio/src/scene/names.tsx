/** The names of points beside them, moved with the picture without drawing anything else anew. */
import { type ReadonlySignal, useSignalEffect } from "@preact/signals";
import type { Scene } from "noether/scene";
import { useRef } from "preact/hooks";

/** More cannot be read. */
const MOST_NAMES = 60;

/** Points that have coordinates of their own: one for each place, not two where members meet. */
export function namedPoints({
  names,
  coordinates,
  supports,
}: Pick<Scene, "names" | "coordinates" | "supports">): readonly number[] {
  const supported = new Set(supports.points);
  const known = new Set<string>();
  return [...names.keys()].filter((point) => {
    const name = names[point] as string;
    const isOwn = [0, 1, 2].some((c) => (coordinates[3 * point + c] as number) >= 0);
    if (!isOwn || supported.has(point) || known.has(name)) return false;
    known.add(name);
    return true;
  });
}

export const canBeNamed = (scene: Scene): boolean => {
  const { length } = namedPoints(scene);
  return length > 0 && length <= MOST_NAMES;
};

export interface NamesProps {
  readonly scene: Scene;
  readonly points: readonly number[];
  /** Where they are on the canvas, two numbers each. */
  readonly places: ReadonlySignal<Float32Array>;
}

export function Names({ scene, points, places }: NamesProps) {
  const host = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    const at = places.value;
    // Until they are those of other points.
    if (at.length !== 2 * points.length) return;
    [...(host.current?.children ?? [])].forEach((child, k) => {
      (child as HTMLElement).style.transform = `translate(${at[2 * k]}px, ${at[2 * k + 1]}px)`;
    });
  });
  return (
    <div class="point-names" ref={host} aria-hidden="true">
      {points.map((point) => (
        <span key={point}>{scene.names[point]?.replace(/^node /, "")}</span>
      ))}
    </div>
  );
}
