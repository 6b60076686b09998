/** Prompts of the confrontation: the proponent's response, and the dissenters' answers to it. */
import type { Participant } from "../../../domain/participant.ts";
import { createBlankWithRows } from "../../../exchange/blank-reply.ts";
import { ownSegment, sharedSegment } from "../../../exchange/prompt-segments.ts";
import type { Ask, Fence, Problem } from "../../../protocol.ts";
import { findHollowness } from "../../../text/substance.ts";
import { text } from "../../../text/text.ts";
import { ChallengerRebuttalReply, PlanAnswersReply, ProponentResponseReply } from "../replies.ts";
import { joinObjections } from "../rules/joined-objections.ts";
import { listMinor, listStanding, lowerStrength } from "../rules/objections.ts";
import { applyResponse, readCurrentPosition } from "../rules/positions.ts";
import { listResponseProblems } from "../rules/response-checks.ts";
import { listAcceptProblems } from "../rules/settlement.ts";
import { type Debate, makesVersions, type ProponentAnswersReply } from "../rules/table.ts";
import { listVerdicts } from "../rules/verdicts.ts";
import { createDebateView } from "./anonymizer.ts";
import { draftObjections, draftText, summarizeReply } from "./claim-drafts.ts";
import { orderGroups, showJoined, showOthers, showOwn } from "./objection-text.ts";
import { describeChallenger, describeProponent } from "./personas.ts";
import type { ChallengeRebutInput, ChallengeRespondInput, Objection } from "./prompt-input.ts";
import {
  listQuotableWords,
  listRevealedTurns,
  showMatter,
  showOpening,
  showVersions,
} from "./shown-text.ts";

/** H20-H22: exactly one disposition for every open objection, and what changes in the position. */
export function respondToObjections(debate: Debate, fence: Fence): Ask<ProponentAnswersReply> {
  const { brief, proponent, exchanges } = debate;
  const current = readCurrentPosition(debate);
  const round = exchanges.length + 1;
  const view = createDebateView(debate, `response-${round}`, proponent);
  const rewrite = makesVersions(debate);
  const groups = orderGroups(joinObjections(listStanding(debate)), view);
  const shown = showJoined(groups, { fence, view });
  const minor = showOthers(listMinor(debate), { fence, view });
  const input: ChallengeRespondInput = {
    kind: "challenge.respond",
    brief,
    proponent,
    parts: view.anonymize(current.parts),
    round,
    rewrite,
    objections: view.anonymize(groups),
  };
  const persona = describeProponent(proponent);
  const ids = groups.map(({ id }) => view.findClaimId(id));
  const segments = [
    showVersions(debate, fence, view),
    `Objections that stand in round ${round}\n\n${shown.text}`,
    minor.text === "" ? "" : minor.text.replace("What others object", MINOR),
    `${describeResponseTask(ids)}\n${rewrite ? VERSION_TASK : HOLDS_TASK}\n\n${persona}`,
  ];
  const reply = rewrite ? ProponentResponseReply : PlanAnswersReply;
  const ask: Ask<ProponentAnswersReply> = {
    prompt: [
      showMatter(debate, fence),
      showOpening(debate, fence, view),
      ...segments.filter((words) => words !== "").map(ownSegment),
    ],
    reply,
    blank: () => createBlankWithRows(reply, { answers: ids.map((objection) => ({ objection })) }),
    promptInput: input,
    texts: listQuotableWords(debate, view),
    reveals: listRevealedTurns(debate),
    check: (reply) => listResponseProblems(debate, reply),
    claims: ({ answers }) =>
      answers.map(({ objection, explanation, disposition, evidence }) => ({
        ...draftText(explanation),
        about: objection,
        side: disposition === "REJECT" ? "attacks" : "supports",
        evidence,
      })),
    says: (reply) =>
      summarizeReply(
        `v${applyResponse(current, round, reply).version}`,
        reply.answers
          .map(
            ({ objection, disposition, explanation }) =>
              `${disposition} ${objection}: ${explanation}`,
          )
          .join(" "),
        reply.answers
          .filter(({ disposition }) => disposition !== "REJECT")
          .map(({ objection }) => objection),
      ),
  };
  return view.bind(ask, { own: [persona], order: [...shown.order, minor.heads] });
}

