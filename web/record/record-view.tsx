/** The product: the decision record as it is written, how far it can be trusted, and whether it holds. */
import type { Findings, PageDebate } from "../../src/page/payload.ts";
import type { Moment, Story } from "../../src/timeline/story.ts";
import { Button } from "../kit/button.tsx";
import { plural } from "../kit/words.ts";
import { debate, moment, story } from "../state/debate.ts";
import { addressOf, go, route } from "../state/route.ts";
import { ViewHead } from "../transcript/view-head.tsx";
import { AuditPanel, TrustCard } from "./audit-panel.tsx";
import { RecordDocument } from "./document.tsx";
import { Proof } from "./proof.tsx";

import "./record.css";
import { TakeAway } from "./take-away.tsx";

export function RecordView() {
  if (story.value === null || moment.value === null || debate.value === null) return null;
  const { findings } = debate.value;
  return (
    <div class="record">
      <ViewHead question={story.value.question} view="Record" />
      <Standing story={story.value} moment={moment.value} findings={findings} />
      {findings !== null && (
        <Written story={story.value} given={debate.value} findings={findings} />
      )}
      {findings === null && <Proof debate={debate.value} verification={null} />}
    </div>
  );
}

function Written({
  story: told,
  given,
  findings,
}: {
  story: Story;
  given: PageDebate;
  findings: Findings;
}) {
  const whole = route.value.parameters["show"] === "record";
  const text = whole ? findings.record : findings.adr;
  const show = (which: string | null): void =>
    go(addressOf("record", { show: which }), { replace: true });
  return (
    <>
      <div class="grid">
        <div class="record-main">
          <div class="act" role="group" aria-label="Which record">
            <Button pressed={!whole} onPress={() => show(null)}>
              Decision record
            </Button>
            <Button pressed={whole} onPress={() => show("record")}>
              Whole record
            </Button>
          </div>
          <RecordDocument key={whole ? "record" : "adr"} text={text} />
        </div>
        <div class="col">
          {findings.audit !== null && <TrustCard audit={findings.audit} />}
          <Proof debate={given} verification={findings.verification} />
          <TakeAway debate={given} findings={findings} shown={text} />
        </div>
      </div>
      {findings.audit !== null && (
        <section class="audit-section" aria-label="Audit">
          <AuditPanel story={told} audit={findings.audit} />
        </section>
      )}
    </>
  );
}

/** A record that is not final says so before anything else. */
function Standing({
  story: told,
  moment: now,
  findings,
}: {
  story: Story;
  moment: Moment;
  findings: Findings | null;
}) {
  const notes = [
    ...(findings === null ? ["Nothing can be recorded yet: nobody has spoken."] : []),
    ...(findings !== null && told.end === null
      ? ["Draft. The debate has not ended, and this will change."]
      : []),
    ...(findings !== null && findings.at < told.last
      ? [`Read at event ${findings.at}; ${plural(told.last - findings.at, "event")} came since.`]
      : []),
    ...(now.at < told.last
      ? [`The moment shown is event ${now.at}; the record is that of the newest event.`]
      : []),
  ];
  if (notes.length === 0) return null;
  return <p class="record-draft">{notes.join(" ")}</p>;
}
