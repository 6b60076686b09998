/** The prompt of the blind findings. */
import type { Participant } from "../../../domain/participant.ts";
import { ownSegment, sharedSegment } from "../../../exchange/prompt-segments.ts";
import type { Ask, Fence, Problem } from "../../../protocol.ts";
import { text } from "../../../text/text.ts";
import type { ChangePart } from "../change/change-parts.ts";
import { listChangeTexts } from "../change/change.ts";
import { ReviewFindingsReply } from "../replies.ts";
import { findFindingPlace } from "../rules/findings.ts";
import type { ReviewTable } from "../rules/table.ts";
import { describeReviewer, SEVERITY_RULE } from "../seats.ts";
import { draftFindings, summarizeWords } from "./claim-drafts.ts";
import type { FindInput } from "./prompt-input.ts";
import { showChange } from "./shown-change.ts";

/** K1: a function of the change, the brief and the reader's own seat. */
export function askFindings(
  table: ReviewTable,
  part: ChangePart,
  { seat, fence }: { readonly seat: Participant; readonly fence: Fence },
): Ask<ReviewFindingsReply> {
  const { brief, change, settings } = table;
  const input: FindInput = { kind: "review.find", brief, part, participant: seat };
  const settled = showEarlier(table, fence);
  const task = text`
    ${settled}
    Find defects that this change brings in, makes worse or leaves half done: up to ${settings.most_findings}, worst first. Read every
    changed line. Which input, caller or state went another way before? What did the removed lines do that nothing does
    now? What must change with this and did not?
    Report what you can show to fail, also where you cannot see whether something prevents it; say in the scenario what
    it depends on. No style, no praise, no "consider". If nothing fails, no finding is the right answer.
    One finding makes one point. Name a file of the change, the lines that cause it and the exact text of those lines.
    Say how it fails: a concrete input or event, what happens, what should happen. If it shows in another file, quote that
    as evidence.
    ${SEVERITY_RULE}
    replacement: new text for exactly the named lines of the new side, where you know it; else null.
  `;
  return {
    prompt: [
      ...showChange(table, part, fence),
      sharedSegment(task),
      ownSegment(describeReviewer(seat)),
    ],
    reply: ReviewFindingsReply,
    promptInput: input,
    texts: listChangeTexts(change),
    check: (reply) => [
      ...listPlaceProblems(table, reply),
      ...(reply.findings.length > settings.most_findings
        ? [{ text: `at most ${settings.most_findings} findings; keep the worst`, duty: false }]
        : []),
    ],
    claims: (reply) => draftFindings(table, reply),
    says: ({ findings, looked_at: looked }) =>
      summarizeWords(
        findings.length === 0 ? "" : `${findings.length} found`,
        findings.map(({ claim }) => claim).join(" / ") || (looked ?? "No finding."),
      ),
  };
}

function showEarlier({ earlier }: ReviewTable, fence: Fence): string {
  if (earlier.length === 0) return "";
  const lines = earlier
    .slice(0, MOST_EARLIER)
    .map(({ path, claim, fate, reason }) => `${path}: ${claim} (${fate}: ${reason})`);
  return `Settled in an earlier review of this branch; leave these out while their lines are the same:\n${fence("settled", lines.join("\n"))}\n`;
}

const MOST_EARLIER = 40;

/** L2: asked for once; what is still not found is dropped, and counted. */
function listPlaceProblems({ change }: ReviewTable, { findings }: ReviewFindingsReply): Problem[] {
  return findings.flatMap((filed, at) => {
    const found = findFindingPlace(change, filed);
    if (!("why" in found)) return [];
    return [
      { text: `finding ${at + 1} (${filed.file}): ${found.why}; copy the exact lines`, duty: true },
    ];
  });
}