const MINOR = "Remarks that block nothing; you may take them up, and owe them no answer";

function describeResponseTask(ids: readonly string[]): string {
  return text`
    Answer each of these once: ${ids.join(", ")}. Judge the criticism, not the advice that comes with it.
    ACCEPT: it is right. PARTIAL: part of it is right; say in limit where that ends. REJECT: it is wrong; show why.
    Where several make the same point, answer one and name the others in covers; an answer of its own comes before that.
  `;
}

const VERSION_TASK = text`
  Then list what changes in the position, by part number: changed, added, dropped, or open, which stays and is undecided.
  A part may be both changed and open. Each names in because what caused it: objections that you accept, at least in
  part, or remarks. What you ACCEPT must change something. fate is your word on the whole; withdrawn if you no longer
  hold it. Do not invent figures to make a change look concrete: mark it open.
`;

const HOLDS_TASK = text`
  Then say whether the plan holds as written; what you conceded in the opening counts, and if you ACCEPT an objection, it
  does not. Nobody asks you to rewrite it; what would settle an objection is on record. The debate ends as soon as it is agreed whether the plan holds.
`;

/** H23-H24: the dissenter's own word on the answer to each of its objections. */
export function rebutAnswers(
  debate: Debate,
  challenger: Participant,
  fence: Fence,
): Ask<ChallengerRebuttalReply> {
  const { brief, exchanges } = debate;
  const round = exchanges.length;
  const standing = listStanding(debate);
  const mine = standing.filter((one) => one.challenger === challenger.id);
  const view = createDebateView(debate, `rebuttals-${round}`, challenger);
  const others = showOthers(
    standing.filter((one) => one.challenger !== challenger.id),
    { fence, view },
  );
  const input: ChallengeRebutInput = {
    kind: "challenge.rebut",
    brief,
    challenger,
    round,
    objections: view.anonymize(mine),
  };
  const persona = describeChallenger(challenger);
  const ids = mine.map(({ id }) => view.findClaimId(id));
  const ask: Ask<ChallengerRebuttalReply> = {
    prompt: [
      showMatter(debate, fence),
      showOpening(debate, fence, view),
      ...[showVersions(debate, fence, view), describeRebuttalTask(debate)]
        .filter((words) => words !== "")
        .map(sharedSegment),
      ...[
        others.text,
        `Your open objections, with the answers of round ${round}\n\n${showOwn(mine, { fence, view })}`,
        `Answer each of these once: ${ids.join(", ")}.\n\n${persona}`,
      ]
        .filter((words) => words !== "")
        .map(ownSegment),
    ],
    reply: ChallengerRebuttalReply,
    blank: () =>
      createBlankWithRows(ChallengerRebuttalReply, {
        rebuttals: ids.map((objection) => ({ objection })),
        new_objections: [],
      }),
    promptInput: input,
    texts: listQuotableWords(debate, view),
    reveals: listRevealedTurns(debate),
    check: (reply) => listRebuttalProblems(debate, mine, reply),
    claims: ({ rebuttals, new_objections }) => [
      ...rebuttals.map(({ objection, reason, choice, evidence }) => ({
        ...draftText(reason),
        about: findAnswerClaim(mine, objection) ?? debate.proponent.id,
        side: choice === "ACCEPT" ? ("supports" as const) : ("attacks" as const),
        evidence,
      })),
      ...draftObjections(new_objections, debate.proponent.id),
    ],
    says: (reply) => {
      const { rebuttals } = reply;
      const words = rebuttals.map(
        ({ objection, choice, reason }) => `${choice} ${objection}: ${reason}`,
      );
      const wouldChange =
        rebuttals.find(({ settled_by }) => settled_by !== null)?.settled_by ?? null;
      const because = rebuttals.flatMap(({ choice, because: named }) =>
        choice === "ACCEPT" ? named : [],
      );
      return {
        ...summarizeReply(readStandpoint(debate, challenger.id, reply), words.join(" "), because),
        wouldChange,
      };
    },
  };
  return view.bind(ask, { own: [persona], order: [others.heads] });
}

