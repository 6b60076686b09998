/** A merged document: its text with sources, where the chosen paragraph came from, and everything that was settled. */
import "./merged.css";
import { computed } from "@preact/signals";
import { useMemo } from "preact/hooks";

import type { MergedView } from "../../../../src/page/payload.ts";
import type { Story } from "../../../../src/timeline/story.ts";
import { useNarrow } from "../../../document/use-narrow.ts";
import { Card } from "../../../kit/card.tsx";
import { Words } from "../../../kit/said.tsx";
import { useKey } from "../../../kit/use-key.ts";
import { plural } from "../../../kit/words.ts";
import { addressOf, go, route } from "../../../state/route.ts";
import { CameFrom } from "./came-from.tsx";
import { Changes } from "./changes.tsx";
import { Checks } from "./checks.tsx";
import { chosenIn, pieceBeside } from "./chosen.ts";
import { Differences } from "./differences.tsx";
import { DocumentHead } from "./document-head.tsx";
import { LeftOut } from "./left-out.tsx";
import { MergedText } from "./merged-text.tsx";
import { Scores } from "./scores.tsx";
import { variantLanes } from "./variants.ts";

/** Does not itself look at what is chosen: a step through a long text touches two paragraphs, not all of them. */
export function MergedDocument({ story, view }: { story: Story; view: MergedView }) {
  const lanes = useMemo(() => variantLanes(story, view), [story.lanes, view]);
  const chosen = useMemo(() => computed(() => chosenIn(view, route.value.parameters)), [view]);
  const isNarrow = useNarrow();
  const step = (by: 1 | -1): void => {
    const next = pieceBeside(view, chosen.value.piece, by);
    if (next !== null) choosePiece(next, 0);
  };
  useKey("j", () => step(1));
  useKey("k", () => step(-1));
  const shown = { story, view, lanes, chosen };
  return (
    <div class="document">
      <DocumentHead story={story} view={view} lanes={lanes} />
      <div class="document-grid">
        <div class="document-main">
          {view.pieces.length > 0 && (
            <MergedText
              view={view}
              lanes={lanes}
              chosen={chosen}
              onChoose={choosePiece}
              beside={isNarrow ? () => <CameFrom {...shown} where="text" /> : null}
            />
          )}
          <Changes {...shown} />
          {isNarrow && <CameFrom {...shown} where="below" />}
          <Differences {...shown} />
          <Scores view={view} lanes={lanes} />
        </div>
        <div class="document-side">
          {!isNarrow && <CameFrom {...shown} where="side" />}
          <LeftOut view={view} lanes={lanes} />
          <Checks view={view} />
          <People view={view} />
        </div>
      </div>
    </div>
  );
}

function choosePiece(piece: number, part: number): void {
  const changes = { piece: `${piece}`, part: part === 0 ? null : `${part}`, change: null };
  go(addressOf("document", changes), { replace: true });
}

function People({ view: { overrides } }: { view: MergedView }) {
  if (overrides.length === 0) return null;
  return (
    <Card title="Decided by a person" note={plural(overrides.length, "stop")}>
      <ul class="doc-left pad">
        {overrides.map(({ stop, by, effect, reason }) => (
          <li key={stop} class="plain">
            <span>
              <Words text={`${by}: ${effect}`} most={200} />
              <small>
                <Words text={reason} most={300} />
              </small>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
