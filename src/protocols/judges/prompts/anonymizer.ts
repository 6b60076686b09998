/** R2-R4: the positions of round 1 as one judge is shown them, if names, order or numbers are restricted. */
import {
  listDistinctTexts,
  groupSeatsByPosition,
  findRepeatedClaims,
} from "../../../exchange/one-voice.ts";
import {
  type ExchangeContext,
  type ReaderView,
  createReaderView,
} from "../../../exchange/reader-view.ts";
import type { Fence } from "../../../protocol.ts";
import { ESTIMATE, type JudgePoint } from "../rules/points.ts";
import { listPart, readClaimWords, renderClaim, renderConditions } from "./position-text.ts";
import type { JudgePosition } from "./prompt-input.ts";

interface ShownRound {
  readonly view: ReaderView;
  /** One per voice, in the order shown; the ids in it are real. */
  readonly voices: readonly ShownVoice[];
}

export interface ShownVoice {
  readonly label: string;
  readonly members: readonly string[];
  readonly positions: readonly JudgePosition[];
  /** What its members said; of what several said, the first. */
  readonly points: readonly JudgePoint[];
}

export const RESPONSES = "responses";

export function shownTo(
  exchange: ExchangeContext | null | undefined,
  positions: readonly JudgePosition[],
  reader: string,
): ShownRound {
  const merged = exchange?.settings.one_voice === true;
  const by = ({ judge }: JudgePosition): string => judge.id;
  const groups = merged
    ? groupSeatsByPosition(positions, { by, position: ({ option }) => option })
    : positions.map((position) => [by(position)]);
  // an estimate tells whose it is
  const listShown = ({ points }: JudgePosition): JudgePoint[] =>
    points.filter(({ kind }) => kind !== ESTIMATE);
  const claims = positions.flatMap((position) => listShown(position).map(({ claim }) => claim));
  const same = merged ? findRepeatedClaims(claims, { groups, names: exchange.names }) : NONE;
  const view = createReaderView(exchange, {
    step: RESPONSES,
    round: 1,
    reader,
    groups,
    claims,
    same,
  });
  const voices = view.voices.map(({ label, members }) => {
    const held = positions.filter((position) => members.includes(by(position)));
    const made = held.flatMap(listShown);
    const points = made.filter(({ claim }) => !same.has(claim.id));
    return { label, members, positions: held, points };
  });
  return { view, voices };
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Without a judge's name, lens or scales: what it found, in its words and in days. */
export function voiceText(
  { label, positions, points }: ShownVoice,
  view: ReaderView,
  fence: Fence,
): string {
  const held = view.anonymize(positions);
  const shown = view.anonymize(points);
  const [first] = held;
  const sureness = view.oneVoice ? "" : `, confidence ${first?.confidence ?? 0} of 100`;
  const once = view.oneVoice ? listDistinctTexts : (texts: string[]): string[] => texts;
  const words = [
    `Recommends ${first?.option ?? ""}${sureness}.`,
    ...renderConditions(shown),
    ...listPart(shown, "case").map(({ claim }) => `${claim.id} Case: ${readClaimWords(claim)}`),
    ...listPart(shown, "claim").map(({ claim }) => renderClaim(claim)),
    ...listPart(shown, "doubt").map(
      ({ claim }) => `${claim.id} Against itself: ${readClaimWords(claim)}`,
    ),
    ...listPart(shown, "row").map(
      // the kinds and levels of a table tell whose it is
      ({ claim, option }) => `${claim.id} On ${option ?? ""}: ${readClaimWords(claim)}`,
    ),
    ...once(held.map((position) => position.would_change_my_mind)).map(
      (words) => `Would change their mind: ${words}`,
    ),
    ...once(held.flatMap(({ missing }) => missing ?? [])).map((words) => `Finds missing: ${words}`),
  ];
  return view.fencing(fence)(formatPositionHead(label), words.join("\n"));
}

export function formatPositionHead(label: string): string {
  return `position of ${label}`;
}

/** As readers of data are shown a voice: nothing in it says whose it is, and nothing in it is the reader's own. */
export function positionShown(
  { label, positions, points }: ShownVoice,
  view: ReaderView,
  reader: string,
): JudgePosition | undefined {
  const others = positions.filter(({ judge }) => judge.id !== reader);
  const [first] = others;
  if (!first) return undefined;
  const said = points.filter(({ claim }) => claim.by !== reader);
  const joined = (words: (position: JudgePosition) => string): string =>
    view.anonymize(listDistinctTexts(others.map(words)).join(" "));
  return {
    judge: { ...view.anonymize(first.judge), id: label },
    lens: "plain",
    option: first.option,
    conditions: view.anonymize(others.flatMap(({ conditions }) => conditions)),
    confidence: view.oneVoice ? 0 : first.confidence,
    headline: joined(({ headline }) => headline),
    evaluations: [],
    horizon: null,
    // where all that is shown of a voice is what the reader said itself, that is what can be challenged
    points: view.anonymize(said.length > 0 ? said : points),
    self_challenge: joined(({ self_challenge }) => self_challenge),
    would_change_my_mind: joined(({ would_change_my_mind }) => would_change_my_mind),
    against_own_scores: null,
    missing: null,
  };
}
