/** Prompts of the beginning: blind answers, the opening, the challenge, the request for grounds; and the final test. */
import type { Participant } from "../../../domain/participant.ts";
import { findSpokenTurn } from "../../../domain/round.ts";
import { ownSegment, sharedSegment } from "../../../exchange/prompt-segments.ts";
import type { Ask, Fence, Problem } from "../../../protocol.ts";
import { findHollowness } from "../../../text/substance.ts";
import { text } from "../../../text/text.ts";
import { BlindAnswerReply, ChallengeReply, OpeningReply, PlanOpeningReply } from "../replies.ts";
import { MOST_OBJECTIONS } from "../reply-values.ts";
import { listObjections } from "../rules/objections.ts";
import { readCurrentPosition, readOpening, readPlanParts } from "../rules/positions.ts";
import { nameRefutationStep } from "../rules/steps.ts";
import { type ChallengeDebateTable, type Debate, isUsersPlan } from "../rules/table.ts";
import { listAgreementGaps, listVerdicts } from "../rules/verdicts.ts";
import { createDebateView } from "./anonymizer.ts";
import {
  draftChallenge,
  draftOpening,
  draftText,
  summarizeChallenge,
  summarizeReply,
} from "./claim-drafts.ts";
import { showOthers } from "./objection-text.ts";
import { describeChallenger, describeOpener } from "./personas.ts";
import type { AttackMatter, BlindMatter, OpenMatter, PressMatter } from "./prompt-input.ts";
import {
  listQuotableWords,
  listRevealedTurns,
  showCurrentVersion,
  showMatter,
  showOpening,
} from "./shown-text.ts";

/** H11, K1: the challenger's own answer, before there is anything to agree with. */
export function answerAlone(
  table: ChallengeDebateTable,
  challenger: Participant,
  fence: Fence,
): Ask<BlindAnswerReply> {
  const input: BlindMatter = { kind: "challenge.blind", brief: table.brief, challenger };
  const task = text`
    Answer the question yourself, in one or two sentences, with your reasons. Nobody sees it before all have answered; it
    is kept as what you thought before you heard anyone.
  `;
  return {
    prompt: [
      showMatter(table, fence),
      sharedSegment(task),
      ownSegment(describeChallenger(challenger)),
    ],
    reply: BlindAnswerReply,
    promptInput: input,
    claims: ({ reasoning, evidence }) => [
      { ...draftText(reasoning), about: challenger.id, side: "supports", evidence },
    ],
    says: ({ answer }) => summarizeReply(null, answer),
  };
}

/** H6: five parts; where the user opens, the position is taken word for word and the other four are asked for. */
export function openPosition(
  table: ChallengeDebateTable,
  fence: Fence,
): Ask<PlanOpeningReply | OpeningReply> {
  const { brief, proponent } = table;
  const isPlan = isUsersPlan(table);
  const parts = isPlan ? readPlanParts(table) : null;
  const input: OpenMatter = { kind: "challenge.open", brief, proponent, parts };
  return {
    prompt: [
      showMatter(table, fence),
      ownSegment(`${describeOpener(proponent)}\n\n${isPlan ? PLAN_OPENING : OPENING}`),
    ],
    reply: isPlan ? PlanOpeningReply : OpeningReply,
    promptInput: input,
    claims: (reply) => draftOpening(reply, proponent.id),
    says: (reply) => ({
      ...summarizeReply(
        "v1",
        "position" in reply ? reply.position.map((part) => part.text).join(" ") : reply.reasoning,
      ),
      assumes: reply.assumptions,
    }),
  };
}

const OPENING = text`
  Open the debate. State your position in parts that can be attacked one by one, and what carries it. Name its weaknesses
  yourself: challengers need not repeat what you concede. Name every assumption it rests on.
`;

