/** One paragraph of a merged document, with its sources in the margin. */
import { type ReadonlySignal, useComputed } from "@preact/signals";
import type { ComponentChild } from "preact";

import type {
  MergedPiece,
  MergedSource,
} from "../../../../src/protocols/merge/view/merged-view-shape.ts";
import { formatHueClass } from "../../../kit/lane-mark.tsx";
import { MarkdownText } from "../../../kit/markdown/markdown.tsx";
import { UntrustedText } from "../../../kit/untrusted-text.tsx";
import { type DocumentSelection, type SourcePart, listSourceParts } from "./document-selection.ts";
import { findVariantLane, type VariantLane } from "./variant-lanes.ts";

interface MergedParagraphProps {
  readonly piece: MergedPiece;
  readonly index: number;
  readonly lanes: readonly VariantLane[];
  readonly base: number | null;
  /** Level of the heading above it. */
  readonly under: number;
  readonly asText: boolean;
  readonly chosen: ReadonlySignal<DocumentSelection>;
  readonly onChoose: (piece: number, part: number) => void;
  readonly beside: (() => ComponentChild) | null;
}

export function MergedParagraph(props: MergedParagraphProps) {
  const { piece, index } = props;
  // a paragraph is drawn again only where its own state changes
  const isChosen = useComputed(() => props.chosen.value.piece === index);
  const isKin = useComputed(() => isSameChange(piece, props.chosen.value));
  const parts = listSourceParts(piece);
  const [only] = parts.length === 1 ? parts : [];
  const lane = only && findVariantLane(props.lanes, only.source.variant);
  const hue = lane ? formatHueClass(lane.hue) : "several";
  const state = isChosen.value ? " sel" : isKin.value ? " kin" : "";
  return (
    <>
      <div
        id={`piece-${index}`}
        class={`doc-blk ${hue}${state}${piece.kind === "heading" ? " titled" : ""}`}
        onClick={(event) => {
          if (!isSelectingText(event)) props.onChoose(index, parts[0]?.index ?? 0);
        }}
      >
        <div class="doc-srcs">
          {parts.map((part) => (
            <SourceNote key={part.index} {...props} part={part} />
          ))}
        </div>
        <div class="doc-words">
          <MergedPieceText {...props} />
        </div>
      </div>
      {isChosen.value && props.beside?.()}
    </>
  );
}

/** A change may have brought several paragraphs. */
function isSameChange({ sources }: MergedPiece, { source }: DocumentSelection): boolean {
  const change = source?.change ?? null;
  return change !== null && sources.some((one) => one.change === change);
}

/** Words that are being selected are not chosen, and neither is what has an act of its own. */
function isSelectingText(event: Event): boolean {
  const isControl = event.target instanceof Element && event.target.closest("button, a") !== null;
  return isControl || (getSelection()?.toString() ?? "") !== "";
}

function SourceNote({
  part,
  lanes,
  base,
  index,
  chosen,
  onChoose,
}: MergedParagraphProps & { part: SourcePart }) {
  const { source } = part;
  const lane = findVariantLane(lanes, source.variant);
  const isChosen = useComputed(
    () => chosen.value.piece === index && chosen.value.part === part.index,
  );
  return (
    <div class={`doc-src ${lane ? formatHueClass(lane.hue) : "hue-none"}`}>
      <button
        type="button"
        aria-pressed={isChosen.value}
        onClick={() => onChoose(index, part.index)}
      >
        {lane?.letter ?? source.variant}
        {source.change === null && source.variant === base && source.place === "beginning"
          ? " base"
          : `, ${formatSourcePlace(source)}`}
        {source.change !== null && <span>change {source.change}</span>}
      </button>
    </div>
  );
}

export function formatSourcePlace({ place }: Pick<MergedSource, "place">): string {
  return place.charAt(0).toLowerCase() + place.slice(1);
}

function MergedPieceText({ piece, under, asText }: MergedParagraphProps) {
  const { kind, text } = piece;
  if (asText) return <UntrustedText text={text.trimEnd()} most={20_000} />;
  if (kind === "front-matter") {
    return (
      <pre class="doc-front" tabIndex={0} role="region" aria-label="Front matter">
        <UntrustedText text={text.trimEnd()} most={4_000} />
      </pre>
    );
  }
  return <MarkdownText text={text} under={under} />;
}
