/**
 * Where the selected words came from: compared with the base, why they won, how they were merged, and how to revert
 * them.
 */
import "./came-from.css";
import type { ReadonlySignal } from "@preact/signals";
import { useMemo } from "preact/hooks";

import type {
  MergedChange,
  MergedPoint,
  MergedView,
} from "../../../../src/protocols/merge/view/merged-view-shape.ts";
import { diffWords, splitSpacedWords } from "../../../../src/text/word-diff.ts";
import type { DebateTimeline } from "../../../../src/timeline/debate-timeline.ts";
import { capitalizeText } from "../../../kit/format-text.ts";
import { LaneMark, formatHueClass } from "../../../kit/lane-mark.tsx";
import { UntrustedText } from "../../../kit/untrusted-text.tsx";
import { currentRoute } from "../../../state/page-route.ts";
import { canRun } from "../../../state/server-api.ts";
import type { DocumentSelection } from "./document-selection.ts";
import { formatSourcePlace } from "./merged-paragraph.tsx";
import { PointExchange } from "./point-exchange.tsx";
import { RevertChangeForm } from "./revert-change.tsx";
import { type VariantLane, findVariantLane } from "./variant-lanes.ts";

interface ProvenancePanelProps {
  readonly timeline: DebateTimeline;
  readonly view: MergedView;
  readonly lanes: readonly VariantLane[];
  readonly chosen: DocumentSelection;
}

/** Beside the text, inside of it under the paragraph it is about, or below it for a change without words. */
export function ProvenancePanel(
  props: Omit<ProvenancePanelProps, "chosen"> & {
    readonly chosen: ReadonlySignal<DocumentSelection>;
    readonly where: "side" | "text" | "below";
  },
) {
  const chosen = props.chosen.value;
  const { change, source, piece } = chosen;
  const { parameters } = currentRoute.value;
  const isNamed = parameters["piece"] !== undefined || parameters["change"] !== undefined;
  if (change === null && source === null) return null;
  if (props.where !== "side" && !isNamed) return null;
  if (props.where === "below" && piece !== null) return null;
  const shown = { timeline: props.timeline, view: props.view, lanes: props.lanes, chosen };
  // within the text it is no section of the page's own outline
  const Title = props.where === "text" ? "p" : "h2";
  return (
    <section class="card came-from" aria-label="Where this came from">
      <header>
        <Title class="came-title">Where this came from</Title>
        <span class="sub">
          {change === null ? "the base's own words" : `change ${change.number}`}
        </span>
      </header>
      <div class="pad">
        <dl class="doc-ev">
          {source !== null && <SourcePlace {...shown} />}
          {change === null ? (
            <UnchangedSource {...shown} />
          ) : (
            <AppliedChange {...shown} change={change} />
          )}
        </dl>
        {change !== null && change.status === "applied" && canRun.value && (
          <RevertChangeForm key={change.number} debate={props.timeline.id} change={change} />
        )}
      </div>
    </section>
  );
}

function SourcePlace({ chosen: { source }, lanes }: ProvenancePanelProps) {
  if (source === null) return null;
  const lane = findVariantLane(lanes, source.variant);
  const [first, last] = source.lines;
  return (
    <div>
      <dt>Source</dt>
      <dd>
        {lane && <LaneMark lane={lane} small />}{" "}
        <UntrustedText text={lane?.label ?? ""} most={80} />, {formatSourcePlace(source)}
        {source.title !== "" && (
          <>
            {" "}
            “<UntrustedText text={source.title} most={100} />”
          </>
        )}
        , {first === last ? `line ${first}` : `lines ${first} to ${last}`}
      </dd>
    </div>
  );
}

/** What was said about the section of these words. */
function UnchangedSource({
  timeline: debateTimeline,
  view,
  lanes,
  chosen: { source },
}: ProvenancePanelProps) {
  const about = view.points.filter(
    ({ voted, sides }) =>
      voted &&
      sides.some(({ variant, place }) => variant === source?.variant && place === source.place),
  );
  if (about.length === 0) {
    return (
      <div>
        <dt>Why it stays</dt>
        <dd>No difference that was voted on is about this section.</dd>
      </div>
    );
  }
  return (
    <>
      {about.slice(0, MOST_POINTS).map((point) => (
        <div key={point.id}>
          <dt>Said of this section ({formatPointSummary(point)})</dt>
          <dd>
            <p>
              <UntrustedText text={point.summary} most={240} />
            </p>
            <PointExchange point={point} timeline={debateTimeline} view={view} lanes={lanes} />
          </dd>
        </div>
      ))}
    </>
  );
}

