/** The conditions of an outcome in a record, a decision record and a comment. */
import type { Transcript } from "../domain/journal/transcript.ts";
import {
  listOutcomeConditions,
  type Outcome,
  type OutcomeCondition,
} from "../domain/outcome/outcome.ts";
import { findParticipantName } from "../domain/participant.ts";
import { escapeMarkdown } from "../text/markdown.ts";

const MOST_CONDITIONS = 6;

/** While nothing is decided, every case has conditions of its own. */
export function formatConditionTitle({ ending }: Pick<Outcome, "ending">): string {
  return ending === "decided" ? "Only if" : "Conditions of each case";
}

/** The first of each speaker in turn, so that everyone is on the first page. */
export function formatConditionSection(transcript: Transcript, outcome: Outcome): string {
  const { first, rest } = splitConditions(outcome);
  const entries = formatConditionEntries(transcript, outcome, first);
  const more = rest.length === 0 ? "" : `\n\nAnd ${rest.length} more, under *Further conditions*.`;
  return entries === "" ? "" : `## ${formatConditionTitle(outcome)}\n\n${entries}${more}`;
}

export function formatFurtherConditions(transcript: Transcript, outcome: Outcome): string {
  const { rest } = splitConditions(outcome);
  if (rest.length === 0) return "";
  return `## Further conditions\n\n${formatConditionEntries(transcript, outcome, rest)}`;
}

function splitConditions(outcome: Outcome): {
  readonly first: readonly OutcomeCondition[];
  readonly rest: readonly OutcomeCondition[];
} {
  const conditions = listOutcomeConditions(outcome);
  if (conditions.length <= MOST_CONDITIONS) return { first: conditions, rest: [] };
  const groups = [...Map.groupBy(conditions, ({ by }) => by).values()];
  const each = Math.max(1, Math.floor(MOST_CONDITIONS / groups.length));
  const first = new Set(groups.flatMap((group) => group.slice(0, each)));
  return {
    first: conditions.filter((one) => first.has(one)),
    rest: conditions.filter((one) => !first.has(one)),
  };
}

/** By speaker; where a person must decide, with the option that each condition is for. */
export function formatConditionEntries(
  { participants }: Transcript,
  outcome: Outcome,
  conditions: readonly OutcomeCondition[] = listOutcomeConditions(outcome),
): string {
  const { dissents } = outcome;
  return [...Map.groupBy(conditions, ({ by }) => by)]
    .map(([by, own]) => {
      const name = findParticipantName(participants, by);
      const held = dissents.find((dissent) => dissent.by === by)?.holds;
      const aside = held === undefined ? "" : `, for ${escapeMarkdown(held)}`;
      const lines = own.map(({ text }) => `- ${escapeMarkdown(text)}`);
      return [`**${escapeMarkdown(name)}**${aside}:`, "", ...lines].join("\n");
    })
    .join("\n\n");
}
