/** One line about where a running debate stands: who holds what, and what it has taken. */
import { type Event, opening } from "../../domain/event.ts";
import { summaryAfter, type DebateSummary } from "../../domain/summary.ts";
import { duration } from "../../reports/words.ts";
import type { Style } from "../terminal.ts";

export function standingLine(events: readonly Event[], style: Style, nowMs: number): string {
  const { brief, participants } = opening(events);
  const held = new Map<string, string>();
  let summary: DebateSummary | null = null;
  for (const { fact, atMs } of events) {
    summary = summaryAfter(summary, fact, atMs);
    if (fact.type === "reply-recorded" && fact.said?.position)
      held.set(fact.by, fact.said.position);
  }
  const counts = brief.options.flatMap(({ id }, index) => {
    const count = [...held.values()].filter((option) => option === id).length;
    return count === 0 ? [] : [`${style.option(index, id)} ${count} of ${participants.length}`];
  });
  const elapsedMs = nowMs - (events[0]?.atMs ?? nowMs);
  const calls = summary?.calls ?? 0;
  const taken = `${calls} ${calls === 1 ? "call" : "calls"}   $${(summary?.costUsd ?? 0).toFixed(2)}   ${duration(elapsedMs)}`;
  return `${counts.length === 0 ? "no votes yet" : counts.join("   ")}   ${style.dim(taken)}`;
}
