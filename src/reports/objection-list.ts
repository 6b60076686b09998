/** Objections that were not withdrawn, in a record, a decision record and a comment: headline, strength, what would settle each. */
import type { Transcript } from "../domain/journal/transcript.ts";
import type { Outcome } from "../domain/outcome/outcome.ts";
import {
  listStandingReports,
  readReportedObjections,
  type ReportedObjection,
} from "../domain/outcome/reported-objection.ts";
import { escapeMarkdown } from "../text/markdown.ts";

/** Empty where the protocol reports none, or nothing stands. */
export function listObjectionsThatStand(
  outcome: Pick<Outcome, "result"> | null,
): readonly ReportedObjection[] {
  return outcome === null ? [] : listStandingReports(readReportedObjections(outcome) ?? []);
}

export function formatObjectionEntries(
  { participants }: Pick<Transcript, "participants">,
  objections: readonly ReportedObjection[],
): string {
  return objections
    .map(({ id, by, headline, strength, settledBy }) => {
      const name = participants.find((one) => one.id === by)?.name ?? by;
      const head = `- **${escapeMarkdown(name)}**, ${strength}: ${escapeMarkdown(headline)} (${escapeMarkdown(id)})`;
      return settledBy === null ? head : `${head}\n  Settled by: ${escapeMarkdown(settledBy)}`;
    })
    .join("\n");
}

/** For the first page of a record: what was found wrong, and what would settle it; empty where nothing stands. */
export function formatObjectionSection(transcript: Transcript): string {
  const { first, rest } = splitObjections(listObjectionsThatStand(transcript.outcome));
  if (first.length === 0) return "";
  const more = rest.length === 0 ? "" : `\n\nAnd ${rest.length} more, under *Further objections*.`;
  return `## Objections that stand\n\n${formatObjectionEntries(transcript, first)}${more}`;
}

export function formatFurtherObjections(transcript: Transcript): string {
  const { rest } = splitObjections(listObjectionsThatStand(transcript.outcome));
  return rest.length === 0
    ? ""
    : `## Further objections\n\n${formatObjectionEntries(transcript, rest)}`;
}

const MOST_ON_FIRST_PAGE = 6;

/** Those of the first page, with each author's strongest among them, and the others. */
function splitObjections(objections: readonly ReportedObjection[]): {
  readonly first: readonly ReportedObjection[];
  readonly rest: readonly ReportedObjection[];
} {
  if (objections.length <= MOST_ON_FIRST_PAGE) return { first: objections, rest: [] };
  const groups = [...Map.groupBy(objections, ({ by }) => by).values()];
  const each = Math.max(1, Math.floor(MOST_ON_FIRST_PAGE / groups.length));
  const first = new Set(groups.flatMap((group) => group.slice(0, each)));
  return {
    first: objections.filter((one) => first.has(one)),
    rest: objections.filter((one) => !first.has(one)),
  };
}
