/** What every seat is shown before its own part: the same bytes for all, and only ever appended to. */
import type { Spoken } from "../../../domain/round.ts";
import { sharedSegment } from "../../../exchange/prompt-segments.ts";
import type { PromptSegment } from "../../../model.ts";
import type { Fence } from "../../../protocol.ts";
import { FENCE_RULE, text } from "../../../text/text.ts";
import type {
  FinalArgumentReply,
  AdvocateRebuttalReply,
  AdvocateStatementReply,
} from "../replies.ts";
import { statementsIn } from "../rules/advocates.ts";
import { ancestorSource, originalSource } from "../rules/seats.ts";
import {
  type ComparedMerge,
  type Debated,
  type Gathered,
  findMergeName,
  findVariantNumber,
} from "../rules/table.ts";
import { describeDifferences } from "./differences-text.ts";
import { variantSource } from "./prompt-input.ts";
import { concessionText, quoteLine, voteText } from "./vote-text.ts";

interface Shown {
  readonly segments: readonly PromptSegment[];
  /** Keys of the turns whose words are in the segments. */
  readonly reveals: readonly string[];
}

/** Ten drafts of a megabyte are written out once per order, not for each of twenty asks. */
const shownBefore = new WeakMap<object, Map<string, Shown>>();

/** The variants alone, in input order or reversed (A32). */
export function variantsShown(
  gathered: Gathered,
  fence: Fence,
  order: "forward" | "reverse" = "forward",
): Shown {
  const known = shownBefore.get(gathered.variants) ?? new Map<string, Shown>();
  const shown = known.get(order) ?? writeVariants(gathered, fence, order);
  shownBefore.set(gathered.variants, known.set(order, shown));
  return shown;
}

function writeVariants(gathered: Gathered, fence: Fence, order: "forward" | "reverse"): Shown {
  const { brief, settings } = gathered;
  const variants = order === "forward" ? gathered.variants : gathered.variants.toReversed();
  const isNamed = settings.authors && !settings.blind;
  const shownVariants = variants.map(({ document, title }) => {
    const id = variantSource(document.variant);
    // who wrote a draft, or what its file is called, speaks neither for it nor against it
    const name = isNamed ? stripTitle(title) : `Variant ${document.label}`;
    return `${name}: source ${id}, number ${document.variant}\n${fence(`source ${id}`, document.text)}`;
  });
  const source = originalSource(brief);
  const ancestor = ancestorSource(brief);
  const question = isNamed ? `What is merged\n${fence("question", brief.question)}` : "";
  const common = ancestor
    ? `They are versions of this text\n${fence("source ancestor", ancestor.text)}`
    : "";
  const original = source
    ? `They were written from this source\n${fence("source source", source.text)}`
    : "";
  const words = text`
    Several drafts of one document are merged into one. Code compares them and lists the points where they differ;
    advocates argue for the drafts and vote on each point; the votes decide what the merged document says. This is not
    a contest: find the best of each draft.
    ${FENCE_RULE}

    ${question}

    ${common}

    ${original}

    ${shownVariants.join("\n\n")}
  `.replace(/\n{3,}/g, "\n\n");
  const reveals = gathered.variants.flatMap(({ writtenIn }) => writtenIn ?? []);
  return { segments: [sharedSegment(words)], reveals };
}

/** A title contains a file's name, so it is kept to one plain line. */
function stripTitle(title: string): string {
  return title.replace(/[^\p{L}\p{N} ._:()/-]/gu, "").slice(0, 100);
}

/** And what step 1 found in them. */
export function differencesShown(compared: ComparedMerge, fence: Fence): Shown {
  const { segments, reveals } = variantsShown(compared, fence);
  const { found } = compared;
  return {
    segments: [...segments, sharedSegment(describeDifferences(compared, fence))],
    reveals: [...reveals, ...(found?.kind === "spoken" ? [found.key] : [])],
  };
}

/** And what each advocate stated. */
function statementsShown(debated: Debated, fence: Fence): Shown {
  const { segments, reveals } = differencesShown(debated, fence);
  const turns = statementsIn(debated);
  const entries = turns.map((turn) =>
    spokenBy(debated, turn, { fence, words: statementText(turn) }),
  );
  return {
    segments: [
      ...segments,
      sharedSegment(`Round 1. The advocates have stated their cases.\n\n${entries.join("\n\n")}`),
    ],
    reveals: [...reveals, ...turns.map(({ key }) => key)],
  };
}

