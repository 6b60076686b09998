/** The floor of a merge: its steps, how far the advocates agree, and the scores and plan up to the event on screen. */
import "./merge.css";
import type { MergedView } from "../../../src/protocols/merge/view/merged-view-shape.ts";
import type { DebateSnapshot, DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { Card } from "../../kit/card.tsx";
import { formatPercent, formatPlural } from "../../kit/format-text.ts";
import { LaneMark, findLane } from "../../kit/lane-mark.tsx";
import { UntrustedText } from "../../kit/untrusted-text.tsx";
import { debateFindings } from "../../state/debate-state.ts";
import { buildViewAddress } from "../../state/page-route.ts";
import { MergeMatrix, type MergePoint } from "./vote-matrix.tsx";
import { type MergeStep, type MergeVotes, mergeSteps, mergeVotesAt, standingOn } from "./votes.ts";

interface Shown {
  readonly timeline: DebateTimeline;
  readonly snapshot: DebateSnapshot;
}

export function MergePanels({ timeline: debateTimeline, snapshot }: Shown) {
  const view = debateFindings.value?.document ?? null;
  const steps = mergeSteps(debateTimeline, snapshot.at);
  const isDone = (name: string): boolean =>
    steps.some((step) => step.name === name && step.state === "done");
  const votes = mergeVotesAt(debateTimeline, snapshot.at);
  const points = isDone("Differences") ? listMergePoints(view, votes) : [];
  return (
    <>
      <Card title="The merge" note={<Way steps={steps} />}>
        <div class="pad merge-state">
          <Steps steps={steps} />
          {votes.present.length > 0 && points.length > 0 && (
            <Convergence timeline={debateTimeline} votes={votes} points={points} />
          )}
        </div>
        {points.length > 0 && (
          <MergeMatrix timeline={debateTimeline} votes={votes} points={points} />
        )}
      </Card>
      {(isDone("Scores") || isDone("Plan")) && view !== null && (
        <div class="two">
          {isDone("Scores") && <ScoresInShort timeline={debateTimeline} view={view} />}
          {isDone("Plan") && (
            <PlanInShort timeline={debateTimeline} view={view} isMade={isDone("Merge")} />
          )}
        </div>
      )}
    </>
  );
}

/** In the order of the analysis; where that is not at hand, those that were voted on. */
function listMergePoints(view: MergedView | null, { cast }: MergeVotes): MergePoint[] {
  const known = view?.points.filter(({ voted }) => voted) ?? [];
  if (known.length > 0)
    return known.map(({ id, summary, severity, category, sides }) => {
      const holder = category === "unique" ? (sides[0]?.variant ?? null) : null;
      return { id, summary, severity, holder };
    });
  return [...cast.keys()]
    .toSorted()
    .map((id) => ({ id, summary: "", severity: null, holder: null }));
}

function Way({ steps }: { steps: readonly MergeStep[] }) {
  const now = steps.find(({ state }) => state === "now");
  const done = steps.filter(({ state }) => state === "done").length;
  return (
    <>
      {now ? `${now.name.toLowerCase()} under way` : formatPlural(done, "step done", "steps done")}
    </>
  );
}

const STATES: Readonly<Record<MergeStep["state"], string>> = {
  done: "done",
  now: "under way",
  ahead: "ahead",
  skipped: "not needed or not reached",
};

function Steps({ steps }: { steps: readonly MergeStep[] }) {
  return (
    <ol class="merge-steps" aria-label="Steps of the merge">
      {steps.map(({ name, state }) => (
        <li key={name} class={state} aria-current={state === "now" ? "step" : undefined}>
          {name}
          <span class="sr">, {STATES[state]}</span>
        </li>
      ))}
    </ol>
  );
}

function Convergence(props: {
  timeline: DebateTimeline;
  votes: MergeVotes;
  points: readonly MergePoint[];
}) {
  const { timeline: debateTimeline, votes, points } = props;
  const agreed = points.filter(
    ({ id, holder }) => standingOn(votes, id, holder).winner !== null,
  ).length;
  const threshold = readThreshold(debateTimeline);
  const needed = Math.ceil(threshold * points.length - 1e-9);
  const share = (agreed / points.length) * 100;
  const words = `${agreed} of ${formatPlural(points.length, "difference")} agreed on, ${needed} needed (${formatPercent(threshold * 100)})`;
  return (
    <div class="merge-agreed">
      <div class="merge-bar" role="img" aria-label={words}>
        <i style={{ inlineSize: `${share}%` }} />
        <b style={{ insetInlineStart: `${threshold * 100}%` }} />
      </div>
      <p>
        <span class={agreed < needed ? "merge-open" : ""}>
          {agreed} of {formatPlural(points.length, "difference")} agreed on
        </span>
        , {needed} needed by the threshold of {formatPercent(threshold * 100)}.
      </p>
    </div>
  );
}

const USUAL = 0.8;

function readThreshold({ settings }: DebateTimeline): number {
  if (typeof settings !== "object" || settings === null) return USUAL;
  const { convergence } = settings as { readonly convergence?: unknown };
  return typeof convergence === "number" ? convergence : USUAL;
}

function ScoresInShort({
  timeline: debateTimeline,
  view,
}: {
  timeline: DebateTimeline;
  view: MergedView;
}) {
  const rows = view.scores.toSorted((a, b) => Number(b.total) - Number(a.total));
  return (
    <Card
      title="Scores"
      note={view.baseBy === "" ? undefined : <UntrustedText text={view.baseBy} most={90} />}
    >
      <div class="pad">
        {rows.length === 0 && <p class="empty">Nothing was scored: the variants are the same.</p>}
        <ul class="merge-scores">
          {rows.map(({ variant, total, parts, pointsWon }) => {
            const met = parts.at(-1)?.counted ?? "";
            return (
              <li key={variant}>
                <VariantMark timeline={debateTimeline} view={view} variant={variant} />
                <span class="num">{total}</span>
                <span>
                  {variant === view.base && <strong>base </strong>}
                  <small>
                    criteria: {met}; {formatPlural(pointsWon, "point")} won
                  </small>
                </span>
              </li>
            );
          })}
        </ul>
        <p class="merge-more">
          <a href={buildViewAddress("document")}>How each part was counted</a>
        </p>
      </div>
    </Card>
  );
}

const MOST_CHANGES = 8;

function PlanInShort(props: { timeline: DebateTimeline; view: MergedView; isMade: boolean }) {
  const { timeline: debateTimeline, view, isMade } = props;
  const { changes } = view;
  const made = changes.filter(({ status }) => status === "applied").length;
  const note = isMade
    ? `${made} of ${formatPlural(changes.length, "change")} made`
    : `${formatPlural(changes.length, "change")} planned`;
  return (
    <Card title="Plan" note={note}>
      <div class="pad">
        {changes.length === 0 && <p class="empty">No change: the base stays as it is.</p>}
        <ol class="merge-plan">
          {changes.slice(0, MOST_CHANGES).map(({ number, variant, title, status }) => (
            <li key={number}>
              <VariantMark timeline={debateTimeline} view={view} variant={variant} />
              <span>
                <a href={buildViewAddress("document", { change: `${number}` })}>#{number}</a>{" "}
                <UntrustedText text={title} most={90} />
                {isMade && status !== "applied" && <em> {status}</em>}
              </span>
            </li>
          ))}
        </ol>
        {changes.length > MOST_CHANGES && (
          <p class="merge-more">
            <a href={buildViewAddress("document")}>All {changes.length} changes</a>
          </p>
        )}
      </div>
    </Card>
  );
}

function VariantMark(props: { timeline: DebateTimeline; view: MergedView; variant: number }) {
  const label = props.view.variants.find(({ variant }) => variant === props.variant)?.label;
  const lane = findLane(props.timeline, `Variant ${label ?? ""}`);
  return lane ? <LaneMark lane={lane} small /> : <span>{label ?? props.variant}</span>;
}
