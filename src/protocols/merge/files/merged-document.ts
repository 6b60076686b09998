/** The merged document, as every surface writes and shows it. */
import { basename, extname } from "node:path";

import type { OwnDocument } from "../../../app/results/own-document.ts";
import { readOpening } from "../../../domain/journal/event.ts";
import { ARTIFACTS_FOLDER } from "./output-location.ts";
import {
  formatMergedPaths,
  isInDebateDirectory,
  listOutputLocations,
  readOutputName,
  renderMergedDocument,
  shortenOutcome,
  writeMergeResults,
} from "./write-merge-results.ts";

export const mergedDocument: OwnDocument = {
  folder: ARTIFACTS_FOLDER,
  write: writeMergeResults,
  isInDebateDirectory,
  render: renderMergedDocument,
  formatPaths: formatMergedPaths,
  shortenOutcome,

  async refuseOverwrite(context, record, { outs, yes }) {
    // what reads documents is loaded for merges alone
    const { refuseUnsafeOverwrite } = await import("./overwrite-conflicts.ts");
    for (const place of listOutputLocations(context, record, outs)) {
      await refuseUnsafeOverwrite(context, place, { drafts: [], yes });
    }
  },

  listNames(record, published) {
    if (published.startsWith(`${ARTIFACTS_FOLDER}/`)) return [];
    const { featureName } = readOpening(record.events).brief;
    const names = [...(featureName === null ? [] : [featureName]), readOutputName(record)];
    if (!/\.partial\.[a-z]+$/.test(published)) return names;
    return names.map((one) => `${basename(one, extname(one))}.partial${extname(one)}`);
  },
};
