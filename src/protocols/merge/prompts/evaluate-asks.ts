/** A31, A32: the evaluator's prompts: every criterion for every variant, in two orders, and the disputed ones again. */
import type { Participant } from "../../../domain/participant.ts";
import { createBlankWithRows } from "../../../exchange/blank-reply.ts";
import { ownSegment, sharedSegment } from "../../../exchange/prompt-segments.ts";
import type { Ask, Problem, Fence } from "../../../protocol.ts";
import { text } from "../../../text/text.ts";
import { EvaluationReply } from "../replies.ts";
import { ABSENCES, CODE_CHECKED, CRITERIA } from "../rules/criteria.ts";
import { listDocuments, type Gathered, quotableTexts } from "../rules/table.ts";
import { variantsShown } from "./discussion-text.ts";
import {
  type Criterion,
  type Dispute,
  DIMENSIONS,
  type EvaluateMatter,
  type MergeEvaluation as Reply,
  type ReEvaluateMatter,
  variantSource,
} from "./prompt-input.ts";

export function evaluate(
  gathered: Gathered,
  evaluator: Participant,
  { pass, fence }: { pass: EvaluateMatter["pass"]; fence: Fence },
): Ask<Reply> {
  const shown = variantsShown(gathered, fence, pass);
  const documents = listDocuments(gathered);
  const variants = pass === "forward" ? documents : documents.toReversed();
  const matter: EvaluateMatter = {
    kind: "merge.evaluate",
    brief: gathered.brief,
    seat: evaluator,
    variants,
    pass,
    criteria: CRITERIA,
  };
  const wanted = variants.flatMap(({ variant }) =>
    CRITERIA.map(({ id }) => ({ variant, criterion: id })),
  );
  const order = variants.map(({ variant }) => variantSource(variant)).join(", ");
  const task = text`
    You are the evaluator. Judge the variants in this order: ${order}.
    Give one entry for each of the ${CRITERIA.length} criteria and each of the ${variants.length} variants, ${CRITERIA.length * variants.length} in all.
    Reply with one JSON object.
  `;
  return {
    prompt: [...shown.segments, sharedSegment(JUDGING), ownSegment(task)],
    reply: EvaluationReply,
    blank: () => createBlankWithRows(EvaluationReply, { appraisals: wanted }),
    promptInput: matter,
    texts: quotableTexts(gathered),
    reveals: shown.reveals,
    check: (reply) => coverageProblems(reply, wanted),
    says: (reply) => summarizeAppraisals(reply),
  };
}

const JUDGING = [
  text`
    The variants are judged by yes-or-no criteria. For each, say in one sentence whether it is met and by what, and give the
    verdict MET or NOT MET; there is no half credit. For MET, quote exact words of the variant that show it: without a quote
    that occurs in the variant it counts as NOT MET. White space does not matter. For NOT MET the quote may be null.
    A criterion marked (absence) is met by what is not there. For MET give instead of a quote, in "searched", words of at
    least 3 letters that a breach would contain and that you did not find, separated by commas: "TBD, to be decided". Code
    looks for them; a word that it finds makes it NOT MET. For NOT MET quote the breach.
    A criterion marked (code) needs no evidence for MET, because code looks as well: skipped levels and empty sections make
    it NOT MET, contradictions that code takes for such are listed. For NOT MET quote what is wrong.
  `,
  ...DIMENSIONS.map((dimension) =>
    [
      `${dimension.charAt(0).toUpperCase()}${dimension.slice(1)}`,
      ...CRITERIA.filter((one) => one.dimension === dimension).map(
        ({ id, text: words }) => `${id}: ${words}${describeProof(id)}`,
      ),
    ].join("\n"),
  ),
].join("\n\n");

function describeProof(criterion: string): string {
  if (CODE_CHECKED.has(criterion)) return " (code)";
  return ABSENCES.has(criterion) ? " (absence)" : "";
}

