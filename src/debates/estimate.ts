/**
 * Estimates what a debate will use before anything is spent, as a range from the minimum to roughly the maximum.
 *
 * The size of the brief and the bounds of the protocol's calls are known. The length of answers, and how many earlier
 * answers a prompt shows, come from measured debates of all protocols.
 */
import { type RecordedBrief, formatOptionText } from "../domain/brief.ts";
import type { Participant } from "../domain/participant.ts";
import { findModelFamily } from "../domain/vendor.ts";
import type { Model, Price, UnreachableCause } from "../model.ts";
import type { Plan } from "../plan.ts";
import type { CallBounds, Protocol } from "../protocol.ts";

export interface EstimateRange {
  readonly min: number;
  readonly max: number;
}

export interface ModelEstimate {
  readonly reference: string;
  readonly family: string;
  readonly seats: readonly string[];
  /** Its share of the calls, as if all seats were asked alike. */
  readonly calls: EstimateRange;
  readonly inputTokens: EstimateRange;
  readonly outputTokens: EstimateRange;
  /** Null where nobody knows; zero where answers cost nothing. */
  readonly usd: EstimateRange | null;
  readonly approximate: boolean;
  readonly hosts: readonly string[];
  /** Set where it cannot be reached from here: its seats will be absent. */
  readonly unreachable?: UnreachableCause;
}

export interface Estimate {
  /** Repairs not counted. */
  readonly calls: CallBounds;
  /** Of the brief: what every prompt contains. */
  readonly bytes: number;
  readonly models: readonly ModelEstimate[];
  /** Of those whose price is known; null where none is. Not more than the cap. */
  readonly usd: EstimateRange | null;
  readonly approximate: boolean;
  /** Set aside (K12) before all seats are asked at once; more than a cap, and the debate may pause. */
  readonly reservedUsd: number;
  /** References of unknown price. */
  readonly unpriced: readonly string[];
  readonly hosts: readonly string[];
}

export type EstimateInput = Pick<Plan, "participants" | "calls" | "limits"> & {
  readonly brief: RecordedBrief;
  readonly protocol?: Pick<Protocol, "isShown">;
};

export async function estimateDebate(
  plan: EstimateInput,
  modelFor: (reference: string) => Promise<Model>,
): Promise<Estimate> {
  const { brief, participants, limits } = plan;
  const calls = { ...plan.calls, max: Math.min(plan.calls.max, limits.calls ?? Infinity) };
  const bytes = countBriefBytes(brief, plan.protocol?.isShown);
  const models: ModelEstimate[] = [];
  let reservedUsd = 0;
  for (const [reference, seats] of Map.groupBy(participants, ({ model }) => model)) {
    const model = await modelFor(reference);
    const ids = seats.map(({ id }) => id);
    const share = seats.length / participants.length;
    models.push({
      reference,
      family: model.family ?? findModelFamily(reference),
      seats: ids,
      ...estimateModelUsage(model, { calls, share, bytes }),
      hosts: model.hosts ?? [],
      ...(model.unreachable && { unreachable: model.unreachable }),
    });
    reservedUsd += sumAmounts(seats.map((seat) => computeWorstCaseUsd(model, seat, bytes)));
  }
  const priced = models.flatMap(({ usd }) => usd ?? []);
  const total = {
    min: sumAmounts(priced.map(({ min }) => min)),
    max: sumAmounts(priced.map(({ max }) => max)),
  };
  const cap = limits.usd ?? Infinity;
  return {
    calls,
    bytes,
    models,
    usd:
      priced.length === 0 ? null : { min: Math.min(total.min, cap), max: Math.min(total.max, cap) },
    approximate: models.some(({ approximate }) => approximate),
    reservedUsd,
    unpriced: models.filter(({ usd }) => usd === null).map(({ reference }) => reference),
    hosts: [...new Set(models.flatMap(({ hosts }) => hosts))],
  };
}

const UTF8 = new TextEncoder();

