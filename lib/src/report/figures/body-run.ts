/** The figure of a run of a body: what was probed, where the energy went, and the deformed body beside it. Its coordinates, of which
 *  there are hundreds or more, are in the picture. */
import type { Body } from "../../mesh/body.js";
import type { Figure, Panel } from "../figure.js";
import { bodyPicture } from "./body.js";
import { axisOf, type Columns, linearAxis, ofRole, timeOf, titled } from "./columns.js";
import { deviationPanel, ledgerNote, ledgerPanel } from "./energy.js";
import type { BodyState } from "./field-values.js";

export function bodyRunFigure(columns: Columns, body: Body, states: readonly BodyState[], title?: string): Figure {
  const panels = [probePanel(columns), deviationPanel(columns), ledgerPanel(columns)];
  const { picture, note } = bodyPicture(body, states);
  const notes = [note, ledgerNote(columns)].filter((each) => each !== undefined);
  const figure = titled(
    title,
    panels.filter((panel) => panel !== null),
    notes.length === 0 ? undefined : notes.join(" "),
  );
  return { ...figure, pictures: [picture] };
}

/** More would not be told apart. */
const MOST = 6;

function probePanel(columns: Columns): Panel | null {
  const probes = ofRole(columns, "probe").slice(0, MOST);
  if (probes.length === 0) return null;
  const time = timeOf(columns);
  const names = probes.map(({ name }) => name).join(", ");
  return {
    title: "Probes",
    shape: "wide",
    x: axisOf(time),
    y: linearAxis(names.length <= 24 ? names : "", undefined),
    series: probes.map(({ name, values }, colour) => ({ name, x: time.values, y: values, style: "line", colour })),
  };
}
