import { describe, expect, onTestFinished, test } from "vitest";

import { startHealthServer } from "./health-server.ts";
import { DEFAULT_HEARTBEAT_TIMING } from "./heartbeat.ts";
import { createWorkerCounters } from "./worker-metrics.ts";
import type { Worker } from "./worker.ts";

/** What a worker with this state answers. */
async function asking(state: { silentMs?: number; draining?: boolean } = {}) {
  const counts = createWorkerCounters();
  counts.add("debates-settled");
  const worker: Worker = {
    id: "w",
    counts,
    ended: Promise.resolve(true),
    isDraining: () => state.draining === true,
    load: () => ({ holding: 2, calling: 5 }),
    silentMs: () => state.silentMs ?? 0,
    drain: async () => {},
  };
  const server = await startHealthServer(worker, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => server.close());
  return async (path: string): Promise<{ status: number; text: string }> => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return { status: response.status, text: await response.text() };
  };
}

describe("FX1 what a worker says of itself", () => {
  test("it is healthy and ready while its beats come through", async () => {
    const ask = await asking();

    expect(await ask("/healthz")).toEqual({ status: 200, text: "ok\n" });
    expect(await ask("/readyz?x=1")).toEqual({ status: 200, text: "ok\n" });
    expect((await ask("/secrets")).status).toBe(404);
  });

  test("one that leaves is healthy and not ready; one that is silent is neither", async () => {
    const leaving = await asking({ draining: true });
    const silent = await asking({ silentMs: DEFAULT_HEARTBEAT_TIMING.silentMs });

    expect((await leaving("/healthz")).status).toBe(200);
    expect(await leaving("/readyz")).toEqual({ status: 503, text: "draining\n" });
    for (const path of ["/healthz", "/readyz"]) {
      expect(await silent(path)).toEqual({
        status: 503,
        text: `no beat for ${DEFAULT_HEARTBEAT_TIMING.silentMs} ms\n`,
      });
    }
  });

  test("its figures are lines that Prometheus reads", async () => {
    const { text } = await (await asking())("/metrics");
    const lines = text.trimEnd().split("\n");

    expect(lines).toContain("dissent_worker_holding 2");
    expect(lines).toContain("dissent_worker_calling 5");
    expect(lines).toContain('dissent_worker_debates_total{end="settled"} 1');
    for (const line of lines) {
      expect(line).toMatch(/^(?:# TYPE [a-z_]+ gauge|[a-z_]+(?:\{[^}]*\})? [\d.e+-]+)$/);
    }
  });
});
