/**
 * The merged text, paragraph by paragraph, each with a bar in the colour of its source. Long ones are shown in part.
 */
import "./merged-text.css";
import { type ReadonlySignal, useSignalEffect } from "@preact/signals";
import type { ComponentChild } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";

import type {
  MergedPiece,
  MergedView,
} from "../../../../src/protocols/merge/view/merged-view-shape.ts";
import { VirtualizedList } from "../../../kit/virtualized-list.tsx";
import type { DocumentSelection } from "./document-selection.ts";
import { MergedParagraph } from "./merged-paragraph.tsx";
import type { VariantLane } from "./variant-lanes.ts";

interface MergedTextProps {
  readonly view: MergedView;
  readonly lanes: readonly VariantLane[];
  readonly chosen: ReadonlySignal<DocumentSelection>;
  readonly onChoose: (piece: number, part: number) => void;
  /** Put under the chosen paragraph, where there is no room beside the text. */
  readonly beside: (() => ComponentChild) | null;
}

interface IndexedPiece {
  readonly piece: MergedPiece;
  readonly index: number;
}

export function MergedTextView({ view, lanes, chosen, onChoose, beside }: MergedTextProps) {
  const placed = useMemo<IndexedPiece[]>(
    () =>
      view.pieces.flatMap((piece, index) => (piece.sources.length > 0 ? [{ piece, index }] : [])),
    [view],
  );
  const top = useMemo(() => findTopHeadingDepth(view.pieces), [view]);
  const pinned = useSelectionScroll(chosen);
  const asText = view.format === "text";
  return (
    <section class="card doc serif" aria-label="Merged document">
      <VirtualizedList
        list={placed}
        pinned={placed.findIndex(({ index }) => index === pinned)}
        getKey={({ index }) => `${index}`}
        measureHeight={({ piece }) => estimatePieceHeight(piece)}
        render={({ piece, index }) => (
          <MergedParagraph
            key={index}
            piece={piece}
            index={index}
            lanes={lanes}
            base={view.base}
            under={1 + piece.depth - top}
            asText={asText}
            chosen={chosen}
            onChoose={onChoose}
            beside={beside}
          />
        )}
      />
    </section>
  );
}

function findTopHeadingDepth(pieces: readonly MergedPiece[]): number {
  const depths = pieces.flatMap(({ depth }) => (depth > 0 ? [depth] : []));
  return depths.length === 0 ? 1 : depths.reduce((least, depth) => Math.min(least, depth));
}

const LINE_HEIGHT = 27;
const LETTERS_PER_LINE = 82;

/** A guess, until it was there once. */
function estimatePieceHeight({ text, depth }: MergedPiece): number {
  const breaks = text.split("\n").length - 1;
  const lines = Math.max(1, breaks - 1, Math.ceil(text.length / LETTERS_PER_LINE));
  return depth > 0 ? 46 : Math.min(20_000, lines * LINE_HEIGHT) + 18;
}

/**
 * Where the choice changes, the page follows it; at first only where the address says so. What is far away is not
 * there yet: it is asked for, and followed once more when the text around it has found its size.
 */
function useSelectionScroll(chosen: ReadonlySignal<DocumentSelection>): number | null {
  const [pinned, setPinned] = useState<number | null>(null);
  const isFirst = useRef(true);
  useSignalEffect(() => {
    const { piece } = chosen.value;
    const isNamed = /[?&](?:piece|change)=/.test(location.hash);
    const stays = isFirst.current && !isNamed;
    isFirst.current = false;
    if (piece === null || stays) return;
    if (document.getElementById(`piece-${piece}`) === null) setPinned(piece);
    requestAnimationFrame(() => scrollToPiece(piece, MOST_TRIES));
  });
  return pinned;
}

const MOST_TRIES = 8;

function scrollToPiece(piece: number, tries: number): void {
  const element = document.getElementById(`piece-${piece}`);
  const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
  if (element !== null && top >= 0 && bottom <= innerHeight - TIMELINE_BAR_HEIGHT) return;
  const isFar = element === null || top > 2 * innerHeight || bottom < -innerHeight;
  element?.scrollIntoView({ block: isFar ? "center" : "nearest", behavior: "instant" });
  if (tries > 0) setTimeout(() => scrollToPiece(piece, tries - 1), SETTLE_MS);
}

/** The timeline lies over the end of the window. */
const TIMELINE_BAR_HEIGHT = 90;
const SETTLE_MS = 60;
