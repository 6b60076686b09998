/** The end of a decision record: who changed their mind, and which debate it comes from. */
import type { Transcript } from "../domain/journal/transcript.ts";
import { isAnotherChoice } from "../domain/outcome/outcome.ts";
import { findParticipantName } from "../domain/participant.ts";
import { escapeMarkdown, formatInlineCode } from "../text/markdown.ts";
import { describePanelKinds } from "./panel-kinds.ts";

export function formatMoreInformation(
  transcript: Transcript,
  notes: readonly string[],
  besideJournal?: string,
): string {
  const moved = formatMoveSentences(transcript);
  const origin = formatOriginLine(transcript, besideJournal);
  return ["## More Information", ...moved, ...notes, origin].join("\n\n");
}

/** What a page that a protocol wrote itself does not say: who the panel were, and what it continues. */
export function formatPanelNote({
  participants,
  forkedFrom,
}: Pick<Transcript, "participants" | "forkedFrom">): string[] {
  return [...formatContinuation({ forkedFrom }), escapeMarkdown(describePanelKinds(participants))];
}

export function formatContinuation({ forkedFrom }: Pick<Transcript, "forkedFrom">): string[] {
  return forkedFrom === null
    ? []
    : [`This debate continues the earlier debate ${formatInlineCode(forkedFrom)}.`];
}

/** Who changed their mind, and because of what. */
export function formatMoveSentences({ outcome, participants }: Transcript): string[] {
  const moves = (outcome?.changes ?? []).filter(
    (change) => change.standing !== "reverted" && isAnotherChoice(change),
  );
  if (moves.length === 0) return [];
  const lines = moves.map(({ by, from, to, causes }) => {
    const name = findParticipantName(participants, by);
    const why = causes.length === 0 ? "" : ` because of ${causes.join(", ")}`;
    return `* ${escapeMarkdown(`${name} moved from ${from} to ${to}${why}.`)}`;
  });
  return [["Who changed their mind:", "", ...lines].join("\n")];
}

/** A colleague has the record, and its journal only where that lies beside it. */
export function formatOriginLine(
  { id, head, accounts }: Pick<Transcript, "id" | "head" | "accounts">,
  besideJournal?: string,
): string {
  const from = `Debate ${formatInlineCode(id)}, ${accounts.calls} calls, chain head ${formatInlineCode(head)}.`;
  if (besideJournal !== undefined)
    return `${from} ${BESIDE_JOURNAL} ${formatInlineCode(`dissent verify ${besideJournal}`)}.`;
  return `${from} Where the debate was held, check it with ${formatInlineCode(`dissent verify ${id}`)}. To check it elsewhere, keep its journal too: set ${formatInlineCode("records.journal: true")}, or run ${formatInlineCode(`dissent journal export ${id}`)} there.`;
}

const BESIDE_JOURNAL = "Its journal is in the same folder: check this record with";

/** The file name in a record that says its journal lies beside it. */
export function parseBesideJournal(text: string): string | undefined {
  const [, file] =
    /^Debate `[^\n]* Its journal is in the same folder: check this record with `dissent verify ([\w.-]+\.md)`\.$/m.exec(
      text,
    ) ?? [];
  return file;
}
