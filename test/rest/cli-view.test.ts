/** The page as people meet it: a server of its own process, beside others, killed and started again. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { Event } from "../../src/domain/journal/event.ts";
import type { Behaviour } from "../../src/models/scripted.ts";
import type { PageDebate, PageHome, PageLiveEvent } from "../../src/page/page-payload.ts";
import { pageAt, waitForPage } from "../support/page/page-process.ts";
import {
  expectRefusal,
  journal,
  leftovers,
  ndjson,
  NO_TERMINAL,
  run,
  scriptedProject,
  start,
  startInTerminal,
} from "../support/processes/cli.ts";
import { sequences } from "../support/processes/sse.ts";
import { recommends, rounds, votes } from "../support/protocols/judges.ts";

const AGREED = rounds(votes("A", "A", "A"));
const slowly = ({ reply }: ReturnType<typeof recommends>): Behaviour => ({
  slow: { chunks: 20, everyMs: 50, reply },
});
/** One of three takes a second. */
const SLOW = rounds({ ...votes("A", "A", "A"), effort: slowly(recommends("effort", "A")) });
/** One of three never ends. */
const STUCK = rounds({ ...votes("A", "A", "A"), value: { hang: true } });

const isFact =
  (type: Event["fact"]["type"]) =>
  ({ data }: { data: unknown }): boolean =>
    (data as { event?: Event }).event?.fact.type === type;

const isHeld =
  (held: boolean) =>
  ({ data }: { data: unknown }): boolean => {
    const event = data as PageLiveEvent;
    return event.type === "held" && event.held === held;
  };

describe("dissent view", () => {
  test("shows the project until Ctrl-C, which is no failure", async () => {
    const at = scriptedProject(AGREED);
    await run(at, ["run", "q.md"]);
    const page = await pageAt(at);
    const home = await page.get<PageHome>("/api/home");
    page.process.kill("SIGINT");
    const { code } = await page.process.ended;

    expect(home.debates).toHaveLength(1);
    expect(home.person).toBe("tester");
    expect(code).toBe(0);
    expect(leftovers(at)).toEqual([]);
  });

  test("takes the usual port or the next one that is free, and exactly the one it is told", async () => {
    const at = scriptedProject(AGREED);
    const first = await waitForPage(start(at, ["--json", "view", "--no-open"]));
    const second = await waitForPage(start(at, ["--json", "view", "--no-open"]));
    const third = await run(at, ["view", "--no-open", "--port", String(first.port)]);

    expect(second.port).toBeGreaterThan(first.port);
    expectRefusal(third, { says: /Port \d+ cannot be used \(EADDRINUSE\)/, as: "usage" });
    for (const { process } of [first, second]) {
      process.kill("SIGTERM");
      await process.ended;
    }
  });

  test("keeps its token for itself", async () => {
    const at = scriptedProject(AGREED);
    const page = await pageAt(at);
    const path = join(at.dir, ".dissent", "page-token");

    expect(at.read(".dissent/page-token").trim()).toBe(page.token);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    page.process.kill("SIGINT");
    await page.process.ended;
  });

  test("says what is wrong with an argument, in a line", async () => {
    const at = scriptedProject(AGREED, { "x.html": "<h1>Mine</h1>", "x.jsonl": "{}" });
    await run(at, ["run", "q.md"]);

    expectRefusal(await run(at, ["view", "nobody"]), {
      says: /no debate "nobody"/,
      as: "unknown-debate",
    });
    expectRefusal(await run(at, ["view", "x.html"]), {
      says: /no journal is inside/,
      as: "bad-journal",
    });
    expectRefusal(await run(at, ["view", "x.jsonl"]), { says: /not a journal/, as: "bad-journal" });
    expectRefusal(await run(at, ["view", "--port", "x"]), { says: /--port must be/, as: "usage" });
  });
});

