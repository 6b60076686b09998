/** What came of a debate in writing: a merged document with its sources, or what else was published. */
import "./document.css";
import type { ComponentType } from "preact";
import { useMemo } from "preact/hooks";

import type { MergedView } from "../../src/page/payload.ts";
import { storyUpTo } from "../../src/timeline/moment.ts";
import type { Story } from "../../src/timeline/story.ts";
import { findings, moment, story } from "../state/debate.ts";
import { route } from "../state/route.ts";
import { PublishedTexts } from "./published-texts.tsx";

interface Merged {
  readonly story: Story;
  readonly view: MergedView;
}

let MergedDocument: ComponentType<Merged> | null = null;

/** Called once, by the page of merges: the others have no such document. */
export function provideMergedDocument(shown: ComponentType<Merged>): void {
  MergedDocument = shown;
}

export function DocumentView() {
  const told = story.value;
  if (told === null) return null;
  const merged = findings.value?.document ?? null;
  const wantsText = route.value.parameters["artifact"] !== undefined;
  if (merged === null || wantsText) {
    const { at } = moment.value ?? { at: told.last };
    return <PublishedTexts story={storyUpTo(told, at)} merged={merged} />;
  }
  return <Kept story={told} view={merged} />;
}

/** With every step through the text the address changes; all of this need not be drawn again for it. */
function Kept({ story: told, view }: Merged) {
  return useMemo(() => MergedDocument && <MergedDocument story={told} view={view} />, [told, view]);
}
