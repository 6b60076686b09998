/** The page of a debate by the rules of `merge`. */
import { DebatePage } from "../../debate-page.tsx";
import { provideMergedDocument } from "../../document/document-view.tsx";
import { start } from "../../pages/start.tsx";
import { providePanels } from "../panels.tsx";
import { MergedDocument } from "./document/merged-document.tsx";
import { MergePanels } from "./panels.tsx";

providePanels(MergePanels);
provideMergedDocument(MergedDocument);
start(DebatePage);
