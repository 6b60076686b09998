/** The page of a debate by the rules of `merge`. */
import { DebatePage } from "../debate-page.tsx";
import { provideMergedDocument } from "../document/document-view.tsx";
import { MergedDocument } from "../document/merged-document.tsx";
import { MergePanels } from "../floor/rules/merge-panels.tsx";
import { providePanels } from "../floor/rules/panels.tsx";
import { start } from "./start.tsx";

providePanels(MergePanels);
provideMergedDocument(MergedDocument);
start(DebatePage);
