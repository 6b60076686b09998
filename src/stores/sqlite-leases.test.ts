import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test, vi } from "vitest";

import { fakeClock } from "../../test/support/time/fake-clock.ts";
import { THIS_PROCESS, isLeaseHolderGone } from "./sqlite-leases.ts";
import { sqliteStore } from "./sqlite.ts";

test("SL1 a lease of a clock that was a day ahead is not waited for a day", async () => {
  const directory = mkdtempSync(join(tmpdir(), "dissent-lease-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, "dissent.db");
  const ahead = fakeClock();
  ahead.advance(24 * 60 * 60_000);
  const first = sqliteStore(path, ahead);
  const second = sqliteStore(path, fakeClock());
  const lease = await first.lease("one", 15_000);

  await second.lease("one", 15_000);

  await expect(first.renew(lease, 15_000)).rejects.toMatchObject({ code: "store-lease-lost" });
  await expect(second.lease("one", 15_000)).rejects.toMatchObject({ code: "store-lease-held" });
  await first.close();
  await second.close();
});

const place = THIS_PROCESS.slice(0, THIS_PROCESS.lastIndexOf("/"));

test("SL1 a process of this machine that has ended is gone, a living one is not", () => {
  const { pid } = spawnSync(process.execPath, ["-e", "0"]);

  expect(isLeaseHolderGone(`${place}/${pid}`)).toBe(true);
  expect(isLeaseHolderGone(THIS_PROCESS)).toBe(false);
});

test("SL1 of a process elsewhere nobody can tell, so its lease runs out by the clock alone", () => {
  const { pid } = spawnSync(process.execPath, ["-e", "0"]);

  expect(isLeaseHolderGone(`elsewhere/${pid}`)).toBe(false);
});

test.skipIf(!existsSync("/proc/self/status"))(
  "SL1 a process that has ended is gone, even where its parent never notices",
  async () => {
    // the child ends with its input, when its parent has become a program that does not look after children
    const parent = spawn("/bin/sh", ["-c", "exec 3<&0; cat <&3 & echo $!; exec sleep 600"]);
    const [printed] = (await once(parent.stdout, "data")) as [Buffer];
    const holder = `${place}/${printed.toString().trim()}`;
    await vi.waitUntil(
      () => readFileSync(`/proc/${parent.pid}/cmdline`, "utf8").startsWith("sleep"),
      { timeout: 60_000, interval: 10 },
    );
    expect(isLeaseHolderGone(holder)).toBe(false);
    parent.stdin.end();
    try {
      await vi.waitUntil(() => isLeaseHolderGone(holder), { timeout: 60_000, interval: 10 });
    } finally {
      parent.kill("SIGKILL");
    }
  },
);
