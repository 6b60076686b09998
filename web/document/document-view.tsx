/** The documents of a debate: its own document with its sources, or other published texts. */
import "./document.css";
import { useMemo } from "preact/hooks";

import { cutTimelineAt } from "../../src/timeline/snapshot/snapshot.ts";
import { getProtocolParts, type OwnDocumentProps } from "../protocols/protocol-parts.tsx";
import { debateFindings, shownSnapshot, debateTimeline } from "../state/debate-state.ts";
import { currentRoute } from "../state/page-route.ts";
import { PublishedTexts } from "./published-texts.tsx";

export function DocumentView() {
  const told = debateTimeline.value;
  if (told === null) return null;
  const view = debateFindings.value?.document ?? null;
  const wantsText = currentRoute.value.parameters["artifact"] !== undefined;
  if (view === null || wantsText) {
    const { at } = shownSnapshot.value ?? { at: told.last };
    return <PublishedTexts timeline={cutTimelineAt(told, at)} hasOwnDocument={view !== null} />;
  }
  return <MemoizedDocument timeline={told} view={view} />;
}

/** With every step through the text the address changes; all of this need not be drawn again for it. */
function MemoizedDocument({ timeline: told, view }: OwnDocumentProps) {
  return useMemo(() => {
    const OwnDocument = getProtocolParts()?.OwnDocument;
    return OwnDocument && <OwnDocument timeline={told} view={view} />;
  }, [told, view]);
}
