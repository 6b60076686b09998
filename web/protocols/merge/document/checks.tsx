/** What was checked of the merged document. */
import type { MergedView } from "../../../../src/page/page-payload.ts";
import { Card } from "../../../kit/card.tsx";
import { UntrustedText } from "../../../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../../../kit/visible-text.ts";

export function MergeChecksCard({ view: { checks } }: { view: MergedView }) {
  if (checks.length === 0) return null;
  const failed = checks.filter(({ holds }) => !holds).length;
  const note = failed === 0 ? "all passed" : `${failed} of ${checks.length} failed`;
  return (
    <Card title="Checks of the merge" note={note}>
      <ul class="doc-checks pad">
        {checks
          .toSorted((a, b) => Number(a.holds) - Number(b.holds))
          .map(({ what, holds, problems }) => (
            <li key={what} class={holds ? "" : "open"}>
              <span class="doc-sign" aria-hidden="true">
                {holds ? "✓" : "✗"}
              </span>
              <span>
                {showInvisibleCharacters(what)}: {holds ? "passed" : "failed"}
                {problems.map((problem) => (
                  <small key={problem}>
                    <UntrustedText text={problem} most={300} />
                  </small>
                ))}
              </span>
            </li>
          ))}
      </ul>
    </Card>
  );
}
