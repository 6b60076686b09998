/** What step 1 found, as the analyst and the advocates are shown it: pairs of sections, points, and what belongs together. */
import { listSectionPairs } from "../../../documents/align/section-pairs.ts";
import type { ComparisonPoint, PointSide } from "../../../documents/comparison-point.ts";
import { type ParsedDocument, readSpanText } from "../../../documents/document.ts";
import type { Fence } from "../../../protocol.ts";
import { sanitizeLine } from "../../../text/markdown.ts";
import { listRelatedPoints } from "../rules/related-points.ts";
import { type ComparedMerge, listDocuments } from "../rules/table.ts";
import { variantSource } from "./prompt-input.ts";

export function describeDifferences(compared: ComparedMerge, fence: Fence): string {
  const { points, voted, priority } = compared;
  const documents = listDocuments(compared);
  const settled = points.filter((point) => point.settled !== undefined);
  const shown = points.filter(
    ({ settled, kind }) => settled === undefined && kind !== "depth" && kind !== "headings",
  );
  const listed = shown.filter((point) => !voted.includes(point)).map(({ id }) => id);
  const related = listRelatedPoints(documents, voted);
  const lines = [
    ...(listed.length === 0 ? [] : [`Listed only, nobody votes on them: ${listed.join(", ")}.`]),
    formatVotedLine(voted, listed.length),
    ...(related.length === 0 ? [] : [TOGETHER, ...related.map((one) => `- ${one}`)]),
    ...(settled.length === 0
      ? []
      : [
          `${settled.length} more changes were made by one side only and are taken without a vote.`,
        ]),
    ...(priority.length === 0
      ? []
      : [`A person asks you to look first at: ${priority.join(", ")}.`]),
  ];
  const pairs = describePairs(documents);
  const described = shown.map((point) => describePoint(documents, point)).join("\n\n");
  return [
    ...(pairs === ""
      ? []
      : [
          `Sections that code paired under different titles, and those it left alone\n${fence("sections", pairs)}`,
        ]),
    `What differs\n${fence("differences", described)}`,
    lines.join("\n"),
  ].join("\n\n");
}

function formatVotedLine(voted: readonly ComparisonPoint[], listed: number): string {
  const count = voted.length;
  if (count === 0) return "There is no point to vote on.";
  if (count <= FEW) return `Points to vote on: ${voted.map(({ id }) => id).join(", ")}.`;
  return listed === 0 ? `All ${count} points are voted on.` : `All others are voted on (${count}).`;
}

const FEW = 12;

const TOGETHER =
  "Each vote is carried out by itself. These share words or an id, so decide them together:";

/** Only what the titles do not say: sections under other names, and sections without a counterpart. */
function describePairs(documents: readonly ParsedDocument[]): string {
  return listSectionPairs(documents)
    .filter(({ titles }) => new Set(titles.map((title) => title ?? "")).size > 1)
    .map(({ titles }) =>
      titles
        .map(
          (title, at) =>
            `${documents[at]?.label ?? ""}: ${title === null ? "-" : `"${sanitizeLine(title)}"`}`,
        )
        .join(" | "),
    )
    .join("\n");
}

function describePoint(documents: readonly ParsedDocument[], point: ComparisonPoint): string {
  const { id, category, kind, severity, origin, sides } = point;
  const by = origin === "code" ? "" : ", found by the analyst";
  const heading = describePlace(documents, point);
  const about = heading === "" ? "" : ` [${heading}]`;
  const quotes = sides.map((side) => describeSide(documents, side, category === "contradiction"));
  return [
    `${id} (${category}, ${kind}, ${severity}${by})${about} ${sanitizeLine(withoutTopic(point))}`,
    ...quotes,
  ].join("\n");
}

function withoutTopic({ summary, topic }: ComparisonPoint): string {
  return topic !== null && summary.startsWith(`${topic}: `)
    ? summary.slice(topic.length + 2)
    : summary;
}

/** "M1: Agent > Risks": a heading that a draft has six times says nothing alone. */
function describePlace(
  documents: readonly ParsedDocument[],
  { sides: [side], topic }: ComparisonPoint,
): string {
  const document = documents.find(({ variant }) => variant === side?.variant);
  const section = document?.sections[side?.section ?? 0];
  const parent = section?.parent ? document?.sections[section.parent] : undefined;
  const isHeading = section !== undefined && section.title === topic;
  const above = isHeading && parent !== undefined && parent.depth > 1 ? parent.title : "";
  return [above, topic ?? ""]
    .filter((title) => title !== "")
    .map(sanitizeLine)
    .join(" > ");
}

const LONGEST = 300;
const SHORT = 200;
const ENDING = 60;

/** The drafts are shown whole above it: of long words the beginning and the end say which are meant. */
function describeSide(
  documents: readonly ParsedDocument[],
  { variant, line, start, end, quote }: PointSide,
  isWhole: boolean,
): string {
  const document = documents.find((one) => one.variant === variant);
  const text = document ? readSpanText(document, { start, end }).trim() : quote;
  const words = isWhole ? quote : text;
  const lines = text.split("\n").length;
  const size = lines > 1 ? `, ${lines} lines` : "";
  const shown = words.length <= (isWhole ? LONGEST : SHORT) ? words : shorten(words);
  return `  ${variantSource(variant)} line ${line}${size}: "${sanitizeLine(shown)}"`;
}

function shorten(words: string): string {
  const head = words.slice(0, SHORT - ENDING).replace(/\s*\S*$/, "");
  const tail = words.slice(-ENDING).replace(/^\S*\s*/, "");
  return `${head} […] ${tail}`;
}
