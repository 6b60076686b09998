/** The arrows of the map, and what they mean. */
import type { MapEdge } from "./map-graph.ts";

export function ArrowHeads({ id }: { id: string }) {
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

export function MapEdgeLine(props: {
  id: string;
  edge: MapEdge;
  path: string;
  chosen: string | null;
}) {
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
  ["open", "open challenge"],
  ["", "challenge that was taken up, or its answer"],
  ["grants", "granted"],
] as const;

export function ChallengeMapLegend() {
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
