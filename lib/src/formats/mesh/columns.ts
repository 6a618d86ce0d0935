/** Numbers for formats that read so many columns of each: as many digits as fit, in the form that leaves the most room for them. */

/** Always with a point: without one a number would be taken for a whole one. `letter` stands before an exponent; Nastran needs none. */
export function inColumns(value: number, columns: number, letter: "e" | ""): string {
  const own = pointed(`${value}`);
  if (own.length <= columns) return own;
  const needed = /\d[\d.]*/.exec(value.toExponential())?.[0].replace(".", "").length ?? 1;
  for (let digits = Math.min(needed, columns); digits > 1; digits--) {
    const [mantissa, exponent] = Math.abs(value)
      .toExponential(digits - 1)
      .split("e");
    // The largest doubles would be rounded to infinity.
    if (!Number.isFinite(Number(`${mantissa}e${exponent}`))) continue;
    const sign = value < 0 ? "-" : "";
    const fitting = forms(mantissa.replace(".", "").replace(/0+$/, ""), Number(exponent), letter).find(
      (form) => sign.length + form.length <= columns,
    );
    if (fitting !== undefined) return sign + fitting;
  }
  return "0.";
}

/** d₁.d₂d₃… · 10ᵉ, the most usual forms first. */
function forms(digits: string, exponent: number, letter: string): string[] {
  const scaled = (point: number) => {
    const rest = exponent + 1 - point;
    return `${digits.slice(0, point)}.${digits.slice(point)}${letter}${rest < 0 || letter !== "" ? rest : `+${rest}`}`;
  };
  // 1.5-10 is .15-9, and 1.5+10 is 15.+9: a digit less in the exponent.
  const all = [scaled(1), scaled(0), scaled(digits.length)];
  if (exponent < 0)
    return [`0.${"0".repeat(-1 - exponent)}${digits}`, `.${"0".repeat(-1 - exponent)}${digits}`, ...all];
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return [`${whole}.${digits.slice(exponent + 1)}`, ...all];
}

function pointed(text: string): string {
  const [digits, exponent] = text.split("e");
  const mantissa = digits.includes(".") ? digits : `${digits}.`;
  return exponent === undefined ? mantissa : `${mantissa}e${Number(exponent)}`;
}

/** Counts coordinates that are not written with all of their digits. */
export interface Rounding {
  note(given: number, written: number): void;
  notices(columns: number): string[];
}

export function rounding(): Rounding {
  let [count, most] = [0, 0];
  return {
    note(given, written) {
      if (given === written) return;
      count++;
      most = Math.max(most, Math.abs(given - written));
    },
    notices: (columns) =>
      count === 0
        ? []
        : [
            `${count} coordinates are rounded, by ${Number(most.toPrecision(2))} at most: the format reads ${columns} columns of a number`,
          ],
  };
}
