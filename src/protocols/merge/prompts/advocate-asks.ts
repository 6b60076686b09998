/** A18-A24: the prompts of the debate: statements, rebuttals, final arguments. */
import type { ReplySummary } from "../../../domain/journal/event.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { Round, Spoken } from "../../../domain/round.ts";
import { ownSegment, sharedSegment } from "../../../exchange/prompt-segments.ts";
import type { Ask, Fence } from "../../../protocol.ts";
import { text } from "../../../text/text.ts";
import { FinalArgumentReply, AdvocateRebuttalReply, AdvocateStatementReply } from "../replies.ts";
import {
  finalProblems,
  rebuttalProblems,
  type Speaking,
  statementProblems,
} from "../rules/advocate-checks.ts";
import {
  criticismsIn,
  finalClaims,
  rebuttalClaims,
  spokenIn,
  statementClaims,
  statementsIn,
  votesAfter,
  withTurns,
} from "../rules/advocates.ts";
import { matrixAfter, unresolvedIn } from "../rules/matrix.ts";
import {
  calledBy,
  type ComparedMerge,
  type Debated,
  listDocuments,
  quotableTexts,
  findVariantNumber,
} from "../rules/table.ts";
import { buildVoteSurroundings } from "../rules/vote-changes.ts";
import { differencesShown, finalsShown, rebuttalsShown } from "./discussion-text.ts";
import { advocateText } from "./personas.ts";
import {
  type CloseMatter,
  type MergeRebutInput,
  type MergeStateInput,
  type StatementHeard,
  variantSource,
  type VoteRead,
} from "./prompt-input.ts";

export function stateCase(
  compared: ComparedMerge,
  advocate: Participant,
  fence: Fence,
): Ask<AdvocateStatementReply> {
  const shown = differencesShown(compared, fence);
  const speaking = createSpeaking(compared, advocate);
  const input: MergeStateInput = { kind: "merge.state", ...advocateMatter(compared, advocate) };
  return {
    prompt: [
      ...shown.segments,
      sharedSegment(STATEMENT),
      ownSegment(`${introduceAdvocate(compared, advocate)}\nReply with one JSON object.`),
    ],
    reply: AdvocateStatementReply,
    promptInput: input,
    texts: quotableTexts(compared),
    reveals: shown.reveals,
    check: (reply) => statementProblems(speaking, reply),
    claims: (reply) => statementClaims(reply, speaking.own),
    says: ({ summary }) => summarizeWords(compared, advocate, summary),
  };
}

const VOTING = text`
  A vote names the draft whose words should stand at that point, by its number: yours or another. If no draft's words
  alone should, give 0 and say in "instead": combine (with "pieces": exact words of the drafts, in the order they should
  stand in), neither, or cannot-tell. A U point is something that only one draft has: take (its number does the same),
  leave, fold (with the title of the section it belongs in), or cannot-tell. What is not agreed on keeps the base's
  words, and what only another draft has is then left out. One sentence says why.
`;

const STATEMENT = text`
  State the case for your draft. Nobody sees another statement before all have spoken.
  First give the strongest case for every other draft, as its own advocate would put it. Then name your draft's
  strengths and others' weaknesses, each with a quote, a calculation or a silence that shows it; general knowledge alone
  is shown as speculation. Your own draft's weaknesses are concessions, with no point. Concede what another draft does better.
  Vote on every point.
  ${VOTING}
`;

export function rebut(
  debated: Debated,
  advocate: Participant,
  { earlier, fence }: { earlier: Round<AdvocateRebuttalReply>; fence: Fence },
): Ask<AdvocateRebuttalReply> {
  const shown = rebuttalsShown(debated, earlier.spoken, fence);
  const speaking = createSpeaking(debated, advocate);
  const criticisms = criticismsIn(debated)
    .filter(({ variant }) => variant === speaking.own)
    .map(({ claim }) => claim);
  const around = buildVoteSurroundings(debated, {
    by: advocate.id,
    round: 2,
    earlier: { rebuttals: earlier.spoken, finals: [] },
  });
  const input: MergeRebutInput = {
    kind: "merge.rebut",
    ...advocateMatter(debated, advocate),
    statements: statementsHeard(debated),
    earlier: earlier.spoken
      .map((turn) => readAdvocateTurn(debated, turn))
      .map(({ reply, ...rest }) => ({ ...rest, rebuttal: reply })),
    criticisms,
    votes: votesRead(debated, 1),
  };
  const soFar = withTurns(debated, { rebuttals: earlier.spoken, finals: [] });
  const open = unresolvedIn(matrixAfter(soFar, 2)).map(({ point }) => point.id);
  const disputed =
    open.length === 0
      ? "All points are agreed on so far."
      : `Still disputed: ${open.join(", ")}. All other points are agreed on so far.`;
  const owing =
    criticisms.length === 0
      ? "Nobody criticised your draft."
      : `Answer each of these criticisms of your draft exactly once: ${criticisms.map(({ id }) => id).join(", ")}.`;
  return {
    prompt: [
      ...shown.segments,
      sharedSegment(REBUTTAL),
      ownSegment(
        `${introduceAdvocate(debated, advocate)}\n${disputed}\n${owing}\nReply with one JSON object.`,
      ),
    ],
    reply: AdvocateRebuttalReply,
    promptInput: input,
    texts: quotableTexts(debated),
    reveals: shown.reveals,
    check: (reply) => rebuttalProblems({ ...speaking, ...around, criticisms }, reply),
    claims: rebuttalClaims,
    says: ({ responses, changes }) =>
      summarizeWords(
        debated,
        advocate,
        [
          ...responses.map((one) => `${one.criticism}: ${one.text}`),
          ...changes.map(
            ({ point, variant, because }) =>
              `${point} to ${calledBy(debated, variant)}: ${because}`,
          ),
        ].join(" ") || "nothing to add",
      ),
  };
}

