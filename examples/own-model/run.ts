/** Seats the model of `http-model.ts` beside built-in readers, with a server of its own; checks itself. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { computeAudit, dissent, memoryStore, offline, readBrief, buildTranscript } from "dissent";

import { httpModel } from "./http-model.ts";

const { brief } = await readBrief({
  from: "examples/offline-sync.md",
  options: [],
  context: [],
  cwd: process.cwd(),
  stdin: async () => "",
  contextRules: { include: [], deny: [], maxBytes: 1_000_000 },
});

/** What the server says about a plan it is to object to. */
const OBJECTION = JSON.stringify({
  verdict: "disagree",
  objections: [
    {
      headline: "Nothing says what happens to two drafts of the same report when both come online.",
      detail: "",
      strength: "strong",
      parts: [],
      point: null,
      evidence: [],
      alternative: null,
      settled_by: "A rule for two drafts of one report.",
    },
  ],
  tested: null,
  assumptions: [],
  confidence: "medium",
});

// stands for your model server: first something unreadable, then what was asked for, then it is down
const asked: string[] = [];
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
  request.on("end", () => {
    asked.push(body);
    if (asked.length > 2) {
      response.writeHead(503).end();
      return;
    }
    const text = asked.length === 1 ? "I would rather talk about the weather." : OBJECTION;
    response.end(JSON.stringify({ text, tokens: { input: 900, output: 120 } }));
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;

const app = dissent({
  store: memoryStore(),
  modelFor: async (reference) =>
    reference === "in-house/one" ? httpModel(reference, `http://127.0.0.1:${port}`) : offline(),
});
const plan = app.plan("challenge", { brief, seats: { adversary: { model: "in-house/one" } } });
assert.deepEqual((await app.estimate(plan)).hosts, [`127.0.0.1:${port}`]);

const debate = await app.open(plan, "example");
const result = await app.run({ debate });
assert.equal(result.status, "settled");
const { events } = await app.read(debate);
const { steps } = buildTranscript(events);
const turns = steps.flatMap((step) => step.turns).filter(({ by }) => by === "adversary");

assert.ok(asked[0]?.includes('"schema"'), "the reply's schema is sent along");
assert.equal(turns[0]?.repaired, true, "the unreadable reply was sent back once");
assert.equal(turns[0]?.said?.position, "disagree");
assert.equal(turns[1]?.absent?.reason, "unavailable", "a server that is down is an absence");
assert.ok(Object.keys(computeAudit(events).independence.families).length > 0);
console.log(
  `${asked.length} calls: sent back once, heard, then absent; the debate ended all the same`,
);
server.close();
await app.close();
