/** A worker's counters since it started, in Prometheus format. */

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
      const labels = [
        ...(end === "" ? [] : [`end="${end}"`]),
        ...(provider === undefined ? [] : [`provider="${sanitizeMetricLabel(provider)}"`]),
      ];
      const name = `dissent_worker_${group}_total{${labels.join(",")}}`;
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
        const label = `provider="${sanitizeMetricLabel(provider)}"`;
        return [
          `dissent_worker_tokens_total{${label},kind="input"} ${input}`,
          `dissent_worker_tokens_total{${label},kind="output"} ${output}`,
          `dissent_worker_cost_usd_total{${label}} ${usd}`,
        ];
      });
      return [...[...counted].map(([name, value]) => `${name} ${value}`), ...usage];
    },
  };
}

/** Names come from configurations and must not end a line or a label. */
export function sanitizeMetricLabel(text: string): string {
  return text.replace(/[\\"\n]/g, "_");
}
