/** K6: the synthesis as the reviewers read it: the synthesizer's text, and what code adds, which nobody can change. */
import { PLAIN_VIEW, type ReaderView } from "../../../exchange/reader-view.ts";
import type { Synthesis } from "../replies.ts";
import { type BoardHearing, describeChoice, heldBy, findBoardName } from "../rules/board-debate.ts";
import { standingDissents } from "../rules/closing/dissents.ts";
import {
  findAlternative,
  listUnaddressed,
  listUnregisteredRisks,
  registerRisks,
} from "../rules/closing/register.ts";

export function documentText(
  hearing: BoardHearing,
  synthesis: Synthesis,
  view: ReaderView = PLAIN_VIEW,
): string {
  const { verdict, approach, reasoning, conditions, next_step, answers } = synthesis;
  const name = (id: string): string =>
    view.hidden ? view.findName(id) : findBoardName(hearing, id);
  const list = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [title, ...lines.map((line) => `- ${line}`)];
  const dissents = standingDissents(hearing).map(({ id, seat, about, text }) => {
    const answer = answers.find(({ claim }) => claim === id)?.reason ?? "not answered";
    return `${name(seat.id)} (${view.findClaimId(id)}), from ${view.findClaimId(about)}: ${text}\n  Answer: ${answer}`;
  });
  const risks = registerRisks(hearing, synthesis).map(
    ({ risk, ids, likelihood, impact, raised_by, mitigation }) =>
      `${risk} (${ids.map(view.findClaimId).join(", ")}; raised by ${raised_by.map(name).join(", ")}; likelihood ${likelihood}, impact ${impact})\n  Mitigation: ${mitigation}`,
  );
  const text = [
    `Decision: ${describeChoice(hearing, heldBy(hearing.brief, { choice: verdict }))}. ${approach}`,
    `Reasoning: ${reasoning}`,
    ...list("Conditions:", conditions),
    ...(next_step === null ? [] : [`Next step: ${next_step}`]),
    ...list(
      "Rejected:",
      synthesis.rejected.map(
        ({ point, reasoning: why }) => `${nameAlternative(hearing, point, view)}: ${why}`,
      ),
    ),
    ...list(
      "Put forward and not addressed:",
      listUnaddressed(hearing, synthesis).map(({ text: words }) => words),
    ),
    ...list("Formal dissents, word for word:", dissents),
    ...list("Risks:", risks),
    ...list(
      "Risks raised and left out:",
      listUnregisteredRisks(hearing, synthesis).map(
        ({ by, text: words }) => `${name(by)}: ${words}`,
      ),
    ),
  ].join("\n");
  return view.anonymize(text);
}

/** With its id, which a correction has to name it by. */
function nameAlternative(hearing: BoardHearing, point: string, view: ReaderView): string {
  const found = findAlternative(hearing, point);
  if (!found) return point;
  return found.text.startsWith(found.id)
    ? found.text
    : `${found.text} (${view.findClaimId(found.id)})`;
}
