/** The document's title, the shares of its sources, and how to download it. */
import { useComputed } from "@preact/signals";
import { useState } from "preact/hooks";

import { toJsonFields } from "../../../../src/domain/json.ts";
import type { MergedView } from "../../../../src/protocols/merge/view/merged-view-shape.ts";
import type { DebateTimeline } from "../../../../src/timeline/debate-timeline.ts";
import { OutcomeStrengthMark } from "../../../floor/outcome-head.tsx";
import { Button } from "../../../kit/button.tsx";
import { copyToClipboard, downloadTextFile } from "../../../kit/export-text.tsx";
import { formatNameList, formatUsd } from "../../../kit/format-text.ts";
import { LaneMark, formatHueClass } from "../../../kit/lane-mark.tsx";
import { UntrustedText } from "../../../kit/untrusted-text.tsx";
import { shownSnapshot, viewedEventIndex } from "../../../state/debate-state.ts";
import { buildViewAddress } from "../../../state/page-route.ts";
import { formatDocumentText } from "./document-selection.ts";
import { findDocumentTitle, formatConvergence, summarizeMerge } from "./merge-summary.ts";
import { type VariantLane, formatVariantShare } from "./variant-lanes.ts";

interface DocumentHeadProps {
  readonly timeline: DebateTimeline;
  readonly view: MergedView;
  readonly lanes: readonly VariantLane[];
}

export function MergedDocumentHead({ timeline: debateTimeline, view, lanes }: DocumentHeadProps) {
  return (
    <div class="document-head">
      <div>
        <p class="document-state">
          {summarizeMerge(view).map(({ words, open }) => (
            <span key={words} class={open ? "open" : ""}>
              {words}{" "}
            </span>
          ))}
        </p>
        <h1 class="serif">
          <UntrustedText text={findDocumentTitle(view) ?? debateTimeline.question} most={300} />
        </h1>
        <OutcomeStrengthMark />
        {viewedEventIndex.value !== null && (
          <p class="document-state">
            The moment shown is event {viewedEventIndex.value}; the document is as it is at the
            newest event.
          </p>
        )}
      </div>
      <MergedDocumentFacts timeline={debateTimeline} view={view} />
      <VariantShareBar view={view} lanes={lanes} />
      <DocumentExportRow view={view} />
    </div>
  );
}

function MergedDocumentFacts({ timeline: story, view }: Omit<DocumentHeadProps, "lanes">) {
  const depth = readMergeDepth(story);
  return (
    <dl class="facts">
      <div>
        <dt>Debate</dt>
        <dd class="mono">{story.id}</dd>
      </div>
      <div>
        <dt>Protocol</dt>
        <dd>Merge{depth === "" ? "" : `, ${depth}`}</dd>
      </div>
      {view.convergence !== null && (
        <div>
          <dt>Converged</dt>
          <dd class="num">{formatConvergence(view.convergence)}</dd>
        </div>
      )}
      <div>
        <dt>Cost</dt>
        <dd class="num">{formatUsd(shownSnapshot.value?.spentUsd ?? 0)}</dd>
      </div>
    </dl>
  );
}

function readMergeDepth({ settings }: DebateTimeline): string {
  const { depth } = toJsonFields(settings);
  return typeof depth === "string" ? depth : "";
}

function VariantShareBar({ view, lanes }: Omit<DocumentHeadProps, "timeline">) {
  const sharing = lanes.filter(({ share }) => share > 0);
  const words = sharing.map(
    ({ lane, share }) => `${formatVariantShare(share)} from variant ${lane.letter}`,
  );
  return (
    <div class="doc-mix">
      {sharing.length > 0 && (
        <div class="doc-mixbar" role="img" aria-label={formatNameList(words)}>
          {sharing.map(({ variant, lane, share }) => (
            <i
              key={variant.variant}
              class={formatHueClass(lane.hue)}
              style={{ flexGrow: share }}
              title={`${lane.letter}: ${formatVariantShare(share)}`}
            />
          ))}
        </div>
      )}
      <ul class="doc-mixed">
        {lanes.map((one) => (
          <li key={one.variant.variant}>
            <LaneMark lane={one.lane} />
            <span>
              <UntrustedText text={one.lane.label} most={80} />
              {one.isBase ? ": base" : ""}
              {view.pieces.length === 0
                ? ""
                : `${one.isBase ? ", " : ": "}${formatVariantShare(one.share)}${one.isBase ? " of the text" : ""}`}
              {one.variant.writtenIn !== null && <VariantSourceLink turn={one.variant.writtenIn} />}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function VariantSourceLink({ turn }: { turn: string }) {
  const [step = "", seat = ""] = turn.split("/");
  return (
    <>
      {" "}
      <a href={buildViewAddress("transcript", { seat, step })}>as written</a>
    </>
  );
}

// The document to take along: as it was published, or without the comments that say where it comes from.

function DocumentExportRow({ view }: { view: MergedView }) {
  const [said, setSaid] = useState("");
  const address = useComputed(() =>
    buildViewAddress("document", { artifact: view.name, piece: null, part: null, change: null }),
  );
  if (view.name === null) return null;
  const kind = view.format === "markdown" ? "Markdown" : "text";
  const hasComments = view.pieces.some(
    ({ sources, kind: form }) => form === "html" && sources.length === 0,
  );
  const take = (comments: boolean): void => {
    void copyToClipboard(formatDocumentText(view, { comments })).then((done) =>
      setSaid(done ? "Copied." : "The browser did not allow copying; download it instead."),
    );
  };
  return (
    <div class="act document-act">
      <Button onPress={() => take(true)}>
        Copy {kind}
        {hasComments ? " with provenance" : ""}
      </Button>
      {hasComments && <Button onPress={() => take(false)}>Copy without</Button>}
      <Button
        onPress={() =>
          downloadTextFile(view.name ?? "merged.md", formatDocumentText(view, { comments: true }))
        }
      >
        Download
      </Button>
      <a class="btn" href={address.value}>
        All texts
      </a>
      <span role="status" class="sub">
        {said}
      </span>
    </div>
  );
}
