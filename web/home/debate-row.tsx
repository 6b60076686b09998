/** One debate in the list: how it stands, what was asked, when and for how much. */
import type { Listed } from "../../src/store.ts";
import { LaneMark } from "../kit/lane-mark.tsx";
import { Words } from "../kit/said.tsx";
import { capital, clock, day, plural, usd } from "../kit/words.ts";
import { debateHref } from "./links.ts";
import { laneAmong, type Standing, standingOf } from "./standing.ts";
import { agoWords } from "./when.ts";

export function DebateRow({ debate }: { debate: Listed }) {
  const { id, question, protocol, openedMs, costUsd, calls, degraded, judged } = debate;
  return (
    <li class="debate">
      <Stand standing={standingOf(debate)} options={debate.options} />
      <div class="debate-words">
        <a class="question" href={debateHref(id)}>
          <Words text={question} most={300} serif />
        </a>
        <p class="sub">
          {degraded && <strong class="debate-degraded">Degraded, not everyone was heard. </strong>}
          {judged !== undefined && <span>{JUDGED[judged]} </span>}
          <span>{capital(protocol)}</span>, <span class="mono">{id}</span>
        </p>
      </div>
      <p class="debate-facts">
        <time
          dateTime={new Date(openedMs).toISOString()}
          title={`${day(openedMs)}, ${clock(openedMs)}`}
        >
          {agoWords(openedMs, Date.now())}
        </time>
        <span class="num">{usd(costUsd)}</span>
        <span class="sub">{plural(calls, "call")}</span>
      </p>
    </li>
  );
}

const JUDGED = {
  right: "It held up.",
  wrong: "It turned out wrong.",
  partial: "It held up in part.",
} as const;

function Stand({ standing, options }: { standing: Standing; options: Listed["options"] }) {
  const { word, choice, tone, by } = standing;
  const lane = choice === null ? null : laneAmong(options, choice);
  return (
    <p class={`stand is-${tone}`}>
      {tone === "live" && <span class="dot beat" aria-hidden="true" />}
      <span class="stand-word">
        {capital(word)}
        {by === "person" && <span class="sr"> by a person</span>}
      </span>
      {lane !== null ? <LaneMark lane={lane} small /> : choice !== null && <code>{choice}</code>}
    </p>
  );
}
