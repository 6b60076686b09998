/** An earlier decision as text that a later debate can quote: the question, the outcome, and who dissented. */
import { type Event, readOpening } from "../domain/journal/event.ts";
import { type Transcript, buildTranscript } from "../domain/journal/transcript.ts";
import type { DissentingOpinion } from "../domain/outcome/outcome.ts";
import { findParticipantName } from "../domain/participant.ts";
import { formatIsoDay } from "../text/plain-text.ts";
import { formatLeadingNotices, describeOutcomeLabel } from "./summary-text.ts";

/** Null while there is no outcome. Words of the panel and of people are verbatim (K6). */
export function formatEarlierDecision(events: readonly Event[]): string | null {
  const transcript = buildTranscript(events);
  const { outcome, options, decisions, question } = transcript;
  if (outcome === null) return null;
  const settledMs = events.findLast(({ fact }) => fact.type === "debate-settled")?.atMs ?? 0;
  const parts = [
    `Question: ${question}`,
    options.map(({ id, label }) => `Option ${id}: ${label}`).join("\n"),
    [
      `Outcome of the panel (${readOpening(events).protocol}, ${formatIsoDay(settledMs)}): ${describeOutcomeLabel(outcome)}${formatChosenOption(transcript, outcome.choice)}`,
      outcome.summary,
      ...formatLeadingNotices(transcript),
    ].join("\n"),
    ...decisions.map(
      ({ by, choice, reason, atMs }) =>
        `Decision of ${by} (${formatIsoDay(atMs)})${formatChosenOption(transcript, choice)}\nReason: ${reason}`,
    ),
    ...outcome.dissents.map((dissent) => formatEarlierDissent(transcript, dissent)),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function formatChosenOption({ options, outcome }: Transcript, choice: string | null): string {
  if (choice === null) return "";
  const between = options.length > 0 ? options : (outcome?.choices ?? []);
  const label = between.find(({ id }) => id === choice)?.label;
  return label === undefined ? `, ${choice}` : `, ${choice}: ${label}`;
}

function formatEarlierDissent(
  { participants, outcome }: Transcript,
  dissent: DissentingOpinion,
): string {
  const { by, holds, words, grounds, stage, correction } = dissent;
  const name = findParticipantName(participants, by);
  return [
    `${outcome?.ending === "open" ? "Case" : "Dissent"} of ${name}, who holds ${holds}${stage === null ? "" : ` (${stage})`}: ${words}`,
    ...grounds.map(({ text }) => `- ${text}`),
    ...(correction ? [`Correction by ${name}: ${correction}`] : []),
  ].join("\n");
}
