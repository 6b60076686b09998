/** The plan of a merge, approved change by change. */
import "./plan.css";
import { useEffect, useState } from "preact/hooks";

import type { PageDebate } from "../../../src/page/payload.ts";
import type { Question, Story } from "../../../src/timeline/story.ts";
import { deedPath } from "../../act/paths.ts";
import { ReasonField } from "../../act/reason-field.tsx";
import { SendRow } from "../../act/send-row.tsx";
import { useAction } from "../../act/use-action.ts";
import { fieldsIn, textIn, textsIn, useDraft } from "../../act/use-draft.ts";
import { useFocusKey } from "../../act/use-focus-key.ts";
import { Button } from "../../kit/button.tsx";
import { Words } from "../../kit/said.tsx";
import { capital, plural } from "../../kit/words.ts";
import { get, post } from "../../state/api.ts";
import { debate } from "../../state/debate.ts";
import { pathOf } from "../../state/live.ts";
import { approvalOf, type PlannedChange, plannedChanges } from "./plan-changes.ts";

export function PlanApproval({ story, question }: { story: Story; question: Question }) {
  const { filled, change, drop } = useDraft(`${story.id}:${question.key}`, filledFrom);
  const [tried, setTried] = useState(false);
  const action = useAction();
  const form = useFocusKey("d");
  const analysis = useAnalysis(story);
  const changes = plannedChanges(question, { analysis, turns: story.turns });
  const approved = new Set(changes.map(({ id }) => id).filter((id) => !filled.struck.includes(id)));
  const reason = filled.reason.trim();
  const send = (): void => {
    setTried(true);
    if (reason === "") return;
    action.run(async () => {
      const choice = approvalOf(changes, approved);
      await post(deedPath(story.id, "decision"), { choice, reason });
      drop();
    });
  };
  return (
    <div class="pad" ref={form}>
      <ChangeList changes={changes} approved={approved} onStrike={(struck) => change({ struck })} />
      <ReasonField
        label="Why? It stands beside the plan."
        value={filled.reason}
        trouble={tried && reason === "" ? "No reason, no decision." : undefined}
        onChange={(text) => change({ reason: text })}
      />
      <SendRow
        action={action}
        press={pressWords(approved.size, changes.length)}
        busy="Sending…"
        onPress={send}
      />
    </div>
  );
}

function ChangeList(props: {
  changes: readonly PlannedChange[];
  approved: ReadonlySet<string>;
  onStrike: (struck: readonly string[]) => void;
}) {
  const { changes, approved, onStrike } = props;
  const all = changes.map(({ id }) => id);
  const struck = all.filter((id) => !approved.has(id));
  return (
    <>
      <div class="act plan-all">
        <Button onPress={() => onStrike([])}>Approve all</Button>
        <Button onPress={() => onStrike(all)}>Approve none</Button>
        <span class="sub" aria-live="polite">
          {approved.size} of {plural(changes.length, "change")} approved
        </span>
      </div>
      <ol class="changes">
        {changes.map((one) => (
          <PlannedChangeRow
            key={one.id}
            change={one}
            approved={approved.has(one.id)}
            onApprove={(yes) =>
              onStrike(yes ? struck.filter((id) => id !== one.id) : [...struck, one.id])
            }
          />
        ))}
      </ol>
    </>
  );
}

function pressWords(approved: number, all: number): string {
  if (approved === all) return "Merge with all changes";
  return approved === 0 ? "Merge without any change" : `Merge with ${plural(approved, "change")}`;
}

function PlannedChangeRow(props: {
  change: PlannedChange;
  approved: boolean;
  onApprove: (approved: boolean) => void;
}) {
  const { number, title, point, risk, finding, before, after, why } = props.change;
  const hasMore = [finding, before, after, why].some((text) => text !== "");
  return (
    <li class={props.approved ? "change" : "change struck"}>
      <label>
        <input
          type="checkbox"
          checked={props.approved}
          onChange={({ currentTarget: { checked } }) => props.onApprove(checked)}
        />
        <span>
          <span class="change-title">
            #{number} <Words text={capital(title)} most={300} />
          </span>
          <small>
            {risk !== "" && `${risk} risk`}
            {point !== "" && `, ${point}`}
          </small>
        </span>
      </label>
      {hasMore && (
        <details>
          <summary>
            What it does<span class="sr">, change {number}</span>
          </summary>
          <dl>
            <Told term="Difference" text={finding} />
            <Told term="Now, in the base" text={before} />
            <Told term="Taken from the other draft" text={after} />
            <Told term="Why" text={why} />
          </dl>
        </details>
      )}
    </li>
  );
}

function Told({ term, text }: { term: string; text: string }) {
  if (text === "") return null;
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <Words text={text} most={700} />
      </dd>
    </div>
  );
}

/** What step 1 published. A page that was open then has the event and not the text, and asks for it. */
function useAnalysis({ id, publications }: Story): string | null {
  const sha256 = publications.findLast(({ name }) => name.endsWith("diff-analysis.md"))?.sha256;
  const known = sha256 === undefined ? undefined : debate.value?.texts[sha256];
  const [fetched, setFetched] = useState<string | null>(null);
  useEffect(() => {
    if (sha256 === undefined || known !== undefined) return;
    get<PageDebate>(pathOf(id)).then(
      ({ texts }) => setFetched(texts[sha256] ?? null),
      // without it each change is still named, with its risk
      () => setFetched(null),
    );
  }, [sha256]);
  return known ?? fetched;
}

interface Filled {
  readonly struck: readonly string[];
  readonly reason: string;
}

function filledFrom(kept: unknown): Filled {
  const { struck, reason } = fieldsIn(kept);
  return { struck: textsIn(struck), reason: textIn(reason) };
}
