/** The prompts of those whose work was judged: the author of the change, and reviewers whose findings were refuted. */
import { createBlankWithRows } from "../../../exchange/blank-reply.ts";
import { ownSegment } from "../../../exchange/prompt-segments.ts";
import type { Ask } from "../../../protocol.ts";
import { text } from "../../../text/text.ts";
import { AuthorReply, DefenceReply } from "../replies.ts";
import { listForDefence, listOpenFindings } from "../rules/judge-findings.ts";
import { describeReviewer } from "../seats.ts";
import { draftAnswers, draftDefences, summarizeWords } from "./claim-drafts.ts";
import { showAttacks, showFinding } from "./finding-text.ts";
import { type PartAsk, revealPart } from "./part-ask.ts";
import type { AnswerInput, DefendInput } from "./prompt-input.ts";
import { showChange } from "./shown-change.ts";

/** L5: the author is one voice among others. */
export function askAuthor(asked: PartAsk): Ask<AuthorReply> {
  const { table, one, seat, fence } = asked;
  const findings = listOpenFindings(table, one);
  const input: AnswerInput = {
    kind: "review.answer",
    brief: table.brief,
    part: one.part,
    participant: seat,
    findings,
  };
  const task = text`
    You answer for this change. Reviewers found what is below. For each finding:
    accept: it is right and will be changed. partial: right in part; say in which. reject: it does not hold; say why, with
    a quote that is found. A reject without one counts as partial.

    ${findings.map((finding) => showFinding(finding, fence)).join("\n\n")}

    Answer each of these once: ${findings.map(({ id }) => id).join(", ")}.
  `;
  return {
    prompt: [...showChange(table, one.part, fence), ownSegment(task)],
    reply: AuthorReply,
    blank: () =>
      createBlankWithRows(AuthorReply, { answers: findings.map(({ id }) => ({ finding: id })) }),
    promptInput: input,
    ...revealPart({ ...asked, one: { ...one, cross: null } }),
    check: ({ answers }) =>
      findings
        .filter(({ id }) => !answers.some(({ finding }) => finding === id))
        .map(({ id }) => ({ text: `answer ${id}`, duty: true })),
    claims: (reply) => draftAnswers(findings, reply),
    says: ({ answers }) =>
      summarizeWords(
        answers.map(({ finding, answer }) => `${finding} ${answer}`).join(", "),
        answers.map(({ reason }) => reason).join(" / "),
      ),
  };
}

/** L6: once. */
export function askDefence(asked: PartAsk): Ask<DefenceReply> {
  const { table, one, seat, fence } = asked;
  const findings = listForDefence(table, one, seat.id);
  const input: DefendInput = {
    kind: "review.defend",
    brief: table.brief,
    part: one.part,
    participant: seat,
    findings,
  };
  const shown = findings.map(
    (finding) => `${showFinding(finding, fence)}\n${showAttacks(finding, fence)}`,
  );
  const task = text`
    Others set something against findings of yours. For each, once: maintain, with what they overlook, best with a quote;
    or withdraw, if they are right. What you leave out stays as it was judged.

    ${shown.join("\n\n")}

    Answer each of these once: ${findings.map(({ id }) => id).join(", ")}.
  `;
  return {
    prompt: [
      ...showChange(table, one.part, fence),
      ownSegment(`${task}\n\n${describeReviewer(seat)}`),
    ],
    reply: DefenceReply,
    blank: () =>
      createBlankWithRows(DefenceReply, { defences: findings.map(({ id }) => ({ finding: id })) }),
    promptInput: input,
    ...revealPart(asked),
    claims: (reply) => draftDefences(findings, reply),
    says: ({ defences }) =>
      summarizeWords(
        defences.map(({ finding, choice }) => `${finding} ${choice}`).join(", "),
        defences.map(({ reason }) => reason).join(" / "),
      ),
  };
}
