/** From a brief to a debate that goes on in the background: planned, checked, agreed to, opened. */
import type { InputRequiredResult } from "@modelcontextprotocol/server";

import { openApp } from "../app/desk.ts";
import { similarLine } from "../app/earlier-decisions.ts";
import { priceWords } from "../app/estimate-words.ts";
import { refuseUnpriced } from "../app/expense.ts";
import type { Opening } from "../app/plan-debate.ts";
import { prepareDebate, type Prepared } from "../app/prepare-debate.ts";
import { refuseEscape } from "../app/results/refuse-escape.ts";
import { seatingLine } from "../app/seating.ts";
import type { BriefReading } from "../config/briefs/read-brief.ts";
import { SetupError } from "../errors.ts";
import type { Plan } from "../plan.ts";
import type { Call } from "./call.ts";
import { consent, NO_CAP } from "./consent.ts";
import { quoted } from "./quoted.ts";
import { openedBy, type Station } from "./station.ts";

export interface OpeningRequest {
  readonly opening: Opening;
  readonly flags: Readonly<Record<string, unknown>>;
  /** Seats as the agent named them: what nobody else named and has no known price is asked about. */
  readonly seats: readonly string[];
  readonly budgetUsd: number | undefined;
}

export interface Opened {
  readonly debate: string;
  readonly remarks: readonly string[];
  readonly estimate: Readonly<Record<string, unknown>>;
}

export async function openDebate(
  station: Station,
  call: Call,
  request: OpeningRequest,
): Promise<Opened | InputRequiredResult> {
  const { desk, keeper } = station;
  const { opening, flags, seats, budgetUsd } = request;
  const { reading } = opening;
  const prepared = await prepareDebate(desk, { opening, flags, models: {} });
  refuseFindings(reading);
  await refuseEscape(desk, reading.brief);
  refuseUnpriced(prepared.expense, NO_CAP);
  const named = seats.map((seat) => seat.slice(seat.indexOf("=") + 1).trim());
  const asking = await consent(station, call, {
    expense: { ...prepared.expense, found: [...prepared.expense.found, ...named] },
    about: JSON.stringify([reading.brief, flags, opening.protocol ?? ""]),
    question: reading.brief.question,
    budgetUsd,
  });
  if (asking !== null) return asking;
  call.signal.throwIfAborted();
  const plan = await triedOut(station, prepared);
  const app = openApp(desk);
  try {
    const debate = await app.open(plan, openedBy(desk));
    keeper.keep(debate);
    return { debate, remarks: remarksOf(prepared), estimate: estimateOf(prepared) };
  } finally {
    await app.close();
  }
}

// a call has forty-five seconds in all, and most of them are the debate's
const TRY_OUT_MS = 12_000;

/** Who cannot be tried out in time is asked all the same, and is absent if it does not answer. */
async function triedOut({ clock }: Station, { told, withKnownGood }: Prepared): Promise<Plan> {
  const late = Promise.withResolvers<Plan>();
  const cancel = clock.after(TRY_OUT_MS, () => late.resolve(told.plan));
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
function refuseFindings({ findings }: BriefReading): void {
  const [found] = findings;
  if (!found) return;
  const { source, line, kind } = found;
  throw new SetupError(
    "needs-confirmation",
    `${quoted(source, 100)}:${line} looks like it holds a secret (${kind}).`,
    { hint: "Take it out. Only a person at a terminal can send it all the same." },
  );
}

function remarksOf({ told: { plan, seating }, similar }: Prepared): string[] {
  const seated = seatingLine(plan, seating);
  return [
    ...(seated === null ? [] : [quoted(seated)]),
    ...similar.map((decision) => quoted(similarLine(decision))),
  ];
}

function estimateOf({ expense: { estimate, limits } }: Prepared): Opened["estimate"] {
  const { calls, usd } = estimate;
  return { calls, usd, words: priceWords(estimate, limits) ?? "free" };
}
