/**
 * A worker's health endpoints.
 *
 * FX1. A worker is healthy while its heartbeats succeed, and ready while it also accepts new work.
 */
import { createServer, type Server } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";

import { formatMetricFamily } from "../prometheus.ts";
import { DEFAULT_HEARTBEAT_TIMING } from "./heartbeat.ts";
import type { Worker } from "./worker.ts";

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

export async function startHealthServer(
  worker: Worker,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<HealthServer> {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const server: Server = createServer({ requestTimeout: 5_000 }, (request, response) => {
    const { status, text } = createHealthResponse(worker, request.url ?? "/", () => {
      const ms = delay.percentile(99) / 1e6;
      delay.reset();
      return Number.isFinite(ms) ? ms : 0;
    });
    response.writeHead(status, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" });
    response.end(text);
  });
  server.maxConnections = 64;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    async close() {
      delay.disable();
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

interface HealthResponse {
  readonly status: number;
  readonly text: string;
}

function createHealthResponse(worker: Worker, path: string, delayMs: () => number): HealthResponse {
  const silentMs = worker.silentMs();
  const healthy = silentMs < DEFAULT_HEARTBEAT_TIMING.silentMs;
  switch (path.split("?", 1)[0]) {
    case "/healthz":
      return healthy ? OK : { status: 503, text: `no beat for ${silentMs} ms\n` };
    case "/readyz":
      if (worker.isDraining()) return { status: 503, text: "draining\n" };
      return healthy ? OK : { status: 503, text: `no beat for ${silentMs} ms\n` };
    case "/metrics":
      return { status: 200, text: formatWorkerMetrics(worker, delayMs()) };
    default:
      return { status: 404, text: "/healthz, /readyz or /metrics\n" };
  }
}

const OK: HealthResponse = { status: 200, text: "ok\n" };

function formatWorkerMetrics(worker: Worker, delayMs: number): string {
  const { holding, calling } = worker.load();
  const gauges = Object.entries({
    holding,
    calling,
    silent_seconds: worker.silentMs() / 1_000,
    event_loop_delay_seconds: delayMs / 1_000,
    resident_bytes: process.memoryUsage.rss(),
  }).map(([name, value]) =>
    formatMetricFamily({ name: `dissent_worker_${name}`, type: "gauge", values: [[{}, value]] }),
  );
  return [...gauges, ...worker.counts.lines().map((line) => `${line}\n`)].join("");
}
