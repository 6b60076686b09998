/** A worker's counters since it started, in Prometheus format. */
import { formatMetricName } from "../prometheus.ts";

export type WorkerCounterName =
  | "debates-settled"
  | "debates-paused"
  | "debates-waiting"
  | "debates-handed-over"
  | "debates-failed"
  | "calls-answered"
  | "calls-absent"
  | "calls-dropped"
  | "calls-refused"
  | "reaped";

export interface WorkerCounters {
  add(what: WorkerCounterName, times?: number, provider?: string): void;
  spend(
    provider: string,
    usage: { inputTokens: number; outputTokens: number; costUsd: number },
  ): void;
  /** In the text format of Prometheus. */
  lines(): string[];
}

export function createWorkerCounters(): WorkerCounters {
  const counted = new Map<string, number>();
  const spent = new Map<string, { input: number; output: number; usd: number }>();

  return {
    add(what, times = 1, provider) {
      const [group = "", end = ""] = what.split(/-(.*)/s);
      const labels = { ...(end !== "" && { end }), ...(provider !== undefined && { provider }) };
      const name = formatMetricName(`dissent_worker_${group}_total`, labels);
      counted.set(name, (counted.get(name) ?? 0) + times);
    },
    spend(provider, { inputTokens, outputTokens, costUsd }) {
      const before = spent.get(provider) ?? { input: 0, output: 0, usd: 0 };
      spent.set(provider, {
        input: before.input + inputTokens,
        output: before.output + outputTokens,
        usd: before.usd + costUsd,
      });
    },
    lines() {
      const usage = [...spent].flatMap(([provider, { input, output, usd }]) => {
        const tokens = "dissent_worker_tokens_total";
        return [
          `${formatMetricName(tokens, { provider, kind: "input" })} ${input}`,
          `${formatMetricName(tokens, { provider, kind: "output" })} ${output}`,
          `${formatMetricName("dissent_worker_cost_usd_total", { provider })} ${usd}`,
        ];
      });
      return [...[...counted].map(([name, value]) => `${name} ${value}`), ...usage];
    },
  };
}
