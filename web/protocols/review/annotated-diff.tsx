/** The change as a diff, with every finding under the line it is about. */
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";

import { readOpening } from "../../../src/domain/journal/event.ts";
import { parseDiff } from "../../../src/protocols/review/change/parse-diff.ts";
import { type FindingCard, reviewAt } from "../../../src/protocols/review/timeline/timeline.ts";
import type { DebateSnapshot, DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import type { FieldReference } from "../../act/form/references.ts";
import { Card } from "../../kit/card.tsx";
import { formatPlural } from "../../kit/format-text.ts";
import { UntrustedText } from "../../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../../kit/visible-text.ts";
import { currentDebate } from "../../state/debate-state.ts";
import { Tag, showSeatName } from "../panel-parts.tsx";
import { type DiffRow, layOutDiff } from "./diff-rows.ts";

/** The source of a review that holds the diff. */
export const CHANGE_SOURCE = "change";

export function AnnotatedDiff({
  timeline,
  snapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  const text = readChangeText(timeline);
  const { findings } = useMemo(() => reviewAt(timeline, snapshot.at), [timeline, snapshot.at]);
  const files = useMemo(() => layOutDiff(parseDiff(text ?? "").files, findings), [text, findings]);
  if (text === null || files.length === 0) return null;
  return (
    <Card
      title="The change"
      note={`${formatPlural(files.length, "file")}, ${formatPlural(findings.length, "finding")}`}
    >
      {files.map(({ path, rows, elsewhere }) => (
        <DiffFileSection key={path} path={path}>
          <div class="scroll diff-rows" tabIndex={0} role="group" aria-label="Lines">
            {rows.map((row, index) => (
              <DiffLineRow key={index} row={row}>
                {row.kind !== "gap" &&
                  row.findings.map((finding) => (
                    <FindingNote key={finding.id} finding={finding} timeline={timeline} />
                  ))}
              </DiffLineRow>
            ))}
          </div>
          {elsewhere.map((finding) => (
            <FindingNote key={finding.id} finding={finding} timeline={timeline} line />
          ))}
        </DiffFileSection>
      ))}
    </Card>
  );
}

/** Beside a reviewer's form: lines with their numbers, to be selected. */
export function SelectableDiff({ text }: { text: string }) {
  const files = useMemo(() => layOutDiff(parseDiff(text).files, []), [text]);
  return (
    <>
      {files.map(({ path, rows }) => (
        <DiffFileSection key={path} path={path}>
          <div class="scroll diff-rows" tabIndex={0} role="group" aria-label="Lines">
            {rows.map((row, index) => (
              <DiffLineRow key={index} row={row} />
            ))}
          </div>
        </DiffFileSection>
      ))}
    </>
  );
}

/** The files of the change, as a finding names them. */
export function listReviewReferences(
  timeline: DebateTimeline,
  name: string,
): readonly FieldReference[] {
  if (name !== "file") return [];
  const { files } = parseDiff(readChangeText(timeline) ?? "");
  return files.map(({ path }) => ({ id: path, label: path }));
}

function DiffFileSection({ path, children }: { path: string; children: ComponentChildren }) {
  return (
    <section class="diff-file" data-path={path} aria-label={showInvisibleCharacters(path)}>
      <h3 class="mono">{showInvisibleCharacters(path)}</h3>
      {children}
    </section>
  );
}

function readChangeText(timeline: DebateTimeline): string | null {
  const { sources } = readOpening(timeline.events).brief;
  const sha256 = sources.find(({ id }) => id === CHANGE_SOURCE)?.sha256;
  return sha256 === undefined ? null : (currentDebate.value?.texts[sha256] ?? null);
}

const SIGNS = { added: "+", removed: "−", kept: " " } as const;

function DiffLineRow({ row, children }: { row: DiffRow; children?: ComponentChildren }) {
  if (row.kind === "gap") {
    return (
      <div class="diff-gap" aria-hidden="true">
        ⋯
      </div>
    );
  }
  return (
    <>
      <div
        class={`diff-line is-${row.kind}`}
        data-old={row.old ?? undefined}
        data-new={row.new ?? undefined}
      >
        <span class="diff-number">{row.old ?? ""}</span>
        <span class="diff-number">{row.new ?? ""}</span>
        <span class="diff-sign">
          <span aria-hidden="true">{SIGNS[row.kind]}</span>
          {row.kind !== "kept" && <span class="sr">{row.kind}: </span>}
        </span>
        <code>{showInvisibleCharacters(row.text)}</code>
      </div>
      {children}
    </>
  );
}

function FindingNote({
  finding,
  timeline,
  line = false,
}: {
  finding: FindingCard;
  timeline: DebateTimeline;
  /** The line is not in the diff, so it is said. */
  line?: boolean;
}) {
  const { claim, fate, first, foundBy, id, severity } = finding;
  const stands = fate !== "refuted" && fate !== "withdrawn";
  return (
    <p class={stands ? "diff-note" : "diff-note fell"} id={`finding-${id}`}>
      <Tag open={fate === "confirmed"}>{fate ?? "found"}</Tag> <Tag>{severity}</Tag>{" "}
      {line && <span class="mono">line {first}: </span>}
      <UntrustedText text={claim} most={260} />{" "}
      <span class="small">{foundBy.map((seat) => showSeatName(timeline, seat)).join(" and ")}</span>
    </p>
  );
}
