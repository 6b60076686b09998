/** The debate as a line to drag along, to look at any earlier state. */
import { useMemo, useRef } from "preact/hooks";

import type { DebateSnapshot, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { ForkDialog } from "../act/fork-dialog.tsx";
import { Button } from "../kit/button.tsx";
import { formatClockTime } from "../kit/format-text.ts";
import { memoizeComponent } from "../kit/memoize-component.ts";
import {
  commitShownEvent,
  debateTimeline,
  serverConnection,
  showEvent,
  showNewestEvent,
  shownSnapshot,
  stepByEvents,
  viewedEventIndex,
} from "../state/debate-state.ts";
import { splitStepTitle } from "./position-columns.ts";
import {
  SCRUBBER_SPAN,
  type ScrubberLayout,
  TICK_KINDS,
  computeEventOffset,
  computeScrubberLayout,
  findEventAtShare,
  findKeyTargetEvent,
} from "./scrubber-layout.ts";

export function TimelineScrubber() {
  const told = debateTimeline.value;
  const now = shownSnapshot.value;
  if (told === null || now === null) return null;
  const isNewest = viewedEventIndex.value === null;
  // what has ended is live no more
  const isOver = serverConnection.value === "none" || told.end !== null;
  return (
    <section class="time" aria-label="Timeline" data-connection={serverConnection.value}>
      {!isNewest && (
        <p class="earlier">
          Event {now.at} of {told.last}. What came later is left out.
        </p>
      )}
      <div class="wrap">
        <span class="step">
          <Button label="One event back" disabled={now.at === 0} onPress={() => stepByEvents(-1)}>
            ←
          </Button>
          <Button
            label="One event forth"
            disabled={isNewest}
            onPress={() => stepByEvents(1)}
            class="hide-s"
          >
            →
          </Button>
        </span>
        <ScrubberBar timeline={told} snapshot={now} />
        <span class="ends">
          <ForkDialog timeline={told} snapshot={now} />
          <Button
            kind={isNewest ? "primary" : "plain"}
            hotkey="L"
            pressed={isNewest}
            hint={isNewest ? "The newest event is shown" : "Go to the newest event"}
            onPress={showNewestEvent}
          >
            {!isOver && serverConnection.value === "live" && (
              <span class="dot" aria-hidden="true" />
            )}
            {isOver ? "End" : "Live"}
          </Button>
        </span>
      </div>
    </section>
  );
}

function ScrubberBar({
  timeline: told,
  snapshot: now,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  const picture = useMemo(() => computeScrubberLayout(told), [told]);
  const ref = useRef<HTMLDivElement>(null);
  const drag = useScrubberDrag(ref, told.last);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = findKeyTargetEvent(event.key, now.at, picture.segments);
    if (target === null) return;
    event.preventDefault();
    showEvent(target);
  };
  const segment = picture.segments.findLast(({ from }) => from <= now.at);
  const place = computeEventOffset(now.at, told.last) / (SCRUBBER_SPAN / 100);
  return (
    <div
      ref={ref}
      class="track"
      role="slider"
      tabIndex={0}
      aria-label="Moment that is shown"
      aria-valuemin={0}
      aria-valuemax={told.last}
      aria-valuenow={now.at}
      aria-valuetext={`event ${now.at} of ${told.last}, ${segment?.title ?? ""}, ${formatClockTime(now.atMs)}`}
      onKeyDown={onKeyDown}
      {...drag}
    >
      <ScrubberLine picture={picture} />
      <span class="gone" style={{ inlineSize: `${place}%` }} />
      <em style={{ insetInlineStart: `${place}%` }} />
    </div>
  );
}

/** Of 1000: narrower, a name could not be read. */
const MIN_NAMED_WIDTH = 45;

/** Drawn once per timeline, however far the reader drags. */
const ScrubberLine = memoizeComponent(function Line({ picture }: { picture: ScrubberLayout }) {
  return (
    <>
      {picture.segments.map(({ from, title, start, end }) => (
        <span
          key={from}
          class="seg"
          title={title}
          style={{
            insetInlineStart: `${start / (SCRUBBER_SPAN / 100)}%`,
            inlineSize: `${(end - start) / (SCRUBBER_SPAN / 100)}%`,
          }}
        >
          {end - start >= MIN_NAMED_WIDTH && <b>{splitStepTitle(title)[0]}</b>}
        </span>
      ))}
      <svg
        class="ticks"
        viewBox={`0 0 ${SCRUBBER_SPAN} 16`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {TICK_KINDS.map((kind) => (
          <path
            key={kind}
            class={kind}
            d={picture.ticks[kind]}
            vector-effect="non-scaling-stroke"
          />
        ))}
      </svg>
    </>
  );
});

/** Follows the pointer frame by frame, and writes the address when it is released. */
function useScrubberDrag(ref: { readonly current: HTMLDivElement | null }, last: number) {
  const frame = useRef(0);
  // measured once: to measure with every move would make the browser lay out the page twice
  const box = useRef<DOMRect | null>(null);
  const follow = ({ clientX }: PointerEvent): void => {
    const { current: line } = box;
    if (line === null || line.width === 0) return;
    const isTurned = document.documentElement.dir === "rtl";
    const share = (clientX - line.left) / line.width;
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() =>
      showEvent(findEventAtShare(isTurned ? 1 - share : share, last)),
    );
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      ref.current?.setPointerCapture(event.pointerId);
      box.current = ref.current?.getBoundingClientRect() ?? null;
      follow(event);
    },
    onPointerMove: follow,
    onPointerUp: () => {
      box.current = null;
      // after the frame that is still to come
      requestAnimationFrame(commitShownEvent);
    },
    onPointerCancel: () => {
      box.current = null;
    },
  };
}
