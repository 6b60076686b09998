/** The documents of a debate: a merged document with its sources, or other published texts. */
import "./document.css";
import type { ComponentType } from "preact";
import { useMemo } from "preact/hooks";

import type { MergedView } from "../../src/page/page-payload.ts";
import type { DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { cutTimelineAt } from "../../src/timeline/snapshot/snapshot.ts";
import { debateFindings, shownSnapshot, debateTimeline } from "../state/debate-state.ts";
import { currentRoute } from "../state/page-route.ts";
import { PublishedTexts } from "./published-texts.tsx";

interface MergedDocumentProps {
  readonly timeline: DebateTimeline;
  readonly view: MergedView;
}

let RegisteredMergedDocument: ComponentType<MergedDocumentProps> | null = null;

/** Called once, by the page of merges: the others have no such document. */
export function registerMergedDocument(shown: ComponentType<MergedDocumentProps>): void {
  RegisteredMergedDocument = shown;
}

export function DocumentView() {
  const told = debateTimeline.value;
  if (told === null) return null;
  const merged = debateFindings.value?.document ?? null;
  const wantsText = currentRoute.value.parameters["artifact"] !== undefined;
  if (merged === null || wantsText) {
    const { at } = shownSnapshot.value ?? { at: told.last };
    return <PublishedTexts timeline={cutTimelineAt(told, at)} merged={merged} />;
  }
  return <MemoizedMergedDocument timeline={told} view={merged} />;
}

/** With every step through the text the address changes; all of this need not be drawn again for it. */
function MemoizedMergedDocument({ timeline: told, view }: MergedDocumentProps) {
  return useMemo(
    () => RegisteredMergedDocument && <RegisteredMergedDocument timeline={told} view={view} />,
    [told, view],
  );
}
