/** A18-A24: the prompts of the debate: statements, rebuttals, final arguments. */
import type { Claim } from "../../../domain/claim.ts";
import type { ReplySummary } from "../../../domain/journal/event.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { Round, Spoken } from "../../../domain/round.ts";
import { createBlankWithRows } from "../../../exchange/blank-reply.ts";
import { writeEvidenceRule } from "../../../exchange/brief-prompt.ts";
import { ownSegment, sharedSegment } from "../../../exchange/prompt-segments.ts";
import type { Ask, Fence } from "../../../protocol.ts";
import { text } from "../../../text/text.ts";
import { FinalArgumentReply, AdvocateRebuttalReply, AdvocateStatementReply } from "../replies.ts";
import { finalProblems, rebuttalProblems, statementProblems } from "../rules/advocate-checks.ts";
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
  listOtherVariants,
  quotableTexts,
  findVariantNumber,
} from "../rules/table.ts";
import { buildVoteSurroundings } from "../rules/vote-changes.ts";
import type { Speaking } from "../rules/vote-checks.ts";
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
    blank: () =>
      createBlankWithRows(AdvocateStatementReply, {
        steelmen: listOtherVariants(compared, speaking.own).map((variant) => ({ variant })),
        winners: speaking.points.map((point) => ({ point })),
      }),
    promptInput: input,
    texts: quotableTexts(compared),
    reveals: shown.reveals,
    check: (reply) => statementProblems(speaking, reply),
    claims: (reply) => statementClaims(reply, speaking.own),
    says: ({ summary }) => summarizeWords(compared, advocate, summary),
  };
}

const EVIDENCE_RULE = writeEvidenceRule([
  "variant-1,",
  "or the id of a claim, such as advocate-2-3",
]);

const VOTING = text`
  How to vote. Name the draft whose words should stand at the point, by its number: yours or another. One sentence says
  why. If no draft's words alone should stand, give 0 and say in "instead":
  - all (C points): keep what every draft says there, one after the other; rows and items go into one table or list.
  - combine (C and X points): only the words in "pieces", exact words of the drafts, in the order they should stand in.
  - neither, or cannot-tell.
  A U point is something that only one draft has: take (naming that draft does the same), leave, fold (it goes to the end
  of the section whose title you give in "section"), or cannot-tell.
  After the debate the draft that scores best becomes the base. A point is agreed on if all advocates vote the
  same; of three or more, two thirds. What is not agreed on stays as the base has it, and what only another draft has is
  left out. Vote on the words: where an id or a number means something else in the base, it is put right afterwards.
`;

const STATEMENT = text`
  State the case for your draft. Nobody sees another statement before all have spoken.
  First give the strongest case for every other draft, as its own advocate would put it. Then name your draft's
  strengths and others' weaknesses, each with a quote, a calculation or a silence that shows it; general knowledge alone
  is shown as speculation. In "concessions" admit your own draft's weaknesses, with no point. A concession that names a
  point and a draft is a vote for that draft, so your vote there must be the same.
  Vote on every point; "same_as" is null, for nobody has voted yet.
  ${VOTING}

  ${writeEvidenceRule(["variant-1", "or variant-2"])}
`;

const NEW_VOTES = text`
  A vote that is new for you needs a cause: in "causes" the ids of others' claims that convinced you and that you had not
  seen when you last spoke, or in "evidence" something that you have not quoted before. To vote the same as another
  advocate, with the same pieces or section, give 0 and in "same_as" the id of that vote: the first word of its line.
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
  const owed = criticisms.map(({ id }) => ({ criticism: id }));
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
      : `Not agreed on so far: ${open.join(", ")}.`;
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
    blank: () => createBlankWithRows(AdvocateRebuttalReply, { responses: owed, changes: [] }),
    promptInput: input,
    texts: quotableWith(debated, around.visible),
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
  concede it where it is right, or say partly and which part. Say in "assessments" how you now see the other drafts; it
  may be empty.
  Where you were convinced, give the point with your new vote in "changes".
  ${NEW_VOTES}
  A point that you do not name keeps your vote. "concessions" are for what else you admit, with no point.
  ${VOTING}

  ${EVIDENCE_RULE}
`;

export function closeCase(
  debated: Debated,
  advocate: Participant,
  { earlier, fence }: { earlier: Round<FinalArgumentReply>; fence: Fence },
): Ask<FinalArgumentReply> {
  const rebuttals = spokenIn(debated.rebuttals);
  const shown = finalsShown(debated, { rebuttals, finals: earlier.spoken }, fence);
  const unresolved = unresolvedIn(matrixAfter(debated, 2)).map(({ point }) => point.id);
  const owed = unresolved.map((point) => ({ point }));
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
    Vote on each of them once more, also where your vote stays.
    ${NEW_VOTES}
    Admit in "concessions" what else you would no longer defend, with no point.
    ${VOTING}

    ${EVIDENCE_RULE}
  `;
  return {
    prompt: [
      ...shown.segments,
      sharedSegment(task),
      ownSegment(`${introduceAdvocate(debated, advocate)}\nReply with one JSON object.`),
    ],
    reply: FinalArgumentReply,
    blank: () => createBlankWithRows(FinalArgumentReply, { winners: owed }),
    promptInput: input,
    texts: quotableWith(debated, around.visible),
    reveals: shown.reveals,
    check: (reply) => finalProblems({ ...speaking, ...around }, reply),
    claims: (reply) => finalClaims(reply, speaking.own),
    says: ({ argument }) => summarizeWords(debated, advocate, argument),
  };
}

/** K7: what was said before can be quoted, too. */
function quotableWith(debated: Debated, visible: readonly Claim[]): ReadonlyMap<string, string> {
  return new Map([
    ...quotableTexts(debated),
    ...visible.map(({ id, text }) => [id, text] as const),
  ]);
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
