/** What came of a debate in writing: a merged document with its sources, or what else was published. */
import "./document.css";
import { useMemo } from "preact/hooks";

import type { MergedView } from "../../src/page/payload.ts";
import type { Story } from "../../src/story/story.ts";
import { findings, story } from "../state/debate.ts";
import { route } from "../state/route.ts";
import { MergedDocument } from "./merged-document.tsx";
import { PublishedTexts } from "./published-texts.tsx";

export function DocumentView() {
  const told = story.value;
  if (told === null) return null;
  const merged = findings.value?.document ?? null;
  const wantsText = route.value.parameters["artifact"] !== undefined;
  if (merged === null || wantsText) return <PublishedTexts story={told} merged={merged} />;
  return <Kept story={told} view={merged} />;
}

/** With every step through the text the address changes; all of this need not be drawn again for it. */
function Kept({ story: told, view }: { story: Story; view: MergedView }) {
  return useMemo(() => <MergedDocument story={told} view={view} />, [told, view]);
}
