/** The page of a method. All but its equations and its experiment follows from the registry and the audit. */
import { methods, pages } from "content:methods";
import { papers } from "content:papers";
import { useEffect, useState } from "preact/hooks";
import type { AuditRow, Citation, MethodFacts, MethodPage as Page } from "../content/facts.js";
import { short } from "../curves/numbers.js";
import { TableHead } from "../design/table-head.js";
import { addressOf } from "../router.js";
import { ExperimentView } from "./experiment-view.js";
import { experiments } from "./experiments.js";
import { MeasuredHere } from "./measured-here.js";
import { Missing } from "./missing.js";
import { Scroll } from "./scroll.js";
import "katex/dist/katex.min.css";

export function MethodPage({ id }: { readonly id: string }) {
  const method = methods.find((each) => each.id === id);
  const [page, setPage] = useState<Page | null>(null);
  useEffect(() => {
    let isShown = true;
    setPage(null);
    pages[id]?.().then((found) => {
      if (isShown) setPage(found);
    });
    return () => {
      isShown = false;
    };
  }, [id]);
  if (method === undefined) return <Missing what="method" name={id} />;
  const experiment = experiments[id];
  return (
    <article class="page">
      <p class="crumb">
        <a href={addressOf({ screen: "learn", page: "" })}>Learn</a> · method
      </p>
      <h1>{method.title}</h1>
      <p class="lead">{method.summary}</p>
      <Claims method={method} />
      {experiment !== undefined && <ExperimentView key={id} experiment={experiment} />}
      <section>
        <h2>One step</h2>
        {page?.equations.map(({ says, html, where, tex }) => (
          <div class="equation" key={tex}>
            <p>
              {says}
              {where !== null && <Where place={where} />}
            </p>
            <div class="formula" dangerouslySetInnerHTML={{ __html: html }} />
          </div>
        ))}
      </section>
      <section>
        <h2>Measured</h2>
        {page !== null && <Audit rows={page.audit} />}
        {experiment !== undefined && <MeasuredHere key={id} experiment={experiment} />}
      </section>
      <Parameters method={method} />
      <section>
        <h2>Papers</h2>
        <ul class="citations">
          {method.cites.map((citation) => (
            <li key={citation.key}>
              <CitationText citation={citation} />
            </li>
          ))}
        </ul>
      </section>
      <Neighbours id={id} />
    </article>
  );
}

/** `kane2000, (22)–(24)`, with a link where the paper has a page here. */
function Where({ place }: { readonly place: string }) {
  const [key = "", ...rest] = place.split(", ");
  const has = papers.some((paper) => paper.key === key);
  return (
    <span class="where">
      {" ["}
      {has ? <a href={addressOf({ screen: "learn", page: `paper/${key}` })}>{key}</a> : key}
      {rest.length > 0 && `, ${rest.join(", ")}`}]
    </span>
  );
}

interface CitationProps {
  readonly citation: Citation;
  /** Links to the page of the paper, where it has one. */
  readonly recomputed?: boolean;
}

export function CitationText({ citation: { key, text, doi }, recomputed = true }: CitationProps) {
  const has = recomputed && papers.some((paper) => paper.key === key);
  return (
    <>
      {text}{" "}
      {doi !== null && (
        <a href={`https://doi.org/${doi}`} rel="noreferrer" target="_blank">
          doi:{doi}
        </a>
      )}
      {has && (
        <>
          {" "}
          <a href={addressOf({ screen: "learn", page: `paper/${key}` })}>Recomputed here.</a>
        </>
      )}
    </>
  );
}

