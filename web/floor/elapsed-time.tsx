/** How long it has taken; it keeps counting while a process runs the debate. */
import { useEffect, useState } from "preact/hooks";

import type { DebateSnapshot } from "../../src/timeline/debate-timeline.ts";
import { formatStopwatch } from "../kit/format-text.ts";
import { currentDebate, serverConnection, viewedEventIndex } from "../state/debate-state.ts";
import { currentPerson } from "../state/page-context.ts";

export function ElapsedTime({ snapshot }: { snapshot: DebateSnapshot }) {
  const [since, setSince] = useState(0);
  const isRunning =
    serverConnection.value === "live" &&
    currentDebate.value?.held === true &&
    viewedEventIndex.value === null &&
    snapshot.status === "running";
  useEffect(() => {
    setSince(0);
    if (!isRunning) return;
    // counted here, as the clock of a server elsewhere may differ
    const begun = performance.now();
    const lag = currentPerson.value === null ? readLagMs(snapshot) : 0;
    const count = (): void => setSince(lag + performance.now() - begun);
    count();
    const timer = setInterval(count, 1_000);
    return () => clearInterval(timer);
  }, [isRunning, snapshot.at]);
  return <>{formatStopwatch(snapshot.elapsedMs + since)}</>;
}

/** How long ago the newest event was: a page that is opened during a long turn counts from where it stands. */
function readLagMs({ at }: DebateSnapshot): number {
  const newest = currentDebate.value?.events[at]?.atMs ?? Date.now();
  return Math.max(0, Date.now() - newest);
}
