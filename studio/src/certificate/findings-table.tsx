/** The findings of a certificate. */
import type { CertificateFacts } from "../engine/messages.js";

const HEADS = ["property", "claim", "measured", "verdict"];

const classOf = (verdict: string) =>
  verdict === "violated" ? "bad" : verdict === "holds" || verdict === "also found" ? "good" : "muted";

export function FindingsTable({ findings }: Pick<CertificateFacts, "findings">) {
  return (
    <table>
      <thead>
        <tr>
          {HEADS.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {findings.map(({ property, claim, measured, verdict }) => (
          <tr key={property}>
            <th scope="row">{property}</th>
            <td>{claim}</td>
            <td class="words">{measured}</td>
            <td class={classOf(verdict)}>{verdict}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
