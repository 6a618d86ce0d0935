/** The figure of one run: motion and energy above one another, the orbit beside them. */
import type { Figure } from "../figure.js";
import type { Columns } from "./columns.js";
import { energyPanels } from "./energy.js";
import { motionPanel } from "./motion.js";
import { phasePanel } from "./phase.js";

export function runFigure(columns: Columns, title?: string): Figure {
  const { panel: motion, note } = motionPanel(columns);
  const phase = phasePanel(columns);
  return {
    ...(title === undefined ? {} : { title }),
    panels: [motion, ...energyPanels(columns), ...(phase === null ? [] : [phase])],
    ...(note === undefined ? {} : { note }),
  };
}
