/** diff-analysis.md: what step 1 found, for people. Text from a variant or a model is shown and never rendered. */
import { cutAtWord } from "../../text/cut-text.ts";
import { formatInertCell, formatInertText, sanitizeLine } from "../../text/markdown.ts";
import { isNearDuplicatePair, type PairDifference } from "../align/line-overlap.ts";
import { listSectionPairs } from "../align/section-pairs.ts";
import { type ComparisonPoint, SEVERITIES, type PointSide } from "../comparison-point.ts";
import type { ParsedDocument } from "../document.ts";
import { type VariantAnalysis, countPoints } from "./analyse-variants.ts";
import { formatDocumentLabels } from "./passage-difference.ts";

export interface DiffPageMetadata {
  readonly generated: string;
  /** Lines of Markdown, ready to be shown: what a person decided, what could not be verified. */
  readonly remarks: readonly string[];
}

export function formatDiffAnalysisPage(
  documents: readonly ParsedDocument[],
  analysis: VariantAnalysis,
  meta: DiffPageMetadata,
): string {
  const { points } = analysis;
  const of = (category: ComparisonPoint["category"]): ComparisonPoint[] =>
    points.filter((point) => point.category === category);
  const [between, within] = [
    of("contradiction").filter((point) => point.within === null),
    of("contradiction").filter((point) => point.within !== null),
  ];
  const [content, settled] = [
    of("content").filter((point) => point.settled === undefined),
    of("content").filter((point) => point.settled !== undefined),
  ];
  const parts = [
    "# Diff analysis",
    formatDiffMetadata(documents, analysis, meta),
    formatAlignmentPart(documents),
    formatPointsPart("## Structural differences", documents, of("structural")),
    formatPointsPart("## Content differences", documents, content),
    settled.length === 0
      ? ""
      : formatPointsPart("## Changed by one side, taken without a vote", documents, settled),
    "## Contradictions",
    formatPointsPart("### Between variants", documents, between),
    formatPointsPart("### Within one variant", documents, within),
    formatPointsPart("## Unique contributions", documents, of("unique")),
    formatDiffSummary(documents, analysis),
  ];
  return `${parts.filter((text) => text !== "").join("\n\n")}\n`;
}

function formatDiffMetadata(
  documents: readonly ParsedDocument[],
  analysis: VariantAnalysis,
  meta: DiffPageMetadata,
): string {
  const counts = countPoints(analysis.points);
  const names = documents.map(({ label, name, sections, text }) => [
    label,
    formatInertText(name) || "—",
    String(sections.length - 1),
    String(text.split("\n").length - (text.endsWith("\n") ? 1 : 0)),
  ]);
  return [
    "## Metadata",
    [
      `- Generated: ${formatInertText(meta.generated)}`,
      `- Variants: ${documents.length}`,
      `- Findings: ${counts.total}`,
      `- Structural: ${counts.structural}`,
      `- Content: ${counts.content}`,
      `- Contradictions between variants: ${counts.contradictions}`,
      `- Contradictions within one variant: ${counts.within}`,
      `- Unique contributions: ${counts.unique}`,
      ...formatFocusLine(analysis),
    ].join("\n"),
    formatMarkdownTable(["Variant", "Name", "Headings", "Lines"], names),
    formatPairsTable(documents, analysis),
    ...(meta.remarks.length === 0 ? [] : [meta.remarks.map((line) => `- ${line}`).join("\n")]),
  ].join("\n\n");
}

function formatFocusLine({ focused, points }: VariantAnalysis): string[] {
  const known = new Set(focused);
  const beside = points.filter(({ id, origin }) => origin === "code" && !known.has(id)).length;
  return beside === 0
    ? []
    : [`- In focus: ${points.length - beside}; the other ${beside} are listed and not voted on`];
}

function formatPairsTable(
  documents: readonly ParsedDocument[],
  { pairs }: VariantAnalysis,
): string {
  const label = (variant: number): string =>
    documents.find((one) => one.variant === variant)?.label ?? String(variant);
  const rows = pairs.map((pair) => [
    `${label(pair.a)} and ${label(pair.b)}`,
    String(pair.shared),
    String(pair.distinct),
    formatPairDifference(pair) + (isNearDuplicatePair(pair) ? ", near-duplicates" : ""),
  ]);
  return formatMarkdownTable(["Pair", "Lines in both", "Distinct lines", "Difference"], rows);
}

/** Rounded to a tenth of a per cent for people; decisions use the integers. */
function formatPairDifference({ shared, distinct }: PairDifference): string {
  if (distinct === 0) return "0.0 %";
  const tenths = Math.round(((distinct - shared) * 1_000) / distinct);
  return `${Math.floor(tenths / 10)}.${tenths % 10} %`;
}

