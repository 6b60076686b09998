/** The status of a debate in a word, for the list and the inbox. */
import type { ListedDebate } from "../../src/store.ts";
import type { PositionLane } from "../../src/timeline/debate-timeline.ts";
import { showInvisibleCharacters } from "../kit/visible-text.ts";

export interface DebateStatusSummary {
  readonly word: string;
  /** What carried, or what a person decided; null where nothing did. */
  readonly choice: string | null;
  /** `open` waits for a person, `live` is running. */
  readonly tone: "live" | "open" | "done" | "failed";
  /** Who chose, where it was not the panel. */
  readonly by: "panel" | "person";
}

export function summarizeDebateStatus(debate: ListedDebate): DebateStatusSummary {
  const { status, held, decided, choice, label, ending, degraded, nobodyJudged, recorded } = debate;
  const panel = { choice: null, by: "panel" } as const;
  switch (status) {
    case "running":
      return held
        ? { ...panel, word: "running", tone: "live" }
        : { ...panel, word: "stopped", tone: "open" };
    case "paused":
      return { ...panel, word: "paused", tone: "open" };
    case "waiting":
      return { ...panel, word: "waiting", tone: "open" };
    case "settled":
      if (decided !== null) return { word: "decided", choice: decided, tone: "done", by: "person" };
      return {
        // not everyone answered, so the word alone would say too much; the terminal's list has the same
        word: `${recorded ? "recorded " : ""}${nobodyJudged ? "unjudged " : ""}${degraded ? "degraded " : ""}${formatStatusLabel(label ?? "")}`,
        choice,
        tone: ending === "decided" ? "done" : ending === "failed" ? "failed" : "open",
        by: "panel",
      };
  }
}

/** `ACCEPTED_BY_RISK` as people say it. */
export function formatStatusLabel(label: string): string {
  return showInvisibleCharacters(label.toLowerCase().replaceAll("_", " "));
}

/** The sign of a choice: its place among the options gives colour and shape. */
export function findOptionLane(
  options: ListedDebate["options"],
  choice: string,
): PositionLane | null {
  const hue = options.findIndex(({ id }) => id === choice);
  const found = options[hue];
  if (!found) return null;
  return {
    id: choice,
    letter: choice.slice(0, 3),
    label: found.label,
    description: "",
    hue,
    at: 0,
  };
}

export interface InboxEntry {
  readonly debate: ListedDebate;
  readonly why: string;
  /** Where it is worth to choose before the panel's words are read. */
  readonly blind: boolean;
}

/** What only a person can move on, the longest waiting first. */
export function listInboxEntries(debates: readonly ListedDebate[]): InboxEntry[] {
  return debates
    .flatMap((debate): InboxEntry[] => {
      const why = describeInboxReason(debate);
      return why === null
        ? []
        : [{ debate, why, blind: needsPersonDecision(debate) && debate.options.length > 0 }];
    })
    .toSorted((one, other) => one.debate.updatedMs - other.debate.updatedMs);
}

function describeInboxReason(debate: ListedDebate): string | null {
  if (debate.status === "waiting")
    return "It asks a person something and sleeps until that is answered.";
  if (!needsPersonDecision(debate)) return null;
  if (debate.ending === "failed") return "Too few were heard for an outcome.";
  if (debate.nobodyJudged) return "No model or person judged it; a person has to decide.";
  return `The panel ended ${formatStatusLabel(debate.label ?? "open")}; a person has to decide.`;
}

/** A demo asks nobody: its question was never this project's. */
function needsPersonDecision({ status, ending, decided, recorded }: ListedDebate): boolean {
  return status === "settled" && ending === "open" && decided === null && !recorded;
}
