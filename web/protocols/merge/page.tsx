/** The page of a `merge` debate. */
import { registerMergedDocument } from "../../document/document-view.tsx";
import { DebatePage } from "../../pages/debate-page.tsx";
import { startPage } from "../../pages/start-page.tsx";
import { registerProtocolParts } from "../protocol-parts.tsx";
import { MergedDocument } from "./document/merged-document.tsx";
import { MergePlanApproval } from "./merge-plan-approval.tsx";
import { isPlanApprovalQuestion } from "./merge-plan-choices.ts";
import { MergePanels } from "./panels.tsx";

registerProtocolParts({
  Panels: MergePanels,
  lanesHeading: "Variants",
  questionForm: { Form: MergePlanApproval, fits: isPlanApprovalQuestion },
});
registerMergedDocument(MergedDocument);
startPage(DebatePage);
