/** The text that a reader most likely came for. */
import type { Publication, Story } from "../../src/timeline/story.ts";

/** In this order; a protocol publishes one of them. */
const MAIN = ["adr.md", "consensus.md", "board-memo.md", "synthesis.md", "debate.md"];

export function mainAmong({
  publications,
  end,
}: Pick<Story, "publications" | "end">): Publication | null {
  const merged = end?.outcome.result["merged_output_path"];
  const named = (name: unknown): Publication | undefined =>
    publications.find((one) => one.name === name);
  const known = MAIN.map(named).find((one) => one !== undefined);
  return named(merged) ?? known ?? publications.at(-1) ?? null;
}
