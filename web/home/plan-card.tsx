/** What a debate would take and send where, told before anything is spent. */
import { useEffect, useRef } from "preact/hooks";

import type { PagePlan } from "../../src/page/payload.ts";
import { Button } from "../kit/button.tsx";
import { Words } from "../kit/said.tsx";
import { capital, count, listed, plural } from "../kit/words.ts";
import { debateHref } from "./links.ts";

export function PlanCard(props: { plan: PagePlan; busy: boolean; onStart: () => void }) {
  const { plan } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  // what was asked for stands here now
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
        <Notices notices={plan.notices} />
        <dl class="plan-facts">
          <Fact term="Calls">{callWords(plan)}</Fact>
          <Fact term="Price">{plan.price === null ? "It costs nothing." : plan.price}</Fact>
          <Fact term="Goes to">{hostWords(plan)}</Fact>
          <Fact term="Seats">
            <Seats plan={plan} />
          </Fact>
          <Fact term="Sent with every call">
            <Sends plan={plan} />
          </Fact>
        </dl>
        <Similar similar={plan.similar} />
        <div class="act">
          <Button kind="primary" disabled={props.busy} onPress={props.onStart}>
            {props.busy ? "Starting…" : "Start the debate"}
          </Button>
        </div>
      </div>
    </section>
  );
}

function Fact({ term, children }: { term: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function callWords({ calls, protocol }: PagePlan): string {
  const range =
    calls.min === calls.max ? count(calls.min) : `${count(calls.min)} to ${count(calls.max)}`;
  return `${range}, by the rules of ${capital(protocol)}`;
}

function hostWords({ estimate }: PagePlan): string {
  if (estimate.hosts.length === 0) return "Nowhere; it stays on this machine.";
  return listed(estimate.hosts);
}

function Seats({ plan }: { plan: PagePlan }) {
  return (
    <ul class="plan-seats">
      {plan.seats.map(({ id, name, model }) => (
        <li key={id}>
          {name} <span class="mono">{id}</span> <Words text={model} most={120} />
        </li>
      ))}
    </ul>
  );
}

function Sends({ plan }: { plan: PagePlan }) {
  return (
    <>
      Question and options, and:
      <ul>
        {plan.sends.map(({ title, bytes }, index) => (
          <li key={index}>
            <Words text={title} most={200} /> <span class="num">{plural(bytes, "byte")}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Notices({ notices }: Pick<PagePlan, "notices">) {
  if (notices.length === 0) return null;
  return (
    <ul class="notices">
      {notices.map((notice) => (
        <li key={notice}>
          <Words text={capital(notice)} />
        </li>
      ))}
    </ul>
  );
}

function Similar({ similar }: Pick<PagePlan, "similar">) {
  if (similar.length === 0) return null;
  return (
    <div class="similar">
      <h3>Decided before</h3>
      <ul>
        {similar.map(({ debate, question, choice }) => (
          <li key={debate}>
            <a href={debateHref(debate)}>
              <Words text={question} most={200} serif />
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
