/** One claim of the map, or several unanswered claims that attack the same one. */
import type { DebateTimeline, SeatCard } from "../../src/timeline/debate-timeline.ts";
import { formatNameList, truncateText, wrapTextLines } from "../kit/format-text.ts";
import { findLane, formatHueClass } from "../kit/lane-mark.tsx";
import { LaneShape } from "../kit/lane-shape.tsx";
import { findSeat, findSeatName } from "../kit/seat-monogram.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { buildViewAddress } from "../state/page-route.ts";
import { FATE_WORDS } from "./fate-words.tsx";
import type { PlacedBox } from "./layered-layout.ts";
import type { MapNode } from "./map-graph.ts";

export const NODE_HEIGHT = 66;
/** Letters that fit, by the width of a node. */
const LETTER_WIDTH = 6.6;
/** Of the ids, which are wider. */
const ID_LETTER_WIDTH = 7.2;
/** More is in the table. */
const MAX_NODE_TEXT = 400;
const MAX_SEAT_NAME = 60;

export interface MapNodeProps {
  readonly timeline: DebateTimeline;
  readonly node: MapNode;
  readonly place: PlacedBox;
  readonly width: number;
  readonly isChosen: boolean;
}

export function MapNodeBox({
  timeline: debateTimeline,
  node,
  place,
  width,
  isChosen,
}: MapNodeProps) {
  const [card] = node.cards;
  if (card === undefined) return null;
  const isGroup = node.cards.length > 1;
  const lane = isGroup ? undefined : findLane(debateTimeline, card.lane);
  const address = isGroup ? { each: "1" } : { claim: card.claim.id };
  const state = node.isPressing ? " open" : "";
  return (
    <a
      class={`map-node${state}${isChosen ? " chosen" : ""}`}
      href={buildViewAddress("challenges", address)}
    >
      <title>
        {showInvisibleCharacters(
          node.cards
            .map(({ claim }) => `${claim.id}: ${truncateText(claim.text, MAX_NODE_TEXT)}`)
            .join("\n"),
        )}
      </title>
      {isGroup && (
        <rect
          class="map-stack"
          x={place.x + 4.5}
          y={place.y + 4.5}
          width={width - 1}
          height={place.height - 1}
          rx="7"
        />
      )}
      <rect
        class="map-ground"
        x={place.x + 0.5}
        y={place.y + 0.5}
        width={width - 1}
        height={place.height - 1}
        rx="7"
      />
      <g class={lane ? formatHueClass(lane.hue) : "hue-none"}>
        <rect
          class="map-bar"
          x={place.x + 7}
          y={place.y + 10}
          width="4"
          height={place.height - 20}
          rx="2"
        />
      </g>
      <MapNodeText timeline={debateTimeline} node={node} place={place} width={width} />
      {node.target !== null && (
        <MapNodeTarget
          timeline={debateTimeline}
          target={node.target}
          place={place}
          isOpen={node.isPressing}
        />
      )}
    </a>
  );
}

function MapNodeText({ timeline: story, node, place, width }: Omit<MapNodeProps, "isChosen">) {
  const isGroup = node.cards.length > 1;
  const letters = Math.floor((width - 34) / LETTER_WIDTH);
  const x = place.x + 20;
  const words = isGroup
    ? `${node.cards.length} challenges by ${formatNodeSpeakers(story, node)}`
    : (node.cards[0]?.claim.text ?? "");
  const moved = node.moved.map((id) => formatShortSeatName(story, id));
  return (
    <>
      <text class="map-id" x={x} y={place.y + 19}>
        {showInvisibleCharacters(
          truncateText(
            isGroup
              ? node.id
              : `${node.id} ${formatShortSeatName(story, node.cards[0]?.claim.by ?? "")}`,
            Math.floor((width - (node.fate === null ? 34 : 94)) / ID_LETTER_WIDTH),
          ),
        )}
      </text>
      {node.fate !== null && (
        <text
          class={`map-state ${node.isPressing ? "open" : ""}`}
          x={place.x + width - 10}
          y={place.y + 19}
        >
          {FATE_WORDS[node.fate]}
        </text>
      )}
      {wrapTextLines(showInvisibleCharacters(truncateText(words, MAX_NODE_TEXT)), letters, 2).map(
        (line, index) => (
          <text key={index} x={x} y={place.y + 37 + index * 17}>
            {line}
          </text>
        ),
      )}
      {moved.length > 0 && (
        <text class="moved-by" x={x} y={place.y + place.height - 9}>
          {truncateText(`moved ${showInvisibleCharacters(formatNameList(moved))}`, letters)}
        </text>
      )}
    </>
  );
}

export function computeNodeHeight({ moved }: MapNode): number {
  return moved.length > 0 ? NODE_HEIGHT + 17 : NODE_HEIGHT;
}

/** What is attacked, if it is not a claim: an option, someone, or everyone. */
function MapNodeTarget(props: {
  timeline: DebateTimeline;
  target: NonNullable<MapNode["target"]>;
  place: PlacedBox;
  isOpen: boolean;
}) {
  const { timeline: debateTimeline, target, place, isOpen } = props;
  const y = place.y + NODE_HEIGHT / 2;
  const lane = target.kind === "lane" ? findLane(debateTimeline, target.id) : undefined;
  const seat = target.kind === "seat" ? findSeat(debateTimeline, target.id) : undefined;
  const right = place.x - 20;
  return (
    <g class="map-target">
      <path class={isOpen ? "map-edge open" : "map-edge"} d={`M${place.x} ${y} H${right + 3}`} />
      <path
        class={isOpen ? "map-arrow open" : "map-arrow"}
        d={`M${right + 1} ${y} l7 -3.6 v7.2 z`}
      />
      {lane && (
        <g class={formatHueClass(lane.hue)}>
          <LaneShape lane={lane} x={right - 20} y={y - 9} />
        </g>
      )}
      {seat && <SeatShape seat={seat} x={right - 12} y={y} />}
      {!lane && !seat && (
        <text class="map-other" x={right - 3} y={y + 4}>
          {showInvisibleCharacters(truncateText(target.id, 8))}
        </text>
      )}
    </g>
  );
}

function SeatShape({ seat, x, y }: { seat: SeatCard; x: number; y: number }) {
  return (
    <g class="map-seat">
      <circle cx={x} cy={y} r="11" />
      <text x={x} y={y + 3.8}>
        {seat.monogram}
      </text>
    </g>
  );
}

function formatNodeSpeakers(debateTimeline: DebateTimeline, { cards }: MapNode): string {
  return formatNameList([
    ...new Set(cards.map(({ claim }) => formatShortSeatName(debateTimeline, claim.by))),
  ]);
}

export function formatShortSeatName(debateTimeline: DebateTimeline, id: string): string {
  return truncateText(findSeatName(debateTimeline, id), MAX_SEAT_NAME);
}