describe("several processes", () => {
  test("a debate that the terminal holds is followed on the page, event by event", async () => {
    const at = scriptedProject(STUCK);
    const page = await pageAt(at);
    const terminal = start(at, ["run", "q.md", "--json"]);
    await terminal.said('"launch"');
    const [listed] = (await page.get<PageHome>("/api/home")).debates;
    const id = listed?.id ?? "";
    const stream = await page.events(id);
    await stream.until(isHeld(true));
    await stream.until(isFact("reply-recorded"));
    const paused = await page.post(`/api/debates/${id}/pause`, {});
    terminal.kill("SIGINT");
    await terminal.said("Pausing");
    terminal.kill("SIGINT");
    const { code } = await terminal.ended;
    await stream.until(isFact("debate-paused"));
    await stream.until(isHeld(false));

    expect(paused.status).toBe(409);
    expect(await paused.json()).toMatchObject({ error: { code: "held-elsewhere" } });
    expect(code).toBe(130);
    expect(sequences(stream)).toEqual((await journal(at, id)).map((_, sequence) => sequence));
    stream.leave();
    page.process.kill("SIGINT");
    await page.process.ended;
  });

  test("a server that was killed is started again, and the page goes on where it was", async () => {
    const at = scriptedProject(STUCK);
    const page = await pageAt(at);
    const brief = {
      protocol: "judges",
      question: "Should field-app v2 ship with offline sync?",
      options: ["A", "B", "C"].map((id) => ({ id, label: `Option ${id}` })),
      body: "Crews work in valleys without signal.",
    };
    const { id } = (await (await page.post("/api/debates", brief)).json()) as { id: string };
    const before = await page.events(id);
    await before.until(isFact("reply-recorded"));
    page.process.kill("SIGKILL");
    await Promise.all([page.process.ended, before.ended]);
    at.write("script.json", JSON.stringify(AGREED));
    const again = await pageAt(at, ["--port", String(page.port)]);
    const seen = sequences(before).at(-1) ?? -1;
    const after = await again.events(id, { "last-event-id": String(seen) });
    const resumed = await again.post(`/api/debates/${id}/resume`, {});
    await after.until(isFact("debate-settled"));

    expect(again.token).toBe(page.token);
    expect(resumed.status).toBe(200);
    const all = [...sequences(before), ...sequences(after)];
    expect(all).toEqual((await journal(at, id)).map((_, sequence) => sequence));
    after.leave();
    again.process.kill("SIGINT");
    expect((await again.process.ended).code).toBe(0);
  });

  test("Ctrl-C pauses what the page holds, and a second one drops what hangs", async () => {
    const at = scriptedProject(STUCK);
    const page = await pageAt(at);
    const brief = { protocol: "judges", question: "A or B?", body: "Crews work in valleys." };
    const options = ["A", "B", "C"].map((id) => ({ id, label: `Option ${id}` }));
    await page.post("/api/debates", { ...brief, options });
    page.process.kill("SIGINT");
    await page.process.said("Pausing after the turns in flight");
    page.process.kill("SIGINT");
    const { code } = await page.process.ended;

    expect(code).toBe(0);
    expect((await journal(at)).at(-1)).toMatchObject({ type: "debate-paused" });
    expect(leftovers(at)).toEqual([]);
  });
});