function Claims({ method }: { readonly method: MethodFacts }) {
  const { order, symplectic, symmetric, conserves, ledger, ownSteps, needs } = method;
  const facts: readonly (readonly [name: string, value: string, meaning: string])[] = [
    ["Order", String(order), `half the step has 1/${short(2 ** order, 2)} of the error`],
    [
      "Symplectic",
      symplecticWords(symplectic),
      symplectic === null
        ? "areas in phase space do not stay the same"
        : "areas in phase space stay, and the energy of long runs does not drift",
    ],
    ["Symmetric", symmetric ? "yes" : "no", `a step back ${symmetric ? "undoes" : "does not undo"} a step`],
    conserves.length === 0
      ? ["Keeps", "nothing exactly", "what the motion conserves, it conserves as precisely as it follows the motion"]
      : ["Keeps", conserves.join(", "), "to the last digits, at any step"],
    ["Energy balance", ledger === "closed" ? "closes" : "leaves a rest", BALANCE[ledger]],
    ["Steps", ownSteps ? "its own" : "fixed", ownSteps ? "the method chooses them" : "the model says how long"],
    ["Needs", needs.length === 0 ? "the forces" : needs.map(needWords).join(", "), "what a model has to provide"],
  ];
  return (
    <dl class="claims" aria-label="What it claims">
      {facts.map(([name, value, meaning]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd class="meaning">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A scheme may keep areas in other variables than position and momentum. */
const symplecticWords = (form: string | null) =>
  form === null ? "no" : form === "canonical" ? "yes" : "yes, in variables of its own";

const BALANCE = {
  closed: "every change of energy is work, damping or the scheme’s own",
  open: "what work and damping do not explain is booked as the scheme’s",
};

const NEEDS: Readonly<Record<string, string>> = {
  tangent: "the tangent stiffness",
  linear: "a linear system",
  undamped: "no damping",
  conservative: "a conservative system",
  distances: "energies that depend on distances",
  "forces-without-velocity": "forces that do not depend on the velocity",
};

const needWords = (need: string) => NEEDS[need] ?? need.replaceAll("-", " ");

const HEADS = [
  "settings",
  "on",
  "order: claimed, of positions, of velocities",
  "symplectic",
  "symmetric",
  "energy",
  "momenta",
  "ledger",
];

function Audit({ rows }: { readonly rows: readonly AuditRow[] }) {
  return (
    <>
      <p>
        What is claimed above is measured by the test suite for these settings, on nonlinear systems and from a moving
        start; <code>noether certify</code> measures it on a model of yours. A number in brackets is not claimed, and
        varies by so much.
      </p>
      <Scroll label="Measured claims">
        <table>
          <TableHead names={HEADS} />
          <tbody>
            {rows.map(({ setting, on, order, symplectic, symmetric, energy, momenta, ledger }) => (
              <tr key={setting}>
                <th scope="row">{setting === "" ? "default" : setting}</th>
                {[on, order, symplectic, symmetric, energy, momenta, ledger].map((cell, i) => (
                  <td key={HEADS[i + 1]} class={/^(holds|exact)/.test(cell) ? "good" : undefined}>
                    {cell.replaceAll("`", "")}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}

function Parameters({ method: { parameters } }: { readonly method: MethodFacts }) {
  return (
    <section>
      <h2>Parameters</h2>
      {parameters.length === 0 ? (
        <p>None.</p>
      ) : (
        <Scroll label="Parameters">
          <table>
            <TableHead names={["name", "default", "accepted", "meaning"]} />
            <tbody>
              {parameters.map((parameter) => (
                <tr key={parameter.name}>
                  <th scope="row">
                    <code>{parameter.name}</code>
                  </th>
                  <td>{parameter.default === null ? "–" : <code>{parameter.default}</code>}</td>
                  <td>{parameter.accepted}</td>
                  <td class="words">{parameter.meaning}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </section>
  );
}

/** The methods before and after, to read on. */
function Neighbours({ id }: { readonly id: string }) {
  const at = methods.findIndex((each) => each.id === id);
  const [before, after] = [methods[at - 1], methods[at + 1]];
  return (
    <nav class="neighbours" aria-label="Other methods">
      {before === undefined ? (
        <span />
      ) : (
        <a href={addressOf({ screen: "learn", page: `method/${before.id}` })}>← {before.title}</a>
      )}
      {after !== undefined && <a href={addressOf({ screen: "learn", page: `method/${after.id}` })}>{after.title} →</a>}
    </nav>
  );
}
