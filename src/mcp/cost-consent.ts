/**
 * Spending needs the user's consent: through the host if it can ask, otherwise by a budget that the user set.
 * Anything free runs at once.
 */
import {
  type InputRequiredResult,
  acceptedContent,
  inputRequired,
  inputResponse,
} from "@modelcontextprotocol/server";
import * as z from "zod";

import {
  type DebateExpense,
  describePriceEstimate,
  explainConfirmationNeeded,
  explainUnpricedModels,
} from "../app/debate-expense.ts";
import { type HostCall, createConfirmationError } from "./host-call.ts";
import type { McpContext } from "./mcp-context.ts";
import { quoteForAgent } from "./quote-text.ts";

export interface ConsentRequest {
  readonly expense: DebateExpense;
  /** What is to be started, as one text: another call cannot use this one's agreement. */
  readonly about: string;
  /** What the user sees beside the price. */
  readonly question: string;
  /** The user's own cap, as the agent says. */
  readonly budgetUsd: number | undefined;
}

/** A budget would be refused in its turn. */
export const NO_CAP_NOTICE =
  "A budget cannot cap what has no price. In dissent.yaml the user can say the price, seat the model, or allow it with limits.unpriced.";

const AgreementForm = z.object({ agree: z.boolean() });

/** Null where it may start; a question for the user where the host can put it; else throws. */
export async function requestCostConsent(
  { seal }: McpContext,
  call: HostCall,
  { expense, about, question, budgetUsd }: ConsentRequest,
): Promise<InputRequiredResult | null> {
  const reason = explainConfirmationNeeded(expense);
  if (reason === null) return null;
  if (!call.canAsk) {
    // where nobody can be asked, a budget is the user's word, which the agent passes on
    if (budgetUsd !== undefined) return null;
    throw createConfirmationError(
      `${reason}.`,
      explainUnpricedModels(expense.estimate, { ...expense.limits, usd: 0 }) === null
        ? "This host cannot ask its user. Ask the user for a budget, and pass on what they say as budget_usd."
        : `This host cannot ask its user. ${NO_CAP_NOTICE}`,
    );
  }
  const { inputResponses } = call.context.mcpReq;
  const answer = inputResponse(inputResponses, "cost");
  if (answer.kind === "missing" || !seal.acceptAnswer(call.context, "cost", about)) {
    const price = describePriceEstimate(expense.estimate, expense.limits);
    return inputRequired({
      inputRequests: {
        cost: inputRequired.elicit({
          message: `${reason}. Question: “${quoteForAgent(question, 200)}”${price === null ? "" : ` Estimate: ${price}.`}`,
          requestedSchema: {
            type: "object",
            properties: {
              agree: { type: "boolean", title: "Agree to this cost", default: false },
            },
            required: ["agree"],
          },
        }),
      },
      requestState: await seal.mint("cost", about),
    });
  }
  if (acceptedContent(inputResponses, "cost", AgreementForm)?.agree === true) return null;
  throw createConfirmationError(
    `${reason}, and the user did not agree.`,
    "Do not ask again in the same way. The user can seat cheaper models, or raise confirmAbove in dissent.yaml.",
  );
}
