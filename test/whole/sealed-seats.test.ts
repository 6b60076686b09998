/** K1 for people: while a person's seat waits in a step that all answer at once, no surface shows what the others said in it. */
import { describe, expect, test } from "vitest";

import { type ReportFormat, renderReport } from "../../src/app/results/render-report.ts";
import type { Event } from "../../src/domain/journal/event.ts";
import { findSealedEvents, listSealedSeats } from "../../src/domain/journal/sealed-steps.ts";
import type { Json } from "../../src/domain/json.ts";
import { describeDebateForAgent } from "../../src/mcp/debate-status.ts";
import { PROTOCOL_NAMES } from "../../src/protocols/names.ts";
import { type Served, served, TOKEN } from "../support/page/page-server.ts";
import { run } from "../support/processes/cli.ts";
import { listen } from "../support/processes/sse.ts";
import { exampleBrief } from "../support/protocols/offline-debates.ts";

const FORMATS: readonly ReportFormat[] = ["md", "adr", "json", "yaml", "jsonl", "html", "comment"];

interface WaitingDebate {
  readonly id: string;
  readonly events: readonly Event[];
  /** What the others said, as far as it is not in the brief. */
  readonly secrets: readonly string[];
}

/** The first seat whose person is awaited in a step that all answer at once, while others have answered. */
async function waitingDebate(all: Served, protocol: string): Promise<WaitingDebate> {
  const brief = await exampleBrief(protocol);
  const { participants } = all.app.plan(protocol, { brief });
  for (const { id: seat } of participants) {
    const plan = all.app.plan(protocol, { brief, seats: { [seat]: { model: "person" } } });
    const id = await all.app.open(plan, "tester");
    await all.app.run({ debate: id });
    const { events } = await all.app.read(id);
    const sealed = findSealedEvents(events);
    const known = JSON.stringify(brief);
    const secrets = events.flatMap(({ sequence, fact }) =>
      sealed.has(sequence) && fact.type === "reply-recorded" ? listWords(fact.reply, known) : [],
    );
    if (secrets.length > 0) return { id, events, secrets };
  }
  throw new Error(`No person was awaited in a simultaneous step of ${protocol}.`);
}

function listWords(value: Json, known: string): string[] {
  if (typeof value === "string") {
    const isOwn = value.length > 24 && !known.includes(JSON.stringify(value).slice(1, -1));
    return isOwn ? [value] : [];
  }
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap((inner: Json) => listWords(inner, known));
}

function expectSealed(text: string, { secrets }: WaitingDebate, where: string): void {
  for (const secret of secrets) {
    const written = [secret, JSON.stringify(secret).slice(1, -1)];
    expect(
      written.some((words) => text.includes(words)),
      `${where}: ${secret}`,
    ).toBe(false);
  }
}

// a review needs a repository: its blind round is sealed by the same rule
describe.each(PROTOCOL_NAMES.filter((name) => name !== "review"))("K1 %s", (protocol) => {
  test("page, reports and MCP keep back what the others said", async () => {
    const all = await served();
    const waiting = await waitingDebate(all, protocol);
    const { id, events } = waiting;

    expect(listSealedSeats(events)).toHaveLength(1);
    for (const path of ["", "/findings"]) {
      const { status, body } = await all.ask(`/api/debates/${id}${path}`);

      expect(status, path).toBe(200);
      expectSealed(body, waiting, `GET ${path}`);
    }
    const stream = await listen(`http://127.0.0.1:${all.server.port}/api/debates/${id}/events`, {
      cookie: `dissent-${all.server.port}=${TOKEN}`,
    });
    const last = events.at(-1)?.sequence;
    await stream.until(({ data }) => (data as { event?: Event }).event?.sequence === last);

    expectSealed(JSON.stringify(stream.told), waiting, "event stream");
    stream.leave();
    const record = await all.app.read(id);
    for (const format of FORMATS) {
      expectSealed(await renderReport(record, format), waiting, format);
    }
    expectSealed(JSON.stringify(describeDebateForAgent(events)), waiting, "MCP");
  }, 120_000);

  test("the terminal keeps it back too", async () => {
    const all = await served();
    const waiting = await waitingDebate(all, protocol);
    const { root: dir, homeDir: home } = all.desk;
    for (const args of [
      ["show", waiting.id],
      ["show", waiting.id, "--json", "--claims"],
      ["audit", waiting.id],
      ["watch", waiting.id],
      ["watch", waiting.id, "--json"],
      ["report", waiting.id],
      ["diff", waiting.id, waiting.id, "--json"],
    ]) {
      const { stdout, stderr } = await run({ dir, home }, args);

      expect(stdout + stderr, args.join(" ")).not.toBe("");
      expectSealed(stdout + stderr, waiting, args.join(" "));
    }
  }, 120_000);
});
