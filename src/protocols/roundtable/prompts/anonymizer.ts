/**
 * R2-R4: what a seat is shown, if names, order or numbers are restricted. Specialists get labels, and messages are
 * addressed to them; the lead is addressed as such. Domains are public, but not whose they are.
 */
import type { CheckedEvidence } from "../../../domain/evidence/evidence.ts";
import type { Participant } from "../../../domain/participant.ts";
import {
  listDistinctTexts,
  groupSeatsByPosition,
  findRepeats,
} from "../../../exchange/one-voice.ts";
import {
  type ExchangeContext,
  type ReaderView,
  createReaderView,
} from "../../../exchange/reader-view.ts";
import { listStatements, type RoundtableDebateTable, type Talk } from "../rules/table.ts";
import type { SeatView, TableMessage, TablePosition } from "./prompt-input.ts";
import type { ShownMessages } from "./seat-views.ts";

export interface VeiledView {
  readonly view: ReaderView;
  /** As it is shown; without settings of the exchange, as it is. */
  readonly shown: ShownMessages;
}

/** A specialist in a round of discussion or scores. */
export function veilForSeat(
  table: RoundtableDebateTable,
  { step, round, seat }: { step: string; round: number; seat: Participant },
  shown: ShownMessages,
): VeiledView {
  const { exchange } = table;
  const same = exchange?.settings.one_voice
    ? findRepeatedMessages(shown.broadcasts, seat.id, exchange)
    : new Map<string, string>();
  const view = createReaderView(exchange, {
    step,
    round,
    reader: seat.id,
    groups: table.specialists.map(({ id }) => [id]),
    claims: shown.visible,
    same,
    offices: [table.lead.id],
  });
  if (!view.hidden) return { view, shown: orderShown(shown, view) };
  return { view, shown: concealShown(dropRepeats(shown, same), view) };
}

/**
 * R4 does not bind where nothing can give way: the lead has no position of its own, and in the record of the
 * decision all positions are final.
 */
export function createSealedView(
  table: RoundtableDebateTable,
  talk: Talk,
  { step, reader }: { step: string; reader: string },
): ReaderView {
  return createReaderView(table.exchange, {
    step,
    round: talk.exchanges.length,
    reader,
    groups: table.specialists.map(({ id }) => [id]),
    claims: listStatements(table, talk),
    offices: [table.lead.id],
    sealed: true,
  });
}

function orderShown(shown: ShownMessages, view: ReaderView): ShownMessages {
  const by = (one: { readonly by: string }): string => one.by;
  return {
    ...shown,
    broadcasts: view.inOrder(shown.broadcasts, by),
    direct: view.inOrder(shown.direct, by),
    view: {
      ...shown.view,
      positions: view.inOrder(shown.view.positions, by),
      headlines: view.inOrder(shown.view.headlines, by),
    },
  };
}

function concealShown(shown: ShownMessages, view: ReaderView): ShownMessages {
  const ordered = orderShown(shown, view);
  const { brief, seat } = shown.view;
  const seen: SeatView = {
    ...view.anonymize({ ...ordered.view, brief: null, seat: null }),
    brief,
    seat,
    self: view.findName(seat.id),
  };
  const positions = view.oneVoice ? holdOnce(seen) : seen.positions;
  return {
    ...shown,
    broadcasts: view.anonymize(ordered.broadcasts),
    direct: view.anonymize(ordered.direct),
    view: { ...seen, positions },
  };
}

/** R4: one position per option, with all concerns; under the reader's own label if they share it. */
function holdOnce({ positions, self = "" }: SeatView): TablePosition[] {
  const by = (one: TablePosition): string => one.by;
  const groups = groupSeatsByPosition(positions, { by, position: ({ option }) => option });
  return groups.flatMap((members) => {
    const held = positions.filter((one) => members.includes(one.by));
    const [first] = held;
    if (!first) return [];
    const once = (words: (one: TablePosition) => string): string =>
      listDistinctTexts(held.map(words)).join("\n");
    return [
      {
        ...first,
        by: members.includes(self) ? self : first.by,
        position: once(({ position }) => position),
        reasoning: once(({ reasoning }) => reasoning),
        would_change_my_mind: once(({ would_change_my_mind }) => would_change_my_mind),
        missing_material: listDistinctTexts(held.flatMap((one) => one.missing_material)),
        evidence: listEvidenceOnce(held.flatMap(({ evidence }) => evidence)),
        concerns: held.flatMap(({ concerns }) => concerns),
      },
    ];
  });
}

function listEvidenceOnce(evidence: readonly CheckedEvidence[]): CheckedEvidence[] {
  const known = new Map(evidence.map((one) => [`${one.source}\0${one.quote}`, one]));
  return [...known.values()];
}

/** R4: what was sent to all and nearly repeats an earlier message, answers nothing and is not the reader's own. */
function findRepeatedMessages(
  messages: readonly TableMessage[],
  reader: string,
  { names }: ExchangeContext,
): ReadonlyMap<string, string> {
  const bears = ({ by, answers }: TableMessage): boolean => by === reader || answers.length > 0;
  const words = ({ text, detail }: TableMessage): string => `${text} ${detail ?? ""}`;
  const repeats = findRepeats(messages, words, names);
  const left = repeats.filter(([message]) => !bears(message));
  return new Map(left.map(([message, first]) => [message.id, first.id]));
}

function dropRepeats(shown: ShownMessages, same: ReadonlyMap<string, string>): ShownMessages {
  const kept = ({ id }: TableMessage): boolean => !same.has(id);
  return {
    ...shown,
    broadcasts: shown.broadcasts.filter(kept),
    view: { ...shown.view, messages: shown.view.messages.filter(kept) },
  };
}
