/** H27: whether a participant says something new, measured in words and quotes. */
import { type CheckedEvidence, foldText } from "../../../domain/evidence/evidence.ts";
import { type Spoken, findSpokenTurn } from "../../../domain/round.ts";
import { countSharedRuns, listWordTriples } from "../../../text/novelty.ts";
import type { ChallengerRebuttalReply, ChallengeReply } from "../replies.ts";
import type { Debate } from "./table.ts";

export interface MeasuredWords {
  readonly text: string;
  readonly evidence: readonly CheckedEvidence[];
}

/** At this share of known word triples a text is a paraphrase of what was said. */
const KNOWN_SHARE = { parts: 1, of: 2 };

/** Fewer than half of its word triples were said before, or it has new, verified evidence. */
export function saysSomethingNew(words: MeasuredWords, earlier: readonly MeasuredWords[]): boolean {
  const quotes = new Set(
    earlier.flatMap(({ evidence }) => evidence.map(({ quote }) => foldText(quote))),
  );
  const brings = words.evidence.some(
    ({ verified, quote }) => verified && !quotes.has(foldText(quote)),
  );
  if (brings) return true;
  const said = new Set(earlier.flatMap(({ text }) => [...listWordTriples(text)]));
  const own = listWordTriples(words.text);
  return countSharedRuns(own, said) * KNOWN_SHARE.of < own.size * KNOWN_SHARE.parts;
}

interface RebuttalPlace {
  readonly by: string;
  readonly round: number;
  /** Among the rebuttals of the reply. */
  readonly place: number;
}

/** Claimed by the speaker and confirmed by measure: neither alone is enough. */
export function isFreshRebuttal(debate: Debate, { by, round, place }: RebuttalPlace): boolean {
  const exchange = debate.exchanges.find((one) => one.round === round);
  const turn = exchange?.rebuttals && findSpokenTurn(exchange.rebuttals, by);
  const given = turn?.reply.rebuttals[place];
  if (!turn || !given?.new_information) return false;
  // what its author had said before a turn is the same whenever it is asked
  const known = measured.get(given);
  if (known !== undefined) return known;
  const words = { text: given.reason, evidence: turn.claims[place]?.evidence ?? [] };
  const fresh = saysSomethingNew(words, listEarlierWords(debate, by, round));
  measured.set(given, fresh);
  return fresh;
}

const measured = new WeakMap<object, boolean>();

function listEarlierWords(
  { challenges, press, exchanges }: Debate,
  by: string,
  round: number,
): MeasuredWords[] {
  const before = exchanges.filter((exchange) => exchange.round < round);
  return [
    ...[challenges, press].flatMap((asked) =>
      readChallengeWords(asked && findSpokenTurn(asked, by)),
    ),
    ...before.flatMap(({ rebuttals, refutations }) => [
      ...readRebuttalWords(rebuttals && findSpokenTurn(rebuttals, by)),
      ...refutations.flatMap((asked) => readChallengeWords(findSpokenTurn(asked, by))),
    ]),
  ];
}

function readChallengeWords(turn: Spoken<ChallengeReply> | null | undefined): MeasuredWords[] {
  if (!turn) return [];
  const { objections, tested, assumptions } = turn.reply;
  const text = [
    ...objections.map((one) => [one.headline, one.detail, one.alternative ?? ""].join(" ")),
    tested ?? "",
    ...assumptions.map(({ reason }) => reason),
  ].join(" ");
  return [{ text, evidence: turn.claims.flatMap(({ evidence }) => evidence) }];
}

function readRebuttalWords(
  turn: Spoken<ChallengerRebuttalReply> | null | undefined,
): MeasuredWords[] {
  if (!turn) return [];
  const { rebuttals, new_objections: filed } = turn.reply;
  const text = [
    ...rebuttals.map(({ reason }) => reason),
    ...filed.map(({ headline, detail }) => `${headline} ${detail}`),
  ].join(" ");
  return [{ text, evidence: turn.claims.flatMap(({ evidence }) => evidence) }];
}
