/** The prompts in which reviewers judge the findings of others: the cross-examination, and the last word on a defence. */
import { createBlankWithRows } from "../../../exchange/blank-reply.ts";
import { ownSegment } from "../../../exchange/prompt-segments.ts";
import type { Ask, Problem } from "../../../protocol.ts";
import { text } from "../../../text/text.ts";
import { VerdictsReply } from "../replies.ts";
import { listForExaminer, listForRuling } from "../rules/judge-findings.ts";
import { describeReviewer, SEVERITY_RULE } from "../seats.ts";
import { draftVerdicts, summarizeWords } from "./claim-drafts.ts";
import { showDefences, showFinding } from "./finding-text.ts";
import { type PartAsk, revealPart } from "./part-ask.ts";
import type { ExamineInput, RuleInput } from "./prompt-input.ts";
import { showChange } from "./shown-change.ts";

const VERDICT_RULE = text`
  confirm: it fails so, or nearly so. refute: it does not, because of something that you name, or it failed in the same way
  before the change. cannot tell: what decides it is not in front of you. Judge the point: too high a severity is no
  reason to refute. confirm and refute need evidence that is found, best a quote of the change or another source, and a
  reason in a sentence that fits this finding; otherwise they count as cannot tell. What you leave out counts as nothing said.
`;

/** L4: everyone judges every finding that is not their own. */
export function askVerdicts(asked: PartAsk): Ask<VerdictsReply> {
  const { table, one, seat, fence } = asked;
  const findings = listForExaminer(table, one, seat.id);
  const input: ExamineInput = {
    kind: "review.examine",
    brief: table.brief,
    part: one.part,
    participant: seat,
    findings,
  };
  const found = findings.map((finding) => showFinding(finding, fence)).join("\n\n");
  const task = text`
    Try to refute each finding: follow the code from the input that it names to the failure, and look for what prevents
    it. Report what you see, not what is likely.
    ${VERDICT_RULE}
    For confirm, say how bad it is.
    ${SEVERITY_RULE}

    Give one verdict for each of these: ${findings.map(({ id }) => id).join(", ")}.

    ${describeReviewer(seat)}
  `;
  return {
    prompt: [
      ...showChange(table, one.part, fence),
      ownSegment(`Other reviewers found this.\n\n${found}`),
      ownSegment(task),
    ],
    reply: VerdictsReply,
    blank: () =>
      createBlankWithRows(VerdictsReply, { verdicts: findings.map(({ id }) => ({ finding: id })) }),
    promptInput: input,
    ...revealPart(asked),
    check: (reply, quoted) => listVerdictProblems(findings, reply, quoted),
    claims: (reply) => draftVerdicts(findings, reply),
    says: ({ verdicts }) =>
      summarizeWords(
        verdicts.map(({ finding, verdict }) => `${finding} ${verdict}`).join(", "),
        verdicts.map(({ reason }) => reason).join(" / "),
      ),
  };
}

function listVerdictProblems(
  findings: readonly { readonly id: string }[],
  { verdicts }: VerdictsReply,
  quoted: Parameters<NonNullable<Ask<VerdictsReply>["check"]>>[1],
): Problem[] {
  const missing = findings.filter(({ id }) => !verdicts.some(({ finding }) => finding === id));
  const bare = verdicts.filter(
    ({ finding, verdict, evidence }) =>
      verdict !== "cannot tell" &&
      findings.some(({ id }) => id === finding) &&
      !evidence.some(quoted),
  );
  return [
    ...missing.map(({ id }) => `give a verdict on ${id}`),
    ...bare.map(
      ({ finding, verdict }) =>
        `${verdict} of ${finding} has no quote that is found; quote it, or say cannot tell`,
    ),
  ].map((words) => ({ text: words, duty: true }));
}

/** Those who refuted say whether they still do. */
export function askRuling(asked: PartAsk): Ask<VerdictsReply> {
  const { table, one, seat, fence } = asked;
  const findings = listForRuling(table, one, seat.id);
  const input: RuleInput = {
    kind: "review.rule",
    brief: table.brief,
    part: one.part,
    participant: seat,
    findings,
  };
  const shown = findings.map((finding) => {
    const own = finding.refuted.find(({ by }) => by === seat.id);
    return [
      showFinding(finding, fence),
      `You refuted it:\n${fence("your reason", own?.reason ?? "")}`,
      showDefences(finding, fence),
    ].join("\n");
  });
  const task = text`
    You refuted these findings, and they were defended. Say once more what you see: confirm, refute or cannot tell. To give
    up a refutation, say what convinced you: a quote that is found, or the id of the defence and why. Otherwise it stands.

    ${shown.join("\n\n")}

    Give one verdict for each of these: ${findings.map(({ id }) => id).join(", ")}.
  `;
  return {
    prompt: [
      ...showChange(table, one.part, fence),
      ownSegment(`${task}\n\n${describeReviewer(seat)}`),
    ],
    reply: VerdictsReply,
    blank: () =>
      createBlankWithRows(VerdictsReply, { verdicts: findings.map(({ id }) => ({ finding: id })) }),
    promptInput: input,
    ...revealPart(asked),
    claims: (reply) => draftVerdicts(findings, reply),
    says: ({ verdicts }) =>
      summarizeWords(
        verdicts.map(({ finding, verdict }) => `${finding} ${verdict}`).join(", "),
        verdicts.map(({ reason }) => reason).join(" / "),
      ),
  };
}
