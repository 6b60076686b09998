/** One debate in the list: how it stands, what was asked, when and for how much. */
import type { ListedDebate } from "../../src/store.ts";
import {
  capitalizeText,
  formatClockTime,
  formatDay,
  formatPlural,
  formatUsd,
} from "../kit/format-text.ts";
import { LaneMark } from "../kit/lane-mark.tsx";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import {
  findOptionLane,
  type DebateStatusSummary,
  summarizeDebateStatus,
} from "./debate-status.ts";
import { buildDebateHref } from "./links.ts";
import { formatTimeAgo } from "./when.ts";

export function DebateRow({ debate }: { debate: ListedDebate }) {
  const { id, question, protocol, openedMs, costUsd, calls, degraded, judged } = debate;
  return (
    <li class="debate">
      <DebateStatusBadge standing={summarizeDebateStatus(debate)} options={debate.options} />
      <div class="debate-words">
        <a class="question" href={buildDebateHref(id)}>
          <UntrustedText text={question} most={300} serif />
        </a>
        <p class="sub">
          {degraded && <strong class="debate-degraded">Degraded, not everyone was heard. </strong>}
          {judged !== undefined && <span>{JUDGEMENT_LABELS[judged]} </span>}
          <span>{capitalizeText(protocol)}</span>, <span class="mono">{id}</span>
        </p>
      </div>
      <p class="debate-facts">
        <time
          dateTime={new Date(openedMs).toISOString()}
          title={`${formatDay(openedMs)}, ${formatClockTime(openedMs)}`}
        >
          {formatTimeAgo(openedMs, Date.now())}
        </time>
        <span class="num">{formatUsd(costUsd)}</span>
        <span class="sub">{formatPlural(calls, "call")}</span>
      </p>
    </li>
  );
}

const JUDGEMENT_LABELS = {
  right: "It held up.",
  wrong: "It turned out wrong.",
  partial: "It held up in part.",
} as const;

function DebateStatusBadge({
  standing,
  options,
}: {
  standing: DebateStatusSummary;
  options: ListedDebate["options"];
}) {
  const { word, choice, tone, by } = standing;
  const lane = choice === null ? null : findOptionLane(options, choice);
  return (
    <p class={`stand is-${tone}`}>
      {tone === "live" && <span class="dot beat" aria-hidden="true" />}
      <span class="stand-word">
        {capitalizeText(word)}
        {by === "person" && <span class="sr"> by a person</span>}
      </span>
      {lane !== null ? <LaneMark lane={lane} small /> : choice !== null && <code>{choice}</code>}
    </p>
  );
}
