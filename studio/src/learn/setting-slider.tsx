/** A slider that moves by the logarithm: a step is halved or doubled, not made shorter by a length. */
import { short } from "../curves/numbers.js";

export interface SettingSliderProps {
  readonly setting: { readonly label: string; readonly least: number; readonly most: number };
  readonly value: number;
  readonly change: (value: number) => void;
}

const PLACES = 1000;

export function SettingSlider({ setting: { label, least, most }, value, change }: SettingSliderProps) {
  const place = Math.round((PLACES * Math.log(value / least)) / Math.log(most / least));
  return (
    <label class="slider">
      <span>
        {label} = <span class="numbers">{short(value, 3)}</span>
      </span>
      <input
        type="range"
        min={0}
        max={PLACES}
        step={10}
        value={place}
        aria-valuetext={short(value, 3)}
        onInput={({ currentTarget }) =>
          change(Number((least * (most / least) ** (Number(currentTarget.value) / PLACES)).toPrecision(2)))
        }
      />
    </label>
  );
}
