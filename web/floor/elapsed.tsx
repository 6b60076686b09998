/** How long it has taken; it goes on while a process holds the debate. */
import { useEffect, useState } from "preact/hooks";

import type { DebateSnapshot } from "../../src/timeline/debate-timeline.ts";
import { formatStopwatch } from "../kit/format-text.ts";
import { serverConnection, currentDebate, viewedEventIndex } from "../state/debate-state.ts";

export function ElapsedTime({ moment }: { moment: DebateSnapshot }) {
  const [since, setSince] = useState(0);
  const isRunning =
    serverConnection.value === "live" &&
    currentDebate.value?.held === true &&
    viewedEventIndex.value === null &&
    moment.status === "running";
  useEffect(() => {
    setSince(0);
    if (!isRunning) return;
    // counted here, as the clock of the server may differ
    const begun = performance.now();
    const timer = setInterval(() => setSince(performance.now() - begun), 1_000);
    return () => clearInterval(timer);
  }, [isRunning, moment.at]);
  return <>{formatStopwatch(moment.elapsedMs + since)}</>;
}
