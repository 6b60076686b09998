/** The form that starts a debate: what is asked, what it takes, and only then the start. */
import { useEffect, useState } from "preact/hooks";

import type { PageHome, PagePlan } from "../../src/page/payload.ts";
import { dropDraft, keepDraft, keptDraft } from "../act/drafts.ts";
import { debateAddress } from "../act/paths.ts";
import { RefusalNote } from "../act/refusal.tsx";
import { useAction } from "../act/use-action.ts";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/card.tsx";
import { post } from "../state/api.ts";
import { addressOf } from "../state/route.ts";
import { BodyField, type Fields, FurtherFields, QuestionField } from "./brief-fields.tsx";
import { OptionFields } from "./option-fields.tsx";
import { PlanCard } from "./plan-card.tsx";
import { ProtocolField } from "./protocol-field.tsx";
import {
  draftFrom,
  EMPTY_DRAFT,
  fieldOfRefusal,
  type FieldTroubles,
  requestOf,
  type StartDraft,
  troublesIn,
} from "./start-draft.ts";

const DRAFT = "start";

export function StartForm({ home }: { home: PageHome }) {
  const [draft, setDraft] = useState<StartDraft>(() => draftFrom(keptDraft(DRAFT)) ?? EMPTY_DRAFT);
  /** Of the draft as it stands: what is changed has to be looked at again. */
  const [plan, setPlan] = useState<PagePlan | null>(null);
  const [tried, setTried] = useState(false);
  const action = useAction();
  const { refusal } = action;
  useEffect(() => {
    if (refusal !== null) focusFirstTrouble();
  }, [refusal]);
  const change = (more: Partial<StartDraft>): void => {
    const next = { ...draft, ...more };
    setDraft(next);
    keepDraft(DRAFT, next);
    setPlan(null);
    action.forget();
  };
  const look = (): void => {
    setTried(true);
    if (Object.keys(troublesIn(draft)).length > 0) {
      requestAnimationFrame(focusFirstTrouble);
      return;
    }
    action.run(async () => setPlan(await post<PagePlan>("/api/plans", requestOf(draft))));
  };
  const start = (agreed: PagePlan): void =>
    action.run(async () => {
      const agreedUsd = agreed.estimate.usd?.max ?? 0;
      const { id } = await post<{ id: string }>("/api/debates", { ...requestOf(draft), agreedUsd });
      dropDraft(DRAFT);
      location.assign(debateAddress(id));
    });
  return (
    <FormParts
      home={home}
      draft={draft}
      troubles={troublesOf(draft, tried, refusal)}
      plan={plan}
      action={action}
      onChange={change}
      onLook={look}
      onStart={start}
    />
  );
}

type Refused = ReturnType<typeof useAction>["refusal"];

/** A refusal stands at its field, with what to do about it. */
function troublesOf(draft: StartDraft, tried: boolean, refusal: Refused): FieldTroubles {
  const own = tried ? troublesIn(draft) : {};
  const field = refusal === null ? null : fieldOfRefusal(refusal.code, refusal.message);
  if (refusal === null || field === null) return own;
  return { ...own, [field]: [refusal.message, refusal.hint ?? ""].join(" ").trim() };
}

function FormParts(props: {
  home: PageHome;
  draft: StartDraft;
  troubles: FieldTroubles;
  plan: PagePlan | null;
  action: ReturnType<typeof useAction>;
  onChange: (more: Partial<StartDraft>) => void;
  onLook: () => void;
  onStart: (plan: PagePlan) => void;
}) {
  const { home, draft, troubles, plan, action, onChange } = props;
  const fields: Fields = { draft, troubles, onChange };
  const isWhole =
    action.refusal !== null && fieldOfRefusal(action.refusal.code, action.refusal.message) === null;
  return (
    <div class="home start">
      <header class="home-head">
        <div>
          <p class="sub">
            <a href={addressOf("home", { new: null })}>All debates</a>
          </p>
          <h1>Start a debate</h1>
        </div>
      </header>
      <Card title="The question">
        <div class="pad">
          <QuestionField {...fields} />
          <OptionFields {...fields} />
          <BodyField {...fields} />
        </div>
      </Card>
      <Card title="The rules">
        <div class="pad">
          <ProtocolField {...fields} protocols={home.protocols} />
        </div>
      </Card>
      <Card title="Who, what and how much" note={`unless you say otherwise: ${home.seating}`}>
        <div class="pad">
          <FurtherFields {...fields} />
        </div>
      </Card>
      {isWhole && <RefusalNote refusal={action.refusal} />}
      {plan === null ? (
        <div class="act">
          <Button kind="primary" disabled={action.busy} onPress={props.onLook}>
            {action.busy ? "Working it out…" : "See what it takes"}
          </Button>
          <span class="sub">Nothing is sent to a model and nothing is spent yet.</span>
        </div>
      ) : (
        <PlanCard plan={plan} busy={action.busy} onStart={() => props.onStart(plan)} />
      )}
    </div>
  );
}

function focusFirstTrouble(): void {
  const wrong = document.querySelector<HTMLElement>(".start [aria-invalid='true']");
  wrong?.focus();
}
