/** Prompts of the confrontation: response, rebuttal, remarks on minor objections, and assumptions. */
import { findCauseProblems } from "../../../domain/change-cause.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { Ask, Problem, Fence } from "../../../protocol.ts";
import { text } from "../../../text/text.ts";
import {
  ExposureReply,
  ChallengerRebuttalReply,
  RemarksReply,
  ProponentResponseReply,
} from "../replies.ts";
import { objectionsOf, standing } from "../rules/objections.ts";
import { currentPosition, isChange, positionsOf } from "../rules/positions.ts";
import { responseProblems } from "../rules/response-checks.ts";
import { type Debate, openingOf } from "../rules/table.ts";
import { minorObjections } from "../rules/verdicts.ts";
import { viewFor } from "./anonymizer.ts";
import { said } from "./asks.ts";
import { debateShown, openingShown, own, shared } from "./discussion-text.ts";
import { challengerText, proponentText } from "./personas.ts";
import type {
  ExposeMatter,
  Objection,
  ChallengeRebutInput,
  RemarkMatter,
  ChallengeRespondInput,
} from "./prompt-input.ts";

/** H20-H22: exactly one disposition for every open objection, and the position after it. */
export function respondTo(debate: Debate, fence: Fence): Ask<ProponentResponseReply> {
  const { brief, proponent, exchanges } = debate;
  const objections = standing(debate);
  const { position, version } = currentPosition(debate);
  const round = exchanges.length + 1;
  const view = viewFor(debate, `response-${round}`, proponent);
  const shown = debateShown(debate, fence, view);
  const inTurn = view.inOrder(objections, ({ challenger }) => challenger);
  const input: ChallengeRespondInput = {
    kind: "challenge.respond",
    brief,
    proponent,
    opening: view.anonymize(openingOf(debate)),
    position: view.anonymize(position),
    round,
    objections: view.anonymize(inTurn),
  };
  const task = text`
    This is round ${round}. Answer each of these objections exactly once: ${inTurn.map(({ id }) => view.idOf(id)).join(", ")}.
    First state the objection as its author would. Then choose: ACCEPT if it is right, and say what changes in the
    position; PARTIAL if part of it is right, with the part you accept and where that ends; REJECT if it is wrong,
    and show why. An objection that was maintained needs a better answer than last time.
    Then give the whole position as it now stands. It changes only because of what you accepted.
    Reply with one JSON object.
  `;
  const ask: Ask<ProponentResponseReply> = {
    prompt: [...shown.segments, own(`${proponentText(proponent)}\n\n${task}`)],
    reply: ProponentResponseReply,
    promptInput: input,
    reveals: shown.reveals,
    check: (reply) => responseProblems(debate, reply),
    claims: ({ answers }) =>
      answers.map(({ objection, explanation, disposition, evidence }) => ({
        text: explanation,
        about: claimOf(objections, objection),
        side: disposition === "REJECT" ? "attacks" : "supports",
        evidence,
      })),
    says: (reply) =>
      said(
        `v${isChange(position, reply.position) ? version + 1 : version}`,
        reply.answers
          .map(
            ({ objection, disposition, explanation }) =>
              `${disposition} ${objection}: ${explanation}`,
          )
          .join(" "),
        reply.answers
          .filter(({ disposition }) => disposition !== "REJECT")
          .map(({ objection }) => claimOf(objections, objection)),
      ),
  };
  return view.bind(ask, { own: [proponentText(proponent)], order: shown.order });
}

/** The claim an objection was last made with; its author, where nothing could be read. */
function claimOf(objections: readonly Objection[], id: string): string {
  const objection = objections.find((one) => one.id === id);
  return objection?.newest?.claim ?? objection?.challenger ?? id;
}

