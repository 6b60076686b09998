/** Claims that were answered as part of another one have its answers, so that every view counts them alike. */
import type { DebateTimeline } from "./debate-timeline.ts";

/** `joined`: a claim, and the one whose id the answers name. */
export function copyAnswersToJoined(
  timeline: DebateTimeline,
  joined: ReadonlyMap<string, string>,
): DebateTimeline {
  if (joined.size === 0) return timeline;
  const parts = Map.groupBy(joined.keys(), (claim) => joined.get(claim) ?? "");
  const links = timeline.links.flatMap((link) => [
    link,
    ...(link.toKind === "claim" ? (parts.get(link.to) ?? []).map((to) => ({ ...link, to })) : []),
  ]);
  return { ...timeline, links };
}
