/** Section 10: the same debates held by a fleet and in one process, over the same database. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { systemClock } from "../../src/clock.ts";
import { postgresStore } from "../../src/stores/postgres.ts";
import { fleetClient, type FleetClient } from "../../src/team/fleet/fleet-client.ts";
import { fleetEngine } from "../../src/team/fleet/fleet-engine.ts";
import { openLocalPostgres } from "../../src/team/postgres/local/local-postgres.ts";
import { openReference, referenceApp } from "../arms/dissent.ts";
import { writeBackground, fakeModel, REFERENCE } from "../reference-debate.ts";
import { median, type Pace, type Section } from "./section.ts";

interface Held {
  /** From the first start to the last end. */
  readonly wallMs: number;
  /** Of one debate, in the middle. */
  readonly eachMs: number;
}

interface Case {
  readonly debates: number;
  readonly replyMs: number;
}

const ALONE: Case = { debates: 1, replyMs: 1_000 };

export async function fleet(pace: Pace): Promise<Section> {
  const many: Case = { debates: pace === "full" ? 100 : 20, replyMs: 1_000 };
  const directory = mkdtempSync(join(tmpdir(), "dissent-bench-"));
  const server = await openLocalPostgres({ directory, onNotice: () => {} });
  try {
    const rows = [];
    for (const one of [ALONE, many]) {
      const inline = await inlineHeld(`${server.url}?schema=inline`, one);
      const single = await fleetHeld(`${server.url}?schema=one_${one.debates}`, one, 1);
      const double = await fleetHeld(`${server.url}?schema=two_${one.debates}`, one, 2);
      rows.push({ one, inline, single, double });
    }
    const path = REFERENCE.rounds * 1_000;
    return {
      title: `10. A fleet, 1 s replies: wall time (ms), critical path ${path}`,
      columns: ["", "all", "of inline", "each", "of critical path"],
      rows: rows.flatMap(({ one, inline, single, double }) =>
        (
          [
            ["inline on PostgreSQL", inline],
            ["fleet of 1 worker", single],
            ["fleet of 2 workers", double],
          ] as const
        ).map(([name, held]) => [
          `${one.debates} at once, ${name}`,
          held.wallMs,
          { ratio: held.wallMs / inline.wallMs },
          held.eachMs,
          { ratio: held.eachMs / path },
        ]),
      ),
      bars: rows.map(({ one, inline, double }) => ({
        text: `${one.debates} at once, fleet of 2 workers / inline on PostgreSQL`,
        measured: double.wallMs / inline.wallMs,
        limit: 1.3,
      })),
      notes: ["Client, workers and PostgreSQL share the machine's cores."],
    };
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function inlineHeld(url: string, one: Case): Promise<Held> {
  const model = fakeModel(() => new Promise((resolve) => setTimeout(resolve, one.replyMs)));
  const app = referenceApp({ store: postgresStore(url), shape: REFERENCE, model });
  try {
    return await heldBy(one, async () => {
      const debate = await openReference(app, writeBackground(REFERENCE));
      await app.run({ debate });
    });
  } finally {
    await app.close();
  }
}

async function fleetHeld(url: string, one: Case, workers: number): Promise<Held> {
  const client = await fleetClient({ url });
  const children = Array.from({ length: workers }, () => workerOn(url, one.replyMs));
  try {
    await Promise.all(children.map(({ ready }) => ready));
    return await held(url, client, one);
  } finally {
    for (const { child } of children) child.kill("SIGTERM");
    await Promise.all(children.map(({ ended }) => ended));
    await client.close();
  }
}

async function held(url: string, client: FleetClient, one: Case): Promise<Held> {
  const store = postgresStore(url);
  const model = fakeModel(async () => {});
  const app = referenceApp({ store, shape: REFERENCE, model });
  const engine = fleetEngine({ client, store, clock: systemClock });
  const hold = async (): Promise<void> => {
    const debate = await openReference(app, writeBackground(REFERENCE));
    await engine.run({ debate });
  };
  try {
    // queues are found, and code is compiled, the first time
    await hold();
    return await heldBy(one, hold);
  } finally {
    await app.close();
  }
}

async function heldBy({ debates }: Case, hold: () => Promise<void>): Promise<Held> {
  const before = performance.now();
  const each = await Promise.all(
    Array.from({ length: debates }, async () => {
      const begunMs = performance.now();
      await hold();
      return performance.now() - begunMs;
    }),
  );
  return { wallMs: performance.now() - before, eachMs: median(each) };
}

const PROGRAM = fileURLToPath(new URL("../fleet-worker.ts", import.meta.url));

function workerOn(
  url: string,
  replyMs: number,
): { child: ChildProcess; ready: Promise<unknown>; ended: Promise<unknown> } {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify({ url, replyMs })], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  return { child, ready: Promise.race([once(child.stdout, "data"), ended]), ended };
}