const PLAN_OPENING = text`
  The plan is the position, as it is written; do not restate it. Say what carries it, and how sure one can be that it
  holds as written: LOW if you would not rely on it. Name its weaknesses: challengers need not repeat what you concede.
  Name every assumption it rests on.
`;

/** H7-H10: the same prompt for all but for who they are. */
export function attackPosition(
  debate: Debate,
  challenger: Participant,
  fence: Fence,
): Ask<ChallengeReply> {
  const view = createDebateView(debate, "challenges", challenger);
  const before = debate.blind ? findSpokenTurn(debate.blind, challenger.id) : undefined;
  const input: AttackMatter = {
    kind: "challenge.attack",
    brief: debate.brief,
    challenger,
    opening: view.anonymize(readOpening(debate)),
    ...readVersionInput(debate),
    own: before?.reply ?? null,
  };
  const recalled = before
    ? `\n\nBefore you saw this opening you answered:\n${view.fencing(fence)("your answer", before.reply.answer)}`
    : "";
  const persona = describeChallenger(challenger);
  const ask: Ask<ChallengeReply> = {
    ...challengeAsk(debate),
    prompt: [
      showMatter(debate, fence),
      showOpening(debate, fence, view),
      sharedSegment(describeAttack(debate)),
      ownSegment(`${persona}${recalled}`),
    ],
    promptInput: input,
    texts: listQuotableWords(debate, view),
    reveals: [...listRevealedTurns(debate), ...(before ? [before.key] : [])],
  };
  return view.bind(ask, { own: [persona], order: [] });
}

function readVersionInput(debate: Debate): Pick<AttackMatter, "parts" | "version"> {
  const { parts, version } = readCurrentPosition(debate);
  return { parts, version };
}

/** What the three asks for objections have in common. */
function challengeAsk(
  debate: Debate,
): Pick<Ask<ChallengeReply>, "reply" | "check" | "claims" | "says"> {
  return {
    reply: ChallengeReply,
    check: (reply) => listChallengeProblems(debate, reply),
    claims: (reply) => draftChallenge(reply, debate.proponent.id),
    says: summarizeChallenge,
  };
}

const FILING = text`
  File up to ${MOST_OBJECTIONS} objections, strongest first, one point each.
  strong: do not do it as it stands, because the harm is grave or final, or because no change to a part repairs it.
  moderate: sound once the change in settled_by is made; without it something goes wrong that can be put right.
  minor: worth knowing; it blocks nothing. An alternative is advice that nobody has to answer.
  verdict: agree if it holds as it stands; partial if you would go ahead once your changes are made; disagree if you
  would not. Anything but agree needs an objection, and where you disagree over minor ones only, the first counts as
  moderate.
`;

function describeAttack(debate: Debate): string {
  const subject = isUsersPlan(debate) ? "the plan" : "position v1";
  return text`
    Try to refute ${subject}. ${FILING}
    The weaknesses above are conceded: say what is missing, or which of them is worse than conceded (its id in point).
    If you find nothing that blocks, agree, and say in tested what you attacked and why it held, in about
    ${debate.settings.minimum_agreement_words} words, or fewer with a quote or an id; agreement without grounds is asked about once.
  `;
}

