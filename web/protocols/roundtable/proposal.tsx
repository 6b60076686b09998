/** The proposal on the table: the newest version with what changed, and the versions before it. */
import { describeAbsenceReason } from "../../../src/domain/round.ts";
import type { ProposalCard } from "../../../src/protocols/roundtable/timeline/cards.ts";
import type { RoundtableStory } from "../../../src/protocols/roundtable/timeline/timeline.ts";
import { wordDifference } from "../../../src/text/word-difference.ts";
import { Card } from "../../kit/card.tsx";
import { ClaimReference, UntrustedText } from "../../kit/untrusted-text.tsx";
import { Changed, Refs, Tag, Then } from "../panel-parts.tsx";

export function ProposalPanel({
  told: { proposals, silences },
  folded = false,
}: {
  told: RoundtableStory;
  /** The text unfolds; its headline is always there. */
  folded?: boolean;
}) {
  const newest = proposals.at(-1);
  const silent = silences.at(-1);
  if (!newest && !silent) return null;
  const isStale = silent !== undefined && silent.round > (newest?.round ?? 0);
  return (
    <Card
      title="Proposal"
      note={newest ? `version ${newest.version}, on the table` : "none is on the table"}
    >
      <div class="pad">
        {isStale && (
          <p class="small">
            <Then at={silent.at}>
              The lead {describeAbsenceReason(silent.reason)} before round {silent.round}
            </Then>
            {newest ? `; version ${newest.version} stays on the table.` : "."}
          </p>
        )}
        {newest && <Version proposal={newest} before={proposals.at(-2)} folded={folded} />}
        {proposals
          .slice(0, -1)
          .toReversed()
          .map((proposal) => (
            <details key={proposal.id} class="rest">
              <summary>
                Version {proposal.version}, for round {proposal.round}
              </summary>
              <Version
                proposal={proposal}
                before={proposals.find(({ version }) => version === proposal.version - 1)}
              />
            </details>
          ))}
      </div>
    </Card>
  );
}

function Version({
  proposal,
  before,
  folded = false,
}: {
  proposal: ProposalCard;
  before: ProposalCard | undefined;
  folded?: boolean;
}) {
  const { at, id, option, headline, answer, changes, meets, notSatisfied, disagreement } = proposal;
  return (
    <section class="proposal" aria-label={`Version ${proposal.version} of the proposal`}>
      <h3>
        <Then at={at}>
          <UntrustedText text={headline} most={200} />
        </Then>
        {option !== null && <Tag>option {option}</Tag>}
        <ClaimReference id={id} />
      </h3>
      <details class="unfold" open={!folded}>
        <summary>{before ? "The text, with what changed" : "The text"}</summary>
        <div class="serif on-record">
          {before && before.answer !== answer ? (
            <Changed pieces={wordDifference(before.answer, answer)} />
          ) : (
            <UntrustedText text={answer} refs />
          )}
        </div>
      </details>
      {disagreement !== null && (
        <p>
          The scores had stalled. What they differ about: <UntrustedText text={disagreement} />
        </p>
      )}
      {changes.length > 0 && (
        <details class="rest">
          <summary>{before ? "What changed, and why" : "Where it comes from"}</summary>
          <ul class="bare-list">
            {changes.map(({ what, because }, index) => (
              <li key={index}>
                <UntrustedText text={what} most={400} refs />{" "}
                <span class="small">
                  <Refs ids={because} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {meets.length > 0 && (
        <p class="small">
          Meets <Refs ids={meets} />
        </p>
      )}
      {notSatisfied !== "" && (
        <p class="small">
          Not satisfied: <UntrustedText text={notSatisfied} most={400} refs />
        </p>
      )}
    </section>
  );
}
