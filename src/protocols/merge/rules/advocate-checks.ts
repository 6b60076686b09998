/** K3, K5, K7, A19-A22: what an advocate's reply owes to the points, to the other variants and to a change of mind. */
import type { Claim } from "../../../domain/claim.ts";
import type { Evidence } from "../../../domain/evidence/evidence.ts";
import { reportDuty, reportInvalid } from "../../../exchange/reply-problems.ts";
import type { Problem } from "../../../protocol.ts";
import { isSubstantiveText } from "../../../text/substance.ts";
import { type Concession, type NewWinner, type Winner } from "../prompts/prompt-input.ts";
import type {
  FinalArgumentReply,
  AdvocateRebuttalReply,
  AdvocateStatementReply,
} from "../replies.ts";
import { type AdvocateContext, changeProblems } from "./change-causes.ts";
import { isQuoted } from "./table.ts";
import { listVariantNumbers, type Speaking, winnerProblems } from "./vote-checks.ts";
import { formatChoiceKey, listVoteCauses } from "./vote-choice.ts";

export function statementProblems(speaking: Speaking, reply: AdvocateStatementReply): Problem[] {
  const { compared, own, points } = speaking;
  const others = listVariantNumbers(compared).filter((variant) => variant !== own);
  const unnamed = points.filter((id) => !reply.winners.some(({ point }) => point === id));
  const hollow = reply.steelmen.filter(({ text }) => !isSubstantiveText(text));
  return [
    ...steelmanProblems(reply, others).map(reportInvalid),
    ...reply.weaknesses
      .filter(({ variant }) => !others.includes(variant) && variant !== own)
      .map(({ variant }) => reportInvalid(`there is no variant ${variant}`)),
    ...winnerProblems(speaking, reply.winners),
    ...concessionProblems(speaking, reply.concessions),
    ...(unnamed.length === 0 ? [] : [reportDuty(`no winner is named for ${unnamed.join(", ")}`)]),
    ...hollow.map(({ variant }) =>
      reportDuty(`the best case for variant ${variant} says too little`),
    ),
    ...findUnprovenPoints(speaking, reply),
    ...findContradictedConcessions(reply.winners, reply.concessions),
  ];
}

/** A19: the best case for every opponent, exactly once, or the statement is not valid. */
function steelmanProblems(
  { steelmen }: AdvocateStatementReply,
  others: readonly number[],
): string[] {
  const counts = others.flatMap((variant) => {
    const count = steelmen.filter((one) => one.variant === variant).length;
    if (count === 1) return [];
    return [`the strongest case for variant ${variant} is given ${count} times, once is needed`];
  });
  const strangers = steelmen
    .filter(({ variant }) => !others.includes(variant))
    .map(({ variant }) => `${variant} is no other variant, so no case is to be made for it`);
  return [...counts, ...strangers];
}

/** A20, K7: a strength or a weakness has evidence that holds; without it is asked for, then shown as speculation. */
function findUnprovenPoints(
  { compared }: Speaking,
  { strengths, weaknesses }: AdvocateStatementReply,
): Problem[] {
  const bare = (of: readonly { readonly evidence: readonly Evidence[] }[]): number[] =>
    of.flatMap(({ evidence }, index) =>
      evidence.some((one) => isQuoted(compared, one)) ? [] : [index + 1],
    );
  const said = (what: string, places: readonly number[]): Problem[] =>
    places.length === 0
      ? []
      : [
          reportDuty(
            `${what} ${places.join(", ")} has no quote, calculation or silence that holds`,
          ),
        ];
  return [...said("strength", bare(strengths)), ...said("weakness", bare(weaknesses))];
}

