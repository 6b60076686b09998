/** Files beyond the change: reviewers ask for them with the change before them, and not with every file it touches. */
import type { Brief } from "../../domain/brief.ts";
import { gatherEvidence, type GatheredEvidence } from "../../evidence/gather-evidence.ts";
import type { Floor } from "../../protocol.ts";
import { isChangeSource } from "./change/change.ts";
import { showChangedLines, showChangedNames } from "./prompts/shown-change.ts";
import { createReviewTable, type ReviewTable } from "./rules/table.ts";
import { describeReviewer } from "./seats.ts";
import type { ReviewSettings } from "./settings.ts";

const TASKS = {
  task: [
    "Name what you need to see of the repository to find what this change breaks: who calls what it changes, what it relies",
    "on, where the same is done and was left as it was, what the tests say. The lines of the change are known to all.",
  ].join("\n"),
  taskAgain:
    "You will confirm or refute what is above. Name what else of the repository you need to see to decide that.",
};

/** The brief with what was looked up; the very same brief where nothing may be. */
export async function gatherReviewEvidence(
  floor: Floor,
  given: Brief,
  settings: ReviewSettings,
): Promise<GatheredEvidence> {
  const table = createReviewTable(floor.participants, given, settings);
  const shown = { ...given, sources: given.sources.filter((source) => !isChangeSource(source)) };
  const gathered = await gatherEvidence(floor, shown, {
    settings,
    asked: table.reviewers,
    near: table.change.files.map(({ path }) => path),
    words: { ...TASKS, matter: [showMatter(table, floor)], seat: describeReviewer },
  });
  const restore = (brief: Brief): Brief => {
    if (brief === shown) return given;
    const known = new Set(given.sources.map(({ id }) => id));
    const found = brief.sources.filter(({ id }) => !known.has(id));
    return { ...given, sources: [...given.sources, ...found] };
  };
  return {
    brief: restore(gathered.brief),
    askAgain: async (...asked) => restore(await gathered.askAgain(...asked)),
  };
}

function showMatter(table: ReviewTable, { fence }: Floor) {
  const [only, ...more] = table.parts;
  return only && more.length === 0
    ? showChangedLines(table, only, fence)
    : showChangedNames(table, fence);
}
