/** A debate that has ended is asked again with what has become known since: a fork goes on, the original stays. */
import { useState } from "preact/hooks";

import type { Story } from "../../src/timeline/story.ts";
import { Card } from "../kit/card.tsx";
import { canRun, post } from "../state/api.ts";
import { mayI } from "../state/me.ts";
import { Command, quoted } from "./command.tsx";
import { dropDraft, keepDraft, keptText } from "./drafts.ts";
import { lastExchange, takenSince } from "./forking.ts";
import { debateAddress, deedPath } from "./paths.ts";
import { ReasonField } from "./reason-field.tsx";
import { SendRow } from "./send-row.tsx";
import { TakenWords } from "./taken-words.tsx";
import { usePriced } from "./use-priced.ts";

export function AskCard({ story }: { story: Story }) {
  const step = lastExchange(story);
  if (step === null || !mayI("run")) return null;
  return (
    <Card title="Ask the panel" note="with something they did not know">
      {canRun.value ? (
        <AskForm story={story} at={step.at} title={step.title} />
      ) : (
        <div class="pad">
          <Command
            says="In a terminal:"
            text={`dissent resume ${quoted(story.id)} --ask "the new fact"`}
          />
        </div>
      )}
    </Card>
  );
}

function AskForm({ story, at, title }: { story: Story; at: number; title: string }) {
  const draft = `${story.id}:ask`;
  const [fact, setFact] = useState(() => keptText(draft));
  const [tried, setTried] = useState(false);
  const { action, price, run } = usePriced();
  const ask = (): void => {
    setTried(true);
    if (fact.trim() === "") return;
    run(async (agreement) => {
      const { id } = await post<{ id: string }>(deedPath(story.id, "ask"), {
        facts: [fact.trim()],
        ...agreement,
      });
      dropDraft(draft);
      location.assign(debateAddress(id));
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
          keepDraft(draft, text);
        }}
      />
      <p class="sub">
        This debate stays as it is. A fork goes on from “{title}”.{" "}
        <TakenWords taken={takenSince(story, at)} />
      </p>
      <SendRow
        action={action}
        kind="plain"
        press={price === null ? "Ask the panel" : "Agree to the price, and ask"}
        busy="Asking…"
        onPress={ask}
      />
    </div>
  );
}
