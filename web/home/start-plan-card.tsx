/** What a debate would use and where it would send data, shown before anything is spent. */
import { useEffect, useRef } from "preact/hooks";

import type { PagePlan } from "../../src/page/page-payload.ts";
import { Button } from "../kit/button.tsx";
import { capitalizeText, formatInteger, formatNameList, formatPlural } from "../kit/format-text.ts";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { buildDebateHref } from "../state/home-state.ts";
import { type PanelChoice, PanelProposal } from "./panel-proposal.tsx";

interface StartPlanProps {
  readonly plan: PagePlan;
  /** What can take a seat here. */
  readonly models: readonly string[];
  readonly busy: boolean;
  readonly onStart: () => void;
  /** Another model for a seat; the plan is worked out again. */
  readonly onSeat: (seat: string, model: string) => void;
  readonly panel: PanelChoice;
}

export function StartPlanCard(props: StartPlanProps) {
  const { plan } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  // what was requested is here now
  useEffect(() => heading.current?.focus(), [plan]);
  return (
    <section class="card pressing plan" aria-labelledby="plan-title">
      <header>
        <h2 id="plan-title" ref={heading} tabIndex={-1}>
          What it takes
        </h2>
        <span class="sub">nothing has been sent or spent yet</span>
      </header>
      <div class="pad">
        <PlanNotices notices={plan.notices} />
        <BriefNotes notes={plan.briefNotes} />
        <dl class="plan-facts">
          <PlanFact term="Calls">{describePlanCalls(plan)}</PlanFact>
          <PlanFact term="Price">{plan.price === null ? "It costs nothing." : plan.price}</PlanFact>
          <PlanFact term="Goes to">{describePlanHosts(plan)}</PlanFact>
          <PlanFact term="Seats">
            <PlanSeats {...props} />
            <PanelProposal {...props.panel} />
          </PlanFact>
          <PlanFact term="Sent with every call">
            <PlanSentFiles plan={plan} />
          </PlanFact>
        </dl>
        <SimilarDebates similar={plan.similar} />
        <div class="act">
          <Button kind="primary" disabled={props.busy} onPress={props.onStart}>
            {props.busy ? "Starting…" : "Start the debate"}
          </Button>
        </div>
      </div>
    </section>
  );
}

function PlanFact({ term, children }: { term: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function describePlanCalls({ calls, protocol }: PagePlan): string {
  const range =
    calls.min === calls.max
      ? formatInteger(calls.min)
      : `${formatInteger(calls.min)} to ${formatInteger(calls.max)}`;
  return `${range}, by the rules of ${capitalizeText(protocol)}`;
}

function describePlanHosts({ estimate }: PagePlan): string {
  if (estimate.hosts.length === 0) return "Nowhere; it stays on this machine.";
  return formatNameList(estimate.hosts);
}

const PERSON = "person";

function PlanSeats({ plan, models, busy, onSeat }: StartPlanProps) {
  return (
    <ul class="plan-seats">
      {plan.seats.map(({ id, name, model }) => {
        const choices = [...new Set([model, ...models, PERSON])];
        return (
          <li key={id}>
            <label>
              <span>{name}</span>
              <select
                value={model}
                disabled={busy}
                onChange={({ currentTarget }) => onSeat(id, currentTarget.value)}
              >
                {choices.map((one) => (
                  <option key={one} value={one}>
                    {one === PERSON ? "a person" : showInvisibleCharacters(one)}
                  </option>
                ))}
              </select>
            </label>
          </li>
        );
      })}
    </ul>
  );
}

function PlanSentFiles({ plan }: { plan: PagePlan }) {
  return (
    <>
      Question and options, and:
      <ul>
        {plan.sends.map(({ title, bytes }, index) => (
          <li key={index}>
            <UntrustedText text={title} most={200} />{" "}
            <span class="num">{formatPlural(bytes, "byte")}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function PlanNotices({ notices }: Pick<PagePlan, "notices">) {
  if (notices.length === 0) return null;
  return (
    <ul class="notices">
      {notices.map((notice) => (
        <li key={notice}>
          <UntrustedText text={capitalizeText(notice)} />
        </li>
      ))}
    </ul>
  );
}

function BriefNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <div class="similar">
      <h3>About your brief</h3>
      <ul>
        {notes.map((note) => (
          <li key={note}>
            <UntrustedText text={note} most={400} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function SimilarDebates({ similar }: Pick<PagePlan, "similar">) {
  if (similar.length === 0) return null;
  return (
    <div class="similar">
      <h3>Decided before</h3>
      <ul>
        {similar.map(({ debate, question, choice }) => (
          <li key={debate}>
            <a href={buildDebateHref(debate)}>
              <UntrustedText text={question} most={200} serif />
            </a>
            {choice !== null && `, chose ${choice}.`}
            <span class="sub">
              {" "}
              Give it to the panel with <code>debate:{debate}</code> among the files.
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
