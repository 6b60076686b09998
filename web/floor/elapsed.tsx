/** How long it has taken; it goes on while a process holds the debate. */
import { useEffect, useState } from "preact/hooks";

import type { Moment } from "../../src/timeline/story.ts";
import { duration } from "../kit/words.ts";
import { connection, debate, goneBackTo } from "../state/debate.ts";

export function Elapsed({ moment }: { moment: Moment }) {
  const [since, setSince] = useState(0);
  const isRunning =
    connection.value === "live" &&
    debate.value?.held === true &&
    goneBackTo.value === null &&
    moment.status === "running";
  useEffect(() => {
    setSince(0);
    if (!isRunning) return;
    // counted here, as the clock of the server may differ
    const begun = performance.now();
    const timer = setInterval(() => setSince(performance.now() - begun), 1_000);
    return () => clearInterval(timer);
  }, [isRunning, moment.at]);
  return <>{duration(moment.elapsedMs + since)}</>;
}
