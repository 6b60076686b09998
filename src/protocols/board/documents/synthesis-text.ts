/** K6: the synthesis as the reviewers read it: the synthesizer's text, and the dissents, which it cannot change. */
import { PLAIN_VIEW, type ReaderView } from "../../../exchange/reader-view.ts";
import type { Synthesis } from "../replies.ts";
import type { BoardHearing } from "../rules/board-debate.ts";
import { standingDissents } from "../rules/dissents.ts";

export function documentText(
  hearing: BoardHearing,
  synthesis: Synthesis,
  view: ReaderView = PLAIN_VIEW,
): string {
  const { chosen, rejected, risk_register, confidence } = view.anonymize(synthesis);
  const dissents = view
    .anonymize(standingDissents(hearing))
    .map(({ seat, text, against }) => `- ${seat.name}, against ${against}: ${text}`);
  const option = chosen.option === null ? "" : ` (option ${chosen.option})`;
  return [
    `Chosen approach${option}: ${chosen.approach}`,
    `Reasoning: ${chosen.reasoning}`,
    "Rejected alternatives:",
    ...rejected.map(({ alternative, reasoning }) => `- ${alternative}: ${reasoning}`),
    "Dissents, word for word:",
    ...(dissents.length === 0 ? ["- none"] : dissents),
    "Risk register:",
    ...risk_register.map(
      ({ risk, likelihood, impact, mitigation, raised_by }) =>
        `- ${risk} Likelihood ${likelihood}, impact ${impact}, raised by ${raised_by}. ${mitigation}`,
    ),
    `Confidence: ${confidence}`,
  ].join("\n");
}
