/**
 * The server's responses as schemas: tests check real responses against them, and the OpenAPI document is generated
 * from them.
 */
import * as z from "zod";

import type { RenderedPrompt } from "../page/debate-prompts.ts";
import type {
  PageFindings,
  PageError,
  PageHome,
  PagePlan,
  PageStatistics,
  PageVerification,
  SeatQuestion,
  SentPageDebate,
} from "../page/page-payload.ts";
import { DocumentAnswer } from "../protocols/views.ts";
import type { ListedDebate } from "../store.ts";

const words = z.string();
const count = z.number().int().nonnegative();
const usd = z.number().nonnegative();
const moment = z.number().describe("Milliseconds since 1970.");

export const ErrorAnswer = z.strictObject({
  error: z.strictObject({
    code: words.describe("Stable; what it means is in docs/errors.md and docs/serve.md."),
    message: words,
    hint: words.nullable().describe("What to do about it."),
  }),
}) satisfies z.ZodType<PageError>;

export const ListedAnswer = z.strictObject({
  id: words,
  brief: words,
  question: words,
  options: z.array(z.strictObject({ id: words, label: words })),
  protocol: words,
  status: z.enum(["running", "paused", "waiting", "settled"]),
  label: words.nullable(),
  ending: z.enum(["decided", "open", "failed"]).nullable(),
  choice: words.nullable(),
  degraded: z.boolean(),
  nobodyJudged: z
    .literal(true)
    .exactOptional()
    .describe("Only the built-in readers spoke, so nothing is decided."),
  recorded: z
    .literal(true)
    .exactOptional()
    .describe("It plays recorded replies and counts as no decision."),
  decided: words.nullable().describe("A person's choice."),
  judged: z.enum(["right", "wrong", "partial"]).exactOptional(),
  decidedMs: moment.nullable(),
  gist: words,
  openedMs: moment,
  updatedMs: moment,
  calls: count,
  costUsd: usd,
  held: z.boolean().describe("Whether a process holds it now."),
  forkedFrom: words.exactOptional().describe("The debate that it was forked from."),
  found: words.exactOptional().describe("In a search: the claim that has the words."),
}) satisfies z.ZodType<ListedDebate>;

export const ListAnswer = z.strictObject({ debates: z.array(ListedAnswer) });

export const HomeAnswer = z.strictObject({
  debates: z.array(ListedAnswer),
  protocols: z.array(z.strictObject({ id: words, summary: words })),
  seating: words.describe("Which model takes a seat that names none."),
  person: words.describe("Who asks."),
  project: words,
  models: z.array(words).exactOptional().describe("What can take a seat here."),
  cards: z
    .record(
      words,
      z.strictObject({
        strength: z.enum(["none", "weak", "fair", "strong"]).nullable(),
        dissenting: z.array(words),
        votes: z.array(z.record(words, count)),
      }),
    )
    .exactOptional()
    .describe(
      "Of ended debates: strength, who dissents, votes; those that are missing come later.",
    ),
  pages: z.record(words, words).exactOptional(),
  readOnly: z.literal(true).exactOptional(),
}) satisfies z.ZodType<PageHome>;

const interval = z.strictObject({ low: z.number(), high: z.number() });
const Rate = z.strictObject({ count, of: count, interval: interval.describe("95 %, Wilson.") });

const CaseGroup = z.strictObject({
  name: words,
  debates: count,
  changed: Rate.describe("The final vote leads elsewhere than the blind one."),
  hollow: Rate.describe("It would not without changes that nothing supports."),
  contested: Rate,
  degraded: Rate,
  capitulated: Rate.describe("Changes of mind that rest on nothing."),
  calls: count,
  costUsd: usd,
  extraCalls: z.number(),
  extraUsd: z.number(),
  extraMs: z.number(),
});

export const StatisticsAnswer = z.strictObject({
  uncounted: count.describe("Ended debates that are counted when you ask again."),
  all: CaseGroup,
  byProtocol: z.array(CaseGroup),
  byPanel: z.array(CaseGroup),
  months: z.array(
    z.strictObject({
      month: words.describe("2026-11"),
      debates: count,
      strengths: z.strictObject({ none: count, weak: count, fair: count, strong: count }),
      changed: count,
      costUsd: usd,
    }),
  ),
  calibration: z.strictObject({
    judged: count,
    needed: count,
    byStrength: z
      .strictObject({ none: Rate, weak: Rate, fair: Rate, strong: Rate })
      .nullable()
      .describe("How often each strength was right; null while too few decisions were judged."),
    error: z.number().nullable(),
    correlation: z.number().nullable(),
  }),
}) satisfies z.ZodType<PageStatistics>;

const Deciding = z.discriminatedUnion("by", [
  z.strictObject({
    by: z.literal("share"),
    needed: z.strictObject({ needed: count, of: count }),
    caused: z.literal(true).exactOptional(),
  }),
  z.strictObject({ by: z.literal("synthesis") }),
  z.strictObject({ by: z.literal("scores"), target: z.number() }),
  z.strictObject({ by: z.literal("withdrawal"), settled: words, proponent: words }),
]);

