import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { fakeClock } from "../../test/support/fake-clock.ts";
import { sqliteStore } from "./sqlite.ts";

test("L1 a lease of a clock that was a day ahead is not waited for a day", async () => {
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
