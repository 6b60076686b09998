/** Small components that the panels of all protocols share. */
import type { ComponentChildren } from "preact";

import type { WordDifference } from "../../src/text/word-difference.ts";
import type { DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { DataTable, type DataTableProps } from "../kit/data-table.tsx";
import { unwrapLines } from "../kit/format-text.ts";
import { LaneMark, findLane } from "../kit/lane-mark.tsx";
import { SeatMonogram, findSeat, findSeatName } from "../kit/seat-monogram.tsx";
import { ClaimReference, UntrustedText } from "../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { buildViewAddress } from "../state/page-route.ts";

/** Of a seat that does not sit here, what the reply calls it. */
export function showSeatName(debateTimeline: DebateTimeline, id: string): string {
  return showInvisibleCharacters(findSeatName(debateTimeline, id));
}

/** Two letters in a ring, and the name beside them. */
export function Who({ timeline: debateTimeline, id }: { timeline: DebateTimeline; id: string }) {
  const seat = findSeat(debateTimeline, id);
  return (
    <span class="whose">
      {seat && (
        <span aria-hidden="true">
          <SeatMonogram seat={seat} />
        </span>
      )}
      {showSeatName(debateTimeline, id)}
    </span>
  );
}

/** Two letters alone, if the name is nearby. */
export function Sign({ timeline: debateTimeline, id }: { timeline: DebateTimeline; id: string }) {
  const seat = findSeat(debateTimeline, id);
  return seat ? <SeatMonogram seat={seat} /> : <span>{showInvisibleCharacters(id)}</span>;
}

/** An option that was named; one that does not exist is shown as it was written. */
export function OptionSign({
  timeline: debateTimeline,
  id,
  small = true,
}: {
  timeline: DebateTimeline;
  id: string;
  small?: boolean;
}) {
  const lane = findLane(debateTimeline, id);
  return lane ? (
    <LaneMark lane={lane} small={small} />
  ) : (
    <span class="mono">{showInvisibleCharacters(id)}</span>
  );
}

/** Goes to the event at which something appeared. */
export function Then({ at, children }: { at: number; children: ComponentChildren }) {
  return (
    <a class="snapshot" href={buildViewAddress("floor", { at: String(at) })} title={`Event ${at}`}>
      {children}
    </a>
  );
}

/** A word on something; red where it is open or has moved. */
export function Tag({ open = false, children }: { open?: boolean; children: ComponentChildren }) {
  return <span class={open ? "tag open" : "tag"}>{children}</span>;
}

export function Refs({ ids }: { ids: readonly string[] }) {
  return (
    <>
      {ids.map((id, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <ClaimReference id={id} />
        </span>
      ))}
    </>
  );
}

/** Words that go on record. */
export function Quote({
  text,
  by,
  open = false,
}: {
  text: string;
  by?: ComponentChildren;
  open?: boolean;
}) {
  return (
    <blockquote class={open ? "quoted open" : "quoted"}>
      <p class="serif">
        <UntrustedText text={text} most={900} />
      </p>
      {by !== undefined && <footer>{by}</footer>}
    </blockquote>
  );
}

/** Something that must not be overlooked. */
export function Warning({ children }: { children: ComponentChildren }) {
  return <p class="warned">{children}</p>;
}

/** A name for some words; nothing where there are none. */
export function Named({ name, text }: { name: string; text: string | null }) {
  if (text === null) return null;
  return (
    <div class="titled">
      <dt>{name}</dt>
      <dd>
        <UntrustedText text={text} most={700} refs />
      </dd>
    </div>
  );
}

/** A text against the one before it: what came is underlined, what left is struck through. */
export function Changed({ pieces }: { pieces: readonly WordDifference[] }) {
  return (
    <span class="changed" dir="auto">
      {pieces.map(({ kind, text }, index) => {
        const words = showInvisibleCharacters(unwrapLines(text));
        if (kind === "same") return <span key={index}>{words}</span>;
        return kind === "in" ? <ins key={index}>{words}</ins> : <del key={index}>{words}</del>;
      })}
    </span>
  );
}

/** A table that is the thing itself; it scrolls where there is no room. */
export function Grid({ class: name = "", ...rows }: DataTableProps & { class?: string }) {
  return (
    <div class={`scroll ${name}`} tabIndex={0} role="region" aria-label={rows.caption}>
      <DataTable {...rows} />
    </div>
  );
}

/** Seats as blocks in a row, with a line where enough of them are. */
export function Blocks(props: {
  timeline: DebateTimeline;
  blocks: readonly { readonly seat: string; readonly kind: string; readonly words: string }[];
  all: number;
  needed: number | null;
  said: string;
  hue?: string;
}) {
  const free = Math.max(0, props.all - props.blocks.length);
  return (
    <span class={`seats ${props.hue ?? ""}`}>
      <span class="sr">{props.said}</span>
      {props.blocks.map(({ seat, kind, words }) => (
        <span key={seat} class={`s ${kind}`} title={words} aria-hidden="true">
          {findSeat(props.timeline, seat)?.monogram ?? "?"}
        </span>
      ))}
      {Array.from({ length: free }, (_, index) => (
        <span key={index} class="s" aria-hidden="true" />
      ))}
      {props.needed !== null && props.all > 0 && (
        <span
          class="need"
          aria-hidden="true"
          style={{ insetInlineStart: `calc(${(100 * props.needed) / props.all}% - 2px)` }}
        />
      )}
    </span>
  );
}

/** What each seat said of a text that was written for all; `at` is null while it is awaited. */
export function ReviewList(props: {
  timeline: DebateTimeline;
  reviews: readonly {
    readonly seat: string;
    readonly at: number | null;
    readonly verdict: string;
    readonly words: readonly (string | null)[];
  }[];
}) {
  return (
    <ul class="reviews">
      {props.reviews.map(({ seat, at, verdict, words }) => (
        <li key={seat}>
          <Sign timeline={props.timeline} id={seat} />
          {at === null ? <span class="awaited">awaited</span> : <Then at={at}>{verdict}</Then>}
          {words.map(
            (one, index) =>
              one !== null && (
                <span key={index}>
                  <UntrustedText text={one} most={300} />
                </span>
              ),
          )}
        </li>
      ))}
    </ul>
  );
}
