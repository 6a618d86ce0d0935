/** Which studies there are. */
import type { ComponentType } from "preact";
import { hasPrecision, PrecisionPanel } from "./precision.js";
import { hasSection, SectionPanel } from "./section.js";
import { hasSpectra, SpectraPanel } from "./spectra.js";
import { hasStepPlaces, StepPlacesPanel } from "./step-places.js";

export interface StudyKind {
  readonly id: string;
  readonly title: string;
  /** Is there anything to be seen in it? */
  readonly applies: () => boolean;
  readonly Panel: ComponentType;
}

export const STUDIES: readonly StudyKind[] = [
  { id: "step-places", title: "Step sizes in space", applies: hasStepPlaces, Panel: StepPlacesPanel },
  { id: "section", title: "Poincaré section", applies: hasSection, Panel: SectionPanel },
  { id: "precision", title: "Convergence, work and precision", applies: hasPrecision, Panel: PrecisionPanel },
  { id: "spectra", title: "Response spectra", applies: hasSpectra, Panel: SpectraPanel },
];
