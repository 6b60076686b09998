/** F17, F27, F28: a round in headlines: what the gate reviewer needs to judge it, and what a voter needs to vote. */
import type { ReaderView } from "../../../exchange/reader-view.ts";
import type { Fence } from "../../../protocol.ts";
import { type BoardHearing, heldBy } from "../rules/board-debate.ts";
import { changesIn } from "../rules/changes.ts";
import { formalDissents } from "../rules/closing/dissents.ts";
import { findRoundSummary } from "../rules/novelty.ts";
import { shortenWords, splitHeadline } from "../rules/points.ts";
import type { BoardPoint, BoardPointKind, RoundFigures } from "./prompt-input.ts";
import { pointHeadline } from "./turn-text.ts";

interface SummaryShowing {
  readonly fence: Fence;
  readonly view: ReaderView;
}

/** Enough to recognize a condition; its owner keeps the whole of it. */
const WORDS_OF_A_CONDITION = 12;

const ARGUMENTS: readonly BoardPointKind[] = ["disagreement", "risk", "dissent"];

/** F27: what may be new information. A round that was judged before keeps the arguments that later ones may repeat. */
export function roundToJudge(
  hearing: BoardHearing,
  round: number,
  { fence, view, judged }: SummaryShowing & { judged: boolean },
): string {
  const points = view.anonymize(listNewPoints(hearing, round, view));
  const counted = points
    .filter(({ kind }) => ARGUMENTS.includes(kind))
    .map((point) => pointHeadline(point, view));
  const conditions = points
    .filter(({ kind }) => kind === "condition")
    .map((point) =>
      pointHeadline({ ...point, text: shortenWords(point.text, WORDS_OF_A_CONDITION) }, view),
    );
  const words = judged
    ? [formatList("New points", counted)]
    : [
        ...(view.oneVoice ? [] : listStands(hearing, round, view)),
        formatList("New points", [...counted, ...conditions]),
      ];
  return showRound(hearing, round, { fence, view, words });
}

/** F28: where everybody stands now, and what is new about it. What is said against the voter is apart. */
export function roundToVoteOn(
  hearing: BoardHearing,
  round: number,
  showing: SummaryShowing,
): string {
  const { view } = showing;
  const risks = view
    .anonymize(listNewPoints(hearing, round, view).filter(({ kind }) => kind === "risk"))
    .map((point) => pointHeadline(point, view));
  const dissents = listStandingDissents(hearing, view);
  const words = [
    ...(view.oneVoice ? [] : listStands(hearing, round, view)),
    ...(dissents.length === 0 ? [] : [formatList("Formal dissents that stand", dissents)]),
    ...(risks.length === 0 ? [] : [formatList("New risks", risks)]),
  ];
  return showRound(hearing, round, { ...showing, words });
}

function listStandingDissents(hearing: BoardHearing, view: ReaderView): string[] {
  const standing = formalDissents(hearing).filter(({ status }) => status === "standing");
  const shown = showOnce(
    standing.map(({ seat, ...dissent }) => ({ ...dissent, by: seat.id })),
    view,
  );
  return view
    .anonymize(shown)
    .map(({ id, about, text }) => `${id} from ${about}: ${splitHeadline(text).text}`);
}

/** What others said in a round against points of one seat, as headlines; empty for nothing. */
export function objectionsTo(
  own: ReadonlySet<string>,
  hearing: BoardHearing,
  { round, fence, view }: SummaryShowing & { round: number },
): string {
  const against = listNewPoints(hearing, round, view).filter(
    ({ kind, about }) => kind === "disagreement" && own.has(about),
  );
  if (against.length === 0) return "";
  const lines = view.anonymize(against).map((point) => `- ${pointHeadline(point, view)}`);
  return view.fencing(fence)("said against your points", lines.join("\n"));
}

function showRound(
  hearing: BoardHearing,
  round: number,
  { fence, view, words }: SummaryShowing & { words: readonly string[] },
): string {
  const { figures, new_points, repeated_points } = findRoundSummary(hearing, round);
  const fresh = showOnce(new_points, view);
  const repeated = showOnce(repeated_points, view).filter(
    ({ id }) => !fresh.some((one) => view.findClaimId(one.id) === view.findClaimId(id)),
  );
  const told = view.oneVoice
    ? `new points: ${fresh.length}; points that repeat earlier ones: ${repeated.length}; new risks: ${figures.new_risks}; new evidence: ${figures.new_evidence}.`
    : figureLine(figures);
  const head = `Round ${round}: ${told}`;
  if (words.length === 0) return head;
  return `${head}\n${view.fencing(fence)(`summary of round ${round}`, words.join("\n"))}`;
}

function listNewPoints(hearing: BoardHearing, round: number, view: ReaderView): BoardPoint[] {
  return showOnce(findRoundSummary(hearing, round).new_points, view);
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
function showOnce<Point extends Pick<BoardPoint, "id" | "by">>(
  points: readonly Point[],
  view: ReaderView,
): Point[] {
  const first = new Map<string, Point>();
  for (const point of view.inOrder(points, ({ by }) => by)) {
    const id = view.findClaimId(point.id);
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
