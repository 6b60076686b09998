/** The end of a decision record: who changed their mind, and which debate it comes from. */
import type { Transcript } from "../domain/journal/transcript.ts";
import { isAnotherChoice } from "../domain/outcome/outcome.ts";
import { findParticipantName } from "../domain/participant.ts";
import { escapeMarkdown, formatInlineCode } from "../text/markdown.ts";

export function formatMoreInformation(transcript: Transcript): string {
  const moved = formatMoveSentences(transcript);
  return ["## More Information", ...moved, formatOriginLine(transcript)].join("\n\n");
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

export function formatOriginLine({ id, head, accounts }: Transcript): string {
  return `Debate ${formatInlineCode(id)}, ${accounts.calls} calls, chain head ${formatInlineCode(head)}. Check it with ${formatInlineCode(`dissent verify ${id}`)}.`;
}
