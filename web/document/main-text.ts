/** The text that a reader most likely came for. */
import type { ArtifactPublication, DebateTimeline } from "../../src/timeline/debate-timeline.ts";

/** In this order; a protocol publishes one of them. */
const MAIN_TEXT_NAMES = ["adr.md", "consensus.md", "board-memo.md", "synthesis.md", "debate.md"];

export function findMainPublication({
  publications,
  end,
}: Pick<DebateTimeline, "publications" | "end">): ArtifactPublication | null {
  const merged = end?.outcome.result["merged_output_path"];
  const named = (name: unknown): ArtifactPublication | undefined =>
    publications.find((one) => one.name === name);
  const known = MAIN_TEXT_NAMES.map(named).find((one) => one !== undefined);
  return named(merged) ?? known ?? publications.at(-1) ?? null;
}
