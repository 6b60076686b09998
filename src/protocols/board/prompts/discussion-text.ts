/**
 * The discussion as the seats are shown it. A reader gets in full what is new since they last spoke, their own last
 * words among it, with what changed in each position. Of everything older they get where each seat stood and the points
 * that the new words speak of; whoever writes the synthesis gets all of it uncut.
 */
import { type Round, findSpokenTurn } from "../../../domain/round.ts";
import {
  SHORT_EVIDENCE_RULE,
  renderBriefSources,
  renderBriefOptions,
} from "../../../exchange/brief-prompt.ts";
import { sharedSegment } from "../../../exchange/prompt-segments.ts";
import type { ReaderView } from "../../../exchange/reader-view.ts";
import type { PromptSegment } from "../../../model.ts";
import type { Fence } from "../../../protocol.ts";
import { FENCE_RULE, text } from "../../../text/text.ts";
import type { BoardResponse, BoardStatement } from "../replies.ts";
import { type BoardHearing, type BoardTurn, pointsBefore } from "../rules/board-debate.ts";
import { findTerm, listTurnPoints } from "../rules/points.ts";
import type { BoardPoint } from "./prompt-input.ts";
import { headlineText, turnText } from "./turn-text.ts";

/** The question, the material, and who sits at the table: the same for every seat and step. */
export function briefSegment(
  { brief, seats, gate }: Pick<BoardHearing, "brief" | "seats" | "gate">,
  fence: Fence,
): PromptSegment {
  const choice =
    brief.options.length === 0
      ? "The brief offers no options. The question is whether to adopt, reject or defer what it proposes."
      : `Options: ${brief.options.map(({ id }) => id).join(", ")}\n${renderBriefOptions(brief, fence)}`;
  const table = seats.map(({ id, name, stance }) => `- ${id}, ${name}: ${stance ?? "own view"}`);
  const reviewer = gate
    ? `\nThe ${gate.name} holds no position and only judges whether the debate still brings anything new.`
    : "";
  return sharedSegment(text`
    A board decides one question in three phases: sealed statements, rounds of response, and a synthesis that keeps
    every dissent in its author's words.
    ${FENCE_RULE}

    Question
    ${fence("question", brief.question)}

    ${choice}

    ${renderBriefSources(brief, fence)}

    ${SHORT_EVIDENCE_RULE}

    At the table:
    ${table.join("\n")}${reviewer}
  `);
}

export interface BoardRecordView {
  readonly segments: readonly PromptSegment[];
  /** Keys of the turns whose words it shows. */
  readonly reveals: readonly string[];
  /** Who is shown one after the other, list by list. */
  readonly order: readonly (readonly string[])[];
}

/** `since` is the round in which the reader last spoke, 0 for the statement; null shows everything. */
export function buildBoardRecord(
  hearing: BoardHearing,
  { fence, view, since }: { fence: Fence; view: ReaderView; since: number | null },
): BoardRecordView {
  const by = ({ by: speaker }: { by: string }): string => speaker;
  const said = view.anonymize(view.inOrder(hearing.statements.spoken, by));
  const answered = hearing.rounds.map(({ spoken }) => view.anonymize(view.inOrder(spoken, by)));
  const fenced = view.fencing(fence);
  const known = view.anonymize(pointsBefore(hearing));
  const first = since ?? 0;
  const steps: readonly (readonly BoardTurn[])[] = [said, ...answered];
  const live = listLivePoints(steps, { fresh: steps.slice(first), known });
  const setting = { fence: fenced, view, known };
  const segments = [
    briefSegment(hearing, fence),
    ...steps.map((spoken, at) => {
      const before = steps.slice(0, at).flat();
      const full = at >= first;
      return sharedSegment(stepText(spoken, { ...setting, at, before, live: full ? null : live }));
    }),
  ].filter(({ text: words }) => words !== "");
  const order = [
    said.map((turn) => `statement of ${turn.by}`),
    ...answered.map((spoken, at) => spoken.map((turn) => `${turn.by} in round ${at + 1}`)),
  ];
  return { segments, reveals: listReveals(hearing), order };
}

