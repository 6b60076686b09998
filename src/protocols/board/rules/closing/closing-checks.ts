/** Problems of a synthesis or a review that its schema cannot detect. */
import { reportDuty, reportInvalid } from "../../../../exchange/reply-problems.ts";
import type { Problem } from "../../../../protocol.ts";
import { findHollowness } from "../../../../text/substance.ts";
import type { BoardReview, Synthesis } from "../../replies.ts";
import { type BoardHearing, heldBy, findBoardName, pointsBefore } from "../board-debate.ts";
import { findEmptyReason } from "../reasons.ts";
import { choiceProblems } from "../reply-checks.ts";
import { standingDissents } from "./dissents.ts";
import { findAlternative, listUnaddressed } from "./register.ts";

/** F10, F11; `first` is the verdict of the text that is corrected. */
export function synthesisProblems(
  hearing: BoardHearing,
  reply: Synthesis,
  { first, nameFor }: { first: string | null; nameFor?: (seat: string) => string },
): Problem[] {
  const verdict = heldBy(hearing.brief, { choice: reply.verdict });
  const flipped =
    first !== null && first !== verdict
      ? [
          reportInvalid(
            `a correction keeps the verdict, which is ${first}; this one says ${verdict}`,
          ),
        ]
      : [];
  const empty = findEmptyReason(reply.reasoning);
  const stand = findEmptyReason(reply.stand_reason);
  return [
    ...choiceProblems(hearing.brief, reply.verdict),
    ...flipped,
    ...(empty === null ? [] : [reportInvalid(`the decision comes without a reason: ${empty}`)]),
    ...rejectionProblems(hearing, reply, { verdict, nameFor }),
    ...registerProblems(hearing, reply),
    ...answerProblems(hearing, reply),
    ...(stand === null ? [] : [reportDuty(`stand_reason gives no reason: ${stand}`)]),
  ];
}

/** Only what somebody really put forward can be rejected, and what somebody holds must be answered. */
function rejectionProblems(
  hearing: BoardHearing,
  { rejected, ...rest }: Synthesis,
  { verdict, nameFor }: { verdict: string; nameFor?: ((seat: string) => string) | undefined },
): Problem[] {
  const name = nameFor ?? ((id: string): string => findBoardName(hearing, id));
  const named = rejected.flatMap(({ point, reasoning }) => {
    const known = findAlternative(hearing, point);
    if (!known) return [reportInvalid(`"${point}" cannot be rejected: nobody put it forward`)];
    if (known.id === verdict) return [reportInvalid(`${point} is both chosen and rejected`)];
    const empty = findEmptyReason(reasoning);
    return empty === null ? [] : [reportInvalid(`${point} is rejected without a reason: ${empty}`)];
  });
  const missing = listUnaddressed(hearing, { ...rest, rejected }).map(({ id, held_by }) =>
    reportDuty(
      `rejected does not say why not ${id}, which ${held_by.map(name).join(", ")} put forward`,
    ),
  );
  return [...named, ...missing];
}

function registerProblems(hearing: BoardHearing, { risk_register }: Synthesis): Problem[] {
  const raised = new Set(
    pointsBefore(hearing).flatMap(({ id, side }) => (side === "attacks" ? [id] : [])),
  );
  return risk_register.flatMap(({ claims }) =>
    claims
      .filter((id) => !raised.has(id))
      .map((id) =>
        reportInvalid(`the risk "${id}" was never raised; name risks by the ids you were shown`),
      ),
  );
}

/** An answer to what is no standing dissent is left out by code. */
function answerProblems(hearing: BoardHearing, { answers }: Synthesis): Problem[] {
  const standing = standingDissents(hearing).map(({ id }) => id);
  const missing = standing
    .filter((id) => !answers.some(({ claim }) => claim === id))
    .map((id) => reportDuty(`answers does not say why the formal dissent ${id} is overruled`));
  const empty = answers.flatMap(({ claim, reason }) => {
    const why = findEmptyReason(reason);
    return why === null ? [] : [reportDuty(`the answer to ${claim} gives no reason: ${why}`)];
  });
  return [...missing, ...empty];
}

/** What is wrong can be said in a few words. */
function saysNothing(words: string): boolean {
  return findHollowness(words, { mayAgree: true, rule: { minimumWords: 3 } }) !== null;
}

/** F12: an objection says what is wrong, and a dissent says why. */
export function reviewProblems({
  accurate,
  misrepresented,
  stand,
  stand_reason,
}: BoardReview): Problem[] {
  const unsaid =
    accurate !== "yes" && (misrepresented === null || saysNothing(misrepresented))
      ? [
          reportInvalid(
            `accurate is "${accurate}", and misrepresented does not say what is wrong or missing`,
          ),
        ]
      : [];
  const why = findEmptyReason(stand_reason);
  const reason =
    why === null
      ? []
      : [
          stand === "dissent"
            ? reportInvalid(`the dissent gives no reason: ${why}`)
            : reportDuty(`stand_reason does not say why you go along: ${why}`),
        ];
  return [...unsaid, ...reason];
}
