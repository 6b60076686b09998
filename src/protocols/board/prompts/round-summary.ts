/** A round in headlines, as the gate reviewer and the poll are shown it. */
import type { ReaderView } from "../../../exchange/reader-view.ts";
import type { Fence } from "../../../protocol.ts";
import { type BoardHearing, heldBy } from "../rules/board-debate.ts";
import { changesIn } from "../rules/changes.ts";
import { summaryOf } from "../rules/novelty.ts";
import { splitHeadline } from "../rules/points.ts";
import type { BoardPoint, RoundFigures } from "./prompt-input.ts";
import { pointHeadline } from "./turn-text.ts";

export function roundSummaryText(
  hearing: BoardHearing,
  round: number,
  { fence, view }: { fence: Fence; view: ReaderView },
): string {
  const { figures, new_points, repeated_points } = summaryOf(hearing, round);
  const fresh = shownOnce(new_points, view);
  const repeated = shownOnce(repeated_points, view).filter(
    ({ id }) => !fresh.some((one) => view.idOf(one.id) === view.idOf(id)),
  );
  const ids = repeated.map(({ id }) => view.idOf(id));
  const words = [
    ...(view.oneVoice ? [] : listStands(hearing, round, view)),
    formatList(
      "New points",
      view.anonymize(fresh).map((point) => pointHeadline(point, view)),
    ),
    `Points that repeat earlier ones: ${ids.length === 0 ? "none" : ids.join(", ")}`,
  ];
  const told = view.oneVoice
    ? `new points: ${fresh.length}; points that repeat earlier ones: ${repeated.length}; new risks: ${figures.new_risks}; new evidence: ${figures.new_evidence}.`
    : figureLine(figures);
  return [
    `Round ${round}: ${told}`,
    view.fencing(fence)(`summary of round ${round}`, words.join("\n")),
  ].join("\n");
}

function listStands(hearing: BoardHearing, round: number, view: ReaderView): string[] {
  const spoken = view.inOrder(hearing.rounds[round - 1]?.spoken ?? [], ({ by }) => by);
  const stands = view.anonymize(spoken).map(({ by, reply }) => {
    const ask = reply.request_synthesis ? " (asks to move on)" : "";
    return `${by} chooses ${heldBy(hearing.brief, reply)}: ${splitHeadline(reply.position, reply.position).text}${ask}`;
  });
  const changes = view
    .anonymize(changesIn(hearing).filter((change) => change.round === round))
    .map(({ by, from, to, standing, reason }) =>
      standing === "explained"
        ? `${by} moved from ${from} to ${to}: ${splitHeadline(reason).text}`
        : `${by} moved from ${from} to ${to} and named no valid cause`,
    );
  return [
    formatList("Where they stand", stands),
    ...(changes.length === 0 ? [] : [formatList("Changes", changes)]),
  ];
}

function formatList(title: string, lines: readonly string[]): string {
  return `${title}:${lines.length === 0 ? " none" : `\n${lines.map((line) => `- ${line}`).join("\n")}`}`;
}

/** Under the ids shown: of those that say the same, the first represents all. */
function shownOnce(points: readonly BoardPoint[], view: ReaderView): BoardPoint[] {
  const first = new Map<string, BoardPoint>();
  for (const point of view.inOrder(points, ({ by }) => by)) {
    const id = view.idOf(point.id);
    if (!first.has(id)) first.set(id, point);
  }
  return [...first.values()];
}

function figureLine(figures: RoundFigures): string {
  const { voices, points, new_points, new_risks, new_evidence, changes } = figures;
  return (
    `${new_points} of ${points} points from ${voices} seats look new by their words and targets. New risks: ${new_risks}; ` +
    `new evidence: ${new_evidence}; changes of position: ${changes}; formal dissents filed: ${figures.dissents_filed}, ` +
    `withdrawn: ${figures.dissents_withdrawn}.`
  );
}
