/** The list of debates, newest first, with its filters. */
import { useEffect, useRef, useState } from "preact/hooks";

import type { HomeCard } from "../../src/page/page-payload.ts";
import type { ListedDebate } from "../../src/store.ts";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/card.tsx";
import {
  capitalizeText,
  formatClockTime,
  formatDay,
  formatNameList,
  formatPlural,
  formatTimeAgo,
  formatUsd,
} from "../kit/format-text.ts";
import { useHotkey } from "../kit/hotkeys.ts";
import { LaneMark } from "../kit/lane-mark.tsx";
import { formatOutcomeSentence } from "../kit/outcome-sentence.ts";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { buildDebateHref, homePage } from "../state/home-state.ts";
import { pageKind } from "../state/page-context.ts";
import { buildViewAddress, currentRoute, navigateTo } from "../state/page-route.ts";
import {
  DEBATE_STATUSES,
  type DebateFilter,
  filterDebates,
  hasDebateFilter,
  parseDebateFilter,
} from "./debate-filter.ts";
import { searchResults } from "./debate-search.ts";
import {
  type DebateStatusSummary,
  findOptionLane,
  summarizeDebateStatus,
} from "./debate-status.ts";
import { VoteSpark } from "./vote-spark.tsx";

/** More are there when they are asked for. */
const MAX_LISTED_DEBATES = 100;

export function DebateList({ debates }: { debates: readonly ListedDebate[] }) {
  const filter = parseDebateFilter(currentRoute.value.parameters);
  const searched = pageKind.value === "home" && filter.words !== "" && searchResults.value !== null;
  const all = filterDebates(searched ? (searchResults.value ?? []) : debates, filter, { searched });
  const [most, setMost] = useState(MAX_LISTED_DEBATES);
  const protocols = [...new Set(debates.map(({ protocol }) => protocol))].sort();
  return (
    <Card
      title="All debates"
      class="debates"
      note={
        <span role="status">
          {hasDebateFilter(filter)
            ? `${all.length} of ${formatPlural(debates.length, "debate")}`
            : debates.length}
        </span>
      }
    >
      <DebateFilterBar filter={filter} protocols={protocols} />
      {all.length === 0 ? <NoDebatesFound filter={filter} /> : null}
      <ul class="rows-of-debates">
        {all.slice(0, most).map((one) => (
          <DebateRow key={one.id} debate={one} />
        ))}
      </ul>
      {all.length > most && (
        <p class="pad">
          <Button onPress={() => setMost(most + MAX_LISTED_DEBATES)}>
            Show {Math.min(MAX_LISTED_DEBATES, all.length - most)} more
          </Button>
        </p>
      )}
    </Card>
  );
}

function DebateFilterBar({
  filter,
  protocols,
}: {
  filter: DebateFilter;
  protocols: readonly string[];
}) {
  return (
    <div class="home-filters" role="search" aria-label="Debates">
      <DebateSearchField words={currentRoute.value.parameters["q"] ?? ""} />
      <label>
        <span class="sr">Status</span>
        <select
          value={filter.status ?? ""}
          onChange={(event) => applyDebateFilter({ status: event.currentTarget.value })}
        >
          <option value="">Any status</option>
          {DEBATE_STATUSES.map((status) => (
            <option key={status} value={status}>
              {status === "settled" ? "Ended" : capitalizeText(status)}
            </option>
          ))}
        </select>
      </label>
      {protocols.length > 1 && (
        <label>
          <span class="sr">Protocol</span>
          <select
            value={filter.protocol ?? ""}
            onChange={(event) => applyDebateFilter({ protocol: event.currentTarget.value })}
          >
            <option value="">Any protocol</option>
            {protocols.map((protocol) => (
              <option key={protocol} value={protocol}>
                {capitalizeText(protocol)}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

/** Typing is not a step in the history. */
function applyDebateFilter(changes: Readonly<Record<string, string>>): void {
  navigateTo(buildViewAddress("home", changes), { replace: true });
}

const REST_MS = 250;

/** The address follows when the hand rests. */
function DebateSearchField({ words }: { words: string }) {
  const [typed, setTyped] = useState(words);
  const field = useRef<HTMLInputElement>(null);
  useHotkey("/", () => field.current?.focus());
  /** What this field has written into the address, or taken from it. */
  const kept = useRef(words);
  useEffect(() => {
    // back, forward or a link may have brought other words; its own must not replace what was typed since
    if (words === kept.current) return;
    kept.current = words;
    setTyped(words);
  }, [words]);
  useEffect(() => {
    if (typed === kept.current) return;
    const timer = setTimeout(() => {
      kept.current = typed;
      applyDebateFilter({ q: typed });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <input
      ref={field}
      type="search"
      aria-label="Search debates"
      aria-keyshortcuts="/"
      placeholder="Search questions, outcomes, reasons, claims"
      value={typed}
      onInput={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

function NoDebatesFound({ filter }: { filter: DebateFilter }) {
  return (
    <div class="pad">
      <p class="empty">
        {filter.words === "" ? "No debate is like that." : `Nothing has “${filter.words}” in it.`}
      </p>
      <div class="act">
        <Button onPress={() => applyDebateFilter({ q: "", status: "", protocol: "" })}>
          Show all
        </Button>
      </div>
    </div>
  );
}

// One debate in the list: its status, the question, when and for how much.

function DebateRow({ debate }: { debate: ListedDebate }) {
  const { id, question, protocol, openedMs, costUsd, calls, degraded, judged } = debate;
  return (
    <li class="debate">
      <DebateStatusBadge standing={summarizeDebateStatus(debate)} options={debate.options} />
      <div class="debate-words">
        <a class="question" href={buildDebateHref(id)}>
          <UntrustedText text={question} most={300} serif />
        </a>
        <DebateGist debate={debate} />
        <DebateCardLine card={homePage.value?.cards?.[id]} options={debate.options} />
        {"found" in debate && typeof debate.found === "string" && (
          <p class="debate-found">
            <UntrustedText text={`“${debate.found}”`} most={220} serif />
          </p>
        )}
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

/** How far to rely on it, who dissents, and how the votes went. */
function DebateCardLine({
  card,
  options,
}: {
  card: HomeCard | undefined;
  options: ListedDebate["options"];
}) {
  if (card === undefined || card.strength === null) return null;
  const { dissenting, strength, votes } = card;
  return (
    <p class="debate-card">
      <span>
        Strength <strong>{strength}</strong>
      </span>
      <span>
        {dissenting.length === 0
          ? "no dissent"
          : `${showInvisibleCharacters(formatNameList(dissenting))} ${dissenting.length === 1 ? "dissents" : "dissent"}`}
      </span>
      <VoteSpark votes={votes} options={options.map(({ id }) => id)} />
    </p>
  );
}

/** What came of it, in the outcome's own sentence. */
function DebateGist({ debate: { gist, status } }: { debate: ListedDebate }) {
  const [sentence = ""] = gist.split("\n");
  if (status !== "settled" || sentence === "") return null;
  return (
    <p class="debate-gist">
      <UntrustedText text={formatOutcomeSentence(sentence)} most={MAX_GIST_LENGTH} />
    </p>
  );
}

const MAX_GIST_LENGTH = 220;

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
