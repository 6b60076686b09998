/** Which part of a transcript is shown; all of it is in the address. */
import type { DebateTimeline, TimelineTurn } from "../../src/timeline/debate-timeline.ts";
import { findSeatName } from "../kit/seat-monogram.tsx";
import type { TranscriptEntry } from "./transcript-entries.ts";

export interface TranscriptFilter {
  readonly seat: string;
  readonly step: string;
  readonly claim: string;
  readonly search: string;
  readonly only: "" | "changes" | "absences";
}

export function parseTranscriptFilter(
  parameters: Readonly<Record<string, string>>,
): TranscriptFilter {
  const { seat = "", step = "", claim = "", search = "", only = "" } = parameters;
  return { seat, step, claim, search, only: only === "changes" || only === "absences" ? only : "" };
}

export function isEmptyFilter(filter: TranscriptFilter): boolean {
  return Object.values(filter).every((value) => value === "");
}

/** Those that match, each step before its first; without a filter everything. */
export function filterTranscript(
  entries: readonly TranscriptEntry[],
  filter: TranscriptFilter,
  debateTimeline: DebateTimeline,
): TranscriptEntry[] {
  if (isEmptyFilter(filter)) return [...entries];
  const wanted = new Set(
    entries.filter((entry) => matchesTranscriptFilter(entry, filter, debateTimeline)),
  );
  const steps = new Set(
    [...wanted].flatMap((entry) => (entry.kind === "turn" ? [entry.turn.step] : [])),
  );
  return entries.filter((entry) =>
    entry.kind === "step" ? steps.has(entry.step.step) : wanted.has(entry),
  );
}

function matchesTranscriptFilter(
  entry: TranscriptEntry,
  filter: TranscriptFilter,
  debateTimeline: DebateTimeline,
): boolean {
  if (entry.kind !== "turn")
    return (
      filter.search !== "" &&
      hasOnlySearchFilter(filter) &&
      containsSearchText(entry, filter.search, debateTimeline)
    );
  const { turn, move } = entry;
  if (filter.seat !== "" && turn.seat !== filter.seat) return false;
  if (filter.step !== "" && turn.step !== filter.step) return false;
  if (filter.claim !== "" && !mentionsClaim(turn, filter.claim)) return false;
  if (filter.only === "changes" && move === null) return false;
  if (filter.only === "absences" && turn.absent === null) return false;
  return filter.search === "" || containsSearchText(entry, filter.search, debateTimeline);
}

function hasOnlySearchFilter({ seat, step, claim, only }: TranscriptFilter): boolean {
  return seat === "" && step === "" && claim === "" && only === "";
}

/** Makes a claim, speaks of it, or was moved by it. */
function mentionsClaim({ claims, said }: TimelineTurn, id: string): boolean {
  return (
    claims.some((claim) => claim.id === id || claim.about === id) ||
    (said?.because?.includes(id) ?? false)
  );
}

function containsSearchText(
  entry: TranscriptEntry,
  search: string,
  debateTimeline: DebateTimeline,
): boolean {
  return getSearchText(entry, debateTimeline).includes(search.trim().toLowerCase());
}

/** Everything of an entry that can be searched for, in small letters. */
function getSearchText(entry: TranscriptEntry, debateTimeline: DebateTimeline): string {
  const known = searchTextCache.get(entry);
  if (known !== undefined) return known;
  const words = listSearchableParts(entry, debateTimeline).join("\n").toLowerCase();
  searchTextCache.set(entry, words);
  return words;
}

const searchTextCache = new WeakMap<TranscriptEntry, string>();

function listSearchableParts(
  entry: TranscriptEntry,
  debateTimeline: DebateTimeline,
): readonly string[] {
  switch (entry.kind) {
    case "turn":
      return listTurnTexts(entry.turn, debateTimeline);
    case "question":
      return [entry.question.question, entry.question.answered?.reason ?? ""];
    case "published":
      return [entry.publication.name, entry.publication.sha256];
    case "decided":
      return [entry.decision.choice, entry.decision.reason, entry.decision.by];
    case "ended":
      return [debateTimeline.end?.outcome.label ?? "", debateTimeline.end?.outcome.summary ?? ""];
    case "mark":
      return [entry.mark.words];
    case "opened":
      return [debateTimeline.question];
    case "step":
      return [];
  }
}

function listTurnTexts(turn: TimelineTurn, debateTimeline: DebateTimeline): string[] {
  const { said, claims, absent, rejected, unmet } = turn;
  return [
    findSeatName(debateTimeline, turn.seat),
    said?.words ?? "",
    said?.wouldChange ?? "",
    ...(said?.assumes ?? []),
    ...claims.flatMap(({ id, text, evidence }) => [
      id,
      text,
      ...evidence.map(({ quote }) => quote),
    ]),
    absent?.detail ?? "",
    ...rejected.flatMap(({ problems }) => problems),
    ...unmet,
  ];
}
