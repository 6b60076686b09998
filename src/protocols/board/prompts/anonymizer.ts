/** R2-R4: what each seat is shown of the others, if names, order or numbers are restricted. */
import type { Claim } from "../../../domain/claim.ts";
import type { ReplySummary } from "../../../domain/journal/event.ts";
import type { Participant } from "../../../domain/participant.ts";
import {
  listDistinctTexts,
  groupSeatsByPosition,
  findRepeatedClaims,
} from "../../../exchange/one-voice.ts";
import { type ReaderView, createReaderView } from "../../../exchange/reader-view.ts";
import type { Voice, Fence } from "../../../protocol.ts";
import {
  claimsBefore,
  type BoardHearing,
  listSeatTurns,
  pointsBefore,
} from "../rules/board-debate.ts";
import { findBoardVoice, voices } from "../rules/voices.ts";
import {
  type BoardRecordView,
  briefSegment,
  buildBoardRecord,
  listReveals,
} from "./discussion-text.ts";
import type { BoardPoint, BoardVoice } from "./prompt-input.ts";
import { pointText } from "./turn-text.ts";

/** In phase 3 positions no longer change, so that numbers may be shown. */
export function viewFor(
  hearing: BoardHearing,
  step: string,
  { reader, sealed }: { reader: string; sealed: boolean },
): ReaderView {
  const { exchange, rounds } = hearing;
  const merged = exchange?.settings.one_voice === true && !sealed;
  const all = voices(hearing);
  const groups = merged
    ? groupSeatsByPosition(all, {
        by: ({ seat }) => seat.id,
        position: ({ choice }) => choice,
      })
    : all.map(({ seat }) => [seat.id]);
  const claims = claimsBefore(hearing);
  const same = merged
    ? findRepeatedClaims(withoutSeats(claims, all), { groups, names: exchange.names })
    : NONE;
  const round = rounds.length + 1;
  return createReaderView(exchange, { step, round, reader, groups, claims, same, sealed });
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Assumptions and conditions speak of their own seat; several seats of one position may share one. */
function withoutSeats(claims: readonly Claim[], all: readonly BoardVoice[]): Claim[] {
  const seats = new Set(all.map(({ seat }) => seat.id));
  return claims.map((claim) => (seats.has(claim.about) ? { ...claim, about: "" } : claim));
}

/** What is new in full and the rest as headlines, or each position once. */
export function recordShown(
  hearing: BoardHearing,
  showing: { fence: Fence; view: ReaderView; since: number },
): BoardRecordView {
  const { fence, view } = showing;
  if (!view.oneVoice) return buildBoardRecord(hearing, showing);
  const positions = { shared: false, text: positionsText(hearing, view.fencing(fence), view) };
  return {
    segments: [briefSegment(hearing, fence), positions],
    reveals: listReveals(hearing),
    order: [view.voices.map(({ label }) => formatPositionHead(label))],
  };
}

/** Points of a voice as they are shown: without what it says twice. */
function pointsShown(hearing: BoardHearing, { members }: Voice, view: ReaderView): BoardPoint[] {
  return pointsBefore(hearing).filter(({ id, by }) => members.includes(by) && !view.leftOut(id));
}

/** R4: each position once, with all arguments of its supporters. */
function positionsText(hearing: BoardHearing, fence: Fence, view: ReaderView): string {
  const over = hearing.rounds.length === 0 ? "Phase 1" : `Round ${hearing.rounds.length}`;
  const apart = view.voices.length > 1;
  const all = view.voices.map((voice) =>
    fence(formatPositionHead(voice.label), voiceText(hearing, voice, { view, apart })),
  );
  // R4: if all agree, what a role was asked to argue is shown separately and never counted
  const assigned = apart ? [] : pointsBefore(hearing).filter(isAssigned);
  return [
    `${over} is closed. These are the positions as they stand. What several hold is shown once.`,
    ...all,
    ...view
      .anonymize(assigned)
      .map((point) => fence("alternative (assigned: true)", pointText(point, view))),
  ].join("\n\n");
}

function isAssigned({ kind }: BoardPoint): boolean {
  return kind === "alternative" || kind === "moonshot" || kind === "stepping stone";
}

function formatPositionHead(label: string): string {
  return `position of ${label}`;
}

function voiceText(
  hearing: BoardHearing,
  voice: Voice,
  { view, apart }: { view: ReaderView; apart: boolean },
): string {
  const turns = voice.members.map((id) => listSeatTurns(hearing, id));
  const first = view.anonymize(turns.flatMap((all) => all[0] ?? []));
  const last = view.anonymize(turns.flatMap((all) => all.at(-1) ?? []));
  const each = (words: readonly string[]): string[] => listDistinctTexts(words);
  const points = view
    .anonymize(pointsShown(hearing, voice, view))
    .filter((point) => apart || !isAssigned(point));
  return [
    `Holds ${last[0]?.reply.choice ?? "nothing"}.`,
    ...each(last.map(({ reply }) => reply.position)),
    ...each(first.flatMap(({ reply }) => ("reasoning" in reply ? [reply.reasoning] : []))),
    ...points.map((point) => pointText(point, view)),
    ...each(
      last.flatMap(({ reply }) =>
        "changed_because" in reply && reply.changed_because
          ? [`Changed because: ${reply.changed_because.explanation}`]
          : [],
      ),
    ),
    ...each(
      first.flatMap(({ reply }) =>
        "would_change_my_mind" in reply ? [`Would change this: ${reply.would_change_my_mind}`] : [],
      ),
    ),
  ].join("\n");
}

/** As readers of data are shown the others: one voice each, nothing of it the reader's own. */
export function peersShown(hearing: BoardHearing, view: ReaderView, reader: string): BoardVoice[] {
  const others = voices(hearing).filter(({ seat }) => seat.id !== reader);
  if (!view.oneVoice) return [...view.anonymize(view.inOrder(others, ({ seat }) => seat.id))];
  return view.voices.flatMap((voice) => {
    const members = others.filter(({ seat }) => voice.members.includes(seat.id));
    const [first] = members;
    if (!first) return [];
    const claims = pointsShown(hearing, voice, view).filter(({ by }) => by !== reader);
    return [
      view.anonymize({
        ...first,
        position: listDistinctTexts(members.map(({ position }) => position)).join(" "),
        confidence: 0,
        claims,
        dissents: members.flatMap(({ dissents }) => dissents),
      }),
    ];
  });
}

export function ownVoice(hearing: BoardHearing, seat: Participant): BoardVoice {
  const own = findBoardVoice(hearing, seat);
  if (!own) throw new TypeError(`${seat.id} made no statement.`);
  return own;
}

/** Words beside a position. */
export function summarizePlainWords(words: string): ReplySummary {
  return { position: null, confidence: null, words, wouldChange: null };
}