function describeRebuttalTask(debate: Debate): string {
  const hasVersions = makesVersions(debate);
  const isLast = debate.exchanges.length >= debate.settings.max_rounds;
  const settling = hasVersions
    ? "the id of the answer (because) or the new or changed parts (because_parts)"
    : "the id of the answer (because)";
  const faults = hasVersions
    ? "\nA fault that the repair brings in is a new objection (new_objections), with its own strength."
    : "";
  const next = isLast
    ? "This is the last round: nothing that you write is answered any more, and what stands is shown as it stands."
    : text`
      new_information is true only if you say something you had not said before: when nobody says anything new in two
      rounds running, the debate ends without agreement.
    `;
  return text`
    The proponent has answered. Only you can withdraw your objections; what you leave out stands. For each choose one:
    ACCEPT: it is settled. Name what settles it: ${settling}, and say why in a sentence. An ACCEPT that names nothing
    leaves the objection standing.
    MAINTAIN: it is not settled. Say in reason what the answer leaves open, and in settled_by, in one sentence, what would
    settle it. You may lower the strength: a minor rest stays on record and blocks nothing.
    ESCALATE: my point was missed, here it is again. State it in other words, with settled_by.
    ${next}${faults}
  `;
}

function findAnswerClaim(objections: readonly Objection[], id: string): string | undefined {
  return objections.find((one) => one.id === id)?.rounds.at(-1)?.answer?.claim;
}

/** The challenger's verdict after this reply: agree only if nothing of its objections blocks any more. */
function readStandpoint(debate: Debate, by: string, reply: ChallengerRebuttalReply): string {
  const mine = listStanding(debate).filter(({ challenger }) => challenger === by);
  const isLeft = mine.some((objection) => {
    const given = reply.rebuttals.find((one) => one.objection === objection.id);
    if (!given) return true;
    return given.choice === "ACCEPT"
      ? listAcceptProblems(debate, objection, given).length > 0
      : lowerStrength(objection, given) !== "minor";
  });
  const verdict = listVerdicts(debate).find((one) => one.challenger.id === by)?.verdict;
  const blocks = isLeft || reply.new_objections.some(({ strength }) => strength !== "minor");
  return blocks ? (verdict === "agree" ? "partial" : (verdict ?? "disagree")) : "agree";
}

function listRebuttalProblems(
  debate: Debate,
  mine: readonly Objection[],
  { rebuttals, new_objections }: ChallengerRebuttalReply,
): Problem[] {
  const texts = [
    ...mine.flatMap((objection) => {
      const given = rebuttals.filter((one) => one.objection === objection.id);
      if (given.length === 0)
        return [`you say nothing about ${objection.id}; leaving it out does not settle it`];
      if (new Set(given.map(({ choice }) => choice)).size > 1)
        return [`${objection.id} is answered in two ways; choose one`];
      const [first] = given;
      if (!first) return [];
      if (first.choice === "ACCEPT") return listAcceptProblems(debate, objection, first);
      return [
        ...(first.settled_by === null
          ? [`${objection.id}: say in settled_by what would settle it, in one sentence`]
          : []),
        ...(findHollowness(first.reason) === null
          ? []
          : [`${objection.id}: the reason says too little to be answered`]),
      ];
    }),
    ...new_objections.flatMap(({ headline, detail }, at) =>
      findHollowness(`${headline} ${detail}`) === null
        ? []
        : [`new objection ${at + 1} does not say what is wrong`],
    ),
  ];
  return texts.map((words) => ({ text: words, duty: true }));
}