/** And who has rebutted so far: a segment each, so that what was shown before stays the same bytes. */
export function rebuttalsShown(
  debated: Debated,
  turns: readonly Spoken<AdvocateRebuttalReply>[],
  fence: Fence,
): Shown {
  const { segments, reveals } = statementsShown(debated, fence);
  const entries = turns.map((turn) =>
    sharedSegment(`Round 2. ${spokenBy(debated, turn, { fence, words: rebuttalText(turn) })}`),
  );
  return {
    segments: [...segments, ...entries],
    reveals: [...reveals, ...turns.map(({ key }) => key)],
  };
}

export function finalsShown(
  debated: Debated,
  {
    rebuttals,
    finals,
  }: {
    rebuttals: readonly Spoken<AdvocateRebuttalReply>[];
    finals: readonly Spoken<FinalArgumentReply>[];
  },
  fence: Fence,
): Shown {
  const { segments, reveals } = rebuttalsShown(debated, rebuttals, fence);
  const entries = finals.map((turn) =>
    sharedSegment(`Round 3. ${spokenBy(debated, turn, { fence, words: finalText(turn) })}`),
  );
  return {
    segments: [...segments, ...entries],
    reveals: [...reveals, ...finals.map(({ key }) => key)],
  };
}

function spokenBy(
  debated: Debated,
  { by }: Spoken<unknown>,
  { fence, words }: { fence: Fence; words: string },
): string {
  const source = variantSource(findVariantNumber(debated, by));
  return `${findMergeName(debated, by)} (for ${source})\n${fence(`advocate ${by}`, words)}`;
}

function statementText({ reply, claims }: Spoken<AdvocateStatementReply>): string {
  const { summary, strengths, steelmen, weaknesses, concessions, winners } = reply;
  const claim = (index: number): string => claims[index]?.id ?? "";
  const quotes = (index: number): string => (claims[index]?.evidence ?? []).map(quoteLine).join("");
  const after = strengths.length + weaknesses.length;
  return [
    summary,
    ...strengths.map(({ text: words }, at) => `${claim(at)} strength: ${words}${quotes(at)}`),
    ...steelmen.map(
      ({ variant, text: words }) => `Best case for ${variantSource(variant)}: ${words}`,
    ),
    ...weaknesses.map(({ variant, text: words }, index) => {
      const at = strengths.length + index;
      return `${claim(at)} weakness of ${variantSource(variant)}: ${words}${quotes(at)}`;
    }),
    ...concessions.map(concessionText),
    ...winners.map(
      (winner, index) =>
        `${claim(after + index)} ${winner.point}: ${voteText(winner)}, because ${winner.because}`,
    ),
  ].join("\n");
}

function rebuttalText({ reply, claims }: Spoken<AdvocateRebuttalReply>): string {
  const { responses, assessments, concessions, changes } = reply;
  const quotes = (index: number): string => (claims[index]?.evidence ?? []).map(quoteLine).join("");
  return [
    ...responses.map(
      ({ criticism, answer, text: words }, at) =>
        `${claims[at]?.id ?? ""} to ${criticism} (${answer}): ${words}${quotes(at)}`,
    ),
    ...assessments.map(({ variant, text: words }) => `Now of ${variantSource(variant)}: ${words}`),
    ...concessions.map(concessionText),
    ...changes.map((change, index) => {
      const { point, because, causes } = change;
      const at = responses.length + index;
      const why = causes.length === 0 ? "" : ` (changed by ${causes.join(", ")})`;
      return `${claims[at]?.id ?? ""} ${point}: now ${voteText(change)}, because ${because}${why}${quotes(at)}`;
    }),
  ].join("\n");
}

function finalText({ reply, claims }: Spoken<FinalArgumentReply>): string {
  const { argument, concessions, winners } = reply;
  return [
    `${claims[0]?.id ?? ""} ${argument}`,
    ...concessions.map(concessionText),
    ...winners.map(
      (winner, index) =>
        `${claims[index + 1]?.id ?? ""} ${winner.point}: ${voteText(winner)}, because ${winner.because}`,
    ),
  ].join("\n");
}
