/** Rebuttals and final arguments: whether a criticism is true of the text, and which points are conceded. */
import type { Claim } from "../../../domain/claim.ts";
import { listComparableWords } from "../../../text/comparable-words.ts";
import { cited } from "../../retired-readers/sentences.ts";
import { isCommon, stemsOf } from "../../retired-readers/words.ts";
import {
  type CloseMatter,
  type CriticismAnswer,
  type FinalArgument,
  type NewWinner,
  type PointRead,
  type AdvocateRebuttal,
  type MergeRebutInput,
  variantSource,
} from "../prompts/prompt-input.ts";
import { called, evidence, listed, merits, times } from "./merits.ts";
import { type VariantReading, readingsOf, type VariantSentence } from "./reading.ts";
import { judge, type PointJudgement, scoreOf } from "./weigh.ts";

export async function rebut(promptInput: MergeRebutInput): Promise<AdvocateRebuttal> {
  const { variants, points, own, voted, criticisms, seat } = promptInput;
  const readings = await readingsOf(variants);
  const mine = readings.find(({ variant }) => variant.variant === own);
  const heard = [...promptInput.statements, ...promptInput.earlier].flatMap(({ claims }) => claims);
  const held = heldBy(promptInput, seat.id);
  const moved = points
    .filter(({ id }) => voted.includes(id))
    .map((point) => judge(point, readings, { own, lenient: false }))
    .filter(({ point, variant }) => held.get(point.id) !== variant);
  return {
    responses: criticisms.map((criticism) => answerTo(criticism, mine, points)),
    assessments: readings
      .filter((reading) => reading !== mine)
      .map((reading) => ({
        variant: reading.variant.variant,
        text: assessed(reading, readings, points),
      })),
    concessions: moved
      .filter(({ variant, own: side }) => variant !== own && side !== null)
      .map(({ point, variant, because }) => ({ point: point.id, variant, text: because })),
    changes: moved.map((judgement) => changeTo(judgement, { heard, matter: promptInput })),
  };
}

export async function close(promptInput: CloseMatter): Promise<FinalArgument> {
  const { variants, points, own, unresolved, seat } = promptInput;
  const readings = await readingsOf(variants);
  const mine = readings.find(({ variant }) => variant.variant === own);
  const held = heldBy(promptInput, seat.id);
  const judged = points
    .filter(({ id }) => unresolved.includes(id))
    .map((point) => judge(point, readings, { own, lenient: false }));
  const kept = judged.filter(({ variant }) => variant === own).map(({ point }) => point.id);
  const given = judged.filter(({ variant }) => variant !== own);
  const name = mine ? called(mine) : "The variant";
  return {
    argument: [
      kept.length > 0
        ? `${name} keeps ${listed(kept)}: nothing that was quoted there is more specific.`
        : `${name} keeps none of the ${times(judged.length, "point")} that are open.`,
      ...(given.length > 0 ? [`It gives up ${listed(given.map(({ point }) => point.id))}.`] : []),
    ].join(" "),
    concessions: given
      .filter(({ own: side }) => side !== null)
      .map(({ point, variant, because }) => ({ point: point.id, variant, text: because })),
    winners: judged.map((judgement) =>
      held.get(judgement.point.id) === judgement.variant
        ? unchanged(judgement)
        : { ...unchanged(judgement), evidence: judgement.evidence },
    ),
  };
}

function heldBy(
  { votes }: Pick<MergeRebutInput, "votes">,
  by: string,
): ReadonlyMap<string, number> {
  return new Map(
    votes.filter((vote) => vote.by === by).map(({ point, variant }) => [point, variant]),
  );
}

function unchanged({ point, variant, because }: PointJudgement): NewWinner {
  return { point: point.id, variant, because, causes: [], evidence: [] };
}

/** K5: the claim of someone who named that winner before; else the words themselves. */
function changeTo(
  judgement: PointJudgement,
  { heard, matter: promptInput }: { heard: readonly Claim[]; matter: MergeRebutInput },
): NewWinner {
  const { point, variant, evidence: words } = judgement;
  const persuaders = promptInput.votes
    .filter(
      (vote) =>
        vote.point === point.id && vote.variant === variant && vote.by !== promptInput.seat.id,
    )
    .map(({ by }) => by);
  const cause = heard.find(
    ({ about, by, side }) => about === point.id && side === "supports" && persuaders.includes(by),
  );
  return { ...unchanged(judgement), causes: cause ? [cause.id] : [], evidence: cause ? [] : words };
}

/** A criticism is countered by verifiable words of the variant on the same thing; otherwise it stays. */
function answerTo(
  criticism: Claim,
  mine: VariantReading | undefined,
  points: readonly PointRead[],
): CriticismAnswer {
  const found =
    mine && isArguable(criticism, mine, points) ? counterIn(mine, criticism) : undefined;
  if (mine && found) {
    return {
      criticism: criticism.id,
      answer: "counter",
      text: `${called(mine)} does say something that can be checked there: ${cited(found.quote)}.`,
      evidence: [evidence(mine, found.quote)],
    };
  }
  const quote = criticism.evidence.find(({ verified }) => verified)?.quote;
  return {
    criticism: criticism.id,
    answer: "concede",
    text:
      quote === undefined
        ? "Nothing in the variant answers that, so it stands."
        : `That stands: against ${cited(quote)} the variant has nothing more specific.`,
    evidence: [],
  };
}

/** What a variant says in two ways cannot be answered by one of them. */
function isArguable(
  criticism: Claim,
  { variant }: VariantReading,
  points: readonly PointRead[],
): boolean {
  const within = points.filter((point) => point.within === variant.variant);
  const quotes = criticism.evidence.map(({ quote }) => quote);
  return !within.some(({ sides }) => sides.some((side) => quotes.includes(side.quote)));
}

function counterIn(
  mine: VariantReading,
  { text, evidence: given }: Claim,
): VariantSentence | undefined {
  const source = variantSource(mine.variant.variant);
  const against = given.filter((one) => one.source === source).map(({ quote }) => quote);
  const near = mine.sentences.find(({ quote }) => against.some((words) => quote.startsWith(words)));
  const pool = near
    ? mine.sentences.filter(({ section }) => section === near.section)
    : mine.sentences;
  const topics = new Set(
    stemsOf(`${text} ${given.map(({ quote }) => quote).join(" ")}`).filter(
      (stem) => !isCommon(stem),
    ),
  );
  const shared = ({ quote }: VariantSentence): number =>
    new Set(
      listComparableWords(quote)
        .flatMap((word) => stemsOf(word))
        .filter((stem) => topics.has(stem)),
    ).size;
  return pool
    .filter(
      ({ quote, counts }) =>
        counts.figures + counts.named > 0 && counts.vague === 0 && !against.includes(quote),
    )
    .map((sentence) => ({ sentence, common: shared(sentence) }))
    .filter(({ common }) => common >= (near ? 1 : 3))
    .toSorted(
      (a, b) => b.common - a.common || scoreOf(b.sentence.counts) - scoreOf(a.sentence.counts),
    )[0]?.sentence;
}

function assessed(
  reading: VariantReading,
  readings: readonly VariantReading[],
  points: readonly PointRead[],
): string {
  const [first] = merits(reading, { readings, points });
  return `${called(reading)} keeps its strongest ground: ${first?.text ?? "none"}`;
}