/** Both evidences are shown; the verdict given now is final. */
export function evaluateAgain(
  gathered: Gathered,
  evaluator: Participant,
  {
    disputes,
    reveals,
    fence,
  }: { disputes: readonly Dispute[]; reveals: readonly string[]; fence: Fence },
): Ask<Reply> {
  const shown = variantsShown(gathered, fence);
  const criteria = CRITERIA.filter(({ id }) => disputes.some(({ criterion }) => criterion === id));
  const matter: ReEvaluateMatter = {
    kind: "merge.re-evaluate",
    brief: gathered.brief,
    seat: evaluator,
    variants: listDocuments(gathered),
    criteria,
    disputes,
  };
  const listed = disputes.map((dispute) => disputeText(dispute, criteria)).join("\n\n");
  const task = text`
    You are the evaluator. Two passes, in input order and reversed, came to different verdicts on these; a verdict is shown
    as it was given, and MET without evidence that holds counted as NOT MET. Look at both, look again into the variant,
    and give the final verdict, one entry each and no other.
    ${fence("disputes", listed)}
    Reply with one JSON object.
  `;
  return {
    prompt: [...shown.segments, sharedSegment(JUDGING), ownSegment(task)],
    reply: EvaluationReply,
    blank: () =>
      createBlankWithRows(EvaluationReply, {
        appraisals: disputes.map(({ variant, criterion }) => ({ variant, criterion })),
      }),
    promptInput: matter,
    texts: quotableTexts(gathered),
    reveals: [...shown.reveals, ...reveals],
    check: (reply) => coverageProblems(reply, disputes),
    says: (reply) => summarizeAppraisals(reply),
  };
}

function disputeText(
  { variant, criterion, forward, reverse }: Dispute,
  criteria: readonly Criterion[],
): string {
  const words = criteria.find(({ id }) => id === criterion)?.text ?? "";
  const pass = (name: string, { verdict, claim, quote, searched }: Dispute["forward"]): string => {
    const looked = searched ? ` Searched: ${searched}.` : "";
    return `${name}: ${verdict}. ${claim} ${quote === null ? "No quote." : `"${quote}"`}${looked}`;
  };
  return [
    `${variantSource(variant)}, ${criterion}: ${words}`,
    pass("First pass", forward),
    pass("Second pass", reverse),
  ].join("\n");
}

type Wanted = { readonly variant: number; readonly criterion: string };

/** Every verdict that was asked for, once, and none besides. */
function coverageProblems({ appraisals }: Reply, wanted: readonly Wanted[]): Problem[] {
  const formatWantedKey = ({ variant, criterion }: Wanted): string =>
    `${variantSource(variant)} ${criterion}`;
  const counts = new Map<string, number>();
  for (const appraisal of appraisals) {
    const key = formatWantedKey(appraisal);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const known = new Set(wanted.map(formatWantedKey));
  const wrong = [...known].flatMap((key) => {
    const count = counts.get(key) ?? 0;
    return count === 1 ? [] : [`${key} has ${count} verdicts, one is needed`];
  });
  const strangers = [...counts.keys()]
    .filter((key) => !known.has(key))
    .map((key) => `${key} was not asked for`);
  // one line for each of hundreds would be no repair request that anyone could follow
  const problems = [...wrong, ...strangers];
  const rest = problems.length - MOST_NAMED;
  return [
    ...problems.slice(0, MOST_NAMED),
    ...(rest > 0 ? [`${rest} more verdicts are missing, double or not asked for`] : []),
  ].map((problem) => ({ text: problem, duty: false }));
}

const MOST_NAMED = 12;

function summarizeAppraisals({ appraisals }: Reply) {
  const met = appraisals.filter(({ verdict }) => verdict === "MET").length;
  return {
    position: null,
    confidence: null,
    words: `${met} of ${appraisals.length} criteria met`,
    wouldChange: null,
  };
}
