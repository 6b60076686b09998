/** One turn in words: uncut with what changed since the same seat's last one, or as headlines. */
import { readClaimSeries } from "../../../domain/claim.ts";
import { describeEvidenceCheck, formatEvidenceWords } from "../../../domain/evidence/evidence.ts";
import type { ReaderView } from "../../../exchange/reader-view.ts";
import type { BoardResponse } from "../replies.ts";
import type { BoardTurn } from "../rules/board-debate.ts";
import { findTerm, listTurnPoints, readPointWords, splitHeadline } from "../rules/points.ts";
import type { BoardPoint, BoardPointKind } from "./prompt-input.ts";

interface TurnShowing {
  readonly view: ReaderView;
  readonly known: readonly BoardPoint[];
  /** What the same seat said before, if it did. */
  readonly earlier?: BoardTurn | undefined;
}

/** A statement or a response, uncut, with what changed in the position. */
export function turnText(turn: BoardTurn, { view, known, earlier }: TurnShowing): string {
  const { reply } = turn;
  const was = earlier?.reply;
  const moved =
    was === undefined
      ? ""
      : was.choice === reply.choice
        ? was.confidence === reply.confidence
          ? " (as before)"
          : ` (choice as before, confidence was ${was.confidence})`
        : ` (CHANGED, was ${was.choice})`;
  return [
    `Holds ${reply.choice}, confidence ${reply.confidence} of 100${moved}: ${reply.position}`,
    ...("reasoning" in reply ? [reply.reasoning] : []),
    ...("options" in reply
      ? reply.options.map(({ option, verdict, why }) => `Option ${option}: ${verdict}. ${why}`)
      : listTerms(turn, { known, earlier })),
    ...(reply.otherwise === null ? [] : [`If that is not met: ${reply.otherwise}`]),
    ...listPoints(turn)
      .filter(({ id }) => "options" in reply || readClaimSeries(id) === "")
      .map((point) => pointText(point, view)),
    ...("would_change_my_mind" in reply
      ? [`Would change their mind: ${reply.would_change_my_mind}`]
      : laterWords(reply)),
  ].join("\n");
}

/** Conditions and next step by their ids, with what is new, shared or dropped since the seat last spoke. */
function listTerms(
  { by, reply }: BoardTurn,
  { known, earlier }: Pick<TurnShowing, "known" | "earlier">,
): string[] {
  const find = (entry: string): BoardPoint | undefined => findTerm(known, entry, by);
  const { conditions: past = [], next_step: step = null } = earlier?.reply ?? {};
  const old = new Set([...past, ...(step === null ? [] : [step])].map((one) => find(one)?.id));
  const tell = (what: string, entry: string): string => {
    const term = find(entry);
    if (!term) return `${what}: ${entry}`;
    const owner = term.by === by ? "" : ` (shared, of ${term.by})`;
    const mark = old.has(term.id) ? "" : owner === "" ? " (new)" : owner;
    return `${what} ${term.id}${mark}: ${readPointWords(term)}`;
  };
  const kept = new Set(reply.conditions.map((entry) => find(entry)?.id));
  const dropped = past.flatMap((entry) => find(entry)?.id ?? []).filter((id) => !kept.has(id));
  return [
    ...reply.conditions.map((entry) => tell("Condition", entry)),
    ...(dropped.length === 0 ? [] : [`No longer a condition: ${dropped.join(", ")}`]),
    ...(reply.next_step === null ? [] : [tell("Next step", reply.next_step)]),
  ];
}

/** Kinds follow from the reply alone, so they are the same for a reply that was made anonymous. */
function listPoints(turn: BoardTurn): BoardPoint[] {
  return listTurnPoints(turn);
}

function laterWords(reply: BoardResponse): string[] {
  const { withdrawn_dissents, changed_because, request_synthesis } = reply;
  return [
    ...withdrawn_dissents.map(
      ({ claim, because, reason }) =>
        `Withdraws the dissent ${claim} because of ${because.join(", ")}: ${reason}`,
    ),
    ...(changed_because
      ? [`Changed because of ${changed_because.claims.join(", ")}: ${changed_because.explanation}`]
      : []),
    ...(request_synthesis ? ["Asks to move on to the synthesis."] : []),
  ];
}

export function headlineText(
  turn: BoardTurn,
  { view, live }: { view: ReaderView; live: ReadonlySet<string> },
): string {
  const { choice, position } = turn.reply;
  return [
    `Held ${choice}: ${splitHeadline(position, position).text}`,
    ...listPoints(turn)
      .filter(({ id }) => live.has(id))
      .map((point) => pointHeadline(point, view)),
  ].join("\n");
}

export function pointHeadline(point: BoardPoint, view: ReaderView): string {
  return `${point.id} ${describePoint(point, view)}: ${point.text}`;
}

/** With its detail and its evidence. */
export function pointText(point: BoardPoint, view: ReaderView): string {
  const more = point.detail === undefined ? [] : [`   ${point.detail.replaceAll("\n", "\n   ")}`];
  const evidence = point.evidence.map(
    (one) => `   ${formatEvidenceWords(one, ['"', '"'])} (${describeEvidenceCheck(one)})`,
  );
  return [pointHeadline(point, view), ...more, ...evidence].join("\n");
}

/** What a point is; the name of a role is left out where names are hidden (R2). */
function describePoint({ kind, about, side }: BoardPoint, { hidden }: ReaderView): string {
  switch (kind) {
    case "reason":
      return `${side} ${about}`;
    case "risk":
      return `risk of ${about}`;
    case "agreement":
      return `agrees with ${about}`;
    case "disagreement":
      return `disagrees with ${about}`;
    case "dissent":
      return `formally dissents from ${about}`;
    default:
      return (hidden ? VEILED[kind] : undefined) ?? kind;
  }
}

const VEILED: Partial<Record<BoardPointKind, string>> = {
  alternative: "instead",
  moonshot: "going further",
  "stepping stone": "first step",
  doubt: "questions",
};
