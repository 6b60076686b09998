/** The form that starts a debate: the question, the expected cost, and only then the start. */
import { useEffect, useState } from "preact/hooks";

import type { PageHome, PagePlan, StartRequest } from "../../src/page/page-payload.ts";
import { RefusalNote } from "../act/form-controls.tsx";
import { deleteStoredDraft, loadStoredDraft, storeDraft } from "../act/form-drafts.ts";
import { useAction } from "../act/use-action.ts";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/card.tsx";
import { buildDebateHref } from "../state/home-state.ts";
import { buildViewAddress } from "../state/page-route.ts";
import { postJson } from "../state/server-api.ts";
import {
  AdvancedFields,
  BodyField,
  OptionFields,
  ProtocolField,
  QuestionField,
  type StartFieldProps,
} from "./brief-fields.tsx";
import { type PanelChoice, usePanelProposal } from "./panel-proposal.tsx";
import {
  type DraftFieldErrors,
  EMPTY_DRAFT,
  type StartDraft,
  createStartRequest,
  findRefusedField,
  restoreStartDraft,
  seatModel,
  validateStartDraft,
} from "./start-draft.ts";
import { StartPlanCard } from "./start-plan-card.tsx";

const START_DRAFT_NAME = "start";

export function StartForm({ home }: { home: PageHome }) {
  const [draft, setDraft] = useState<StartDraft>(
    () => restoreStartDraft(loadStoredDraft(START_DRAFT_NAME)) ?? EMPTY_DRAFT,
  );
  /** Of the current draft: a change has to be checked again. */
  const [plan, setPlan] = useState<PagePlan | null>(null);
  const [tried, setTried] = useState(false);
  const action = useAction();
  const { refusal } = action;
  const planDebate = (next: StartDraft, agreed: StartRequest["panel"]): void =>
    action.run(async () =>
      setPlan(await postJson<PagePlan>("/api/plans", withPanel(createStartRequest(next), agreed))),
    );
  const panel = usePanelProposal({
    offer: plan?.panel ?? null,
    action,
    createRequest: () => createStartRequest(draft),
    onAgree: (agreed) => planDebate(draft, agreed),
  });
  useEffect(() => {
    if (refusal !== null) focusFirstInvalidField();
  }, [refusal]);
  const change = (more: Partial<StartDraft>): void => {
    const next = { ...draft, ...more };
    setDraft(next);
    storeDraft(START_DRAFT_NAME, next);
    setPlan(null);
    panel.forget();
    action.forget();
  };
  const look = (): void => {
    setTried(true);
    if (Object.keys(validateStartDraft(draft)).length > 0) {
      requestAnimationFrame(focusFirstInvalidField);
      return;
    }
    planDebate(draft, panel.agreed);
  };
  const seat = (id: string, model: string): void => {
    const next = seatModel(draft, id, model);
    setDraft(next);
    storeDraft(START_DRAFT_NAME, next);
    planDebate(next, panel.agreed);
  };
  const start = (shown: PagePlan): void =>
    action.run(async () => {
      const agreedUsd = shown.estimate.usd?.max ?? 0;
      const request = withPanel(createStartRequest(draft), panel.agreed);
      const { id } = await postJson<{ id: string }>("/api/debates", { ...request, agreedUsd });
      deleteStoredDraft(START_DRAFT_NAME);
      location.assign(buildDebateHref(id));
    });
  return (
    <StartFormFields
      home={home}
      draft={draft}
      troubles={collectStartErrors(draft, tried, refusal)}
      plan={plan}
      action={action}
      onChange={change}
      onLook={look}
      onStart={start}
      onSeat={seat}
      panel={panel.choice}
    />
  );
}

function withPanel(request: StartRequest, panel: StartRequest["panel"]): StartRequest {
  return panel === undefined ? request : { ...request, panel };
}

type StartRefusal = ReturnType<typeof useAction>["refusal"];

/** A refusal appears at its field, with what to do about it. */
function collectStartErrors(
  draft: StartDraft,
  tried: boolean,
  refusal: StartRefusal,
): DraftFieldErrors {
  const own = tried ? validateStartDraft(draft) : {};
  const field = refusal === null ? null : findRefusedField(refusal.code, refusal.message);
  if (refusal === null || field === null) return own;
  return { ...own, [field]: [refusal.message, refusal.hint ?? ""].join(" ").trim() };
}

function StartFormFields(props: {
  home: PageHome;
  draft: StartDraft;
  troubles: DraftFieldErrors;
  plan: PagePlan | null;
  action: ReturnType<typeof useAction>;
  onChange: (more: Partial<StartDraft>) => void;
  onLook: () => void;
  onStart: (plan: PagePlan) => void;
  onSeat: (seat: string, model: string) => void;
  panel: PanelChoice;
}) {
  const { home, draft, troubles, plan, action, onChange } = props;
  const fields: StartFieldProps = { draft, troubles, onChange };
  const isWhole =
    action.refusal !== null &&
    findRefusedField(action.refusal.code, action.refusal.message) === null;
  return (
    <div class="home start">
      <header class="home-head">
        <div>
          <p class="sub">
            <a href={buildViewAddress("home", { new: null })}>All debates</a>
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
          <AdvancedFields {...fields} />
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
        <StartPlanCard
          plan={plan}
          models={home.models ?? []}
          busy={action.busy}
          onStart={() => props.onStart(plan)}
          onSeat={props.onSeat}
          panel={props.panel}
        />
      )}
    </div>
  );
}

function focusFirstInvalidField(): void {
  const wrong = document.querySelector<HTMLElement>(".start [aria-invalid='true']");
  wrong?.focus();
}
