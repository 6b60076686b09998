/** Who challenged whom, from left to right by step; open challenges are red. */
import "./challenges.css";
import { useId, useMemo } from "preact/hooks";

import type {
  ChallengeFate,
  DebateSnapshot,
  DebateTimeline,
  TimelineStep,
} from "../../src/timeline/debate-timeline.ts";
import { listChallengesAt } from "../../src/timeline/snapshot/snapshot.ts";
import { Card } from "../kit/card.tsx";
import { formatPlural, truncateText } from "../kit/format-text.ts";
import { useElementWidth } from "../kit/use-layout.ts";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { buildViewAddress } from "../state/page-route.ts";
import { FATE_WORDS, FateCounts } from "./fate-words.tsx";
import { type LayeredLayout, computeLayeredLayout } from "./layered-layout.ts";
import { type MapEdge, type MapGraph, buildMapGraph } from "./map-graph.ts";
import { MapNodeBox, computeNodeHeight } from "./map-node.tsx";

const COMPACT_CHALLENGES = 6;
const MOST_CHALLENGES = 120;
/** The space between columns, for lines and for labels left of a node. */
const COLUMN_GAP = 88;
const FIRST_COLUMN_GAP = 78;

export interface ChallengeMapProps {
  readonly timeline: DebateTimeline;
  readonly snapshot: DebateSnapshot;
  /** The most important few, for the floor. */
  readonly compact?: boolean;
  readonly each?: boolean;
  readonly fate?: ChallengeFate | null;
  /** Claim that is looked at. */
  readonly chosen?: string | null;
}

export function ChallengeMap(props: ChallengeMapProps) {
  const { timeline: debateTimeline, snapshot: debateSnapshot, compact = false } = props;
  const challenges = useMemo(
    () => listChallengesAt(debateTimeline, debateSnapshot.at),
    [debateTimeline, debateSnapshot.at],
  );
  if (challenges.length === 0) return null;
  return (
    <Card title="Challenges" note={<FateCounts challenges={challenges} />} class="challenges">
      <ChallengeMapPicture {...props} />
      <ChallengeMapLegend />
      {compact && (
        <p class="pad challenges-more">
          <a href={buildViewAddress("challenges")}>All challenges, with every word</a>
        </p>
      )}
    </Card>
  );
}

function ChallengeMapPicture(props: ChallengeMapProps) {
  const {
    timeline: debateTimeline,
    snapshot: debateSnapshot,
    compact = false,
    each = false,
    fate = null,
    chosen = null,
  } = props;
  const { ref, width: room } = useElementWidth<HTMLDivElement>(900);
  const most = compact ? COMPACT_CHALLENGES : MOST_CHALLENGES;
  const graph = useMemo(
    () => buildMapGraph(debateTimeline, { at: debateSnapshot.at, each, fate, most }),
    [debateTimeline, debateSnapshot.at, each, fate, most],
  );
  const steps = debateTimeline.steps.filter(({ step }) =>
    graph.nodes.some((node) => node.step === step),
  );
  const width = computeNodeWidth(room, steps.length);
  const layout = useMemo(() => computeMapLayout(graph, steps, width), [graph, width]);
  return (
    <>
      <div ref={ref} class="map-scroll" tabIndex={0} role="group" aria-label="Map of challenges">
        {graph.nodes.length === 0 ? (
          <p class="empty">
            No challenge is {fate === null ? "open" : FATE_WORDS[fate]} at this moment.
          </p>
        ) : (
          <MapDrawing
            timeline={debateTimeline}
            graph={graph}
            layout={layout}
            steps={steps}
            width={width}
            chosen={chosen}
          />
        )}
      </div>
      {graph.leftOut > 0 && (
        <p class="pad sub">
          {formatPlural(graph.leftOut, "more challenge")}{" "}
          {compact ? "on the challenges view" : "in the table"}.
        </p>
      )}
    </>
  );
}

/** As wide as there is room for, within what reads well; the rest is reached by scrolling. */
function computeNodeWidth(room: number, columns: number): number {
  const each = (room - FIRST_COLUMN_GAP - (columns - 1) * COLUMN_GAP) / Math.max(1, columns);
  return Math.round(Math.min(340, Math.max(228, each)));
}