/** Question, options and sources, as they are sent with every call. */
function countBriefBytes(
  { question, options, sources }: RecordedBrief,
  isShown: NonNullable<Protocol["isShown"]> = () => true,
): number {
  const texts = [question, ...options.map(formatOptionText)].map(
    (text) => UTF8.encode(text).length,
  );
  return sumAmounts([...texts, ...sources.filter(isShown).map(({ bytes }) => bytes)]);
}

interface CallProfile {
  /** Bytes a prompt has beside the brief: instructions, stance, the schema of the reply. */
  readonly around: number;
  /** Of all earlier answers, how much a prompt shows. */
  readonly shown: number;
  readonly answerBytes: number;
  /** Tokens of an answer with what was thought before it. */
  readonly answerTokens: number;
  readonly bytesPerToken: number;
}

// measured over every example and protocol with the built-in readers; answers of language models are longer
const LEAST: CallProfile = {
  around: 1_800,
  shown: 0.4,
  answerBytes: 450,
  answerTokens: 150,
  bytesPerToken: 4.5,
};
const MOST: CallProfile = {
  around: 6_000,
  shown: 0.65,
  answerBytes: 3_500,
  answerTokens: 3_000,
  bytesPerToken: 3,
};

type EstimatedUsage = Pick<
  ModelEstimate,
  "calls" | "inputTokens" | "outputTokens" | "usd" | "approximate"
>;

function estimateModelUsage(
  { price, awaits, unreachable }: Model,
  { calls, share, bytes }: { calls: CallBounds; share: number; bytes: number },
): EstimatedUsage {
  const nothing = { min: 0, max: 0 };
  if (awaits || unreachable) {
    return {
      calls: nothing,
      inputTokens: nothing,
      outputTokens: nothing,
      usd: nothing,
      approximate: false,
    };
  }
  const least = estimateTokens(LEAST, { calls: calls.min, share, bytes });
  const most = estimateTokens(MOST, { calls: calls.max, share, bytes });
  return {
    calls: { min: Math.floor(calls.min * share), max: Math.ceil(calls.max * share) },
    inputTokens: { min: least.input, max: most.input },
    outputTokens: { min: least.output, max: most.output },
    usd:
      price === undefined
        ? nothing
        : price && estimateCost(price, { least, most, calls: calls.min * share }),
    approximate: price?.approximate ?? false,
  };
}

interface TokenCount {
  readonly input: number;
  readonly output: number;
}

function estimateTokens(
  shape: CallProfile,
  { calls, share, bytes }: { calls: number; share: number; bytes: number },
): TokenCount {
  const earlier = (Math.max(0, calls - 1) / 2) * shape.answerBytes * shape.shown;
  const own = calls * share;
  return {
    input: Math.round((own * (bytes + shape.around + earlier)) / shape.bytesPerToken),
    output: Math.round(own * shape.answerTokens),
  };
}

// vendors cache nothing shorter
const SHORTEST_CACHED = 1_024;

/** At best a cache serves all but what is new; at worst, and for short prompts, nothing. */
function estimateCost(
  price: Price,
  { least, most, calls }: { least: TokenCount; most: TokenCount; calls: number },
): EstimateRange {
  const cached =
    calls > 1 && least.input / calls >= SHORTEST_CACHED ? least.input * (1 - 1 / calls) : 0;
  const min = price.usd({ input: least.input, cached: Math.round(cached), output: least.output });
  const max = price.usd({ input: most.input, output: most.output });
  return { min: Math.min(min, max), max };
}

/** What a first call of about this size may take at most. */
function computeWorstCaseUsd(model: Model, participant: Participant, bytes: number): number {
  if (model.awaits) return 0;
  const text = " ".repeat(bytes + LEAST.around);
  const { usd } = model.worstCase({
    prompt: [{ text, shared: true }],
    schema: () => ({}),
    promptInput: { kind: "estimate" },
    participant,
    attempt: 1,
    key: `estimate/first/${participant.id}`,
  });
  return usd ?? 0;
}

function sumAmounts(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