export function rebuttalProblems(
  speaking: Speaking & AdvocateContext & { readonly criticisms: readonly Claim[] },
  reply: AdvocateRebuttalReply,
): Problem[] {
  const ids = speaking.criticisms.map(({ id }) => id);
  const counts = ids.flatMap((id) => {
    const count = reply.responses.filter(({ criticism }) => criticism === id).length;
    if (count === 1) return [];
    const text = `criticism ${id} is answered ${count} times, once is needed`;
    return [count === 0 ? reportDuty(text) : reportInvalid(text)];
  });
  const strangers = reply.responses
    .filter(({ criticism }) => !ids.includes(criticism))
    .map(({ criticism }) => reportInvalid(`"${criticism}" is no criticism of your variant`));
  return [
    ...counts,
    ...strangers,
    ...assessmentProblems(speaking, reply),
    ...winnerProblems(speaking, reply.changes),
    ...concessionProblems(speaking, reply.concessions),
    ...causesMissing(speaking, reply.changes),
    ...findUncausedChanges(speaking, reply.changes, reply.concessions),
  ];
}

function assessmentProblems(
  { compared, own }: Speaking,
  { assessments }: AdvocateRebuttalReply,
): Problem[] {
  const others = listVariantNumbers(compared).filter((variant) => variant !== own);
  return assessments
    .filter(({ variant }) => !others.includes(variant))
    .map(({ variant }) =>
      reportInvalid(`${variant} is no other variant, so it cannot be assessed`),
    );
}

export function finalProblems(
  speaking: Speaking & AdvocateContext,
  reply: FinalArgumentReply,
): Problem[] {
  const { points } = speaking;
  const unnamed = points.filter((id) => !reply.winners.some(({ point }) => point === id));
  return [
    ...winnerProblems(speaking, reply.winners),
    ...concessionProblems(speaking, reply.concessions),
    ...(unnamed.length === 0 ? [] : [reportDuty(`no winner is named for ${unnamed.join(", ")}`)]),
    ...causesMissing(speaking, reply.winners),
    ...findUncausedChanges(speaking, reply.winners, reply.concessions),
  ];
}

function causesMissing(
  speaking: Speaking & AdvocateContext,
  changes: readonly NewWinner[],
): Problem[] {
  return changes
    .flatMap((change) =>
      changeProblems(speaking, {
        ...change,
        causes: listVoteCauses(change),
        choice: findChoiceKey(speaking, change),
        conceded: false,
      }),
    )
    .map(reportDuty);
}

function findChoiceKey({ compared, argued }: Speaking, vote: Winner): string | null {
  const same = vote.variant === 0 ? argued?.get(vote.same_as ?? "") : undefined;
  if (same !== undefined) return same;
  return formatChoiceKey(
    compared.points.find(({ id }) => id === vote.point),
    vote,
  );
}

/** A concession that turns a vote is a change, and a change has a cause. */
function findUncausedChanges(
  speaking: Speaking & AdvocateContext,
  changes: readonly NewWinner[],
  concessions: readonly Concession[],
): Problem[] {
  const { own } = speaking;
  const silent = concessions.flatMap(({ point, variant, text }): NewWinner[] =>
    point === null ||
    variant === null ||
    variant === own ||
    changes.some((change) => change.point === point && change.variant === variant)
      ? []
      : [{ point, variant, because: text, causes: [], evidence: [] }],
  );
  return [
    ...silent
      .filter((given) => {
        const vote = { ...given, choice: findChoiceKey(speaking, given), conceded: true };
        return changeProblems(speaking, vote).length > 0;
      })
      .map(({ point, variant }) =>
        reportDuty(
          `${point} is conceded to variant ${variant}, and nothing says what changed your mind`,
        ),
      ),
    ...findContradictedConcessions(changes, concessions),
  ];
}

function findContradictedConcessions(
  winners: readonly Winner[],
  concessions: readonly Concession[],
): Problem[] {
  return concessions.flatMap(({ point, variant }) => {
    const named = winners.find((winner) => winner.point === point);
    if (!named || variant === null || [variant, 0].includes(named.variant)) return [];
    return [
      reportDuty(
        `${point} is conceded to variant ${variant}, and variant ${named.variant} is its winner`,
      ),
    ];
  });
}

/** A concession of a point that nobody votes on is a remark, and counts for nothing. */
function concessionProblems({ compared }: Speaking, concessions: readonly Concession[]): Problem[] {
  const variants = listVariantNumbers(compared);
  return concessions.flatMap(({ variant }) =>
    variant === null || variants.includes(variant)
      ? []
      : [reportInvalid(`there is no variant ${variant} to concede to`)],
  );
}
