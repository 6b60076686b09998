/** H20-H22, K5, K8: what a response owes to every objection, and to every change of the position. */
import type { Problem } from "../../../protocol.ts";
import { findHollowness } from "../../../text/substance.ts";
import type { JoinedObjection, Objection } from "../prompts/prompt-input.ts";
import type { ObjectionAnswer, ProponentResponseReply } from "../replies.ts";
import { findAnswerPlace, listAnswered } from "./answers.ts";
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

/** Members of a group may be answered each in another way; one objection may not. */
function checkGroup(group: JoinedObjection, answers: readonly ObjectionAnswer[]): string[] {
  return group.members.some(({ id }) => findAnswerPlace(id, group, answers) < 0)
    ? [`objection ${group.id} is not answered`]
    : group.members.flatMap(({ id }) => {
        const own = answers.filter(({ objection }) => objection === id);
        const given =
          own.length > 0 ? own : answers.filter((one) => listAnswered(one).includes(id));
        const kinds = new Set(given.map(({ disposition }) => disposition));
        return kinds.size > 1 ? [`objection ${id} is answered in two ways; choose one`] : [];
      });
}

function checkAnswer(
  answer: ObjectionAnswer,
  groups: readonly JoinedObjection[],
  answers: readonly ObjectionAnswer[],
): string[] {
  const { objection, disposition, explanation, limit } = answer;
  const members = listMembers(answer, groups);
  // an answer to anything else does no harm and is not owed
  if (members.length === 0) return [];
  const hollow = findHollowness(explanation, {
    judged: members.map(readNewestWords).join("\n"),
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

/** The objections that an answer is given to, with all that code joined to them. */
function listMembers(
  answer: ObjectionAnswer,
  groups: readonly JoinedObjection[],
): readonly Objection[] {
  const named = listAnswered(answer);
  return groups
    .filter((group) => readGroupIds(group).some((id) => named.includes(id)))
    .flatMap(({ members }) => members);
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
  const ids = granted.flatMap((answer) => listMembers(answer, groups).map(({ id }) => id));
  return [...ids, ...listMinor(debate).map(({ id }) => id)];
}

/** An acceptance that changes nothing is cheap. */
function checkAccepted(debate: Debate, reply: ProponentResponseReply): string[] {
  const before = readCurrentPosition(debate);
  const { changes, fate } = applyResponse(before, before.afterRound, reply);
  if (fate === "withdrawn") return [];
  const groups = joinObjections(listStanding(debate));
  return reply.answers.flatMap((answer) => {
    const { objection, disposition } = answer;
    const members = listMembers(answer, groups);
    if (disposition !== "ACCEPT" || members.every(({ missing }) => missing !== null)) return [];
    const isMet = changes.some(({ because }) =>
      because.some((cause) => members.some(({ id }) => id === cause)),
    );
    return isMet ? [] : [`${objection} is accepted, and no part changes because of it`];
  });
}

function checkHolds(
  groups: readonly JoinedObjection[],
  answers: readonly ObjectionAnswer[],
  holds: string,
): string[] {
  const given = answers.filter((answer) => listMembers(answer, groups).length > 0);
  const accepted = given.find(({ disposition }) => disposition === "ACCEPT");
  if (holds === "as written" && accepted) {
    return [`${accepted.objection} is accepted, so the plan does not hold as written`];
  }
  return [];
}
