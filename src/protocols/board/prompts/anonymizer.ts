/** R2-R4: what each seat is shown of the others, if names, order or numbers are restricted. */
import type { Claim } from "../../../domain/claim.ts";
import type { ReplySummary } from "../../../domain/journal/event.ts";
import type { Participant } from "../../../domain/participant.ts";
import { type Spoken, findSpokenTurn } from "../../../domain/round.ts";
import {
  listDistinctTexts,
  groupSeatsByPosition,
  findRepeatedClaims,
} from "../../../exchange/one-voice.ts";
import { type ReaderView, createReaderView } from "../../../exchange/reader-view.ts";
import type { Voice, Fence } from "../../../protocol.ts";
import type { BoardResponse, BoardStatement } from "../replies.ts";
import {
  claimsBefore,
  type BoardHearing,
  heldBy,
  lastTurn,
  NOTHING,
  voiceOf,
  voices,
} from "../rules/board-debate.ts";
import {
  claimLine,
  furtherWords,
  type BoardRecordView,
  recordOf,
  revealsOf,
} from "./discussion-text.ts";
import type { BoardVoice } from "./prompt-input.ts";

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
        position: ({ option, verdict }) => option ?? verdict,
      })
    : all.map(({ seat }) => [seat.id]);
  const claims = claimsBefore(hearing);
  const same = merged ? findRepeatedClaims(claims, { groups, names: exchange.names }) : NONE;
  const round = rounds.length + 1;
  return createReaderView(exchange, { step, round, reader, groups, claims, same, sealed });
}

/** All that was said, or each position once. */
export function recordShown(
  hearing: BoardHearing,
  fence: Fence,
  view: ReaderView,
): BoardRecordView {
  const whole = recordOf(hearing, fence, view);
  if (!view.oneVoice) return whole;
  const positions = { shared: false, text: positionsText(hearing, view.fencing(fence), view) };
  return {
    segments: [...whole.segments.slice(0, 1), positions],
    reveals: revealsOf(hearing),
    order: [view.voices.map(({ label }) => headOf(label))],
  };
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Claims of a voice as they are shown: without what it says twice. */
function claimsShown(hearing: BoardHearing, { members }: Voice, view: ReaderView): Claim[] {
  return claimsBefore(hearing).filter(({ id, by }) => members.includes(by) && !view.leftOut(id));
}

/** R4: each position once, with all arguments of its supporters. */
function positionsText(hearing: BoardHearing, fence: Fence, view: ReaderView): string {
  const over = hearing.rounds.length === 0 ? "Phase 1" : `Round ${hearing.rounds.length}`;
  const apart = view.voices.length > 1;
  const all = view.voices.map((voice) =>
    fence(headOf(voice.label), voiceText(hearing, voice, { view, apart })),
  );
  const others = apart ? [] : alternativesIn(hearing, view);
  return [
    `${over} is closed. These are the positions as they stand. What several hold is shown once.`,
    ...all,
    ...others.map((words) => fence("alternative (assigned: true)", words)),
  ].join("\n\n");
}

function headOf(label: string): string {
  return `position of ${label}`;
}

function voiceText(
  hearing: BoardHearing,
  voice: Voice,
  { view, apart }: { view: ReaderView; apart: boolean },
): string {
  const { members } = voice;
  const stated = view.anonymize(
    members.flatMap((id) => findSpokenTurn(hearing.statements, id) ?? []),
  );
  const turns = view.anonymize(members.flatMap((id) => lastTurn(hearing, id) ?? []));
  const [first] = turns;
  const each = (words: readonly string[]): string[] => listDistinctTexts(words);
  const replies = stated.map(({ reply }) => reply);
  const risks = view.anonymize(membersOf(hearing, members)).flatMap((one) => one.risks);
  return [
    `Holds ${first ? heldBy(first.reply) : NOTHING}.`,
    ...each(turns.map(({ reply }) => reply.position)),
    ...each(replies.map(({ reasoning }) => reasoning)),
    ...view.anonymize(claimsShown(hearing, voice, view)).map(claimLine),
    ...(apart ? replies.flatMap((reply) => furtherWords(reply, view)) : []),
    ...each(replies.flatMap(({ assumptions }) => assumptions)).map((one) => `Assumes: ${one}`),
    ...each(risks).map((risk) => `Risk: ${risk}`),
    ...turns.flatMap(laterWords),
    ...each(replies.map((reply) => `Would change its mind: ${reply.would_change_my_mind}`)),
  ].join("\n");
}

function laterWords({ reply }: Spoken<BoardStatement | BoardResponse>): string[] {
  if (!("formal_dissent" in reply)) return [];
  const { formal_dissent: dissent, changed_because: cause } = reply;
  return [
    ...(dissent ? [`Formally dissents from ${dissent.against}: ${dissent.text}`] : []),
    ...(cause ? [`Moved because: ${cause.explanation}`] : []),
  ];
}

/** R4: if all agree, what a role was asked to argue is shown separately and never counted. */
function alternativesIn({ statements }: BoardHearing, view: ReaderView): string[] {
  return view.anonymize(statements.spoken).flatMap(({ reply }) => furtherWords(reply, view));
}

function membersOf(hearing: BoardHearing, members: readonly string[]): BoardVoice[] {
  return voices(hearing).filter(({ seat }) => members.includes(seat.id));
}

/** As readers of data are shown the others: one voice each, nothing of it the reader's own. */
export function peersShown(hearing: BoardHearing, view: ReaderView, reader: string): BoardVoice[] {
  if (!view.oneVoice) {
    const others = voices(hearing).filter(({ seat }) => seat.id !== reader);
    return [...view.anonymize(view.inOrder(others, ({ seat }) => seat.id))];
  }
  return view.voices.flatMap((voice) => {
    const others = membersOf(hearing, voice.members).filter(({ seat }) => seat.id !== reader);
    const [first] = others;
    if (!first) return [];
    const claims = claimsShown(hearing, voice, view).filter(({ by }) => by !== reader);
    return [
      view.anonymize({
        ...first,
        position: listDistinctTexts(others.map(({ position }) => position)).join(" "),
        confidence: 0,
        risks: listDistinctTexts(others.flatMap(({ risks }) => risks)),
        claims,
        dissent: others.find(({ dissent }) => dissent !== null)?.dissent ?? null,
      }),
    ];
  });
}

export function ownVoice(hearing: BoardHearing, seat: Participant): BoardVoice {
  const own = voiceOf(hearing, seat);
  if (!own) throw new TypeError(`${seat.id} made no statement.`);
  return own;
}

/** Words beside a position. */
export function spoken(words: string): ReplySummary {
  return { position: null, confidence: null, words, wouldChange: null };
}
