/** A challenge: the versions of the position, every objection to its end, and what each side assumes. */
import "./challenge.css";
import { useMemo } from "preact/hooks";

import {
  type ChallengeStory,
  type PositionVersionCard,
  challengeAt,
} from "../../../src/protocols/challenge/timeline/timeline.ts";
import type { DebateSnapshot, DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { Card } from "../../kit/card.tsx";
import { formatNameList, formatPlural, unwrapLines } from "../../kit/format-text.ts";
import { ClaimReference, UntrustedText } from "../../kit/untrusted-text.tsx";
import { Changed, Refs, Sign, Tag, Then, Warning } from "../panel-parts.tsx";
import { Assumptions } from "./assumptions.tsx";
import { Objections } from "./objections.tsx";
import { Sides } from "./tradeoff-sides.tsx";

export function ChallengePanels({
  timeline: debateTimeline,
  snapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  const told = useMemo(
    () => challengeAt(debateTimeline, snapshot.at),
    [debateTimeline, snapshot.at],
  );
  return (
    <>
      <Sides timeline={debateTimeline} told={told} />
      <Position timeline={debateTimeline} told={told} />
      <Objections timeline={debateTimeline} told={told} />
      <Assumptions timeline={debateTimeline} told={told} />
    </>
  );
}

interface Shown {
  readonly timeline: DebateTimeline;
  readonly told: ChallengeStory;
}

function Position({ timeline: debateTimeline, told: { versions, objections } }: Shown) {
  const newest = versions.at(-1);
  if (!newest) return null;
  const changes = versions.length - 1;
  return (
    <Card
      title="The position"
      note={
        changes === 0
          ? "as it was opened"
          : `changed ${formatPlural(changes, "time")} since the opening`
      }
    >
      <ol class="pad versions">
        {versions.toReversed().map((version) => (
          <li key={version.version} value={version.version}>
            <OneVersion
              timeline={debateTimeline}
              version={version}
              authors={new Map(objections.map(({ id, seat }) => [id, seat]))}
              isNewest={version === newest}
            />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function OneVersion(props: {
  timeline: DebateTimeline;
  version: PositionVersionCard;
  authors: ReadonlyMap<string, string>;
  isNewest: boolean;
}) {
  const { timeline: debateTimeline, version, authors, isNewest } = props;
  const { text, difference, accepted, because, heldAfter, causes } = version;
  const rounds = heldAfter.map(({ round }) => String(round));
  const further = causes.filter((id) => !accepted.some(({ objection }) => objection === id));
  return (
    <>
      <h3>
        <span class="version">v{version.version}</span>
        <Then at={version.at}>
          {version.round === 0 ? "Opening" : `After round ${version.round}`}
        </Then>
        {isNewest && <Tag>now</Tag>}
      </h3>
      <p class="serif on-record">
        {text === null ? (
          "The brief’s own text, word for word."
        ) : difference.length > 0 ? (
          <Changed pieces={difference} />
        ) : (
          <UntrustedText text={unwrapLines(text)} />
        )}
      </p>
      {because !== null && (
        <p>
          <span class="small">Changed because:</span> <UntrustedText text={because} refs />{" "}
          {further.length > 0 && (
            <>
              (<Refs ids={further} />)
            </>
          )}
        </p>
      )}
      {version.version > 1 && accepted.length === 0 && (
        <Warning>It changed, and no objection was accepted in that round.</Warning>
      )}
      <Accepted timeline={debateTimeline} accepted={accepted} authors={authors} />
      {rounds.length > 0 && <p class="small">Unchanged after round {formatNameList(rounds)}.</p>}
    </>
  );
}

function Accepted(props: {
  timeline: DebateTimeline;
  accepted: PositionVersionCard["accepted"];
  authors: ReadonlyMap<string, string>;
}) {
  const { timeline: debateTimeline, accepted, authors } = props;
  if (accepted.length === 0) return null;
  return (
    <ul class="lines">
      {accepted.map(({ objection, disposition, delta }) => (
        <li key={objection}>
          <Sign timeline={debateTimeline} id={authors.get(objection) ?? objection} />
          <span>
            <ClaimReference id={objection} />{" "}
            {disposition === "ACCEPT" ? "accepted" : "accepted in part"}
            {delta !== null && (
              <>
                : <UntrustedText text={delta} most={400} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
