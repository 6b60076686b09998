/**
 * Records a person's decision, entered in the host's own form.
 *
 * MD1. Option and reason come from the form alone. They are not arguments of the tool, so no agent can supply them.
 * MD2. Only an answer to the question that was open when it was asked counts, and only once.
 */
import {
  type CallToolResult,
  type InputRequiredResult,
  acceptedContent,
  inputRequired,
  inputResponse,
} from "@modelcontextprotocol/server";
import * as z from "zod";

import { createCommandContext } from "../../app/commands/command-context.ts";
import { decideDebate } from "../../app/commands/decide-debate.ts";
import {
  type DecisionQuestion,
  findDecisionQuestion,
  formatDecideCommand,
} from "../../app/commands/open-question.ts";
import type { Dissent } from "../../dissent.ts";
import { SetupError } from "../../errors.ts";
import { isDebateRunning } from "../follow-debate.ts";
import type { HostCall } from "../host-call.ts";
import type { ToolInput } from "../host-tools.ts";
import { type McpContext, useProjectDebates } from "../mcp-context.ts";
import { QUOTE_LIMITS, quoteForAgent } from "../quote-text.ts";
import { describeDecisionQuestion, createStatusReply } from "../status-reply.ts";

const DecisionForm = z.object({
  choice: z.string().min(1).max(2_000),
  reason: z.string().max(20_000),
});

export async function handleDecide(
  mcp: McpContext,
  call: HostCall,
  { debate: reference }: ToolInput<"decide">,
): Promise<CallToolResult | InputRequiredResult> {
  return useProjectDebates(mcp, async (app) => {
    const debate = await app.find(reference);
    const question = await requireOpenQuestion(mcp, app, debate);
    const about = `${debate} ${question.id}`;
    const unanswered = async (why: string): Promise<CallToolResult> =>
      createStatusReply(mcp, app, {
        record: await app.read(debate),
        remarks: [why],
        more: {
          next: `Show the user the question. They decide by: ${formatDecideCommand(debate, question)}`,
          decided: false,
          waits_for: describeDecisionQuestion(debate, question),
        },
      });
    if (!call.canAsk) return unanswered("This host cannot ask its user, so nothing is decided.");
    const { inputResponses } = call.context.mcpReq;
    const given = inputResponse(inputResponses, "decision");
    if (given.kind !== "elicit" || !mcp.seal.acceptAnswer(call.context, "decision", about)) {
      return inputRequired({
        inputRequests: { decision: createDecisionForm(debate, question) },
        requestState: await mcp.seal.mint("decision", about),
      });
    }
    const answer = acceptedContent(inputResponses, "decision", DecisionForm);
    if (!answer) return unanswered("The user did not decide.");
    return recordUserDecision(mcp, app, { debate, ...answer });
  });
}

async function requireOpenQuestion(
  mcp: McpContext,
  app: Dissent,
  debate: string,
): Promise<DecisionQuestion> {
  const question = findDecisionQuestion((await app.read(debate)).events);
  const held = await isDebateRunning(mcp, app, debate);
  if (question && !held) return question;
  throw new SetupError("not-decidable", `${debate} has not come to a decision yet.`, {
    hint: "Call check_debate until it has ended or waits for a person.",
  });
}

function createDecisionForm(
  debate: string,
  { asks, choices, many, waits }: DecisionQuestion,
): ReturnType<typeof inputRequired.elicit> {
  const listed = choices
    .map(({ id, label }) => `${id}: ${quoteForAgent(label, QUOTE_LIMITS.label)}`)
    .join("\n");
  const then = waits ? "The debate then goes on." : "It is recorded beside the panel's outcome.";
  const ids = choices.map(({ id }) => id);
  return inputRequired.elicit({
    message: `${debate} asks: ${quoteForAgent(asks)}\n\n${listed}\n\n${then}`,
    requestedSchema: {
      type: "object",
      properties: {
        choice: many
          ? { type: "string", title: "Choices", description: `One or several of ${ids.join(", ")}` }
          : { type: "string", title: "Choice", enum: ids },
        reason: { type: "string", title: "Reason", description: "Why; it goes on record" },
      },
      required: ["choice", "reason"],
    },
  });
}

async function recordUserDecision(
  mcp: McpContext,
  app: Dissent,
  { debate, choice, reason }: { debate: string; choice: string; reason: string },
): Promise<CallToolResult> {
  const { context } = mcp;
  const decision = { choice, reason, by: context.person, results: {} };
  await decideDebate(createCommandContext(context, app, mcp), debate, decision);
  return createStatusReply(mcp, app, {
    record: await app.read(debate),
    more: { decided: true, decided_by: "human" },
  });
}