/** H23-H24: the dissenter's own word on the answer to its objection. */
export function rebut(
  debate: Debate,
  challenger: Participant,
  fence: Fence,
): Ask<ChallengerRebuttalReply> {
  const { brief, exchanges } = debate;
  const objection = objectionsOf(debate).find((one) => one.challenger === challenger.id);
  const answer = objection?.rounds.at(-1)?.answer;
  if (!objection || !answer) throw new TypeError(`${challenger.id} was not answered.`);
  const view = viewFor(debate, `rebuttals-${exchanges.length}`, challenger);
  const shown = debateShown(debate, fence, view);
  const input: ChallengeRebutInput = {
    kind: "challenge.rebut",
    brief,
    challenger,
    opening: view.anonymize(openingOf(debate)),
    position: view.anonymize(currentPosition(debate).position),
    changed: positionsOf(debate).some(({ changed }) => changed),
    round: exchanges.length,
    objection: view.anonymize(objection),
    answer: view.anonymize(answer),
  };
  const task = rebuttalTask(challenger, view.idOf(objection.id), view.idOf(answer.claim));
  const ask: Ask<ChallengerRebuttalReply> = {
    prompt: [...shown.segments, shared(REBUTTAL), own(task)],
    reply: ChallengerRebuttalReply,
    promptInput: input,
    reveals: shown.reveals,
    check: (reply) => rebuttalProblems(debate, challenger, reply),
    claims: ({ reasoning, clarified_critique, choice, evidence }) => [
      {
        text: choice === "ACCEPT" ? reasoning : (clarified_critique ?? reasoning),
        about: answer.claim,
        side: choice === "ACCEPT" ? "supports" : "attacks",
        evidence,
      },
    ],
    says: ({ choice, reasoning, because }) =>
      said(choice === "ACCEPT" ? "agree" : objection.verdict, `${choice}: ${reasoning}`, because),
  };
  return view.bind(ask, { own: [challengerText(challenger)], order: shown.order });
}

const REBUTTAL = text`
  The proponent has answered. Only you can withdraw your objection; the proponent's acceptance does not.
  Choose: ACCEPT if the answer or the changed position truly settles it, and name the claims that convinced you;
  MAINTAIN if it does not, and say what is still missing; ESCALATE if your objection was missed, and state it anew.
  Set new_information only if you say something you had not said before; it is also measured.
`;

function rebuttalTask(challenger: Participant, objection: string, answer: string): string {
  return text`
    ${challengerText(challenger)}

    Your objection is ${objection}, and ${answer} is the answer to it.
    Reply with one JSON object.
  `;
}

function rebuttalProblems(
  debate: Debate,
  challenger: Participant,
  reply: ChallengerRebuttalReply,
): Problem[] {
  if (reply.choice === "ESCALATE" && reply.clarified_critique === null) {
    return [{ text: "ESCALATE needs clarified_critique, the objection stated anew", duty: false }];
  }
  if (reply.choice !== "ACCEPT") return [];
  return withdrawalProblems(debate, challenger.id, reply).map((problem) => ({
    text: problem,
    duty: true,
  }));
}

/** K5: an objection is withdrawn because of something the proponent said since its author last spoke. */
export function withdrawalProblems(
  debate: Debate,
  by: string,
  { because }: ChallengerRebuttalReply,
): string[] {
  if (because.length === 0)
    return ["the objection is withdrawn and no claim is named as the cause"];
  const responses = debate.exchanges.map(({ response }) =>
    response.kind === "spoken" ? response.claims : [],
  );
  const opened = debate.opening.spoken.flatMap(({ claims }) => claims);
  const spokeIn = debate.exchanges.findLastIndex(
    ({ round, rebuttals }) =>
      round < debate.exchanges.length && rebuttals?.spoken.some((turn) => turn.by === by),
  );
  const known = [...opened, ...responses.slice(0, spokeIn + 1).flat()];
  return findCauseProblems(
    { claims: because, evidence: [] },
    {
      by,
      visible: [...opened, ...responses.flat()],
      seenBefore: new Set(known.map(({ id }) => id)),
    },
  );
}

