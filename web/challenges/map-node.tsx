/** One claim of the map, or several that attack the same and that nobody took up. */
import type { SeatCard, Story } from "../../src/timeline/story.ts";
import { LaneShape } from "../floor/lane-shape.tsx";
import { hueClass, laneOf } from "../kit/lane-mark.tsx";
import { visible } from "../kit/visible.ts";
import { cut, listed } from "../kit/words.ts";
import { addressOf } from "../state/route.ts";
import type { MapNode } from "./graph.ts";
import type { Placed } from "./layers.ts";
import { wrapped } from "./wrapped.ts";

export const NODE_HEIGHT = 66;
/** Letters that fit, by the width of a node. */
const PER_LETTER = 6.6;
/** Of the ids, which are wider. */
const PER_SIGN = 7.2;
/** More is in the table. */
const LONGEST = 400;
const LONGEST_NAME = 60;

export interface NodeProps {
  readonly story: Story;
  readonly node: MapNode;
  readonly place: Placed;
  readonly width: number;
  readonly isChosen: boolean;
}

export function Node({ story, node, place, width, isChosen }: NodeProps) {
  const [card] = node.cards;
  if (card === undefined) return null;
  const isGroup = node.cards.length > 1;
  const lane = isGroup ? undefined : laneOf(story, card.lane);
  const address = isGroup ? { each: "1" } : { claim: card.claim.id };
  const state = node.fate === "open" ? " open" : "";
  return (
    <a
      class={`map-node${state}${isChosen ? " chosen" : ""}`}
      href={addressOf("challenges", address)}
    >
      <title>
        {visible(
          node.cards.map(({ claim }) => `${claim.id}: ${cut(claim.text, LONGEST)}`).join("\n"),
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
      <g class={lane ? hueClass(lane.hue) : "hue-none"}>
        <rect
          class="map-bar"
          x={place.x + 7}
          y={place.y + 10}
          width="4"
          height={place.height - 20}
          rx="2"
        />
      </g>
      <Lines story={story} node={node} place={place} width={width} />
      {node.target !== null && (
        <Target story={story} target={node.target} place={place} isOpen={node.fate === "open"} />
      )}
    </a>
  );
}

function Lines({ story, node, place, width }: Omit<NodeProps, "isChosen">) {
  const isGroup = node.cards.length > 1;
  const letters = Math.floor((width - 34) / PER_LETTER);
  const x = place.x + 20;
  const words = isGroup
    ? `${node.cards.length} challenges by ${whoIn(story, node)}`
    : (node.cards[0]?.claim.text ?? "");
  const moved = node.moved.map((id) => nameOf(story, id));
  return (
    <>
      <text class="map-id" x={x} y={place.y + 19}>
        {visible(
          cut(
            isGroup ? node.id : `${node.id} ${nameOf(story, node.cards[0]?.claim.by ?? "")}`,
            Math.floor((width - (node.fate === null ? 34 : 94)) / PER_SIGN),
          ),
        )}
      </text>
      {node.fate !== null && (
        <text class={`map-state ${node.fate}`} x={place.x + width - 10} y={place.y + 19}>
          {node.fate}
        </text>
      )}
      {wrapped(visible(cut(words, LONGEST)), letters, 2).map((line, index) => (
        <text key={index} x={x} y={place.y + 37 + index * 17}>
          {line}
        </text>
      ))}
      {moved.length > 0 && (
        <text class="moved-by" x={x} y={place.y + place.height - 9}>
          {cut(`moved ${visible(listed(moved))}`, letters)}
        </text>
      )}
    </>
  );
}

export function heightOf({ moved }: MapNode): number {
  return moved.length > 0 ? NODE_HEIGHT + 17 : NODE_HEIGHT;
}

/** What is attacked, where it is no claim: an option, someone, or everyone. */
function Target(props: {
  story: Story;
  target: NonNullable<MapNode["target"]>;
  place: Placed;
  isOpen: boolean;
}) {
  const { story, target, place, isOpen } = props;
  const y = place.y + NODE_HEIGHT / 2;
  const lane = target.kind === "lane" ? laneOf(story, target.id) : undefined;
  const seat = target.kind === "seat" ? story.seats.find(({ id }) => id === target.id) : undefined;
  const right = place.x - 20;
  return (
    <g class="map-target">
      <path class={isOpen ? "map-edge open" : "map-edge"} d={`M${place.x} ${y} H${right + 3}`} />
      <path
        class={isOpen ? "map-arrow open" : "map-arrow"}
        d={`M${right + 1} ${y} l7 -3.6 v7.2 z`}
      />
      {lane && (
        <g class={hueClass(lane.hue)}>
          <LaneShape lane={lane} x={right - 20} y={y - 9} />
        </g>
      )}
      {seat && <SeatShape seat={seat} x={right - 12} y={y} />}
      {!lane && !seat && (
        <text class="map-other" x={right - 3} y={y + 4}>
          {visible(cut(target.id, 8))}
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

function whoIn(story: Story, { cards }: MapNode): string {
  return listed([...new Set(cards.map(({ claim }) => nameOf(story, claim.by)))]);
}

export function nameOf({ seats }: Story, id: string): string {
  return cut(seats.find((seat) => seat.id === id)?.name ?? id, LONGEST_NAME);
}
