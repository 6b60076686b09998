/** From a brief to a debate that goes on in the background: planned, checked, agreed to, opened. */
import type { InputRequiredResult } from "@modelcontextprotocol/server";

import { openProjectApp } from "../app/app-context.ts";
import { refuseUnpricedModels } from "../app/debate-expense.ts";
import { formatSimilarDecision } from "../app/earlier-decisions.ts";
import { describePriceEstimate } from "../app/estimate-words.ts";
import { describeModelSeating } from "../app/model-seating.ts";
import type { DebateInput } from "../app/plan-debate.ts";
import { prepareDebate, type PreparedDebate } from "../app/prepare-debate.ts";
import { refuseEscapingFolder } from "../app/results/refuse-escape.ts";
import type { BriefReading } from "../config/briefs/read-brief.ts";
import { SetupError } from "../errors.ts";
import type { Plan } from "../plan.ts";
import { requestCostConsent, NO_CAP_NOTICE } from "./cost-consent.ts";
import type { HostCall } from "./host-call.ts";
import { formatMcpOpener, type McpContext } from "./mcp-context.ts";
import { quoteForAgent } from "./quote-text.ts";

export interface OpenDebateRequest {
  readonly opening: DebateInput;
  readonly flags: Readonly<Record<string, unknown>>;
  /** Seats as the agent named them: what nobody else named and has no known price is asked about. */
  readonly seats: readonly string[];
  readonly budgetUsd: number | undefined;
}

export interface OpenedDebate {
  readonly debate: string;
  readonly remarks: readonly string[];
  readonly estimate: Readonly<Record<string, unknown>>;
}

export async function openDebateForHost(
  station: McpContext,
  call: HostCall,
  request: OpenDebateRequest,
): Promise<OpenedDebate | InputRequiredResult> {
  const { desk, runner: keeper } = station;
  const { opening, flags, seats, budgetUsd } = request;
  const { reading } = opening;
  const prepared = await prepareDebate(desk, { input: opening, flags, models: {} });
  refuseSecretFindings(reading);
  await refuseEscapingFolder(desk, reading.brief);
  refuseUnpricedModels(prepared.expense, NO_CAP_NOTICE);
  const named = seats.map((seat) => seat.slice(seat.indexOf("=") + 1).trim());
  const asking = await requestCostConsent(station, call, {
    expense: { ...prepared.expense, found: [...prepared.expense.found, ...named] },
    about: JSON.stringify([reading.brief, flags, opening.protocol ?? ""]),
    question: reading.brief.question,
    budgetUsd,
  });
  if (asking !== null) return asking;
  call.signal.throwIfAborted();
  const plan = await chooseWorkingPlan(station, prepared);
  const app = openProjectApp(desk);
  try {
    const debate = await app.open(plan, formatMcpOpener(desk));
    keeper.start(debate);
    return { debate, remarks: listOpeningRemarks(prepared), estimate: summarizeEstimate(prepared) };
  } finally {
    await app.close();
  }
}

// a call has forty-five seconds in all, and most of them are the debate's
const MODEL_PROBE_MS = 12_000;

/** Who cannot be tried out in time is asked all the same, and is absent if it does not answer. */
async function chooseWorkingPlan(
  { clock }: McpContext,
  { preview: told, withKnownGood }: PreparedDebate,
): Promise<Plan> {
  const late = Promise.withResolvers<Plan>();
  const cancel = clock.after(MODEL_PROBE_MS, () => late.resolve(told.plan));
  const tried = withKnownGood();
  // where it comes too late, what it finds is remembered for the next debate, and its failure is nobody's
  tried.catch(() => {});
  try {
    return await Promise.race([tried, late.promise]);
  } finally {
    cancel();
  }
}

/** K17: an agent cannot say, as a person can, that what looks like a secret is none. */
function refuseSecretFindings({ findings }: BriefReading): void {
  const [found] = findings;
  if (!found) return;
  const { source, line, kind } = found;
  throw new SetupError(
    "needs-confirmation",
    `${quoteForAgent(source, 100)}:${line} looks like it holds a secret (${kind}).`,
    { hint: "Take it out. Only a person at a terminal can send it all the same." },
  );
}

function listOpeningRemarks({ preview: { plan, seating }, similar }: PreparedDebate): string[] {
  const seated = describeModelSeating(plan, seating);
  return [
    ...(seated === null ? [] : [quoteForAgent(seated)]),
    ...similar.map((decision) => quoteForAgent(formatSimilarDecision(decision))),
  ];
}

function summarizeEstimate({
  expense: { estimate, limits },
}: PreparedDebate): OpenedDebate["estimate"] {
  const { calls, usd } = estimate;
  return { calls, usd, words: describePriceEstimate(estimate, limits) ?? "free" };
}