const MOST_POINTS = 3;

function AppliedChange({
  timeline: debateTimeline,
  view,
  lanes,
  change,
}: ProvenancePanelProps & { readonly change: MergedChange }) {
  const point = view.points.find(({ id }) => id === change.point);
  const base = view.base === null ? undefined : findVariantLane(lanes, view.base);
  const lane = findVariantLane(lanes, change.variant);
  const isOrder = change.integration === "restructure";
  return (
    <>
      {(change.before !== "" || change.after !== "") && (
        <div>
          <dt>
            {isOrder ? "Order of sections" : "Against the base"}
            {base &&
              change.to !== "" &&
              !isOrder &&
              ` (${base.letter}, ${formatSourcePlace({ place: change.to })})`}
          </dt>
          <dd>
            <WordDiff before={change.before} after={change.after} hue={lane?.hue ?? null} />
          </dd>
        </div>
      )}
      <div>
        <dt>
          {formatReasonTitle(change, point)}
          {point && ` (${formatPointSummary(point)})`}
        </dt>
        <dd>
          {point?.voted === true ? (
            <PointExchange point={point} timeline={debateTimeline} view={view} lanes={lanes} />
          ) : (
            <UntrustedText text={change.why} most={600} />
          )}
        </dd>
      </div>
      {change.mends !== null && (
        <div>
          <dt>What it mends in the base</dt>
          <dd>
            <UntrustedText text={change.mends} most={500} />
          </dd>
        </div>
      )}
      <div>
        <dt>How it was merged</dt>
        <dd>{describeIntegration(change)}</dd>
      </div>
    </>
  );
}

function formatReasonTitle({ status }: MergedChange, point: MergedPoint | undefined): string {
  if (status !== "applied" && status !== "planned") return "What was planned";
  return point?.voted === true ? "Why it won" : "Why it was taken";
}

function formatPointSummary({ id, category, severity }: MergedPoint): string {
  return [id, category, severity?.toLowerCase()].filter(Boolean).join(", ");
}

const CHANGE_STATUS_SENTENCES: Readonly<Record<MergedChange["status"], string>> = {
  planned: "Planned, not made yet.",
  struck: "Taken back: it is planned and not made.",
  applied: "Applied.",
  skipped: "Not made.",
  failed: "Could not be made.",
};

function describeIntegration({ integration, risk, status, remarks }: MergedChange): string {
  const how = `${capitalizeText(integration)}, ${risk.toLowerCase()} risk. ${CHANGE_STATUS_SENTENCES[status]}`;
  return remarks.length === 0 ? how : `${how} ${capitalizeText(remarks.join("; "))}.`;
}

// Words that were taken out, words that were put in, and words that both have.

/** Beyond it only the beginning is compared: more would not be read beside the text. */
const MAX_DIFF_CHARACTERS = 6_000;

function WordDiff(props: { before: string; after: string; hue: number | null }) {
  const { before, after, hue } = props;
  const isLong = before.length > MAX_DIFF_CHARACTERS || after.length > MAX_DIFF_CHARACTERS;
  const changes = useMemo(
    () => diffWords(splitDiffWords(before), splitDiffWords(after)),
    [before, after],
  );
  return (
    <div
      class={`doc-diff serif ${hue === null ? "" : formatHueClass(hue)}`}
      tabIndex={0}
      role="group"
      aria-label="Words that differ"
    >
      {changes.map(({ kind, text }, index) => {
        if (kind === "same")
          return <UntrustedText key={index} text={text} most={MAX_DIFF_CHARACTERS} />;
        const Tag = kind === "removed" ? "del" : "ins";
        return (
          <Tag key={index}>
            <UntrustedText text={text} most={MAX_DIFF_CHARACTERS} />
          </Tag>
        );
      })}
      {isLong && (
        <p class="sub">Compared up to {MAX_DIFF_CHARACTERS.toLocaleString()} characters of each.</p>
      )}
    </div>
  );
}

const WRAPPED_LINE_BREAK = /([^\n])\r?\n(?![\s#>|]|[*+-]\s|\d{1,9}[.)]\s)/g;

/** A line that only goes on in the next one is no line of its own; lists, tables, headings and code keep theirs. */
function splitDiffWords(text: string): string[] {
  const begun = text.slice(0, MAX_DIFF_CHARACTERS);
  return splitSpacedWords(
    /^\s*(?:```|~~~)/m.test(begun) ? begun : begun.replace(WRAPPED_LINE_BREAK, "$1 "),
  );
}
