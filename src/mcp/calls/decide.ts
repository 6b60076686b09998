/**
 * A person's decision, through the host's own form.
 *
 * MD1. Option and reason come from the form alone. There is no argument for them, so no agent can give them.
 * MD2. Only an answer to the question that was open when it was put counts, and only once.
 */
import {
  acceptedContent,
  type CallToolResult,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
} from "@modelcontextprotocol/server";
import * as z from "zod";

import { refreshResults } from "../../app/results/write-results.ts";
import type { Dissent } from "../../dissent.ts";
import { SetupError } from "../../errors.ts";
import type { Call } from "../call.ts";
import { isHeld } from "../follow.ts";
import { withDebates } from "../projects.ts";
import { decideCommand, type Question, questionOf } from "../question.ts";
import { MOST, quoted } from "../quoted.ts";
import { standingReply } from "../reply.ts";
import type { Station } from "../station.ts";
import type { InputOf } from "../tools.ts";
import { questionTold } from "../waits-for.ts";

const Answer = z.object({ choice: z.string().min(1).max(2_000), reason: z.string().max(20_000) });

export async function decide(
  station: Station,
  call: Call,
  { debate: reference }: InputOf<"decide">,
): Promise<CallToolResult | InputRequiredResult> {
  return withDebates(station, async (app) => {
    const debate = await app.find(reference);
    const question = await openQuestion(station, app, debate);
    const about = `${debate} ${question.id}`;
    const unanswered = async (why: string): Promise<CallToolResult> =>
      standingReply(station, app, {
        record: await app.read(debate),
        remarks: [why],
        more: {
          next: `Show the user the question. They decide by: ${decideCommand(debate, question)}`,
          decided: false,
          waits_for: questionTold(debate, question),
        },
      });
    if (!call.canAsk) return unanswered("This host cannot ask its user, so nothing is decided.");
    const { inputResponses } = call.context.mcpReq;
    const given = inputResponse(inputResponses, "decision");
    if (given.kind !== "elicit" || !station.seal.opens(call.context, "decision", about)) {
      return inputRequired({
        inputRequests: { decision: form(debate, question) },
        requestState: await station.seal.mint("decision", about),
      });
    }
    const answer = acceptedContent(inputResponses, "decision", Answer);
    if (!answer) return unanswered("The user did not decide.");
    return recorded(station, app, { debate, ...answer });
  });
}

async function openQuestion({ keeper }: Station, app: Dissent, debate: string): Promise<Question> {
  const question = questionOf((await app.read(debate)).events);
  const held = keeper.holds(debate) || (await isHeld(app, debate));
  if (question && !held) return question;
  throw new SetupError("not-decidable", `${debate} has not come to a decision yet.`, {
    hint: "Call check_debate until it has ended or waits for a person.",
  });
}

function form(
  debate: string,
  { asks, choices, many, waits }: Question,
): ReturnType<typeof inputRequired.elicit> {
  const listed = choices.map(({ id, label }) => `${id}: ${quoted(label, MOST.label)}`).join("\n");
  const then = waits ? "The debate then goes on." : "It is recorded beside the panel's outcome.";
  const ids = choices.map(({ id }) => id);
  return inputRequired.elicit({
    message: `${debate} asks: ${quoted(asks)}\n\n${listed}\n\n${then}`,
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

async function recorded(
  station: Station,
  app: Dissent,
  { debate, choice, reason }: { debate: string; choice: string; reason: string },
): Promise<CallToolResult> {
  const { desk, keeper } = station;
  const what = await app.decide(debate, { choice, reason, by: desk.person });
  if (what === "answered") keeper.keep(debate);
  else await refreshResults(desk, await app.read(debate));
  return standingReply(station, app, {
    record: await app.read(debate),
    more: { decided: true, decided_by: "human" },
  });
}
