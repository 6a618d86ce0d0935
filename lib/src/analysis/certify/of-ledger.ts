/** The finding about the energy ledger: is every change of energy explained? */
import { defectInWords, judgedRuns } from "./defects.js";
import { type Finding, notMeasured, verdictOn } from "./finding.js";
import { accumulated, type Motion } from "./motion.js";
import type { Setting } from "./setting.js";

export function ledgerFinding({ claims, motion, scales }: Setting, motions: readonly Motion[]): Finding {
  const property = "energy ledger";
  const closed = claims.balance === "closed";
  const claim = claims.balance;
  if (!motion.usable) return notMeasured(property, claim, motion.failure ?? "the run failed");
  if (!closed) {
    const share = shareOf(motion, ({ algorithmic }) => algorithmic);
    const measured = `what is not booked: ${share.toExponential(1)} of the energies that flow`;
    return { property, claim, measured, value: share, verdict: "not claimed", evidence: {} };
  }
  const pointsOf = (each: Motion) => {
    if (!each.usable) return [];
    const bound = accumulated(roundingOf(each), each.steps) / scaleOf(each);
    return [{ step: each.step, defect: shareOf(each, ({ residual }) => residual ?? 0), bound }];
  };
  const defects = judgedRuns(pointsOf(motion), motions.flatMap(pointsOf), scales.longest);
  const value = shareOf(motion, ({ residual }) => residual ?? 0);
  const verdict = verdictOn(true, defects.found);
  const words = verdict === "holds" ? "" : `; ${defectInWords(defects)}`;
  const measured = `residual ${value.toExponential(1)} in ${motion.steps} steps${words}`;
  return { property, claim, measured, value, verdict, evidence: { defects: [defects] } };
}

/** The largest of the energies that flow: kinetic and potential energy along the way, work and losses at the end. */
function scaleOf({ kinetic, potential, ledger }: Motion): number {
  const { work, dissipation, algorithmic } = ledger ?? { work: 0, dissipation: 0, algorithmic: 0 };
  return Math.max(kinetic, potential, Math.abs(work), Math.abs(dissipation), Math.abs(algorithmic));
}

/** Of the energies, and of the terms of a step's balance, which may be larger; the forces of a long step make more of the rounding of a place. */
const roundingOf = (motion: Motion) =>
  Math.max(motion.energyRounding, Number.EPSILON * (scaleOf(motion) + motion.stepEnergy), motion.stepRounding);

function shareOf(motion: Motion, part: (ledger: NonNullable<Motion["ledger"]>) => number): number {
  const scale = scaleOf(motion);
  return motion.ledger === null || scale === 0 ? 0 : Math.abs(part(motion.ledger)) / scale;
}
