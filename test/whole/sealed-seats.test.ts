/** K1 for people: while a person's seat waits in a step that all answer at once, no surface shows what the others said in it. */
import { describe, expect, test } from "vitest";

import { type ReportFormat, renderReport } from "../../src/app/results/render-report.ts";
import type { Event } from "../../src/domain/journal/event.ts";
import { listSealedSeats } from "../../src/domain/journal/sealed-steps.ts";
import { describeDebateForAgent } from "../../src/mcp/debate-status.ts";
import { PROTOCOL_NAMES } from "../../src/protocols/names.ts";
import { served, TOKEN } from "../support/page/page-server.ts";
import { expectSealed, waitingDebate } from "../support/page/sealed-debates.ts";
import { listen } from "../support/processes/sse.ts";

const FORMATS: readonly ReportFormat[] = [
  ...(["md", "adr", "json", "yaml", "jsonl", "html", "comment", "svg", "mermaid"] as const),
];

describe.each(PROTOCOL_NAMES)("K1 %s", (protocol) => {
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
    expectSealed((await all.ask("/api/home")).body, waiting, "home");
    for (const secret of waiting.secrets.slice(0, 5)) {
      const words = encodeURIComponent(secret.slice(0, 100));
      const { body } = await all.ask(`/api/debates?search=${words}`);

      expect(JSON.parse(body), secret).toEqual({ debates: [] });
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
});
