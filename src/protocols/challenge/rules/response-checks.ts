/** H20-H22, K5, K8: what a response owes to every objection, and to every change of the position. */
import type { Problem } from "../../../protocol.ts";
import { isSubstantiveText } from "../../../text/substance.ts";
import type { ObjectionAnswer, ProponentResponse } from "../prompts/prompt-input.ts";
import { standing } from "./objections.ts";
import { causeOf, currentPosition, isChange } from "./positions.ts";
import type { Debate } from "./table.ts";

export function responseProblems(debate: Debate, reply: ProponentResponse): Problem[] {
  const ids = standing(debate).map(({ id }) => id);
  const counts = ids.flatMap((id) => {
    const count = reply.answers.filter(({ objection }) => objection === id).length;
    return count === 1 ? [] : [`objection ${id} is answered ${count} times, once is needed`];
  });
  const strangers = reply.answers
    .filter(({ objection }) => !ids.includes(objection))
    .map(({ objection }) => `"${objection}" is not among the objections that stand`);
  return [
    ...[...counts, ...strangers, ...reply.answers.flatMap(missingParts)].map(invalid),
    ...[...changeProblems(debate, reply), ...reply.answers.flatMap(emptyWords)].map(owed),
  ];
}

/** ACCEPT says what changes; PARTIAL says what is accepted and where that ends. */
function missingParts(answer: ObjectionAnswer): string[] {
  const { objection, disposition, accepted_part, limit, position_delta } = answer;
  switch (disposition) {
    case "ACCEPT":
      return position_delta === null
        ? [`${objection} is accepted, and position_delta does not say what changes`]
        : [];
    case "PARTIAL":
      return accepted_part === null || limit === null
        ? [`${objection} is partly accepted, which needs accepted_part and limit`]
        : [];
    case "REJECT":
      return [];
  }
}

function emptyWords({ objection, explanation }: ObjectionAnswer): string[] {
  return isSubstantiveText(explanation)
    ? []
    : [`the explanation to ${objection} says too little to be answered`];
}

/** An acceptance that changes nothing is cheap; a change that nothing caused is arbitrary. */
function changeProblems(debate: Debate, reply: ProponentResponse): string[] {
  const changed = isChange(currentPosition(debate).position, reply.position);
  const accepted = reply.answers.filter(({ disposition }) => disposition === "ACCEPT");
  if (!changed) {
    return accepted.map(
      ({ objection }) => `${objection} is accepted, and the position is unchanged`,
    );
  }
  const { claims, problems } = causeOf(debate, reply);
  const why =
    claims.length > 0
      ? []
      : problems.length > 0
        ? problems
        : ["the position changed, and no objection was accepted"];
  return [
    ...why,
    ...(reply.changed_because === null
      ? ["the position changed, and changed_because does not say why"]
      : []),
  ];
}

function invalid(text: string): Problem {
  return { text, duty: false };
}

function owed(text: string): Problem {
  return { text, duty: true };
}