const Verification = z.strictObject({
  holds: z.boolean(),
  checks: z.array(z.strictObject({ what: words, holds: z.boolean() })),
  fault: words.nullable(),
  notProven: words,
}) satisfies z.ZodType<PageVerification>;

/** Measures are many and are explained on their own page; what is named here is always there. */
const Audit = z
  .looseObject({
    strength: words,
    reasons: z.array(words),
    unanswered: z.array(words),
    flips: z.array(z.looseObject({})),
    ledger: z.looseObject({ claims: count, proven: count, novel: count }),
  })
  .describe("See docs/audit.md.");

const Verdict = z.strictObject({
  outcome: words,
  sentence: words,
  ending: z.enum(["decided", "open", "failed"]),
  strength: z.enum(["none", "weak", "fair", "strong"]),
  reasons: z.array(words).describe("At most three; the one that decided the strength first."),
  next: words.describe("What a person does now."),
  command: words.nullable(),
  warnings: z.array(words),
}) satisfies z.ZodType<NonNullable<PageFindings["verdict"]>>;

export const FindingsAnswer = z.strictObject({
  at: count.describe("The event up to which all of this was read."),
  audit: Audit.nullable(),
  verdict: Verdict.nullable().describe("Null while the debate has not ended."),
  record: words.describe("The record, in Markdown."),
  adr: words.describe("The decision record (MADR 4), in Markdown."),
  verification: Verification.nullable().describe("Null while the debate has not ended."),
  document: DocumentAnswer.nullable(),
});
/** What is loose above has more than the schema says. */
type NamedFindings = Pick<PageFindings, "at" | "verdict" | "record" | "adr" | "verification">;
FindingsAnswer satisfies z.ZodType<NamedFindings>;

export const DebateAnswer = z.strictObject({
  id: words,
  lines: z.array(words).describe("The journal: each line an event as JSON, chained by hash."),
  texts: z.record(words, words).describe("Texts by their SHA-256."),
  signatures: z
    .array(words)
    .exactOptional()
    .describe("Signatures of events, each as the line of JSON that a journal file holds."),
  rules: z.strictObject({
    id: words,
    titles: z.record(words, words),
    deciding: Deciding.nullable(),
  }),
  findings: FindingsAnswer.nullable(),
  held: z.boolean(),
  prompts: z.record(words, words).exactOptional(),
  leftOut: z.array(words).exactOptional(),
  readOnly: z.literal(true).exactOptional(),
  home: words.exactOptional(),
  forks: z
    .array(z.strictObject({ id: words, label: words.nullable(), choice: words.nullable() }))
    .exactOptional()
    .describe("Debates that were forked from it."),
});
DebateAnswer satisfies z.ZodType<Omit<SentPageDebate, "findings">>;

export const PromptAnswer = z.strictObject({
  prompt: words,
  matches: z.boolean().describe("Whether it has the hash that was committed before it was sent."),
}) satisfies z.ZodType<RenderedPrompt>;

export const FormAnswer = z.strictObject({
  seat: words,
  key: words,
  prompt: words,
  schema: z.unknown().describe("JSON Schema of the reply."),
  blank: z.unknown().describe("An empty reply to fill in."),
  problems: z.array(words).describe("What the first answer was sent back for."),
  task: words.nullable().describe("What the person is asked to do."),
  words: z.record(words, words).describe("What the fields are called, and after a bar more."),
}) satisfies z.ZodType<SeatQuestion>;

const Range = z.strictObject({ min: z.number(), max: z.number() });

const Estimate = z.strictObject({
  calls: Range,
  bytes: count,
  models: z.array(
    z.strictObject({
      reference: words,
      family: words,
      seats: z.array(words),
      calls: Range,
      inputTokens: Range,
      outputTokens: Range,
      usd: Range.nullable().describe("Null where the price is unknown."),
      approximate: z.boolean(),
      hosts: z.array(words),
    }),
  ),
  usd: Range.nullable(),
  approximate: z.boolean(),
  reservedUsd: usd,
  unpriced: z.array(words),
  hosts: z.array(words),
});

export const PlanAnswer = z.strictObject({
  protocol: words,
  seats: z.array(z.strictObject({ id: words, name: words, model: words })),
  calls: Range,
  estimate: Estimate,
  price: words.nullable().describe("In words; null where nothing costs."),
  sends: z.array(z.strictObject({ title: words, bytes: count })),
  notices: z.array(words),
  briefNotes: z.array(words).describe("What the brief lacks or where it contradicts itself."),
  similar: z.array(z.strictObject({ debate: words, question: words, choice: words.nullable() })),
  panel: z
    .strictObject({ by: words, price: words.nullable(), usd })
    .nullable()
    .describe("The model that could propose more seats; null where none could."),
}) satisfies z.ZodType<PagePlan>;

export const BegunAnswer = z.strictObject({ id: words.describe("The debate that was begun.") });

export const DecidedAnswer = z.strictObject({
  what: z
    .enum(["decided", "answered"])
    .describe("Beside the outcome, or in answer to what the debate waited for."),
});

export const DoneAnswer = z.strictObject({});
