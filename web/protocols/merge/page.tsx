/** The page of a `merge` debate. */
import { DebatePage } from "../../pages/debate-page.tsx";
import { startPage } from "../../pages/start-page.tsx";
import { registerProtocolParts } from "../protocol-parts.tsx";
import { listMergedTexts } from "./document/merge-summary.ts";
import { MergedDocument } from "./document/merged-document.tsx";
import { MergePlanApproval } from "./merge-plan-approval.tsx";
import { isPlanApprovalQuestion } from "./merge-plan-choices.ts";
import { MergePanels } from "./panels.tsx";

registerProtocolParts({
  Panels: MergePanels,
  OwnDocument: MergedDocument,
  listMainTexts: listMergedTexts,
  lanesHeading: "Variants",
  questionForm: { Form: MergePlanApproval, fits: isPlanApprovalQuestion },
});
startPage(DebatePage);
