/** Play, pause, one frame on or back, and a bar to go to any time. */
import { short } from "../curves/numbers.js";
import { runs } from "./runs.js";
import { isPlaying, pause, play, span, speed, stepFrame, time } from "./time.js";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];

export function TimeBar() {
  const [start, end] = span.value;
  return (
    <div class="time-bar">
      <button type="button" class="icon-button" aria-label="One frame back" onClick={() => stepFrame(-1)}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M4 3v10M13 3 6 8l7 5z" />
        </svg>
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={isPlaying.value ? "Pause" : "Play"}
        onClick={() => (isPlaying.value ? pause() : play())}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={isPlaying.value ? "M4.5 3v10M11.5 3v10" : "M4 2.5 13 8l-9 5.500z"} />
        </svg>
      </button>
      <button type="button" class="icon-button" aria-label="One frame on" onClick={() => stepFrame(1)}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M12 3v10M3 3l7 5-7 5z" />
        </svg>
      </button>
      <Scrubber start={start} end={end} />
      <label class="speed">
        <span class="hidden-text">Speed</span>
        <select
          value={String(speed.value)}
          onChange={({ currentTarget }) => {
            speed.value = Number(currentTarget.value);
          }}
        >
          {SPEEDS.map((each) => (
            <option key={each} value={String(each)}>{`${each}×`}</option>
          ))}
        </select>
      </label>
    </div>
  );
}

function Scrubber({ start, end }: { readonly start: number; readonly end: number }) {
  const unit = runs.value[0]?.state.value.beginning?.units["time"];
  return (
    <>
      <input
        type="range"
        aria-label="Time"
        min={start}
        max={end}
        step="any"
        value={time.value}
        onInput={({ currentTarget }) => {
          pause();
          time.value = Number(currentTarget.value);
        }}
      />
      <output class="time numbers">{`t = ${short(time.value)}${unit === undefined ? "" : ` ${unit}`}`}</output>
    </>
  );
}
