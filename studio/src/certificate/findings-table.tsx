/** The findings of a certificate. */
import { TableHead } from "../design/table-head.js";
import type { CertificateFacts } from "../engine/messages.js";

const classOf = (verdict: string) =>
  verdict === "violated" ? "bad" : verdict === "holds" || verdict === "also found" ? "good" : "muted";

export function FindingsTable({ findings }: Pick<CertificateFacts, "findings">) {
  return (
    <table>
      <TableHead names={["property", "claim", "measured", "verdict"]} />
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
