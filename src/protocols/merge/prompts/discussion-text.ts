/** What every seat is shown before its own part: the same bytes for all, and only ever appended to. */
import type { ComparisonPoint } from "../../../documents/comparison-point.ts";
import type { CheckedEvidence } from "../../../domain/evidence.ts";
import type { Spoken } from "../../../domain/round.ts";
import { QUOTE_RULE } from "../../../exchange/brief-prompt.ts";
import type { PromptSegment } from "../../../model.ts";
import type { Fence } from "../../../protocol.ts";
import { sanitizeLine } from "../../../text/markdown.ts";
import { FENCE_RULE, text } from "../../../text/text.ts";
import type {
  FinalArgumentReply,
  AdvocateRebuttalReply,
  AdvocateStatementReply,
} from "../replies.ts";
import { statementsIn } from "../rules/advocates.ts";
import { originalSource } from "../rules/seats.ts";
import {
  type ComparedMerge,
  type Debated,
  type Gathered,
  nameOf,
  variantOf,
} from "../rules/table.ts";
import { type Concession, variantSource } from "./prompt-input.ts";

interface Shown {
  readonly segments: readonly PromptSegment[];
  /** Keys of the turns whose words are in the segments. */
  readonly reveals: readonly string[];
}

export function shared(words: string): PromptSegment {
  return { shared: true, text: words };
}

export function own(words: string): PromptSegment {
  return { shared: false, text: words };
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
  const shownVariants = variants.map(({ document, title }) => {
    const id = variantSource(document.variant);
    return `${plain(title)} is source ${id}, number ${document.variant}\n${fence(`source ${id}`, document.text)}`;
  });
  const source = originalSource(brief);
  // a blind merge tells nobody what the files are called, and the question may
  const question = settings.blind ? "" : `What is merged\n${fence("question", brief.question)}`;
  const original = source
    ? `They go back to this source\n${fence("source source", source.text)}`
    : "";
  const words = text`
    Variants of one document are merged into one. Code compares them, advocates argue for them point by point, and
    what is taken from which variant follows from the points. It is no contest: the best of each is to be found.
    ${FENCE_RULE}

    ${question}

    ${original}

    ${shownVariants.join("\n\n")}

    ${QUOTE_RULE}
  `.replace(/\n{3,}/g, "\n\n");
  const reveals = gathered.variants.flatMap(({ writtenIn }) => writtenIn ?? []);
  return { segments: [shared(words)], reveals };
}

/** A title contains a file's name, so it is kept to one plain line. */
function plain(title: string): string {
  return title.replace(/[^\p{L}\p{N} ._:()/-]/gu, "").slice(0, 100);
}

/** And what step 1 found in them. */
export function differencesShown(compared: ComparedMerge, fence: Fence): Shown {
  const { segments, reveals } = variantsShown(compared, fence);
  const { points, voted, priority, found } = compared;
  const ids = (some: readonly { readonly id: string }[]): string =>
    some.map(({ id }) => id).join(", ");
  const listed = points.filter((point) => !voted.includes(point));
  const lines = [
    `These points need a winner: ${voted.length === 0 ? "none" : ids(voted)}.`,
    ...(listed.length === 0 ? [] : [`These are listed and not voted on: ${ids(listed)}.`]),
    ...(priority.length === 0 ? [] : [`A person asks to look first at: ${priority.join(", ")}.`]),
  ];
  const body = `What differs\n${fence("differences", points.map(pointText).join("\n\n"))}\n\n${lines.join("\n")}`;
  return {
    segments: [...segments, shared(body)],
    reveals: [...reveals, ...(found?.kind === "spoken" ? [found.key] : [])],
  };
}

function pointText({
  id,
  category,
  kind,
  severity,
  summary,
  topic,
  sides,
  origin,
}: ComparisonPoint): string {
  const by = origin === "code" ? "" : ", found by the analyst";
  const about = topic === null ? "" : ` [${sanitizeLine(topic)}]`;
  const quotes = sides.map(
    ({ variant, line, quote }) =>
      `  ${variantSource(variant)} line ${line}: "${sanitizeLine(quote)}"`,
  );
  return [
    `${id} (${category}, ${kind}, ${severity}${by})${about} ${sanitizeLine(summary)}`,
    ...quotes,
  ].join("\n");
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
      shared(`Round 1. The advocates have stated their cases.\n\n${entries.join("\n\n")}`),
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
    shared(`Round 2. ${spokenBy(debated, turn, { fence, words: rebuttalText(turn) })}`),
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
    shared(`Round 3. ${spokenBy(debated, turn, { fence, words: finalText(turn) })}`),
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
  const source = variantSource(variantOf(debated, by));
  return `${nameOf(debated, by)} (for ${source})\n${fence(`advocate ${by}`, words)}`;
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
      ({ point, variant, because }, index) =>
        `${claim(after + index)} ${point}: ${variantSource(variant)}, because ${because}`,
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
    ...changes.map(({ point, variant, because, causes }, index) => {
      const at = responses.length + index;
      const why = causes.length === 0 ? "" : ` (changed by ${causes.join(", ")})`;
      return `${claims[at]?.id ?? ""} ${point}: now ${variantSource(variant)}, because ${because}${why}${quotes(at)}`;
    }),
  ].join("\n");
}

function finalText({ reply, claims }: Spoken<FinalArgumentReply>): string {
  const { argument, concessions, winners } = reply;
  return [
    `${claims[0]?.id ?? ""} ${argument}`,
    ...concessions.map(concessionText),
    ...winners.map(
      ({ point, variant, because }, index) =>
        `${claims[index + 1]?.id ?? ""} ${point}: ${variantSource(variant)}, because ${because}`,
    ),
  ].join("\n");
}

function concessionText({ point, variant, text: words }: Concession): string {
  const what = point === null ? "" : ` ${point}`;
  const to = variant === null ? "" : ` to ${variantSource(variant)}`;
  return `Concedes${what}${to}: ${words}`;
}

function quoteLine({ source, quote, verified }: CheckedEvidence): string {
  return `\n   ${source}: "${sanitizeLine(quote)}"${verified ? "" : " (does not occur there)"}`;
}
