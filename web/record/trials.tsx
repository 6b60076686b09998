import type { RobustnessTrial } from "../../src/audit/outcome-robustness.ts";
/** Would the outcome be another? One thing is changed at a time, and everything is counted again. */
import type { PageAudit } from "../../src/page/page-payload.ts";
import { Card } from "../kit/card.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";

const TRIAL_KINDS: readonly (readonly [RobustnessTrial["kind"], string])[] = [
  ["seat", "Without one voice"],
  ["threshold", "At another threshold"],
  ["family", "By model family"],
  ["source", "Without one source"],
];

export function RobustnessTrials({ audit: { robustness, tallies } }: { audit: PageAudit }) {
  const { trials, sentence } = robustness;
  if (trials.length === 0 || tallies.final.cast === 0) return null;
  const turned = trials.filter(({ differs }) => differs).length;
  return (
    <Card title="Would the outcome be another?" note={`in ${turned} of ${trials.length} trials`}>
      <div class="pad">
        <p class="serif audit-rule">{showInvisibleCharacters(sentence)}</p>
        <div class="audit-trials">
          {TRIAL_KINDS.map(([kind, title]) => (
            <TrialGroup
              key={kind}
              title={title}
              trials={trials.filter((trial) => trial.kind === kind)}
            />
          ))}
        </div>
      </div>
    </Card>
  );
}

function TrialGroup({ title, trials }: { title: string; trials: readonly RobustnessTrial[] }) {
  if (trials.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {trials.map(({ change, choice, differs }) => (
          <li key={change} class={differs ? "trial-differs" : ""}>
            <span>{showInvisibleCharacters(change)}</span>
            <span class="trial-then">
              {differs && "another: "}
              {showInvisibleCharacters(choice ?? "nothing")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
