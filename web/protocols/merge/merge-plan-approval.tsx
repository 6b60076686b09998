/** The plan of a merge, approved change by change. */
import "./plan.css";
import { useEffect, useState } from "preact/hooks";

import type { PageDebate } from "../../../src/page/page-payload.ts";
import type { DebateTimeline, PersonQuestion } from "../../../src/timeline/debate-timeline.ts";
import { useFocusHotkey } from "../../act/decision-hotkeys.ts";
import { ReasonField, SubmitRow } from "../../act/form-controls.tsx";
import {
  readDraftFields,
  readDraftText,
  readDraftTexts,
  useFormDraft,
} from "../../act/form-drafts.ts";
import { buildActionPath, useAction } from "../../act/use-action.ts";
import { Button } from "../../kit/button.tsx";
import { capitalizeText, formatPlural } from "../../kit/format-text.ts";
import { UntrustedText } from "../../kit/untrusted-text.tsx";
import { currentDebate } from "../../state/debate-state.ts";
import { buildDebateApiPath } from "../../state/follow-debate.ts";
import { fetchJson, postJson } from "../../state/server-api.ts";
import {
  type PlannedChangeChoice,
  formatApprovalChoice,
  listPlannedChanges,
} from "./merge-plan-choices.ts";

export function MergePlanApproval({
  timeline: debateTimeline,
  question,
}: {
  timeline: DebateTimeline;
  question: PersonQuestion;
}) {
  const { filled, change, drop } = useFormDraft(
    `${debateTimeline.id}:${question.key}`,
    restorePlanApproval,
  );
  const [tried, setTried] = useState(false);
  const action = useAction();
  const form = useFocusHotkey("d");
  const analysis = useDifferenceAnalysis(debateTimeline);
  const changes = listPlannedChanges(question, { analysis, turns: debateTimeline.turns });
  const approved = new Set(changes.map(({ id }) => id).filter((id) => !filled.struck.includes(id)));
  const reason = filled.reason.trim();
  const send = (): void => {
    setTried(true);
    if (reason === "") return;
    action.run(async () => {
      const choice = formatApprovalChoice(changes, approved);
      await postJson(buildActionPath(debateTimeline.id, "decision"), { choice, reason });
      drop();
    });
  };
  return (
    <div class="pad" ref={form}>
      <PlannedChangeList
        changes={changes}
        approved={approved}
        onStrike={(struck) => change({ struck })}
      />
      <ReasonField
        label="Why? It stands beside the plan."
        value={filled.reason}
        trouble={tried && reason === "" ? "No reason, no decision." : undefined}
        onChange={(text) => change({ reason: text })}
      />
      <SubmitRow
        action={action}
        press={formatMergeButtonLabel(approved.size, changes.length)}
        busy="Sending…"
        onPress={send}
      />
    </div>
  );
}

function PlannedChangeList(props: {
  changes: readonly PlannedChangeChoice[];
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
          {approved.size} of {formatPlural(changes.length, "change")} approved
        </span>
      </div>
      <ol class="changes">
        {changes.map((one) => (
          <PlannedChangeRow
            key={one.id}
            change={one}
            isOpen={changes.length <= MOST_OPEN}
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

/** A few changes are read as they are; of many, what each does unfolds. */
const MOST_OPEN = 6;

function formatMergeButtonLabel(approved: number, all: number): string {
  if (approved === all) return "Merge with all changes";
  return approved === 0
    ? "Merge without any change"
    : `Merge with ${formatPlural(approved, "change")}`;
}

function PlannedChangeRow(props: {
  change: PlannedChangeChoice;
  isOpen: boolean;
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
            #{number} <UntrustedText text={capitalizeText(title)} most={300} />
          </span>
          <small>
            {risk !== "" && `${risk} risk`}
            {point !== "" && `, ${point}`}
          </small>
        </span>
      </label>
      {hasMore && (
        <details open={props.isOpen}>
          <summary>
            What it does<span class="sr">, change {number}</span>
          </summary>
          <dl>
            <PlannedChangeDetail term="Difference" text={finding} />
            <div class="side-by-side">
              <PlannedChangeDetail term="Now, in the base" text={before} />
              <PlannedChangeDetail term="Taken from the other draft" text={after} />
            </div>
            <PlannedChangeDetail term="Why" text={why} />
          </dl>
        </details>
      )}
    </li>
  );
}

function PlannedChangeDetail({ term, text }: { term: string; text: string }) {
  if (text === "") return null;
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <UntrustedText text={text} most={700} />
      </dd>
    </div>
  );
}

/** What step 1 published. A page that was open then has the event and not the text, and asks for it. */
function useDifferenceAnalysis({ id, publications }: DebateTimeline): string | null {
  const sha256 = publications.findLast(({ name }) => name.endsWith("diff-analysis.md"))?.sha256;
  const known = sha256 === undefined ? undefined : currentDebate.value?.texts[sha256];
  const [fetched, setFetched] = useState<string | null>(null);
  useEffect(() => {
    if (sha256 === undefined || known !== undefined) return;
    fetchJson<PageDebate>(buildDebateApiPath(id)).then(
      ({ texts }) => setFetched(texts[sha256] ?? null),
      // without it each change is still named, with its risk
      () => setFetched(null),
    );
  }, [sha256]);
  return known ?? fetched;
}

interface PlanApprovalValues {
  readonly struck: readonly string[];
  readonly reason: string;
}

function restorePlanApproval(kept: unknown): PlanApprovalValues {
  const { struck, reason } = readDraftFields(kept);
  return { struck: readDraftTexts(struck), reason: readDraftText(reason) };
}
