/** Everything that was said, in order, with its details. */
import "./transcript.css";
import { useEffect, useMemo, useRef } from "preact/hooks";

import type { DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { cutTimelineAt } from "../../src/timeline/snapshot/snapshot.ts";
import { formatPlural } from "../kit/format-text.ts";
import { useHotkey } from "../kit/hotkeys.ts";
import { ViewHead } from "../kit/view-head.tsx";
import { VirtualizedList } from "../kit/virtualized-list.tsx";
import { debateTimeline, shownSnapshot, viewedEventIndex } from "../state/debate-state.ts";
import { buildViewAddress, currentRoute, navigateTo } from "../state/page-route.ts";
import { LiveTurns } from "./live-turns.tsx";
import { type TranscriptEntry, listTranscriptEntries } from "./transcript-entries.ts";
import { TranscriptFilterBar } from "./transcript-filter-bar.tsx";
import { filterTranscript, isEmptyFilter, parseTranscriptFilter } from "./transcript-filter.ts";
import { TranscriptNote } from "./transcript-note.tsx";
import { TurnCard, formatTurnElementId } from "./turn-card.tsx";

export function TranscriptView() {
  if (debateTimeline.value === null || shownSnapshot.value === null) return null;
  return <TranscriptContent whole={debateTimeline.value} at={shownSnapshot.value.at} />;
}

function TranscriptContent({ whole, at }: { whole: DebateTimeline; at: number }) {
  const { parameters } = currentRoute.value;
  const filter = parseTranscriptFilter(parameters);
  const chosen = parameters["turn"] ?? null;
  const told = useMemo(() => cutTimelineAt(whole, at), [whole, at]);
  const entries = useMemo(() => listTranscriptEntries(whole, at), [whole, at]);
  const shown = useMemo(
    () => filterTranscript(entries, filter, told),
    [entries, told, ...Object.values(filter)],
  );
  const keys = shown.flatMap((entry) => (entry.kind === "turn" ? [entry.turn.key] : []));
  // the same element is not rendered again while the reader steps from turn to turn
  const filters = useMemo(
    () => (
      <TranscriptFilterBar
        timeline={told}
        filter={filter}
        shown={formatShownTurns(keys.length, told, isEmptyFilter(filter))}
      />
    ),
    [shown],
  );
  useTurnHotkeys(keys, chosen);
  useScrollToTurn(chosen, shown);
  return (
    <>
      <ViewHead question={told.question} view="Transcript" />
      <div class="transcript">
        {filters}
        <div class="turns">
          <VirtualizedList
            list={shown}
            getKey={getEntryKey}
            measureHeight={estimateEntryHeight}
            pinned={chosen === null ? -1 : shown.findIndex((entry) => isTurnEntry(entry, chosen))}
            render={(entry) =>
              entry.kind === "turn" ? (
                <TurnCard
                  key={getEntryKey(entry)}
                  timeline={told}
                  turn={entry.turn}
                  move={entry.move}
                  at={at}
                  isChosen={entry.turn.key === chosen}
                />
              ) : (
                <TranscriptNote key={getEntryKey(entry)} timeline={told} entry={entry} />
              )
            }
          />
          {shown.length === 0 && <p class="empty">Nothing here matches.</p>}
          {viewedEventIndex.value === null && <LiveTurns timeline={told} filter={filter} />}
        </div>
      </div>
    </>
  );
}

function formatShownTurns(turns: number, timeline: DebateTimeline, isAll: boolean): string {
  const all = formatPlural(timeline.turns.length, "turn");
  return isAll ? `${all}, ${formatPlural(timeline.claims.size, "claim")}` : `${turns} of ${all}`;
}

function getEntryKey(entry: TranscriptEntry): string {
  return `${entry.kind} ${entry.at}`;
}

function isTurnEntry(entry: TranscriptEntry, key: string): boolean {
  return entry.kind === "turn" && entry.turn.key === key;
}

/** Roughly, in pixels; what is shown once is known exactly. */
function estimateEntryHeight(entry: TranscriptEntry): number {
  if (entry.kind !== "turn") return entry.kind === "step" ? 64 : 72;
  const { said, claims } = entry.turn;
  const quotes = claims.reduce((sum, { evidence }) => sum + evidence.length, 0);
  return 170 + 0.25 * Math.min(2_000, said?.words.length ?? 0) + 54 * claims.length + 52 * quotes;
}

/** j and k step from turn to turn. */
function useTurnHotkeys(keys: readonly string[], chosen: string | null): void {
  const step = (by: 1 | -1): void => {
    const here = chosen === null ? -1 : keys.indexOf(chosen);
    const next = here === -1 ? 0 : Math.min(keys.length - 1, Math.max(0, here + by));
    const turn = keys[next];
    if (turn !== undefined) navigateTo(buildViewAddress("transcript", { turn }), { replace: true });
  };
  useHotkey("j", () => step(1));
  useHotkey("k", () => step(-1));
}

/** Brings the chosen turn into the window; what is above it may still be finding its height. */
function useScrollToTurn(chosen: string | null, shown: readonly TranscriptEntry[]): void {
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (chosen === null || seen.current === chosen) return;
    if (!shown.some((entry) => isTurnEntry(entry, chosen))) return;
    seen.current = chosen;
    let tries = 0;
    let frame = 0;
    const settle = (): void => {
      const element = document.getElementById(formatTurnElementId(chosen));
      if (element) {
        if (tries === 0) element.focus({ preventScroll: true });
        element.scrollIntoView({ block: "start", behavior: "instant" });
      }
      tries += 1;
      if (tries < SETTLING_FRAMES) frame = requestAnimationFrame(settle);
    };
    settle();
    return () => cancelAnimationFrame(frame);
  }, [chosen, shown]);
}

const SETTLING_FRAMES = 6;
