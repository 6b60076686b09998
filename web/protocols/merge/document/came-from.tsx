/** Where the chosen words came from: against the base, why they won, how they were merged, and the way back. */
import "./came-from.css";
import type { ReadonlySignal } from "@preact/signals";

import type { MergedChange, MergedPoint, MergedView } from "../../../../src/page/payload.ts";
import type { Story } from "../../../../src/timeline/story.ts";
import { LaneMark } from "../../../kit/lane-mark.tsx";
import { Words } from "../../../kit/said.tsx";
import { capital } from "../../../kit/words.ts";
import { canRun } from "../../../state/api.ts";
import { route } from "../../../state/route.ts";
import type { Chosen } from "./chosen.ts";
import { Exchange } from "./exchange.tsx";
import { placeOf } from "./paragraph.tsx";
import { TakeBack } from "./take-back.tsx";
import { laneNumbered, type VariantLane } from "./variants.ts";
import { WordDiff } from "./word-diff.tsx";

interface Shown {
  readonly story: Story;
  readonly view: MergedView;
  readonly lanes: readonly VariantLane[];
  readonly chosen: Chosen;
}

/** Beside the text, inside of it under the paragraph it is about, or below it for a change without words. */
export function CameFrom(
  props: Omit<Shown, "chosen"> & {
    readonly chosen: ReadonlySignal<Chosen>;
    readonly where: "side" | "text" | "below";
  },
) {
  const chosen = props.chosen.value;
  const { change, source, piece } = chosen;
  const { parameters } = route.value;
  const isNamed = parameters["piece"] !== undefined || parameters["change"] !== undefined;
  if (change === null && source === null) return null;
  if (props.where !== "side" && !isNamed) return null;
  if (props.where === "below" && piece !== null) return null;
  const shown = { story: props.story, view: props.view, lanes: props.lanes, chosen };
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
          {source !== null && <Place {...shown} />}
          {change === null ? <Unchanged {...shown} /> : <Changed {...shown} change={change} />}
        </dl>
        {change !== null && change.status === "applied" && canRun.value && (
          <TakeBack key={change.number} debate={props.story.id} change={change} />
        )}
      </div>
    </section>
  );
}

function Place({ chosen: { source }, lanes }: Shown) {
  if (source === null) return null;
  const lane = laneNumbered(lanes, source.variant);
  const [first, last] = source.lines;
  return (
    <div>
      <dt>Source</dt>
      <dd>
        {lane && <LaneMark lane={lane} small />} <Words text={lane?.label ?? ""} most={80} />,{" "}
        {placeOf(source)}
        {source.title !== "" && (
          <>
            {" "}
            “<Words text={source.title} most={100} />”
          </>
        )}
        , {first === last ? `line ${first}` : `lines ${first} to ${last}`}
      </dd>
    </div>
  );
}

/** What was said of the section that these words stand in. */
function Unchanged({ story, view, lanes, chosen: { source } }: Shown) {
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
          <dt>Said of this section ({pointWords(point)})</dt>
          <dd>
            <p>
              <Words text={point.summary} most={240} />
            </p>
            <Exchange point={point} story={story} view={view} lanes={lanes} />
          </dd>
        </div>
      ))}
    </>
  );
}

const MOST_POINTS = 3;

function Changed({ story, view, lanes, change }: Shown & { readonly change: MergedChange }) {
  const point = view.points.find(({ id }) => id === change.point);
  const base = view.base === null ? undefined : laneNumbered(lanes, view.base);
  const lane = laneNumbered(lanes, change.variant);
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
              ` (${base.letter}, ${placeOf({ place: change.to })})`}
          </dt>
          <dd>
            <WordDiff before={change.before} after={change.after} hue={lane?.hue ?? null} />
          </dd>
        </div>
      )}
      <div>
        <dt>
          {whyTitle(change, point)}
          {point && ` (${pointWords(point)})`}
        </dt>
        <dd>
          {point?.voted === true ? (
            <Exchange point={point} story={story} view={view} lanes={lanes} />
          ) : (
            <Words text={change.why} most={600} />
          )}
        </dd>
      </div>
      {change.mends !== null && (
        <div>
          <dt>What it mends in the base</dt>
          <dd>
            <Words text={change.mends} most={500} />
          </dd>
        </div>
      )}
      <div>
        <dt>How it was merged</dt>
        <dd>{howWords(change)}</dd>
      </div>
    </>
  );
}

function whyTitle({ status }: MergedChange, point: MergedPoint | undefined): string {
  if (status !== "applied" && status !== "planned") return "What was planned";
  return point?.voted === true ? "Why it won" : "Why it was taken";
}

function pointWords({ id, category, severity }: MergedPoint): string {
  return [id, category, severity?.toLowerCase()].filter(Boolean).join(", ");
}

const STATUSES: Readonly<Record<MergedChange["status"], string>> = {
  planned: "Planned, not made yet.",
  struck: "Taken back: it is planned and not made.",
  applied: "Applied.",
  skipped: "Not made.",
  failed: "Could not be made.",
};

function howWords({ integration, risk, status, remarks }: MergedChange): string {
  const how = `${capital(integration)}, ${risk.toLowerCase()} risk. ${STATUSES[status]}`;
  return remarks.length === 0 ? how : `${how} ${capital(remarks.join("; "))}.`;
}
