/** The figure of one run: motion and energy above one another, the orbit beside them. */
import type { Figure } from "../figure.js";
import { type Columns, titled } from "./columns.js";
import { energyPanels } from "./energy.js";
import { motionNote, motionPanel } from "./motion.js";
import { phasePanel } from "./phase.js";

export function runFigure(columns: Columns, title?: string): Figure {
  const panels = [motionPanel(columns), ...energyPanels(columns), phasePanel(columns)];
  return titled(
    title,
    panels.filter((panel) => panel !== null),
    motionNote(columns),
  );
}
