/** A29: the scoring matrix of a merge, a row for each point. */
import { formatInertText } from "../../../text/markdown.ts";
import { buildVoteMatrix, type MatrixRow } from "../rules/matrix.ts";
import { calledBy, type Debated, findMergeName } from "../rules/table.ts";
import { describeChoice } from "../rules/vote-choice.ts";
import { shortenCell, formatMarkdownRows } from "./page-parts.ts";

export const voteName = (debated: Debated) => (choice: string | null) =>
  describeChoice(choice, (variant) => calledBy(debated, variant));

export function matrixSection(debated: Debated): string {
  const rows = buildVoteMatrix(debated).map((row) => [
    row.point.id,
    `${row.point.category}, ${row.point.severity}`,
    row.choice === null ? "unresolved" : formatInertText(voteName(debated)(row.choice)),
    `${row.confidence} %`,
    `${row.how}, ${row.votes} of ${row.present}`,
    formatInertText(shortenCell(formatMatrixEvidence(debated, row))),
  ]);
  const head = ["Point", "Kind", "Winner", "Confidence", "Agreement", "Evidence"];
  return `## Scoring matrix\n\n${rows.length === 0 ? "There was no point to decide." : formatMarkdownRows(head, rows)}`;
}

/** A29: the words that carried the winner; where it is open, one of each side. */
function formatMatrixEvidence(
  debated: Debated,
  { choice: agreed, cast, concededBy }: MatrixRow,
): string {
  const told = agreed === null ? cast : cast.filter(({ choice }) => choice === agreed).slice(0, 2);
  const words = told.map(
    ({ by, claim, because, choice }) =>
      `${claim ?? findMergeName(debated, by)}${agreed === null ? ` for ${voteName(debated)(choice)}` : ""}: ${because}`,
  );
  const given =
    concededBy.length === 0
      ? ""
      : ` Conceded by ${concededBy.map((by) => findMergeName(debated, by)).join(", ")}.`;
  return `${words.join(" ")}${given}`;
}
