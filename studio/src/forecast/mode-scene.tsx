/** A mode in motion, over and over. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { colour, scheme } from "../design/colours.js";
import { Scene } from "../scene/scene.js";
import { facts } from "../workbench/model.js";
import { frequencyWords, type ModeShown } from "./mode.js";

/** Seconds a period, whatever its own. */
const PERIOD = 2;

export function ModeScene({ shown: { place, motion } }: { readonly shown: ModeShown }) {
  const { scene, frames, frequency } = motion;
  const time = useSignal(0);
  useEffect(() => {
    let frame = 0;
    const period = frames.times.at(-1) ?? 1;
    const draw = (now: number) => {
      time.value = (((now / 1000) % PERIOD) / PERIOD) * period;
      frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [frames]);
  const theme = scheme.value;
  const runs = useMemo(() => [{ name: `mode ${place + 1}`, colour: colour("accent"), frames }], [place, frames, theme]);
  return (
    <div class="mode-scene" data-mode={place + 1}>
      <p class="mode-name">{`Mode ${place + 1}, ${frequencyWords(frequency, 4, facts.value?.units["time"])}`}</p>
      <Scene scene={scene} runs={runs} time={time} />
    </div>
  );
}
