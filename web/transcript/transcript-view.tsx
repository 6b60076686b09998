/** Everything that was said, in order, with what stands behind it. */
import { useEffect, useMemo, useRef } from "preact/hooks";

import { storyUpTo } from "../../src/timeline/moment.ts";
import type { Story } from "../../src/timeline/story.ts";
import { useKey } from "../kit/use-key.ts";
import { plural } from "../kit/words.ts";
import { moment, story } from "../state/debate.ts";
import { addressOf, go, route } from "../state/route.ts";
import { Between } from "./between.tsx";
import { entriesAt, type Entry } from "./entries.ts";
import { filtered, filterIn, isEmpty } from "./filter.ts";
import { Filters } from "./filters.tsx";

import "./transcript.css";
import { TurnCard, turnId } from "./turn-card.tsx";
import { ViewHead } from "./view-head.tsx";
import { Windowed } from "./windowed.tsx";

export function TranscriptView() {
  if (story.value === null || moment.value === null) return null;
  return <Transcript whole={story.value} at={moment.value.at} />;
}

function Transcript({ whole, at }: { whole: Story; at: number }) {
  const { parameters } = route.value;
  const filter = filterIn(parameters);
  const chosen = parameters["turn"] ?? null;
  const told = useMemo(() => storyUpTo(whole, at), [whole, at]);
  const entries = useMemo(() => entriesAt(whole, at), [whole, at]);
  const shown = useMemo(
    () => filtered(entries, filter, told),
    [entries, told, ...Object.values(filter)],
  );
  const keys = shown.flatMap((entry) => (entry.kind === "turn" ? [entry.turn.key] : []));
  // the same element is not rendered again while the reader steps from turn to turn
  const filters = useMemo(
    () => (
      <Filters
        story={told}
        filter={filter}
        shown={shownWords(keys.length, told, isEmpty(filter))}
      />
    ),
    [shown],
  );
  useTurnKeys(keys, chosen);
  useInView(chosen, shown);
  return (
    <>
      <ViewHead question={told.question} view="Transcript" />
      <div class="transcript">
        {filters}
        <div class="turns">
          <Windowed
            list={shown}
            keyOf={keyOf}
            roomOf={roomOf}
            pinned={chosen === null ? -1 : shown.findIndex((entry) => isTurn(entry, chosen))}
            render={(entry) =>
              entry.kind === "turn" ? (
                <TurnCard
                  key={keyOf(entry)}
                  story={told}
                  turn={entry.turn}
                  move={entry.move}
                  at={at}
                  isChosen={entry.turn.key === chosen}
                />
              ) : (
                <Between key={keyOf(entry)} story={told} entry={entry} />
              )
            }
          />
          {shown.length === 0 && <p class="empty">Nothing here matches.</p>}
        </div>
      </div>
    </>
  );
}

function shownWords(turns: number, story: Story, isAll: boolean): string {
  const all = plural(story.turns.length, "turn");
  return isAll ? `${all}, ${plural(story.claims.size, "claim")}` : `${turns} of ${all}`;
}

function keyOf(entry: Entry): string {
  return `${entry.kind} ${entry.at}`;
}

function isTurn(entry: Entry, key: string): boolean {
  return entry.kind === "turn" && entry.turn.key === key;
}

/** Roughly, in pixels; what is shown once is known exactly. */
function roomOf(entry: Entry): number {
  if (entry.kind !== "turn") return entry.kind === "step" ? 64 : 72;
  const { said, claims } = entry.turn;
  const quotes = claims.reduce((sum, { evidence }) => sum + evidence.length, 0);
  return 170 + 0.25 * Math.min(2_000, said?.words.length ?? 0) + 54 * claims.length + 52 * quotes;
}

/** j and k step from turn to turn. */
function useTurnKeys(keys: readonly string[], chosen: string | null): void {
  const step = (by: 1 | -1): void => {
    const here = chosen === null ? -1 : keys.indexOf(chosen);
    const next = here === -1 ? 0 : Math.min(keys.length - 1, Math.max(0, here + by));
    const turn = keys[next];
    if (turn !== undefined) go(addressOf("transcript", { turn }), { replace: true });
  };
  useKey("j", () => step(1));
  useKey("k", () => step(-1));
}

/** Brings the chosen turn into the window; what is above it may still be finding its height. */
function useInView(chosen: string | null, shown: readonly Entry[]): void {
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (chosen === null || seen.current === chosen) return;
    if (!shown.some((entry) => isTurn(entry, chosen))) return;
    seen.current = chosen;
    let tries = 0;
    let frame = 0;
    const settle = (): void => {
      const element = document.getElementById(turnId(chosen));
      if (element) {
        if (tries === 0) element.focus({ preventScroll: true });
        element.scrollIntoView({ block: "start", behavior: "instant" });
      }
      tries += 1;
      if (tries < SETTLING_FRAMES) frame = requestAnimationFrame(settle);
    };
    settle();
    return () => cancelAnimationFrame(frame);
  }, [chosen, shown]);
}

const SETTLING_FRAMES = 6;
