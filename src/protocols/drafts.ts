/** What protocols do with drafts that are sent, and with changes that were made to them. */
export { revertChanges } from "./merge/files/revert-changes.ts";
export {
  createDraftFilesError,
  createStrayDraftsError,
  resolveSubmittedDrafts,
  type SubmittedDraft,
} from "./merge/files/settle-texts.ts";
