/** CONTRACT: the data about the document of a protocol that the page receives. */
import type { MergedView } from "./merge/view/merged-view-shape.ts";

export type DocumentFindings = MergedView;
