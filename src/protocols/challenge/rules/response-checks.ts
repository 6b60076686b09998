/** H20-H22, K5, K8: what a response owes to every objection, and to every change of the position. */
import type { Problem } from "../../../protocol.ts";
import { findHollowness } from "../../../text/substance.ts";
import type { JoinedObjection } from "../prompts/prompt-input.ts";
import type { ObjectionAnswer, ProponentResponseReply } from "../replies.ts";
import { joinObjections } from "./joined-objections.ts";
import { listMinor, listStanding, readNewestWords } from "./objections.ts";
import { applyResponse, changesPosition, readCurrentPosition } from "./positions.ts";
import type { Debate, ProponentAnswersReply } from "./table.ts";

/** What is missing is asked for once; then what was said counts, and what was not is not answered. */
export function listResponseProblems(debate: Debate, reply: ProponentAnswersReply): Problem[] {
  const groups = joinObjections(listStanding(debate));
  const texts = [
    ...groups.flatMap((group) => checkGroup(group, reply.answers)),
    ...reply.answers.flatMap((answer) => checkAnswer(answer, groups, reply.answers)),
    ...(changesPosition(reply)
      ? [...checkChanges(debate, reply), ...checkAccepted(debate, reply)]
      : checkHolds(groups, reply.answers, reply.holds)),
  ];
  return texts.map((text) => ({ text, duty: true }));
}

function readGroupIds({ members }: JoinedObjection): readonly string[] {
  return members.map(({ id }) => id);
}

function checkGroup(group: JoinedObjection, answers: readonly ObjectionAnswer[]): string[] {
  const given = answers.filter(({ objection }) => readGroupIds(group).includes(objection));
  if (given.length === 0) return [`objection ${group.id} is not answered`];
  const kinds = new Set(given.map(({ disposition }) => disposition));
  return kinds.size > 1 ? [`objection ${group.id} is answered in two ways; choose one`] : [];
}

function checkAnswer(
  answer: ObjectionAnswer,
  groups: readonly JoinedObjection[],
  answers: readonly ObjectionAnswer[],
): string[] {
  const { objection, disposition, explanation, limit } = answer;
  const group = groups.find((one) => readGroupIds(one).includes(objection));
  // an answer to anything else does no harm and is not owed
  if (!group) return [];
  const hollow = findHollowness(explanation, {
    judged: group.members.map(readNewestWords).join("\n"),
    others: answers.filter((other) => other !== answer).map((other) => other.explanation),
    mayAgree: true,
  });
  const isUnrelated = hollow === "it names nothing of what it is about";
  return [
    ...(hollow === null || isUnrelated
      ? []
      : [`the explanation to ${objection} says too little to be answered: ${hollow}`]),
    ...(disposition === "PARTIAL" && limit === null
      ? [`${objection} is accepted in part, and limit does not say where that ends`]
      : []),
  ];
}

/** A change that nothing caused is arbitrary. */
function checkChanges(debate: Debate, reply: ProponentResponseReply): string[] {
  const before = readCurrentPosition(debate);
  const { changes } = applyResponse(before, before.afterRound, reply);
  const causes = new Set(listCauses(debate, reply));
  const numbers = new Set(before.parts.map(({ number }) => number));
  const strangers = [...reply.changed, ...reply.dropped, ...reply.open]
    .map(({ part }) => part)
    .filter((part) => !numbers.has(part));
  return [
    ...[...new Set(strangers)].map((part) => `the position has no part ${part}`),
    ...changes
      .filter(({ because }) => !because.some((id) => causes.has(id)))
      .map(
        ({ kind, part }) =>
          `part ${part} is ${kind}, and because names no objection that you accept, at least in part`,
      ),
  ];
}

/** Objections a change may rest on: those accepted, at least in part, and remarks that block nothing. */
export function listCauses(debate: Debate, { answers }: ProponentAnswersReply): string[] {
  const groups = joinObjections(listStanding(debate));
  const granted = answers.filter(({ disposition }) => disposition !== "REJECT");
  const ids = granted.flatMap(({ objection }) => {
    const group = groups.find((one) => readGroupIds(one).includes(objection));
    return group ? readGroupIds(group) : [];
  });
  return [...ids, ...listMinor(debate).map(({ id }) => id)];
}

/** An acceptance that changes nothing is cheap. */
function checkAccepted(debate: Debate, reply: ProponentResponseReply): string[] {
  const before = readCurrentPosition(debate);
  const { changes, fate } = applyResponse(before, before.afterRound, reply);
  if (fate === "withdrawn") return [];
  const groups = joinObjections(listStanding(debate));
  return reply.answers.flatMap(({ objection, disposition }) => {
    const group = groups.find((one) => readGroupIds(one).includes(objection));
    if (
      disposition !== "ACCEPT" ||
      !group ||
      group.members.every(({ missing }) => missing !== null)
    )
      return [];
    const isMet = changes.some(({ because }) =>
      because.some((id) => readGroupIds(group).includes(id)),
    );
    return isMet ? [] : [`${objection} is accepted, and no part changes because of it`];
  });
}

function checkHolds(
  groups: readonly JoinedObjection[],
  answers: readonly ObjectionAnswer[],
  holds: string,
): string[] {
  const open = new Set(groups.flatMap(readGroupIds));
  const given = answers.filter(({ objection }) => open.has(objection));
  const accepted = given.find(({ disposition }) => disposition === "ACCEPT");
  if (holds === "as written" && accepted) {
    return [`${accepted.objection} is accepted, so the plan does not hold as written`];
  }
  const isGranted = given.some(({ disposition }) => disposition !== "REJECT");
  return holds === "not as written" && !isGranted
    ? ["you say that the plan does not hold as written, and reject every objection"]
    : [];
}
