/**
 * What may cost money is the user's to agree to: through the host where it can ask, else by a budget that the user
 * named. What is free runs at once.
 */
import {
  acceptedContent,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
} from "@modelcontextprotocol/server";
import * as z from "zod";

import { priceWords } from "../app/estimate-words.ts";
import { type Expense, reasonToAsk, unpricedReason } from "../app/expense.ts";
import { type Call, refusal } from "./call.ts";
import { quoted } from "./quoted.ts";
import type { Station } from "./station.ts";

export interface Consenting {
  readonly expense: Expense;
  /** What is to be started, as one text: another call cannot use this one's agreement. */
  readonly about: string;
  /** What the user is told beside the price. */
  readonly question: string;
  /** The user's own cap, as the agent says. */
  readonly budgetUsd: number | undefined;
}

/** A budget would be refused in its turn. */
export const NO_CAP =
  "A budget cannot cap what has no price. In dissent.yaml the user can say the price, seat the model, or allow it with limits.unpriced.";

const Agreement = z.object({ agree: z.boolean() });

/** Null where it may start; a question for the user where the host can put it; else throws. */
export async function consent(
  { seal }: Station,
  call: Call,
  { expense, about, question, budgetUsd }: Consenting,
): Promise<InputRequiredResult | null> {
  const reason = reasonToAsk(expense);
  if (reason === null) return null;
  if (!call.canAsk) {
    // where nobody can be asked, a budget is the user's word, which the agent passes on
    if (budgetUsd !== undefined) return null;
    throw refusal(
      `${reason}.`,
      unpricedReason(expense.estimate, { ...expense.limits, usd: 0 }) === null
        ? "This host cannot ask its user. Ask the user for a budget, and pass on what they say as budget_usd."
        : `This host cannot ask its user. ${NO_CAP}`,
    );
  }
  const { inputResponses } = call.context.mcpReq;
  const answer = inputResponse(inputResponses, "cost");
  if (answer.kind === "missing" || !seal.opens(call.context, "cost", about)) {
    const price = priceWords(expense.estimate, expense.limits);
    return inputRequired({
      inputRequests: {
        cost: inputRequired.elicit({
          message: `${reason}. Question: “${quoted(question, 200)}”${price === null ? "" : ` Estimate: ${price}.`}`,
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
  if (acceptedContent(inputResponses, "cost", Agreement)?.agree === true) return null;
  throw refusal(
    `${reason}, and the user did not agree.`,
    "Do not ask again in the same way. The user can seat cheaper models, or raise confirmAbove in dissent.yaml.",
  );
}
