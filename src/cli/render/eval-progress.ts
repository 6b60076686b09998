/** Progress of an evaluation on stderr, and Ctrl-C that lets the turns in flight land. */
import type { Steering } from "../../engine.ts";
import type { EvalProgress } from "../../eval/run/run-state.ts";
import { formatDollars, formatWallTime } from "../../reports/summary-text.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-codes.ts";

export function formatEvalProgress({
  done,
  total,
  calls,
  tokens,
  usd,
  leftMs,
}: EvalProgress): string {
  const left = leftMs === null || done === total ? "" : `, about ${formatWallTime(leftMs)} left`;
  return `${done} of ${total} debates, ${calls} calls, ${tokens} tokens, ${formatDollars(usd)}${left}`;
}

/** One line that is written over on a terminal; elsewhere every tenth of the way. */
export function createEvalProgress({ stderr, flags }: CliContext): {
  readonly show: (progress: EvalProgress) => void;
  readonly stop: () => void;
} {
  const live = stderr.isTTY === true;
  let printed = 0;
  let open = false;
  return {
    show(progress) {
      if (flags.quiet === true || flags.display === "none") return;
      const step = Math.max(1, Math.floor(progress.total / 10));
      if (live) {
        process.stderr.write(`\r\u001b[2K${formatEvalProgress(progress)}`);
        open = true;
      } else if (progress.done >= printed + step || progress.done === progress.total) {
        printed = progress.done;
        stderr.write(`${formatEvalProgress(progress)}\n`);
      }
    },
    stop() {
      if (open) process.stderr.write("\n");
      open = false;
    },
  };
}

export function createEvalSteering(cli: CliContext): {
  readonly signals: Steering;
  readonly stop: () => void;
} {
  const pause = new AbortController();
  const drop = new AbortController();
  const interrupt = (): void => {
    if (drop.signal.aborted) process.exit(EXIT.interrupted);
    if (pause.signal.aborted) drop.abort();
    else {
      cli.stderr.write("\nPausing after the turns in flight. Ctrl-C again drops them.\n");
      pause.abort();
    }
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  return {
    signals: { pause: pause.signal, drop: drop.signal },
    stop() {
      process.off("SIGINT", interrupt);
      process.off("SIGTERM", interrupt);
    },
  };
}
