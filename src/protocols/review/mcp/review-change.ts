/** Starts a review of a change of the checkout, waits a while for it, and tells what survived. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";

import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";

import type { AppContext } from "../../../app/app-context.ts";
import type { DebateRecord } from "../../../dissent.ts";
import { findSettlement } from "../../../domain/journal/event.ts";
import type { Json } from "../../../domain/json.ts";
import { SetupError } from "../../../errors.ts";
import type { AgentDescription } from "../../../mcp/debate-status.ts";
import type { HostCall } from "../../../mcp/host-call.ts";
import type { McpContext } from "../../../mcp/mcp-context.ts";
import { createAgentFlags, openAndReply } from "../../../mcp/open-debate.ts";
import { QUOTE_LIMITS, quoteForAgent, quoteLabel } from "../../../mcp/quote-text.ts";
import { resolveReviewInput } from "../files/resolve-review.ts";
import type { ReviewChange } from "./declare-tool.ts";

const REVIEW_WAIT_MS = 40_000;

export async function handleReviewChange(
  mcpContext: McpContext,
  call: HostCall,
  input: ReviewChange,
): Promise<CallToolResult | InputRequiredResult> {
  const { clock, context } = mcpContext;
  const untilMs = clock.nowMs() + REVIEW_WAIT_MS;
  const { change, seats = [], budget_usd: budgetUsd } = input;
  refuseOtherThanRevision(context, change);
  const flags = createAgentFlags(input);
  const opening = await resolveReviewInput(context, change, {
    ...flags,
    // only a person lets models look into files that the change does not touch
    repo: false,
  });
  return openAndReply(mcpContext, call, {
    opening,
    flags,
    seats,
    budgetUsd,
    untilMs,
    more: (record) => describeReviewResult(context, record),
  });
}

/** CX1: a patch file may lie anywhere, and what begins like an option may be taken for one. */
function refuseOtherThanRevision({ cwd }: AppContext, name: string | undefined): void {
  if (name === undefined || !(name.startsWith("-") || existsSync(resolve(cwd, name)))) return;
  throw new SetupError("usage", `${quoteForAgent(name, 100)} is not a range or a commit.`, {
    hint: "Name commits or branches. A patch file is reviewed by a person: dissent review <file>",
  });
}

const TOLD: ReadonlySet<string> = new Set(["confirmed", "disputed", "unconfirmed"]);

/** What survived, where the review has ended. */
export async function describeReviewResult(
  _context: AppContext,
  record: DebateRecord,
): Promise<{ readonly findings?: AgentDescription[] }> {
  const rows = findSettlement(record.events)?.outcome.result["findings"];
  if (!Array.isArray(rows)) return {};
  const survivors = rows.flatMap((row: Json) =>
    isRow(row) && TOLD.has(readText(row, "fate")) ? [row] : [],
  );
  return {
    findings: survivors.slice(0, QUOTE_LIMITS.entries).map((row) => ({
      id: readText(row, "id"),
      fate: readText(row, "fate"),
      severity: readText(row, "severity"),
      at: quoteLabel(`${readText(row, "path")}:${Number(row["first_line"])}`),
      quoted: quoteForAgent(`${readText(row, "claim")} ${readText(row, "scenario")}`),
    })),
  };
}

type Row = { readonly [field: string]: Json };

function isRow(value: Json): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readText(row: Row, field: string): string {
  const value = row[field];
  return typeof value === "string" ? value : "";
}