const REBUTTAL = text`
  The advocates answer in turn; you see those who spoke before you. Counter each criticism of your draft with evidence,
  concede it where it is right, or say partly and which part. Say how you now see the other drafts.
  Where you were convinced, give the point with your new vote in "changes", and in "causes" the ids of the others' claims
  that convinced you, or in "evidence" something that you have not quoted before. Giving up a point is such a change;
  "concessions" are for whatever else you admit, with no point. A point that you do not name keeps the vote you gave it.
  ${VOTING}
`;

export function closeCase(
  debated: Debated,
  advocate: Participant,
  { earlier, fence }: { earlier: Round<FinalArgumentReply>; fence: Fence },
): Ask<FinalArgumentReply> {
  const rebuttals = spokenIn(debated.rebuttals);
  const shown = finalsShown(debated, { rebuttals, finals: earlier.spoken }, fence);
  const unresolved = unresolvedIn(matrixAfter(debated, 2)).map(({ point }) => point.id);
  const speaking = { ...createSpeaking(debated, advocate), points: unresolved };
  const around = buildVoteSurroundings(debated, {
    by: advocate.id,
    round: 3,
    earlier: { rebuttals, finals: earlier.spoken },
  });
  const input: CloseMatter = {
    kind: "merge.close",
    ...advocateMatter(debated, advocate),
    statements: statementsHeard(debated),
    rebuttals: rebuttals
      .map((turn) => readAdvocateTurn(debated, turn))
      .map(({ reply, ...rest }) => ({ ...rest, rebuttal: reply })),
    votes: votesRead(debated, 2),
    unresolved,
  };
  const task = text`
    These are the last words. These points were open when they began: ${unresolved.join(", ")}.
    Vote on each of them after all you have heard. A vote that is new for you names the others' claims that changed your
    mind, or evidence that you have not quoted before. Admit in "concessions" what else you would no longer defend.
    ${VOTING}
  `;
  return {
    prompt: [
      ...shown.segments,
      sharedSegment(task),
      ownSegment(`${introduceAdvocate(debated, advocate)}\nReply with one JSON object.`),
    ],
    reply: FinalArgumentReply,
    promptInput: input,
    texts: quotableTexts(debated),
    reveals: shown.reveals,
    check: (reply) => finalProblems({ ...speaking, ...around }, reply),
    claims: (reply) => finalClaims(reply, speaking.own),
    says: ({ argument }) => summarizeWords(debated, advocate, argument),
  };
}

function createSpeaking(compared: ComparedMerge, { id }: Participant): Speaking {
  const points = compared.voted.map((point) => point.id);
  return { compared, by: id, own: findVariantNumber(compared, id), points };
}

function introduceAdvocate(compared: ComparedMerge, advocate: Participant): string {
  const variant = findVariantNumber(compared, advocate.id);
  const { label } = listDocuments(compared).find((document) => document.variant === variant) ?? {};
  return `${advocateText(advocate, label ?? "")} It is source ${variantSource(variant)}, number ${variant}.`;
}

function advocateMatter(compared: ComparedMerge, advocate: Participant) {
  return {
    brief: compared.brief,
    seat: advocate,
    variants: listDocuments(compared),
    points: compared.points,
    own: findVariantNumber(compared, advocate.id),
    voted: compared.voted.map(({ id }) => id),
    priority: compared.priority,
  };
}

function statementsHeard(debated: Debated): StatementHeard[] {
  return statementsIn(debated)
    .map((turn) => readAdvocateTurn(debated, turn))
    .map(({ reply, ...rest }) => ({ ...rest, statement: reply }));
}

function readAdvocateTurn<Reply>(debated: Debated, { by, reply, claims }: Spoken<Reply>) {
  const seat = debated.advocates.find(({ id }) => id === by);
  if (!seat) throw new TypeError(`${by} is no advocate.`);
  return { seat, variant: findVariantNumber(debated, by), reply, claims };
}

function votesRead(debated: Debated, round: 1 | 2): VoteRead[] {
  return votesAfter(debated, round).map(({ by, point, variant, choice }) => ({
    by,
    point,
    variant,
    choice,
  }));
}

function summarizeWords(compared: ComparedMerge, { id }: Participant, words: string): ReplySummary {
  return {
    position: calledBy(compared, findVariantNumber(compared, id)),
    confidence: null,
    words,
    wouldChange: null,
  };
}
