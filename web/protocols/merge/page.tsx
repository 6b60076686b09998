/** The page of a `merge` debate. */
import { registerMergedDocument } from "../../document/document-view.tsx";
import { DebatePage } from "../../pages/debate-page.tsx";
import { startPage } from "../../pages/start-page.tsx";
import { registerProtocolPanels } from "../protocol-panels.tsx";
import { MergedDocument } from "./document/merged-document.tsx";
import { MergePanels } from "./panels.tsx";

registerProtocolPanels(MergePanels);
registerMergedDocument(MergedDocument);
startPage(DebatePage);
