/** A challenge: the versions of the position, every objection to its end, and what each side assumes. */
import "./challenge.css";
import { useMemo } from "preact/hooks";

import {
  type ChallengeStory,
  type PartChangeCard,
  type PositionVersionCard,
  challengeAt,
} from "../../../src/protocols/challenge/timeline/timeline.ts";
import type { DebateSnapshot, DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { Card } from "../../kit/card.tsx";
import { formatNameList, formatPlural } from "../../kit/format-text.ts";
import { MarkdownText } from "../../kit/markdown/markdown.tsx";
import { ClaimReference, UntrustedText } from "../../kit/untrusted-text.tsx";
import { Changed, Sign, Tag, Then, Warning } from "../panel-parts.tsx";
import { Assumptions } from "./assumptions.tsx";
import { ChallengerVerdicts } from "./challenger-verdicts.tsx";
import { Objections } from "./objections.tsx";
import { Sides } from "./tradeoff-sides.tsx";

export function ChallengePanels({ timeline: debateTimeline, snapshot }: ChallengePanelProps) {
  const told = useMemo(
    () => challengeAt(debateTimeline, snapshot.at),
    [debateTimeline, snapshot.at],
  );
  return (
    <>
      <Sides timeline={debateTimeline} told={told} />
      <Position timeline={debateTimeline} told={told} />
      {snapshot.status !== "ended" && <Objections timeline={debateTimeline} told={told} />}
      <ChallengerVerdicts timeline={debateTimeline} told={told} />
      <Assumptions timeline={debateTimeline} told={told} />
    </>
  );
}

/** The ladder: what was objected, answered and replied, and how it ended. */
export function ObjectionLadder({ timeline, snapshot }: ChallengePanelProps) {
  const told = useMemo(() => challengeAt(timeline, snapshot.at), [timeline, snapshot.at]);
  return <Objections timeline={timeline} told={told} />;
}

interface ChallengePanelProps {
  readonly timeline: DebateTimeline;
  readonly snapshot: DebateSnapshot;
}

interface Shown {
  readonly timeline: DebateTimeline;
  readonly told: ChallengeStory;
}

function Position({ timeline: debateTimeline, told: { versions, objections, ending } }: Shown) {
  const newest = versions.at(-1);
  if (!newest) return null;
  const changes = versions.length - 1;
  const authors = new Map(objections.map(({ id, seat }) => [id, seat]));
  return (
    <Card
      title="The position"
      note={
        changes === 0
          ? "as it was opened"
          : `changed ${formatPlural(changes, "time")} since the opening`
      }
    >
      {ending !== null && (
        <p class="pad">
          As written, the original is{" "}
          <Tag open={ending.original !== "upheld"}>{ending.original}</Tag>
          {ending.survived !== null && ending.survived !== "unchanged" && (
            <> and was {ending.survived}</>
          )}
          .
        </p>
      )}
      <ol class="pad versions">
        {versions.toReversed().map((version) => (
          <li key={version.version} value={version.version}>
            <OneVersion
              timeline={debateTimeline}
              version={version}
              authors={authors}
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
  const { parts, changes, heldAfter } = version;
  const rounds = heldAfter.map(({ round }) => String(round));
  return (
    <>
      <h3>
        <span class="version">v{version.version}</span>
        <Then at={version.at}>
          {version.round === 0 ? "Opening" : `After round ${version.round}`}
        </Then>
        {isNewest && <Tag>now</Tag>}
      </h3>
      {changes.map((change) => (
        <OneChange
          key={`${change.kind} ${change.part}`}
          timeline={debateTimeline}
          change={change}
          authors={authors}
        />
      ))}
      {parts === null ? (
        <p class="serif on-record">The brief’s own text, word for word.</p>
      ) : (
        <details class="rest" open={changes.length === 0}>
          <summary>The text in full</summary>
          <ol class="parts">
            {parts.map(({ number, text, open }) => (
              <li key={number} value={number}>
                <MarkdownText text={text} />
                {open !== null && (
                  <p class="small">
                    Open: <UntrustedText text={open} />
                  </p>
                )}
              </li>
            ))}
          </ol>
        </details>
      )}
      {rounds.length > 0 && <p class="small">Unchanged after round {formatNameList(rounds)}.</p>}
    </>
  );
}

const KINDS: Readonly<Record<PartChangeCard["kind"], string>> = {
  changed: "has new words",
  added: "is new",
  dropped: "is dropped",
  open: "is left open",
};

function OneChange(props: {
  timeline: DebateTimeline;
  change: PartChangeCard;
  authors: ReadonlyMap<string, string>;
}) {
  const { timeline: debateTimeline, change, authors } = props;
  const { kind, part, after, because, difference } = change;
  return (
    <>
      <p>
        Part {part} {KINDS[kind]}
        {because.map((id) => (
          <span key={id}>
            {" "}
            <Sign timeline={debateTimeline} id={authors.get(id) ?? id} /> <ClaimReference id={id} />
          </span>
        ))}
      </p>
      {because.length === 0 && <Warning>It changed, and no objection is named for it.</Warning>}
      {difference.length > 0 ? (
        <p class="serif on-record">
          <Changed pieces={difference} />
        </p>
      ) : (
        after !== null && (
          <p class="serif on-record">
            <UntrustedText text={after} />
          </p>
        )
      )}
    </>
  );
}
