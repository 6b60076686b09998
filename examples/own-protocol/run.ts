/** Holds a pre-mortem with scripted witnesses and checks what came of it; exits non-zero if it is wrong. */
import assert from "node:assert/strict";

import { dissent, memoryStore, verify } from "dissent";
import { scripted } from "dissent/testing";

import { preMortem } from "./pre-mortem.ts";

const script = {
  "failures/builder": {
    reply: { option: "A", story: "The migration ran twice and doubled every invoice." },
  },
  "failures/operator": {
    reply: { option: "B", story: "Nobody was on call when the queue filled up." },
  },
  "failures/customer": { reply: { option: "A", story: "We were billed twice and left." } },
  "guards/builder": { reply: { option: "A", why: "It cannot be undone." } },
  "guards/operator": { reply: { option: "B", why: "It will happen first." } },
  "guards/customer": { reply: { option: "C", why: "It is what we would notice." } },
};

const app = dissent({
  store: memoryStore(),
  protocols: [preMortem],
  modelFor: async () => scripted(script),
});

const brief = {
  id: "billing-move",
  question: "We move billing to the new database in one night.",
  options: [
    { id: "A", label: "data is wrong", description: "" },
    { id: "B", label: "it goes down", description: "" },
    { id: "C", label: "customers are surprised", description: "" },
  ],
  sources: [],
  featureName: null,
  featureDir: null,
};

const debate = await app.open(app.plan("pre-mortem", { brief }), "example");
const first = await app.run({ debate });
assert.equal(
  first.status,
  "waiting",
  "three opinions: a person chooses, and no process has to wait",
);

await app.decide(debate, { choice: "A", reason: "It cannot be undone.", by: "Ada" });
const second = await app.run({ debate });
assert.equal(second.status === "settled" && second.outcome.choice, "A");

const { lines, text, events } = await app.read(debate);
const verification = await verify({ lines, text, findProtocolById: () => preMortem });
assert.ok(verification.ok, verification.fault?.what);
console.log(
  `${debate}: ${second.status === "settled" ? second.outcome.summary : ""} (${events.length} events, verified)`,
);