/** Older points that the new words speak of, what those speak of in turn, and what each seat asks for now. */
function listLivePoints(
  all: readonly (readonly BoardTurn[])[],
  { fresh, known }: { fresh: readonly (readonly BoardTurn[])[]; known: readonly BoardPoint[] },
): ReadonlySet<string> {
  const byId = new Map(known.map((point) => [point.id, point]));
  const live = new Set<string>();
  const add = (id: string): void => {
    const point = byId.get(id);
    if (!point || live.has(id)) return;
    live.add(id);
    add(point.about);
  };
  for (const { by, reply } of new Map(all.flat().map((turn) => [turn.by, turn])).values()) {
    const { conditions, next_step } = reply;
    for (const entry of [...conditions, ...(next_step === null ? [] : [next_step])]) {
      const term = findTerm(known, entry, by);
      if (term) live.add(term.id);
    }
  }
  for (const turn of fresh.flat()) {
    for (const { about } of listTurnPoints(turn)) add(about);
    if (!("withdrawn_dissents" in turn.reply)) continue;
    const { withdrawn_dissents, changed_because } = turn.reply;
    for (const { claim, because } of withdrawn_dissents) [claim, ...because].forEach(add);
    changed_because?.claims.forEach(add);
  }
  // a dissent stands until it is withdrawn
  for (const { id, kind } of known) if (kind === "dissent") live.add(id);
  return live;
}

export function listReveals({ statements, rounds }: BoardHearing): string[] {
  return [statements, ...rounds].flatMap(({ spoken }) => spoken.map(({ key }) => key));
}

interface Showing {
  readonly fence: Fence;
  readonly view: ReaderView;
  /** All points said so far, as the reader knows them. */
  readonly known: readonly BoardPoint[];
  /** 0 is phase 1. */
  readonly at: number;
  /** What was said before this step. */
  readonly before: readonly BoardTurn[];
  /** Null to show it in full; else the points of it that are shown, as headlines. */
  readonly live: ReadonlySet<string> | null;
}

function stepText(spoken: readonly BoardTurn[], showing: Showing): string {
  const { fence, view, known, at, before, live } = showing;
  const all = spoken.map((turn) => {
    const name = at === 0 ? `statement of ${turn.by}` : `${turn.by} in round ${at}`;
    const earlier = before.findLast(({ by }) => by === turn.by);
    const words = live
      ? headlineText(turn, { view, live })
      : turnText(turn, { view, known, earlier });
    return fence(name, words);
  });
  return [formatRoundTitle(at, { isFull: live === null, isEmpty: all.length === 0 }), ...all].join(
    "\n\n",
  );
}

function formatRoundTitle(
  at: number,
  { isFull, isEmpty }: { isFull: boolean; isEmpty: boolean },
): string {
  const older = ": where each stood, and the points that later words speak of";
  if (at === 0)
    return isFull
      ? "Phase 1 is closed. These are the statements, written without sight of each other."
      : `Phase 1${older}`;
  return `Round ${at}${isEmpty ? ": nobody answered." : isFull ? "" : older}`;
}

/** A seat's own words from the first to the last, uncut. */
export function ownTurnsText(hearing: BoardHearing, seat: string, view: ReaderView): string {
  const { statements, rounds } = hearing;
  const known = view.anonymize(pointsBefore(hearing));
  const steps: readonly Round<BoardStatement | BoardResponse>[] = [statements, ...rounds];
  const turns = steps.flatMap((step, at) => {
    const turn = findSpokenTurn(step, seat);
    return turn ? [{ at, turn: view.anonymize(turn) }] : [];
  });
  return turns
    .map(({ at, turn }, place) => {
      const earlier = turns[place - 1]?.turn;
      const when = at === 0 ? "In phase 1" : `In round ${at}`;
      return `${when}\n${turnText(turn, { view, known, earlier })}`;
    })
    .join("\n\n");
}
