/** R2-R4: the positions of round 1 as one judge is shown them, if names, order or numbers are restricted. */
import type { Claim } from "../../../domain/claim.ts";
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
import { text } from "../../../text/text.ts";
import type { LensEvaluation } from "../rules/lens.ts";
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
  /** What its members claim; of what several claim, the first. */
  readonly claims: readonly Claim[];
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
  const claims = positions.flatMap((position) => position.claims);
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
    const made = held.flatMap((position) => position.claims);
    return { label, members, positions: held, claims: made.filter(({ id }) => !same.has(id)) };
  });
  return { view, voices };
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Without a judge's name, lens or scales: what it found, in its words and in days. */
export function voiceText(
  { label, positions, claims }: ShownVoice,
  view: ReaderView,
  fence: Fence,
): string {
  const held = view.anonymize(positions);
  const [first] = held;
  const sureness = view.oneVoice ? "" : `, confidence ${first?.confidence ?? 0} of 100`;
  const once = view.oneVoice ? listDistinctTexts : (texts: string[]): string[] => texts;
  const each = (words: (position: JudgePosition) => string): string =>
    once(held.map(words)).join("\n");
  const words = text`
    Recommends ${first?.option ?? ""}${sureness}.
    ${each(({ headline }) => headline)}
    ${view.anonymize(claims).map(claimLine).join("\n")}
    ${foundIn(
      held.flatMap(({ evaluations }) => evaluations),
      once,
    ).join("\n")}
    ${each(({ self_challenge }) => `Against itself: ${self_challenge}`)}
    ${each((position) => `Would change its mind: ${position.would_change_my_mind}`)}
  `;
  return view.fencing(fence)(headOf(label), words);
}

export function headOf(label: string): string {
  return `position of ${label}`;
}

export function claimLine({ id, about, side, text: words, evidence }: Claim): string {
  return `${id} ${side} ${about}: ${words}${evidence.map(quoteLine).join("")}`;
}

function quoteLine(evidence: { source: string; quote: string; verified: boolean }): string {
  const mark = evidence.verified ? "" : " (does not occur there)";
  return `\n   ${evidence.source}: "${evidence.quote}"${mark}`;
}

function foundIn(
  evaluations: readonly LensEvaluation[],
  once: (texts: string[]) => readonly string[],
): string[] {
  const options = Map.groupBy(evaluations, ({ option }) => option);
  return [...options].map(
    ([option, all]) => `On ${option}: ${once(all.flatMap(findingsOf)).join("; ")}`,
  );
}

/** The kinds and levels of a table tell whose it is. */
function findingsOf(evaluation: LensEvaluation): string[] {
  if (!("rows" in evaluation)) return [evaluation.strengths, evaluation.weaknesses];
  return evaluation.rows.map((row) =>
    "days" in row ? `${row.description} (${row.days} days)` : row.description,
  );
}

/** As readers of data are shown a voice: nothing in it says whose it is, and nothing in it is the reader's own. */
export function positionShown(
  { label, positions, claims }: ShownVoice,
  view: ReaderView,
  reader: string,
): JudgePosition | undefined {
  const others = positions.filter(({ judge }) => judge.id !== reader);
  const [first] = others;
  if (!first) return undefined;
  const said = claims.filter(({ by }) => by !== reader);
  const joined = (words: (position: JudgePosition) => string): string =>
    view.anonymize(listDistinctTexts(others.map(words)).join(" "));
  return {
    judge: { ...view.anonymize(first.judge), id: label },
    lens: "plain",
    option: first.option,
    confidence: view.oneVoice ? 0 : first.confidence,
    headline: joined(({ headline }) => headline),
    evaluations: [],
    // where all that is shown of a voice is what the reader said itself, that is what can be challenged
    claims: view.anonymize(said.length > 0 ? said : claims),
    self_challenge: joined(({ self_challenge }) => self_challenge),
    would_change_my_mind: joined(({ would_change_my_mind }) => would_change_my_mind),
  };
}
