/** Who challenged whom, from left to right by step; open challenges are red. */
import { useId, useMemo } from "preact/hooks";

import { challengesAt } from "../../src/timeline/moment.ts";
import type { Fate, Moment, Step, Story } from "../../src/timeline/story.ts";
import { Card } from "../kit/card.tsx";
import { useWidth } from "../kit/use-width.ts";
import { visible } from "../kit/visible.ts";
import { cut, plural } from "../kit/words.ts";
import { addressOf } from "../state/route.ts";

import "./challenges.css";
import { graphOf, type MapGraph } from "./graph.ts";
import { type Layout, layoutOf } from "./layers.ts";
import { Edge, Heads, Legend } from "./map-lines.tsx";
import { heightOf, Node } from "./map-node.tsx";

const COMPACT_CHALLENGES = 6;
const MOST_CHALLENGES = 120;
/** What stands left of a node, and the lines, have their place between columns. */
const GAP = 88;
const FIRST_GAP = 78;

export interface MapProps {
  readonly story: Story;
  readonly moment: Moment;
  /** The most important few, for the floor. */
  readonly compact?: boolean;
  readonly each?: boolean;
  readonly fate?: Fate | null;
  /** Claim that is looked at. */
  readonly chosen?: string | null;
}

export function ChallengeMap(props: MapProps) {
  const { story, moment, compact = false } = props;
  const challenges = useMemo(() => challengesAt(story, moment.at), [story, moment.at]);
  if (challenges.length === 0) return null;
  return (
    <Card title="Challenges" note={countWords(challenges)} class="challenges">
      <Picture {...props} />
      <Legend />
      {compact && (
        <p class="pad challenges-more">
          <a href={addressOf("challenges")}>All challenges, with every word</a>
        </p>
      )}
    </Card>
  );
}

/** "1 open, 2 answered, 1 granted" */
export function countWords(challenges: readonly { readonly fate: Fate }[]): string {
  const count = (fate: Fate): number => challenges.filter((one) => one.fate === fate).length;
  return `${count("open")} open, ${count("answered")} answered, ${count("granted")} granted`;
}

function Picture(props: MapProps) {
  const { story, moment, compact = false, each = false, fate = null, chosen = null } = props;
  const { ref, width: room } = useWidth<HTMLDivElement>(900);
  const most = compact ? COMPACT_CHALLENGES : MOST_CHALLENGES;
  const graph = useMemo(
    () => graphOf(story, { at: moment.at, each, fate, most }),
    [story, moment.at, each, fate, most],
  );
  const steps = story.steps.filter(({ step }) => graph.nodes.some((node) => node.step === step));
  const width = nodeWidth(room, steps.length);
  const layout = useMemo(() => placesOf(graph, steps, width), [graph, width]);
  return (
    <>
      <div ref={ref} class="map-scroll" tabIndex={0} role="group" aria-label="Map of challenges">
        {graph.nodes.length === 0 ? (
          <p class="empty">No challenge is {fate} at this moment.</p>
        ) : (
          <Drawing
            story={story}
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
          {plural(graph.leftOut, "more challenge")}{" "}
          {compact ? "on the challenges view" : "in the table"}.
        </p>
      )}
    </>
  );
}

/** As wide as there is room for, within what reads well; the rest is reached by scrolling. */
function nodeWidth(room: number, columns: number): number {
  const each = (room - FIRST_GAP - (columns - 1) * GAP) / Math.max(1, columns);
  return Math.round(Math.min(340, Math.max(228, each)));
}

function placesOf(graph: MapGraph, steps: readonly Step[], width: number): Layout {
  const columns = steps.map(({ step }) => step);
  const hasTargets = graph.nodes.some(({ target, step }) => target !== null && step === columns[0]);
  return layoutOf(
    graph.nodes.map((node) => ({
      id: node.id,
      column: columns.indexOf(node.step),
      height: heightOf(node),
    })),
    graph.edges,
    { width, gap: GAP, rowGap: 14, top: 28, start: hasTargets ? FIRST_GAP : 1 },
  );
}

interface DrawingProps {
  readonly story: Story;
  readonly graph: MapGraph;
  readonly layout: Layout;
  readonly steps: readonly Step[];
  readonly width: number;
  readonly chosen: string | null;
}

function Drawing({ story, graph, layout, steps, width, chosen }: DrawingProps) {
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
      <Heads id={id} />
      {steps.map(({ step, title }, column) => (
        <text key={step} class="map-column" x={layout.columns[column]} y="14">
          {cut(visible(title), 30)}
        </text>
      ))}
      {graph.edges.map((edge, index) => (
        <Edge
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
        const shown = { story, node, place, width, isChosen: node.id === chosen };
        return <Node key={node.id} {...shown} />;
      })}
    </svg>
  );
}
