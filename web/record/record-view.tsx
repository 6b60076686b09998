/** The decision record as written, how far it can be trusted, and whether its journal is intact. */
import "./record.css";
import { useMemo } from "preact/hooks";

import type { PageDebate, PageFindings } from "../../src/page/page-payload.ts";
import type { DebateSnapshot, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { Button } from "../kit/button.tsx";
import { capitalizeText, formatPlural } from "../kit/format-text.ts";
import { MarkdownText } from "../kit/markdown/markdown.tsx";
import { ViewHead } from "../kit/view-head.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { currentDebate, debateTimeline, shownSnapshot } from "../state/debate-state.ts";
import { buildViewAddress, currentRoute, navigateTo } from "../state/page-route.ts";
import { AuditPanel, StrengthCard } from "./audit-panel.tsx";
import { JournalProofCard } from "./journal-proof.tsx";
import { type FrontMatterEntry, parseRecord } from "./parse-record.ts";
import { RecordExportCard } from "./record-export.tsx";

export function RecordView() {
  if (debateTimeline.value === null || shownSnapshot.value === null || currentDebate.value === null)
    return null;
  const { findings } = currentDebate.value;
  return (
    <div class="record">
      <ViewHead question={debateTimeline.value.question} view="Record" />
      <RecordStatusNote
        timeline={debateTimeline.value}
        snapshot={shownSnapshot.value}
        findings={findings}
      />
      {findings !== null && (
        <WrittenRecordText
          timeline={debateTimeline.value}
          given={currentDebate.value}
          findings={findings}
        />
      )}
      {findings === null && <JournalProofCard debate={currentDebate.value} verification={null} />}
    </div>
  );
}

function WrittenRecordText({
  timeline: told,
  given,
  findings,
}: {
  timeline: DebateTimeline;
  given: PageDebate;
  findings: PageFindings;
}) {
  const whole = currentRoute.value.parameters["show"] === "record";
  const text = whole ? findings.record : findings.adr;
  const show = (which: string | null): void =>
    navigateTo(buildViewAddress("record", { show: which }), { replace: true });
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
          {findings.audit !== null && <StrengthCard audit={findings.audit} />}
          <JournalProofCard debate={given} verification={findings.verification} />
          <RecordExportCard debate={given} findings={findings} shown={text} />
        </div>
      </div>
      {findings.audit !== null && (
        <section class="audit-section" aria-label="Audit">
          <AuditPanel timeline={told} audit={findings.audit} />
        </section>
      )}
    </>
  );
}

/** A record that is not final says so before anything else. */
function RecordStatusNote({
  timeline: told,
  snapshot: now,
  findings,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
  findings: PageFindings | null;
}) {
  const notes = [
    ...(findings === null ? ["Nothing can be recorded yet: nobody has spoken."] : []),
    ...(findings !== null && told.end === null
      ? ["Draft. The debate has not ended, and this will change."]
      : []),
    ...(findings !== null && findings.at < told.last
      ? [
          `Read at event ${findings.at}; ${formatPlural(told.last - findings.at, "event")} came since.`,
        ]
      : []),
    ...(now.at < told.last
      ? [`The moment shown is event ${now.at}; the record is that of the newest event.`]
      : []),
  ];
  if (notes.length === 0) return null;
  return <p class="record-draft">{notes.join(" ")}</p>;
}

// A record as a document: its front matter as a small table, its words in serif, dissents marked.

function RecordDocument({ text }: { text: string }) {
  const { matter, sections } = useMemo(() => parseRecord(text), [text]);
  return (
    <article class="paper serif" dir="auto">
      {matter.length > 0 && <FrontMatterTable matter={matter} />}
      {sections.map(({ text: words, kind }, index) => (
        <section key={index} class={`paper-part ${kind}`}>
          <MarkdownText text={words} under={1} top={1} />
        </section>
      ))}
    </article>
  );
}

function FrontMatterTable({ matter }: { matter: readonly FrontMatterEntry[] }) {
  return (
    <dl class="paper-matter">
      {matter.map(({ name, value }) => (
        <div key={name}>
          <dt>{showInvisibleCharacters(capitalizeText(name.replaceAll("-", " ")))}</dt>
          <dd>{showInvisibleCharacters(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
