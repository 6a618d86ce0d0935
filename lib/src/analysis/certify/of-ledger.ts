/** The finding about the energy ledger: is every change of energy explained? */
import { defectInWords, judged } from "./defects.js";
import { type Finding, notMeasured, verdictOn } from "./finding.js";
import { accumulated, type Motion } from "./motion.js";
import type { Setting } from "./setting.js";

export function ledgerFinding({ claims, motion }: Setting, motions: readonly Motion[]): Finding {
  const property = "energy ledger";
  const closed = claims.balance === "closed";
  const claim = claims.balance;
  if (!motion.usable) return notMeasured(property, claim, motion.failure ?? "the run failed");
  if (!closed) {
    const share = shareOf(motion, ({ algorithmic }) => algorithmic);
    const measured = `what is not booked: ${share.toExponential(1)} of the energies that flow`;
    return { property, claim, measured, value: share, verdict: "not claimed", evidence: {} };
  }
  const points = [motion, ...motions.filter(({ step }) => step !== motion.step)]
    .filter(({ usable }) => usable)
    .map((each) => ({
      step: each.step,
      defect: shareOf(each, ({ residual }) => residual ?? 0),
      bound: accumulated(roundingOf(each), each.steps) / scaleOf(each),
    }))
    .sort((a, b) => a.step - b.step);
  const defects = judged(points);
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

/** Of the energies, and of the terms of a step's balance, which may be larger. */
const roundingOf = (motion: Motion) =>
  Math.max(motion.energyRounding, Number.EPSILON * (scaleOf(motion) + motion.stepEnergy));

function shareOf(motion: Motion, part: (ledger: NonNullable<Motion["ledger"]>) => number): number {
  const scale = scaleOf(motion);
  return motion.ledger === null || scale === 0 ? 0 : Math.abs(part(motion.ledger)) / scale;
}
