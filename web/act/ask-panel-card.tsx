/** Asks an ended debate again with new facts: a fork continues, and the original stays as it is. */
import { useState } from "preact/hooks";

import type { DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { Card } from "../kit/card.tsx";
import { buildDebateHref } from "../state/home-state.ts";
import { hasPersonScope } from "../state/page-context.ts";
import { canRun, postJson } from "../state/server-api.ts";
import { UsageEstimate } from "./fork-dialog.tsx";
import { findForkableStep, sumUsageSince } from "./fork-planning.ts";
import { ReasonField, SubmitRow, TerminalCommand, quoteForShell } from "./form-controls.tsx";
import { deleteStoredDraft, loadStoredText, storeDraft } from "./form-drafts.ts";
import { buildActionPath, usePricedAction } from "./use-action.ts";

export function AskPanelCard({ timeline: debateTimeline }: { timeline: DebateTimeline }) {
  const step = findForkableStep(debateTimeline);
  if (step === null || !hasPersonScope("run")) return null;
  return (
    <Card title="Ask the panel" note="with something they did not know">
      {canRun.value ? (
        <AskPanelForm timeline={debateTimeline} at={step.at} title={step.title} />
      ) : (
        <div class="pad">
          <TerminalCommand
            says="In a terminal:"
            text={`dissent resume ${quoteForShell(debateTimeline.id)} --ask "the new fact"`}
          />
        </div>
      )}
    </Card>
  );
}

function AskPanelForm({
  timeline: debateTimeline,
  at,
  title,
}: {
  timeline: DebateTimeline;
  at: number;
  title: string;
}) {
  const draft = `${debateTimeline.id}:ask`;
  const [fact, setFact] = useState(() => loadStoredText(draft));
  const [tried, setTried] = useState(false);
  const { action, price, run } = usePricedAction();
  const ask = (): void => {
    setTried(true);
    if (fact.trim() === "") return;
    run(async (agreement) => {
      const { id } = await postJson<{ id: string }>(buildActionPath(debateTimeline.id, "ask"), {
        facts: [fact.trim()],
        ...agreement,
      });
      deleteStoredDraft(draft);
      location.assign(buildDebateHref(id));
    });
  };
  return (
    <div class="pad">
      <ReasonField
        label="The new fact, in your words"
        placeholder="In the pilot, 1 sync in 300 had a conflict."
        value={fact}
        trouble={tried && fact.trim() === "" ? "Write what is new." : undefined}
        onChange={(text) => {
          setFact(text);
          storeDraft(draft, text);
        }}
      />
      <p class="sub">
        This debate stays as it is. A fork goes on from “{title}”.{" "}
        <UsageEstimate taken={sumUsageSince(debateTimeline, at)} />
      </p>
      <SubmitRow
        action={action}
        kind="plain"
        press={price === null ? "Ask the panel" : "Agree to the price, and ask"}
        busy="Asking…"
        onPress={ask}
      />
    </div>
  );
}
