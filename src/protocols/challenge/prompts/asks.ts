/** Prompts of the beginning: blind answers, the opening, the challenge, and the request for substance. */
import type { ClaimDraft } from "../../../domain/claim.ts";
import type { ReplySummary } from "../../../domain/journal/event.ts";
import type { Participant } from "../../../domain/participant.ts";
import { findSpokenTurn } from "../../../domain/round.ts";
import type { Ask, Problem, Fence } from "../../../protocol.ts";
import { isSubstantiveText } from "../../../text/substance.ts";
import { text } from "../../../text/text.ts";
import { BlindAnswerReply, ChallengeReply, OpeningReply, OpeningPartsReply } from "../replies.ts";
import { type Debate, openingOf, type ChallengeDebateTable, usersWords } from "../rules/table.ts";
import { lackingOf } from "../rules/verdicts.ts";
import { viewFor } from "./anonymizer.ts";
import { matterShown, openingShown, own, shared } from "./discussion-text.ts";
import { challengerText, proponentText } from "./personas.ts";
import type { AttackMatter, BlindMatter, OpenMatter, PressMatter } from "./prompt-input.ts";

/** H11, K1: the challenger's own answer, before there is anything to agree with. */
export function answerAlone(
  table: ChallengeDebateTable,
  challenger: Participant,
  fence: Fence,
): Ask<BlindAnswerReply> {
  const input: BlindMatter = { kind: "challenge.blind", brief: table.brief, challenger };
  const task = text`
    Answer the question yourself, in one or two sentences, and give your reasons. You see nobody's view, and nobody
    sees yours before all have answered. It is kept as what you thought before you heard anyone.
    Reply with one JSON object.
  `;
  return {
    prompt: [...matterShown(table, fence).segments, shared(task), own(challengerText(challenger))],
    reply: BlindAnswerReply,
    promptInput: input,
    claims: ({ reasoning, evidence }) => [
      { text: reasoning, about: challenger.id, side: "supports", evidence },
    ],
    says: ({ answer }) => said(null, answer),
  };
}

/** H6: five parts; where the user opens, the position is taken word for word and the other four are asked for. */
export function openPosition(
  table: ChallengeDebateTable,
  fence: Fence,
): Ask<OpeningPartsReply | OpeningReply> {
  const { brief, proponent } = table;
  const position = usersWords(table);
  const input: OpenMatter = { kind: "challenge.open", brief, proponent, position };
  return {
    prompt: [
      ...matterShown(table, fence).segments,
      own(`${proponentText(proponent)}\n\n${position === null ? OPENING : USERS_OPENING}`),
    ],
    reply: position === null ? OpeningReply : OpeningPartsReply,
    promptInput: input,
    claims: ({ reasoning, assumptions, evidence }) => [
      { text: reasoning, about: proponent.id, side: "supports", evidence },
      ...assumptions.map((assumption): ClaimDraft => ({
        text: assumption,
        about: proponent.id,
        side: "supports",
        evidence: [],
      })),
    ],
    says: (reply) => ({
      ...said("v1", "position" in reply ? reply.position : reply.reasoning),
      assumes: reply.assumptions,
    }),
  };
}

const OPENING = text`
  Open the debate. State a position on the question that can be attacked, in a few sentences, and the reasoning
  that carries it. Say how sure you are. Name its weaknesses yourself, and every assumption it rests on: what you
  leave out, a challenger will find. All five parts are needed.
  Reply with one JSON object.
`;

const USERS_OPENING = text`
  The source brief is the position, in its author's words. It is yours to defend as it stands; do not restate it.
  State from that text the reasoning that carries it, how sure its author can be, its weaknesses, and every
  assumption it rests on: what you leave out, a challenger will find.
  Reply with one JSON object.
`;