/** A0: which sections answer each other. */
function formatAlignmentPart(documents: readonly ParsedDocument[]): string {
  const rows = listSectionPairs(documents);
  if (rows.length === 0) return "";
  const shown = rows.slice(0, MOST_ROWS).map(({ level, titles }) =>
    titles.map((title) => {
      const indent = "· ".repeat(Math.max(0, level - 1));
      return title === null
        ? "—"
        : `${indent}${formatInertText(shortenWords(title, LONGEST_TITLE))}`;
    }),
  );
  const rest = rows.length - shown.length;
  return [
    "## Alignment of sections",
    "Sections in one row are compared with each other. A section that stands alone stands for all below it.",
    formatMarkdownTable(
      documents.map(({ label }) => label),
      shown,
    ),
    ...(rest > 0 ? [`${rest} more rows.`] : []),
  ].join("\n\n");
}

const MOST_ROWS = 200;

/** A table with a row per point, then the words of every side. */
function formatPointsPart(
  title: string,
  documents: readonly ParsedDocument[],
  points: readonly ComparisonPoint[],
): string {
  if (points.length === 0) return `${title}\n\nNone.`;
  const unique = points[0]?.category === "unique";
  const rows = points.map((point) => [
    point.id,
    point.severity,
    point.kind,
    formatPointVariants(documents, point),
    formatPointFinding(point),
  ]);
  const head = ["Id", unique ? "Value" : "Severity", "Kind", "Variants", "Finding"];
  const quotes = points.map((point) => formatPointQuotes(documents, point));
  return [title, formatMarkdownTable(head, rows), ...quotes].join("\n\n");
}

function formatPointFinding({ summary, origin }: ComparisonPoint): string {
  const words = formatInertText(shortenWords(summary, LONGEST_FINDING));
  return origin === "code" ? words : `${words} (reported by ${formatInertText(origin)})`;
}

const LONGEST_FINDING = 400;

function formatPointVariants(
  documents: readonly ParsedDocument[],
  { sides }: ComparisonPoint,
): string {
  const variants = new Set(sides.map(({ variant }) => variant));
  return formatDocumentLabels(documents.filter(({ variant }) => variants.has(variant)));
}

function formatPointQuotes(
  documents: readonly ParsedDocument[],
  { id, sides }: ComparisonPoint,
): string {
  const lines = sides.map((side) => {
    const document = documents.find(({ variant }) => variant === side.variant);
    const place = `- ${document?.label ?? side.variant}, ${formatSidePlace(document, side)}`;
    const words = formatSideQuote(document, side);
    // a heading is its own quote
    if (words === document?.sections[side.section]?.title) return place;
    return `${place}: “${formatInertText(words)}”`;
  });
  return [`**${id}**`, lines.join("\n")].join("\n\n");
}

const LONGEST_TITLE = 80;

/** "section 3.2 Storage, line 41". */
function formatSidePlace(
  document: ParsedDocument | undefined,
  { section, line }: PointSide,
): string {
  const found = document?.sections[section];
  if (found === undefined || section === 0) return `line ${line}`;
  const title = formatInertText(shortenWords(found.title, LONGEST_TITLE));
  return `section ${found.number === "0" ? "" : `${found.number} `}${title}, line ${line}`;
}

const LONGEST_QUOTE = 240;

/** On one line, without the marks of a heading, item or row around it. */
function formatSideQuote(document: ParsedDocument | undefined, { quote, end }: PointSide): string {
  const line = sanitizeLine(quote)
    .replace(/\s+/g, " ")
    .replace(/^(?:#{1,6}|[-*+]|\d+[.)]) /, "")
    .replace(/^\| ?| ?\|$/g, "");
  const whole = document?.text.slice(end - quote.length, end) === quote;
  const cut = shortenWords(line, LONGEST_QUOTE);
  return cut === line && !whole ? `${line} …` : cut;
}

function shortenWords(words: string, longest: number): string {
  return cutAtWord(sanitizeLine(words).replace(/\s+/g, " "), longest, " …");
}

function formatDiffSummary(
  documents: readonly ParsedDocument[],
  analysis: VariantAnalysis,
): string {
  const { points, identical, nearDuplicates, limits } = analysis;
  const counts = SEVERITIES.toReversed().map(
    (severity) => `${points.filter((point) => point.severity === severity).length} ${severity}`,
  );
  const weighty = points.filter(
    ({ severity, category }) => severity === "High" && category !== "unique",
  );
  const label = (variant: number): string =>
    documents.find((one) => one.variant === variant)?.label ?? String(variant);
  const lines = [
    ...(identical
      ? [
          "Substantially identical: every pair differs by less than 10 %. There is nothing to debate; the first variant is the base.",
        ]
      : []),
    `${points.length} findings: ${counts.join(", ")}.`,
    ...(identical
      ? []
      : nearDuplicates.map(
          ({ variant, of }) => `${label(variant)} is a near-duplicate of ${label(of)}.`,
        )),
    ...limits,
    ...weighty.slice(0, MOST_WEIGHTY).map((point) => `${point.id}: ${formatPointFinding(point)}`),
    ...(weighty.length > MOST_WEIGHTY
      ? [`${weighty.length - MOST_WEIGHTY} more of high severity.`]
      : []),
  ];
  return ["## Summary", lines.map((line) => `- ${line}`).join("\n")].join("\n\n");
}

const MOST_WEIGHTY = 10;

function formatMarkdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map(formatInertCell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
