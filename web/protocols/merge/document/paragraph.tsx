/** One paragraph of a merged document, with whose words it holds in the margin. */
import { type ReadonlySignal, useComputed } from "@preact/signals";
import type { ComponentChild } from "preact";

import type { MergedPiece, MergedSource } from "../../../../src/page/payload.ts";
import { hueClass } from "../../../kit/lane-mark.tsx";
import { Markdown } from "../../../kit/markdown.tsx";
import { Words } from "../../../kit/said.tsx";
import { type Chosen, type Part, partsOf } from "./chosen.ts";
import { laneNumbered, type VariantLane } from "./variants.ts";

interface Shown {
  readonly piece: MergedPiece;
  readonly index: number;
  readonly lanes: readonly VariantLane[];
  readonly base: number | null;
  /** Level of the heading that it stands under. */
  readonly under: number;
  readonly asText: boolean;
  readonly chosen: ReadonlySignal<Chosen>;
  readonly onChoose: (piece: number, part: number) => void;
  readonly beside: (() => ComponentChild) | null;
}

export function Paragraph(props: Shown) {
  const { piece, index } = props;
  // a paragraph is drawn again only where its own state changes
  const isChosen = useComputed(() => props.chosen.value.piece === index);
  const isKin = useComputed(() => isOf(piece, props.chosen.value));
  const parts = partsOf(piece);
  const [only] = parts.length === 1 ? parts : [];
  const lane = only && laneNumbered(props.lanes, only.source.variant);
  const hue = lane ? hueClass(lane.hue) : "several";
  const state = isChosen.value ? " sel" : isKin.value ? " kin" : "";
  return (
    <>
      <div
        id={`piece-${index}`}
        class={`doc-blk ${hue}${state}${piece.kind === "heading" ? " titled" : ""}`}
        onClick={(event) => {
          if (!isSelecting(event)) props.onChoose(index, parts[0]?.index ?? 0);
        }}
      >
        <div class="doc-srcs">
          {parts.map((part) => (
            <SourceNote key={part.index} {...props} part={part} />
          ))}
        </div>
        <div class="doc-words">
          <PieceText {...props} />
        </div>
      </div>
      {isChosen.value && props.beside?.()}
    </>
  );
}

/** A change may have brought several paragraphs. */
function isOf({ sources }: MergedPiece, { source }: Chosen): boolean {
  const change = source?.change ?? null;
  return change !== null && sources.some((one) => one.change === change);
}

/** Words that are being selected are not chosen, and neither is what has an act of its own. */
function isSelecting(event: Event): boolean {
  const isControl = event.target instanceof Element && event.target.closest("button, a") !== null;
  return isControl || (getSelection()?.toString() ?? "") !== "";
}

function SourceNote({ part, lanes, base, index, chosen, onChoose }: Shown & { part: Part }) {
  const { source } = part;
  const lane = laneNumbered(lanes, source.variant);
  const isChosen = useComputed(
    () => chosen.value.piece === index && chosen.value.part === part.index,
  );
  return (
    <div class={`doc-src ${lane ? hueClass(lane.hue) : "hue-none"}`}>
      <button
        type="button"
        aria-pressed={isChosen.value}
        onClick={() => onChoose(index, part.index)}
      >
        {lane?.letter ?? source.variant}
        {source.change === null && source.variant === base && source.place === "beginning"
          ? " base"
          : `, ${placeOf(source)}`}
        {source.change !== null && <span>change {source.change}</span>}
      </button>
    </div>
  );
}

export function placeOf({ place }: Pick<MergedSource, "place">): string {
  return place.charAt(0).toLowerCase() + place.slice(1);
}

function PieceText({ piece, under, asText }: Shown) {
  const { kind, text } = piece;
  if (asText) return <Words text={text.trimEnd()} most={20_000} />;
  if (kind === "front-matter") {
    return (
      <pre class="doc-front" tabIndex={0} role="region" aria-label="Front matter">
        <Words text={text.trimEnd()} most={4_000} />
      </pre>
    );
  }
  return <Markdown text={text} under={under} />;
}