/** H7-H10: the same prompt for all but for who they are. */
export function attack(debate: Debate, challenger: Participant, fence: Fence): Ask<ChallengeReply> {
  const { brief } = debate;
  const view = viewFor(debate, "challenges", challenger);
  const shown = openingShown(debate, fence, view);
  const before = debate.blind ? findSpokenTurn(debate.blind, challenger.id) : undefined;
  const opening = openingOf(debate);
  const input: AttackMatter = {
    kind: "challenge.attack",
    brief,
    challenger,
    opening: view.anonymize(opening),
    own: before?.reply ?? null,
  };
  const recalled = before
    ? `\n\nBefore you saw this opening you answered:\n${view.fencing(fence)("your answer", before.reply.answer)}`
    : "";
  const ask: Ask<ChallengeReply> = {
    prompt: [...shown.segments, shared(CHALLENGE), own(`${challengerText(challenger)}${recalled}`)],
    reply: ChallengeReply,
    promptInput: input,
    reveals: [...shown.reveals, ...(before ? [before.key] : [])],
    check: (reply) => challengeProblems(reply, opening.assumptions.length),
    claims: (reply) => [critiqueClaim(reply, debate)],
    says: ({ verdict, critique }) => said(verdict, critique),
  };
  return view.bind(ask, { own: [challengerText(challenger)], order: shown.order });
}

const CHALLENGE = text`
  Try to refute the position. Say what is wrong with it, which case or risk it misses, which assumption is
  doubtful, and what should be done instead.
  Your verdict is agree, partial or disagree. Rate your objection: strong if the position must not stand as it is,
  moderate if it must change, minor if it may stand and would be better for a change.
  An easy agreement helps nobody. If you agree after trying to refute it, say what you attacked and why it held,
  name the parts you mean, and show for every assumption by its number why it holds.
  Reply with one JSON object.
`;

/** H17: an agreement that says nothing is asked for its grounds, once. */
export function press(debate: Debate, challenger: Participant, fence: Fence): Ask<ChallengeReply> {
  const { brief } = debate;
  const view = viewFor(debate, "press", challenger);
  const shown = openingShown(debate, fence, view);
  const before = debate.challenges ? findSpokenTurn(debate.challenges, challenger.id) : undefined;
  if (!before) throw new TypeError(`${challenger.id} has not agreed to anything.`);
  const opening = openingOf(debate);
  const lacking = lackingOf(debate, before.reply);
  const input: PressMatter = {
    kind: "challenge.press",
    brief,
    challenger,
    opening: view.anonymize(opening),
    own: before.reply,
    lacking,
  };
  const task = text`
    You agreed, and your agreement does not yet show that you tested the position:
    ${lacking.map((problem) => `- ${problem}`).join("\n")}

    This is what you said:
    ${view.fencing(fence)("your challenge", before.reply.critique)}

    Go through the opening again, part by part. Say which parts you attacked and how, why each assumption holds or
    which you doubt, and what concern remains. Agree if you still do, or change your verdict.
    Reply again, whole, with one JSON object.
  `;
  const ask: Ask<ChallengeReply> = {
    prompt: [...shown.segments, shared(CHALLENGE), own(`${challengerText(challenger)}\n\n${task}`)],
    reply: ChallengeReply,
    promptInput: input,
    reveals: [...shown.reveals, before.key],
    check: (reply) => challengeProblems(reply, opening.assumptions.length),
    claims: (reply) => [critiqueClaim(reply, debate)],
    says: ({ verdict, critique }) => said(verdict, critique),
  };
  return view.bind(ask, { own: [challengerText(challenger)], order: shown.order });
}

function critiqueClaim(
  { critique, verdict, evidence }: ChallengeReply,
  { proponent }: ChallengeDebateTable,
): ClaimDraft {
  const side = verdict === "agree" ? "supports" : "attacks";
  return { text: critique, about: proponent.id, side, evidence };
}

/** An agreement is weighed by its own rule; any other verdict at least says what is wrong (K8). */
function challengeProblems(
  { verdict, critique, assumptions_upheld }: ChallengeReply,
  assumptions: number,
): Problem[] {
  const strangers = assumptions_upheld
    .filter(({ assumption }) => assumption > assumptions)
    .map(({ assumption }) => ({
      text: `there is no assumption ${assumption}, the opening has ${assumptions}`,
      duty: false,
    }));
  const thin = verdict !== "agree" && !isSubstantiveText(critique);
  return [
    ...strangers,
    ...(thin ? [{ text: "the critique does not say what is wrong", duty: true }] : []),
  ];
}

export function said(
  position: string | null,
  words: string,
  because: readonly string[] = [],
): ReplySummary {
  const causes = because.length > 0 ? { because } : {};
  return { position, confidence: null, words, wouldChange: null, ...causes };
}
