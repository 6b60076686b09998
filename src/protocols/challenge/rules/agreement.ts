/** H17-H18, K8: whether an agreement has substance, as a rule that anyone can apply again. */
import { findHollowness } from "../../../text/substance.ts";
import type { ShownOpening } from "../prompts/prompt-input.ts";
import type { ChallengeReply } from "../replies.ts";

export interface AgreementRule {
  readonly minimumWords: number;
  /** What the others gave as their grounds. */
  readonly others: readonly string[];
}

/** What an agreement lacks; empty when it is substantive. */
export function findAgreementGaps(
  reply: ChallengeReply,
  { parts, reasoning, weaknesses, assumptions }: ShownOpening,
  { minimumWords, others }: AgreementRule,
): string[] {
  const position = [...parts, ...weaknesses, ...assumptions].map(({ text }) => text);
  const hollow = findHollowness(readGrounds(reply), {
    judged: [...position, reasoning].join("\n"),
    others,
    mayAgree: true,
    rule: { minimumWords },
  });
  return hollow === null ? [] : [describeGap(hollow, minimumWords)];
}

function describeGap(hollow: string, minimumWords: number): string {
  switch (hollow) {
    case "the same text stands elsewhere":
      return "another challenger gave the same grounds in the same words";
    case "it is too short to say why":
      return `the grounds are too short: ${minimumWords} words, or a quote or an id and why`;
    default:
      return `the grounds do not count: ${hollow}`;
  }
}

/** All that an agreement argues with. */
export function readGrounds({ tested, objections, assumptions }: ChallengeReply): string {
  return [
    tested ?? "",
    ...objections.flatMap(({ headline, detail }) => [headline, detail]),
    ...assumptions.map(({ reason }) => reason),
  ]
    .filter((words) => words !== "")
    .join("\n");
}
