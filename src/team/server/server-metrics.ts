/** Metrics of the server and its fleet, in Prometheus format. */
import { monitorEventLoopDelay } from "node:perf_hooks";

import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";

import type { FleetStatus } from "../fleet/fleet-client.ts";
import { type MetricFamily, formatMetricFamily } from "../fleet/prometheus.ts";

export interface ServerMetrics {
  readonly count: MiddlewareHandler;
  refused(code: string): void;
  text(now: { readonly streams: number; readonly fleet: FleetStatus | null }): string;
  close(): void;
}

/** Routes and codes are few and known, so nothing that a client sends makes it grow. */
export function createServerMetrics(): ServerMetrics {
  const requests = new Map<string, { labels: Record<string, string>; count: number }>();
  const refusals = new Map<string, number>();
  const delay = monitorEventLoopDelay({ resolution: EVERY_MS });
  delay.enable();
  return {
    async count(c, next) {
      await next();
      const route = matchedRoutes(c).findLast(({ method }) => method !== "ALL")?.path ?? "other";
      const labels = {
        route,
        method: normalizeHttpMethod(c.req.method),
        status: String(c.res.status),
      };
      const key = JSON.stringify(labels);
      const found = requests.get(key) ?? { labels, count: 0 };
      found.count++;
      requests.set(key, found);
    },
    refused: (code) => void refusals.set(code, (refusals.get(code) ?? 0) + 1),
    text({ streams, fleet }) {
      const figures = [
        createCounterMetric(
          "requests",
          "Requests answered.",
          [...requests.values()].map(({ labels, count }) => [labels, count]),
        ),
        createCounterMetric(
          "refusals",
          "Requests refused, by code.",
          [...refusals].map(([code, count]) => [{ code }, count]),
        ),
        createGaugeMetric("streams", "Streams that are open.", [[{}, streams]]),
        createGaugeMetric("event_loop_delay_seconds", "How late timers are.", [
          [{ quantile: "0.5" }, convertDelayToSeconds(delay.percentile(50))],
          [{ quantile: "0.99" }, convertDelayToSeconds(delay.percentile(99))],
        ]),
        createGaugeMetric("resident_memory_bytes", "Memory of this process.", [
          [{}, process.memoryUsage.rss()],
        ]),
        ...(fleet ? createFleetMetrics(fleet) : []),
      ];
      delay.reset();
      return figures.map(formatMetricFamily).join("");
    },
    close: () => void delay.disable(),
  };
}

/** A client may make up methods. */
function normalizeHttpMethod(method: string): string {
  return ["GET", "HEAD", "POST"].includes(method) ? method : "other";
}

const EVERY_MS = 20;

/** The time between two measurements; before the first there is no number at all. */
function convertDelayToSeconds(nanoseconds: number): number {
  return Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - EVERY_MS / 1e3) : 0;
}

function createFleetMetrics({ workers, queues, debates, troubles }: FleetStatus): MetricFamily[] {
  const states = ["live", "draining", "dead"] as const;
  const per = (figure: (queue: FleetStatus["queues"][number]) => number): MetricFamily["values"] =>
    queues.map((queue) => [{ queue: queue.name }, figure(queue)]);
  return [
    createGaugeMetric(
      "fleet_workers",
      "Workers by state.",
      states.map((state) => [{ state }, workers.filter((one) => one.state === state).length]),
    ),
    createGaugeMetric(
      "fleet_worker_beat_seconds",
      "Since the last beat of a worker.",
      workers.map(({ id, beatMs }) => [{ worker: id }, beatMs / 1000]),
    ),
    createGaugeMetric(
      "fleet_worker_memory_bytes",
      "Memory of a worker.",
      workers.map(({ id, rssBytes }) => [{ worker: id }, rssBytes]),
    ),
    createGaugeMetric(
      "fleet_queue_waiting",
      "Waiting in a queue.",
      per(({ waiting }) => waiting),
    ),
    createGaugeMetric(
      "fleet_queue_running",
      "Under way of a queue.",
      per(({ running }) => running),
    ),
    createGaugeMetric(
      "fleet_queue_oldest_seconds",
      "How long the first has waited.",
      per(({ oldestMs }) => (oldestMs ?? 0) / 1000),
    ),
    createGaugeMetric(
      "fleet_debates",
      "Debates by how they stand.",
      Object.entries(debates).map(([state, count]) => [{ state }, count]),
    ),
    createGaugeMetric("fleet_troubles", "Debates that a worker had to let go of.", [
      [{}, troubles.length],
    ]),
  ];
}

function createCounterMetric(
  name: string,
  help: string,
  values: MetricFamily["values"],
): MetricFamily {
  return { name: `dissent_${name}_total`, help, type: "counter", values };
}

function createGaugeMetric(
  name: string,
  help: string,
  values: MetricFamily["values"],
): MetricFamily {
  return { name: `dissent_${name}`, help, type: "gauge", values };
}