/** H13: a short word on objections that nobody needs to withdraw; the position stays as it was agreed to. */
export function remarkOn(debate: Debate, fence: Fence): Ask<RemarksReply> {
  const { brief, proponent } = debate;
  const view = viewFor(debate, "remarks", proponent);
  const shown = openingShown(debate, fence, view);
  const minor = view.inOrder(minorObjections(debate), ({ challenger }) => challenger.id);
  const objections = minor.map(({ turn }) => ({
    id: turn.claims[0]?.id ?? turn.by,
    text: turn.reply.critique,
    by: turn.by,
    key: turn.key,
  }));
  const input: RemarkMatter = {
    kind: "challenge.remark",
    brief,
    proponent,
    opening: view.anonymize(openingOf(debate)),
    objections: view.anonymize(objections.map(({ id, text: words }) => ({ id, text: words }))),
  };
  const fenced = view.fencing(fence);
  const listed = view
    .anonymize(objections)
    .map(({ id, by, text: words }) => `${id}\n${fenced(`challenger ${by}`, words)}`);
  const task = text`
    No objection blocks your position, so it stands as it is. Answer each of these remarks in a sentence or two:
    what you make of it, and what someone should look at who carries the position out.

    ${listed.join("\n\n")}

    Reply with one JSON object.
  `;
  const ask: Ask<RemarksReply> = {
    prompt: [...shown.segments, own(`${proponentText(proponent)}\n\n${task}`)],
    reply: RemarksReply,
    promptInput: input,
    reveals: [...shown.reveals, ...objections.map(({ key }) => key)],
    check: ({ remarks }) =>
      objections.flatMap(({ id }) => {
        const count = remarks.filter(({ objection }) => objection === id).length;
        if (count === 1) return [];
        return [{ text: `${id} is answered ${count} times, once is needed`, duty: false }];
      }),
    says: ({ remarks }) => said("v1", remarks.map(({ remark }) => remark).join(" ")),
  };
  const heads = objections.map(({ by }) => `challenger ${view.nameOf(by)}`);
  return view.bind(ask, { own: [proponentText(proponent)], order: [heads] });
}

/** H28-H31: why no agreement was possible, from each side that is left. */
export function exposeAssumptions(
  debate: Debate,
  party: Participant,
  fence: Fence,
): Ask<ExposureReply> {
  const { brief, proponent } = debate;
  const objections = standing(debate);
  const mine = objections.find(({ challenger }) => challenger === party.id) ?? null;
  const { position, version } = currentPosition(debate);
  const view = viewFor(debate, "assumptions", party);
  const shown = debateShown(debate, fence, view);
  const inTurn = view.inOrder(objections, ({ challenger }) => challenger);
  const input: ExposeMatter = {
    kind: "challenge.expose",
    brief,
    party,
    opening: view.anonymize(openingOf(debate)),
    position: view.anonymize(position),
    own: view.anonymize(mine),
    objections: view.anonymize(inTurn),
  };
  const persona = party.id === proponent.id ? proponentText(party) : challengerText(party);
  const side =
    party.id === proponent.id
      ? `${persona}\n\nThe other side is everyone whose objection stands: ${inTurn.map(({ id }) => view.idOf(id)).join(", ")}.`
      : `${persona}\n\nYour objection ${view.idOf(mine?.id ?? "")} stands. The other side is the proponent with position v${version}.`;
  const ask: Ask<ExposureReply> = {
    prompt: [...shown.segments, shared(EXPOSURE), own(`${side}\nReply with one JSON object.`)],
    reply: ExposureReply,
    promptInput: input,
    reveals: shown.reveals,
    claims: ({ core_assumption }) => [
      { text: core_assumption, about: party.id, side: "supports", evidence: [] },
    ],
    says: ({ core_disagreement, core_assumption }) => ({
      ...said(mine ? mine.verdict : `v${version}`, core_disagreement),
      assumes: [core_assumption],
    }),
  };
  return view.bind(ask, { own: [persona], order: shown.order });
}

const EXPOSURE = text`
  The confrontation is over and no agreement was reached. Nobody is to be persuaded any more; the reader has to
  understand what the disagreement rests on. Say why you disagree, what you assume that the other side does not,
  and to what conclusion that leads. Say honestly what would make the other side right, and how it could be tested.
  Then say when your side is the better choice, what following it costs if you are wrong, the disagreement in one
  sentence, and in one sentence what both sides hold.
`;