/** H17: an agreement that says nothing is asked for its grounds, once. */
export function pressAgreement(
  debate: Debate,
  challenger: Participant,
  fence: Fence,
): Ask<ChallengeReply> {
  const view = createDebateView(debate, "press", challenger);
  const before = debate.challenges ? findSpokenTurn(debate.challenges, challenger.id) : undefined;
  if (!before) throw new TypeError(`${challenger.id} has not agreed to anything.`);
  const lacking = listAgreementGaps(debate, before);
  const input: PressMatter = {
    kind: "challenge.press",
    brief: debate.brief,
    challenger,
    opening: view.anonymize(readOpening(debate)),
    ...readVersionInput(debate),
    own: before.reply,
    lacking,
  };
  const said = [
    before.reply.tested ?? "",
    ...before.reply.objections.map(({ headline }) => headline),
  ];
  const task = text`
    You agreed, and that does not yet show that you tested it: ${lacking.join("; ")}.
    You said:
    ${view.fencing(fence)("your challenge", said.filter((words) => words !== "").join("\n") || "(no grounds)")}
    Reply again, whole. Go through the parts: which did you attack, how, and why did each hold? Agree if you still do, or
    change your verdict. Without grounds your agreement will count as partial with a moderate objection.
  `;
  const persona = describeChallenger(challenger);
  const ask: Ask<ChallengeReply> = {
    ...challengeAsk(debate),
    prompt: [
      showMatter(debate, fence),
      showOpening(debate, fence, view),
      sharedSegment(describeAttack(debate)),
      ownSegment(`${persona}\n\n${task}`),
    ],
    promptInput: input,
    texts: listQuotableWords(debate, view),
    reveals: [...debate.opening.spoken.map(({ key }) => key), before.key],
  };
  return view.bind(ask, { own: [persona], order: [] });
}

/** H24: before a new version is agreed to, everyone is asked once to refute it as a whole. */
export function refuteVersion(
  debate: Debate,
  challenger: Participant,
  fence: Fence,
): Ask<ChallengeReply> {
  const view = createDebateView(debate, nameRefutationStep(debate), challenger);
  const { version } = readCurrentPosition(debate);
  const own = listObjections(debate).filter((one) => one.challenger === challenger.id);
  const shownOwn = showOthers(own, { fence, view }).text.replace(
    "What others object",
    "Your objections so far",
  );
  const verdict = listVerdicts(debate).find((one) => one.challenger.id === challenger.id)?.verdict;
  const input: AttackMatter = {
    kind: "challenge.refute",
    brief: debate.brief,
    challenger,
    opening: view.anonymize(readOpening(debate)),
    ...readVersionInput(debate),
    own: null,
  };
  const persona = describeChallenger(challenger);
  const recalled =
    own.length === 0
      ? `You said ${verdict ?? "nothing"} of v1.`
      : `${shownOwn}\nThey are settled, or block nothing; what they left is on record.`;
  const task = text`
    No objection stands against v${version}. Before it is agreed to, try once to refute it as a whole: what do the changes
    break, which parts no longer fit together, what did nobody attack? Judge v${version}, not how it came about.
    ${FILING}
    If it holds, agree, and say in tested what you attacked and why it held.
  `;
  const ask: Ask<ChallengeReply> = {
    ...challengeAsk(debate),
    prompt: [
      showMatter(debate, fence),
      showOpening(debate, fence, view),
      sharedSegment(showCurrentVersion(debate, fence, view)),
      sharedSegment(task),
      ownSegment(`${persona}\n\n${recalled}`),
    ],
    promptInput: input,
    texts: listQuotableWords(debate, view),
    reveals: listRevealedTurns(debate),
  };
  return view.bind(ask, { own: [persona], order: [] });
}

/** K8, K21: only what the prompt says: one point each that says something, and a point for every refusal. */
function listChallengeProblems(debate: Debate, { verdict, objections }: ChallengeReply): Problem[] {
  const numbers = new Set(readCurrentPosition(debate).parts.map(({ number }) => number));
  const strangers = [...new Set(objections.flatMap(({ parts }) => parts))].filter(
    (part) => !numbers.has(part),
  );
  const texts = [
    ...(verdict !== "agree" && objections.length === 0
      ? [`you say ${verdict} and file no objection; file at least one, or say agree`]
      : []),
    ...strangers.map((part) => `the position has no part ${part}`),
    ...objections.flatMap(({ headline, detail }, at) => {
      const hollow = findHollowness(`${headline} ${detail}`);
      return hollow === null ? [] : [`objection ${at + 1} does not say what is wrong: ${hollow}`];
    }),
  ];
  return texts.map((words) => ({ text: words, duty: true }));
}
