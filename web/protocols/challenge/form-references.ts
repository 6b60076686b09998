/** The numbered parts of the position, by their words. */
import { readOpening } from "../../../src/domain/journal/event.ts";
import { cutPlanIntoParts } from "../../../src/protocols/challenge/rules/plan-parts.ts";
import { challengeAt } from "../../../src/protocols/challenge/timeline/timeline.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import type { FieldReference } from "../../act/form/references.ts";
import { truncateText } from "../../kit/format-text.ts";
import { currentDebate } from "../../state/debate-state.ts";

const PART_FIELDS = ["part", "parts", "because_parts"];
const MOST_LABEL = 100;

export function listChallengeReferences(
  timeline: DebateTimeline,
  name: string,
): readonly FieldReference[] {
  if (!PART_FIELDS.includes(name)) return [];
  const newest = challengeAt(timeline, timeline.last).versions.at(-1)?.parts ?? null;
  return (newest ?? cutPlanIntoParts(readPlan(timeline))).map(({ number, text }) => ({
    id: String(number),
    label: truncateText(`${number}: ${dropMarks(text)}`, MOST_LABEL),
  }));
}

/** Without the heading that it stands under, and the signs of a list. */
function dropMarks(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const said = lines.filter((line) => !/^\s{0,3}#{1,6}\s/.test(line));
  return (said.length === 0 ? lines : said)
    .map((line) => line.replace(/^\s*(?:[-*+]|\d+[.)]|#{1,6})\s+/, "").trim())
    .join(" ");
}

/** A person's own plan is the text of the brief. */
function readPlan({ events }: DebateTimeline): string {
  const [source] = readOpening(events).brief.sources;
  return source === undefined ? "" : (currentDebate.value?.texts[source.sha256] ?? "");
}
