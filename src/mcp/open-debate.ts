/** Turns a brief into a debate that runs in the background: planned, checked, agreed to, opened. */
import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
} from "@modelcontextprotocol/server";

import { type AppContext, openProjectApp } from "../app/app-context.ts";
import { createCommandContext } from "../app/commands/command-context.ts";
import { startDebate } from "../app/commands/start-debate.ts";
import { describePriceEstimate } from "../app/debate-expense.ts";
import { formatSimilarDecision } from "../app/earlier-decisions.ts";
import { type DebateInput, type PreparedDebate, prepareDebate } from "../app/prepare-debate.ts";
import type { CommandFlags } from "../app/read-flags.ts";
import { type ResolvedInput, resolveInput } from "../app/resolve-input.ts";
import { refuseEscapingFolder } from "../app/results/output-paths.ts";
import { describeModelSeating } from "../app/seating/model-seating.ts";
import type { BriefReading } from "../config/briefs/read-brief.ts";
import type { DebateRecord, Dissent } from "../dissent.ts";
import { SetupError } from "../errors.ts";
import type { Plan } from "../plan.ts";
import { NO_CAP_NOTICE, requestCostConsent } from "./cost-consent.ts";
import type { AgentDescription } from "./debate-status.ts";
import { followDebateProgress } from "./follow-debate.ts";
import type { HostCall } from "./host-call.ts";
import { type McpContext, formatMcpOpener, useProjectDebates } from "./mcp-context.ts";
import { quoteForAgent, stripSteeringCharacters } from "./quote-text.ts";
import { createStatusReply } from "./status-reply.ts";

export interface OpenDebateRequest {
  readonly opening: DebateInput;
  readonly flags: CommandFlags;
  /** Seats as the agent named them: what nobody else named and has no known price is asked about. */
  readonly seats: readonly string[];
  readonly budgetUsd: number | undefined;
}

export interface OpenedDebate {
  readonly debate: string;
  readonly remarks: readonly string[];
  readonly estimate: AgentDescription;
}

export async function openDebateForHost(
  mcp: McpContext,
  call: HostCall,
  request: OpenDebateRequest,
): Promise<OpenedDebate | InputRequiredResult> {
  const { context } = mcp;
  const { opening, flags, seats, budgetUsd } = request;
  const { reading } = opening;
  const prepared = await prepareDebate(context, { input: opening, flags, models: {} });
  refuseSecretFindings(reading);
  await refuseEscapingFolder(context, reading.brief);
  const named = seats.map((seat) => seat.slice(seat.indexOf("=") + 1).trim());
  let app: Dissent | undefined;
  try {
    const debate = await startDebate(
      {
        prepared,
        by: formatMcpOpener(context),
        noModelHint: NO_MODEL_HINT,
        unpricedHint: NO_CAP_NOTICE,
        async agree(expense) {
          const asking = await requestCostConsent(mcp, call, {
            expense: { ...expense, found: [...expense.found, ...named] },
            about: JSON.stringify([
              reading.brief,
              flags,
              opening.protocol ?? "",
              opening.panel ?? null,
            ]),
            question: reading.brief.question,
            budgetUsd,
          });
          if (asking === null) call.signal.throwIfAborted();
          return asking;
        },
        choosePlan: () => chooseWorkingPlan(mcp, prepared),
      },
      () => createCommandContext(context, (app = openProjectApp(context)), mcp),
    );
    if (typeof debate !== "string") return debate;
    return { debate, remarks: listOpeningRemarks(prepared), estimate: summarizeEstimate(prepared) };
  } finally {
    await app?.close();
  }
}

/** An agent has a model at hand, its own, and can ask the person to connect others. */
const NO_MODEL_HINT =
  'Ask the person to connect a model: dissent config keys set anthropic, or dissent doctor for coding agents and local models. Your own model can take a seat: seats ["<seat>=host"]. For a sketch that decides nothing, give every seat to the built-in reader: "<seat>=offline".';

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

/** K17: unlike a person, an agent cannot say that a suspected secret is harmless. */
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
    ...plan.briefNotes.map((note) => quoteForAgent(`Brief: ${note}`)),
    ...similar.map((decision) => quoteForAgent(formatSimilarDecision(decision))),
  ];
}

function summarizeEstimate({
  expense: { estimate, limits },
}: PreparedDebate): OpenedDebate["estimate"] {
  const { calls, usd } = estimate;
  return { calls, usd, words: describePriceEstimate(estimate, limits) ?? "free" };
}

// What an agent gives, as a brief: read by the same rules as a file, with every path kept inside the project.

interface AgentBriefInput {
  readonly question: string;
  readonly body: string;
  readonly options?: readonly string[] | undefined;
  readonly paths?: readonly string[] | undefined;
}

/** CX1: paths are in the brief and not among the flags, since their author may not be the person who pays. */
export function resolveAgentBrief(
  appContext: AppContext,
  given: AgentBriefInput,
  flags: CommandFlags,
): Promise<ResolvedInput> {
  const { question, body, options = [], paths = [] } = given;
  // JSON is YAML on one line, so no word in it can end the front matter
  const head = JSON.stringify({ question: stripSteeringCharacters(question), context: paths });
  const text = `---\n${head}\n---\n\n${body.toWellFormed()}\n`;
  return resolveInput({ ...appContext, stdin: async () => text }, "-", {
    ...flags,
    option: options,
  });
}

interface AgentSeating {
  readonly seats?: readonly string[] | undefined;
  readonly budget_usd?: number | undefined;
}

/** As flags of the command line. A script is a file, and the agent names no files to run. */
export function createAgentFlags({ seats = [], budget_usd: budget }: AgentSeating): CommandFlags {
  const script = seats.find((seat) => /=\s*scripted\b/.test(seat));
  if (script !== undefined) {
    throw new SetupError("unknown-model", `${quoteForAgent(script, 80)} names a script.`, {
      hint: "Scripts are seated by a person, in dissent.yaml.",
    });
  }
  return { seat: seats, ...(budget !== undefined && { budget: String(budget) }) };
}

// What every tool that opens a debate does: opens it, waits while the tool may, and reports its status.

interface OpenAndReplyRequest extends OpenDebateRequest {
  /** Until when it is waited for; without it, not at all. */
  readonly untilMs?: number;
  /** Said before what is remarked on the debate. */
  readonly warnings?: readonly string[];
  /** What this tool adds to the status of the debate. */
  readonly more?: (record: DebateRecord) => Promise<AgentDescription>;
}

export async function openAndReply(
  mcp: McpContext,
  call: HostCall,
  telling: OpenAndReplyRequest,
): Promise<CallToolResult | InputRequiredResult> {
  const { untilMs, warnings = [], more = async () => ({}), ...request } = telling;
  const opened = await openDebateForHost(mcp, call, request);
  if (isInputRequiredResult(opened)) return opened;
  const { debate, remarks, estimate } = opened;
  return useProjectDebates(mcp, async (app) => {
    const ms = untilMs === undefined ? 0 : untilMs - mcp.clock.nowMs();
    await followDebateProgress(mcp, app, { call, debate, ms });
    const record = await app.read(debate);
    return createStatusReply(mcp, app, {
      record,
      remarks: [...warnings, ...remarks],
      more: { estimate, ...(await more(record)) },
    });
  });
}