function computeMapLayout(
  graph: MapGraph,
  steps: readonly TimelineStep[],
  width: number,
): LayeredLayout {
  const columns = steps.map(({ step }) => step);
  const hasTargets = graph.nodes.some(({ target, step }) => target !== null && step === columns[0]);
  return computeLayeredLayout(
    graph.nodes.map((node) => ({
      id: node.id,
      column: columns.indexOf(node.step),
      height: computeNodeHeight(node),
    })),
    graph.edges,
    { width, gap: COLUMN_GAP, rowGap: 14, top: 28, start: hasTargets ? FIRST_COLUMN_GAP : 1 },
  );
}

interface MapDrawingProps {
  readonly timeline: DebateTimeline;
  readonly graph: MapGraph;
  readonly layout: LayeredLayout;
  readonly steps: readonly TimelineStep[];
  readonly width: number;
  readonly chosen: string | null;
}

function MapDrawing({
  timeline: debateTimeline,
  graph,
  layout,
  steps,
  width,
  chosen,
}: MapDrawingProps) {
  const id = useId();
  return (
    <svg
      class="map"
      width={layout.width}
      height={layout.height}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      role="group"
      aria-labelledby={`${id}t`}
      aria-describedby={`${id}d`}
    >
      <title id={`${id}t`}>Map of challenges</title>
      <desc id={`${id}d`}>
        Claims in columns by step. Arrows lead from a challenge or an answer to what it speaks of.
      </desc>
      <ArrowHeads id={id} />
      {steps.map(({ step, title }, column) => (
        <text key={step} class="map-column" x={layout.columns[column]} y="14">
          {truncateText(showInvisibleCharacters(title), 30)}
        </text>
      ))}
      {graph.edges.map((edge, index) => (
        <MapEdgeLine
          key={`${edge.from} ${edge.to} ${edge.kind}`}
          id={id}
          edge={edge}
          path={layout.paths[index] ?? ""}
          chosen={chosen}
        />
      ))}
      {graph.nodes.map((node) => {
        const place = layout.places.get(node.id);
        if (place === undefined) return null;
        const shown = {
          timeline: debateTimeline,
          node,
          place,
          width,
          isChosen: node.id === chosen,
        };
        return <MapNodeBox key={node.id} {...shown} />;
      })}
    </svg>
  );
}

// The arrows of the map, and what they mean.

function ArrowHeads({ id }: { id: string }) {
  return (
    <defs>
      {["", "open"].map((kind) => (
        <marker
          key={kind}
          id={`${id}head${kind}`}
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path class={`map-arrow ${kind}`} d="M0 .4 7.6 4 0 7.6z" />
        </marker>
      ))}
    </defs>
  );
}

function MapEdgeLine(props: { id: string; edge: MapEdge; path: string; chosen: string | null }) {
  const { id, edge, path, chosen } = props;
  const isNear = chosen !== null && (edge.from === chosen || edge.to === chosen);
  const classes = [
    "map-edge",
    edge.kind,
    ...(edge.open ? ["open"] : []),
    ...(isNear ? ["near"] : []),
  ];
  return (
    <path
      class={classes.join(" ")}
      d={path}
      marker-end={`url(#${id}head${edge.open ? "open" : ""})`}
    >
      <title>{`${edge.from} ${edge.open ? "challenges, open:" : edge.kind} ${edge.to}`}</title>
    </path>
  );
}

const LEGEND_KINDS = [
  ["open", "unanswered, quoted, and against what was chosen"],
  ["", "challenge that was taken up, or its answer"],
  ["grants", "granted"],
] as const;

function ChallengeMapLegend() {
  return (
    <div class="legend">
      {LEGEND_KINDS.map(([kind, words]) => (
        <span key={words}>
          <svg width="26" height="8" aria-hidden="true">
            <path class={`map-edge ${kind}`} d="M0 4h26" />
          </svg>
          {words}
        </span>
      ))}
      <span>
        <svg width="4" height="14" aria-hidden="true" class="hue-2">
          <rect width="4" height="14" rx="2" class="map-bar" />
        </svg>
        bar: the option a claim speaks for
      </span>
    </div>
  );
}
