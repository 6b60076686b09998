/** What this project decided before; looks, and starts nothing. */
import type { CallToolResult } from "@modelcontextprotocol/server";

import { hasDebates } from "../../app/project/project-store.ts";
import { decisionOf } from "../../domain/earlier.ts";
import type { Listed } from "../../store.ts";
import { answered, type Call } from "../call.ts";
import { withDebates } from "../projects.ts";
import { labelled, MOST, quoted } from "../quoted.ts";
import type { Station } from "../station.ts";
import type { InputOf } from "../tools.ts";

const USUAL = 10;

export async function findDecisions(
  station: Station,
  _call: Call,
  { words = "", limit = USUAL }: InputOf<"find_decisions">,
): Promise<CallToolResult> {
  if (!hasDebates(station.desk)) return answered({ decisions: [] });
  return withDebates(station, async (app) => {
    const search = words.trim();
    const listed = await app.list({ limit, ...(search !== "" && { search }) });
    return answered({ decisions: listed.map(told) });
  });
}

function told(debate: Listed): Readonly<Record<string, unknown>> {
  const { id, question, protocol, status, label, degraded, nobodyJudged, decided } = debate;
  const decision = decisionOf(debate);
  return {
    debate: id,
    status,
    protocol,
    question: { quoted: quoted(question, MOST.sentence) },
    ...(label !== null && { outcome: label }),
    ...(nobodyJudged && decided === null && { nobody_judged: true }),
    ...(degraded && { degraded }),
    ...(decision && {
      choice: labelled(decision.choice),
      ...(decision.label !== null && { quoted: quoted(decision.label, MOST.label) }),
      decided_by: decision.by,
      decided_at: new Date(decision.decidedMs).toISOString(),
    }),
    record: `dissent://debates/${id}/record.md`,
  };
}
