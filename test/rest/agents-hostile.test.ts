/** Agents that do all they can to stay: their own sessions, lost parents, ignored signals, held pipes, many children. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type Clock, systemClock } from "../../src/clock.ts";
import { waitForAgentsGone } from "../../src/models/agents/run-agent-call.ts";
import { collectAgentAnswer, collectAgentFailure } from "../support/agents/ask-agent.ts";
import { fakeAgent } from "../support/agents/fake-agent.ts";
import {
  agentFolders,
  marked,
  named,
  NO_PROC,
  openPipes,
  listSupervisors,
  until,
} from "../support/agents/remains.ts";

// DISSENT_TIMEOUTS=1000 DISSENT_KILLS=200 before a release
const TIMEOUTS = Number(process.env["DISSENT_TIMEOUTS"] ?? 40);
const KILLS = Number(process.env["DISSENT_KILLS"] ?? 10);
const AT_ONCE = 10;
const HOST = join(import.meta.dirname, "../programs/agent-host.ts");

/** Ten times as fast, so that nobody waits for two seconds of grace. */
const quickClock: Clock = {
  nowMs: () => systemClock.nowMs(),
  after: (delayMs, call) => systemClock.after(delayMs / 10, call),
};

const before = process.env["TMPDIR"];
let temporary = "";

beforeAll(() => {
  temporary = mkdtempSync(join(tmpdir(), "dissent-test-hostile-"));
  process.env["TMPDIR"] = temporary;
});

afterAll(() => {
  if (before === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = before;
  rmSync(temporary, { recursive: true, force: true });
});

/** Every tenth has a hundred children. */
function countChildren(call: number): string {
  return call % 10 === 0 ? "100" : "3";
}

/** Calls by the number, some at once. */
async function inGroups(count: number, each: (call: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const group = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => from + at);
    await Promise.all(group.map(each));
  }
}

describe.skipIf(NO_PROC)("hostile agents", () => {
  test(`AG4 after ${TIMEOUTS} timeouts no process, no folder and no pipe is left`, async () => {
    const mark = randomUUID();
    await collectAgentAnswer(fakeAgent("answer", { args: ["warm"] }));
    await waitForAgentsGone();
    const pipes = openPipes();
    let most = 0;

    await inGroups(TIMEOUTS, async (call) => {
      const ready = join(temporary, `${mark}-${call}`);
      const controller = new AbortController();
      const args = [ready, countChildren(call)];
      const failing = collectAgentFailure(
        fakeAgent("hostile", { mark, args, clock: quickClock }),
        controller,
      );
      await until(() => existsSync(ready));
      most = Math.max(most, marked(mark).length);
      controller.abort();
      expect((await failing).reason).toBe("timed-out");
      await waitForAgentsGone();
    });

    expect(most).toBeGreaterThan(100);
    expect([...marked(mark), ...named(mark)]).toEqual([]);
    expect(agentFolders()).toEqual([]);
    await until(() => openPipes() <= pipes);
  });

  test(`AG4 after ${KILLS} times kill -9 of Dissent no process and no folder is left`, async () => {
    const mark = randomUUID();
    let most = 0;

    await inGroups(KILLS, async (call) => {
      const ready = join(temporary, `${mark}-${call}`);
      const args = [HOST, mark, ready, "wait", "hostile", countChildren(call)];
      const host = spawn(process.execPath, args, { stdio: ["pipe", "ignore", "ignore"] });
      await until(() => existsSync(ready));
      most = Math.max(most, marked(mark).length);
      expect(listSupervisors(host.pid ?? 0)).toHaveLength(1);
      host.kill("SIGKILL");
      await once(host, "exit");
      await until(() => listSupervisors(host.pid ?? 0).length === 0);
    });

    expect(most).toBeGreaterThan(100);
    expect([...marked(mark), ...named(mark)]).toEqual([]);
    expect(agentFolders()).toEqual([]);
  });
});