describe("run --open", () => {
  test("tells where the page is, serves it while the debate runs, and ends with it", async () => {
    const at = scriptedProject(SLOW);
    const terminal = start(at, ["run", "q.md", "--open", "--json"]);
    const page = await waitForPage(terminal);
    const { debates } = await page.get<PageHome>("/api/home");
    const stream = await page.events(debates[0]?.id ?? "");
    await stream.until(
      ({ event, data }) => event === "live" && (data as PageLiveEvent).type === "text-heard",
    );
    const { code, stdout } = await terminal.ended;

    expect(ndjson(stdout)[0]).toMatchObject({ event: "launch" });
    expect(ndjson(stdout).at(-1)).toMatchObject({ event: "done", exit: 0 });
    expect(code).toBe(0);
    await expect(fetch(page.origin)).rejects.toThrow();
  });

  test("is paused from the page", async () => {
    const at = scriptedProject(STUCK);
    const terminal = start(at, ["run", "q.md", "--open", "--json"]);
    const page = await waitForPage(terminal);
    const { debates } = await page.get<PageHome>("/api/home");
    const answer = await page.post(`/api/debates/${debates[0]?.id}/pause`, { drop: true });

    expect(answer.status).toBe(200);
    expect((await terminal.ended).code).toBe(130);
    expect((await journal(at)).at(-1)).toMatchObject({ type: "debate-paused" });
  });

  test.skipIf(NO_TERMINAL)(
    "stays on a terminal until Ctrl-C, with the debate's exit code",
    async () => {
      const at = scriptedProject(rounds(votes("A", "B", "C")));
      const terminal = startInTerminal(at, ["run", "q.md", "--open"], { env: { SSH_TTY: "x" } });
      await terminal.said("The page stays open until Ctrl-C");
      terminal.child.stdin?.write("\u0003");
      const { code } = await terminal.ended;

      expect(code).not.toBe(0);
      expect(leftovers(at)).toEqual([]);
    },
  );
});

describe("a page in a file", () => {
  test("a report verifies, and does not when a word of its journal is another", async () => {
    const at = scriptedProject(AGREED);
    await run(at, ["run", "q.md"]);
    await run(at, ["report", "last", "-o", "report.html"]);
    const good = await run(at, ["verify", "report.html"]);
    at.write("report.html", at.read("report.html").replace("risk is sure", "risk was sure"));
    const bad = await run(at, ["verify", "report.html"]);

    expect(good).toMatchObject({ code: 0 });
    expect(good.stdout).toContain("outcome recomputed, no difference");
    expect(bad).toMatchObject({ code: 5 });
  });

  test("run -o writes one, and view shows it from memory, to be looked at only", async () => {
    const at = scriptedProject(AGREED);
    await run(at, ["run", "q.md", "-o", "report.html", "-o", "journal.jsonl"]);
    const elsewhere = scriptedProject(AGREED, {
      "report.html": at.read("report.html"),
      "journal.jsonl": at.read("journal.jsonl"),
    });
    for (const file of ["report.html", "journal.jsonl"]) {
      const page = await pageAt(elsewhere, [file]);
      const { debates, readOnly } = await page.get<PageHome>("/api/home");
      const id = debates[0]?.id ?? "";
      const debate = await page.get<PageDebate>(`/api/debates/${id}`);
      const answer = await page.post(`/api/debates/${id}/decision`, { choice: "B", reason: "x" });

      expect(readOnly).toBe(true);
      expect(debate).toMatchObject({ readOnly: true, findings: { verification: { holds: true } } });
      expect(answer.status).toBe(403);
      page.process.kill("SIGINT");
      await page.process.ended;
    }
    expect(existsSync(join(elsewhere.dir, ".dissent"))).toBe(false);
  });

  test("a gallery has a page for each debate and one for all", async () => {
    const at = scriptedProject(AGREED, { "kept/index.html": "<h1>Mine</h1>" });
    for (const brief of ["q.md", "q.md"]) await run(at, ["run", brief]);
    const { code, stdout } = await run(at, ["view", "--bundle", "site"]);
    const names = readdirSync(join(at.dir, "site"));

    expect(code).toBe(0);
    expect(stdout).toContain("3 pages");
    expect(names.filter((name) => name !== "index.html")).toHaveLength(2);
    for (const name of names.filter((one) => one !== "index.html")) {
      expect(await run(at, ["verify", `site/${name}`])).toMatchObject({ code: 0 });
    }
    expectRefusal(await run(at, ["view", "--bundle", "kept"]), {
      says: /was not written by Dissent/,
      as: "file-unreadable",
    });
  });
});
