/** Files beyond the change: reviewers ask for them with the change before them, and not with every file it touches. */
import type { Brief } from "../../domain/brief.ts";
import { gatherEvidence } from "../../evidence/gather-evidence.ts";
import type { Floor } from "../../protocol.ts";
import { CHANGE_SOURCE, isChangeSource } from "./change/change.ts";
import { formatShownPath } from "./prompts/shown-change.ts";
import { createReviewTable, type ReviewTable } from "./rules/table.ts";
import type { ReviewSettings } from "./settings.ts";

/** The brief with what was looked up; the very same brief where nothing may be. */
export async function gatherReviewEvidence(
  floor: Floor,
  given: Brief,
  settings: ReviewSettings,
): Promise<Brief> {
  const table = createReviewTable(floor.participants, given, settings);
  const shown = { ...given, sources: listShownSources(table) };
  const { brief } = await gatherEvidence(floor, shown, { settings, asked: table.reviewers });
  if (brief === shown) return given;
  const known = new Set(given.sources.map(({ id }) => id));
  const found = brief.sources.filter(({ id }) => !known.has(id));
  return { ...given, sources: [...given.sources, ...found] };
}

/** A change of several parts is too long to be shown at once: then the names of its files are. */
function listShownSources({ brief, change, parts }: ReviewTable): Brief["sources"] {
  const names = change.files.map(
    ({ path, added, removed }) => `${formatShownPath(path)} +${added} -${removed}`,
  );
  return brief.sources
    .filter((source) => source.id === CHANGE_SOURCE || !isChangeSource(source))
    .map((source) =>
      source.id === CHANGE_SOURCE && parts.length > 1
        ? { ...source, text: names.join("\n") }
        : source,
    );
}
