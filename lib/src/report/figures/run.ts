/** The figure of one run: motion and energy above one another, the orbit beside them. The ledger is shown when there is more
 *  in it than kinetic and potential energy changing into each other. */
import type { Figure } from "../figure.js";
import { type Columns, titled } from "./columns.js";
import { deviationPanel, ledgerNote, ledgerPanel } from "./energy.js";
import { motionNote, motionPanel } from "./motion.js";
import { phasePanel } from "./phase.js";

export function runFigure(columns: Columns, title?: string): Figure {
  const ledger = ledgerPanel(columns);
  const isTelling = ledger?.series.some(({ name }) => name !== "kinetic" && name !== "potential");
  const panels = [motionPanel(columns), deviationPanel(columns), isTelling ? ledger : null, phasePanel(columns)];
  return titled(
    title,
    panels.filter((panel) => panel !== null),
    [motionNote(columns), isTelling ? ledgerNote(columns) : undefined].filter(Boolean).join(" ") || undefined,
  );
}
