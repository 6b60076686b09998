/** Two debates inside a program of your own, at once, in one file that outlives it; checks itself and exits non-zero if wrong. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { dissent, offline, PROTOCOLS, sqliteStore, buildTranscript, verify } from "dissent";

const directory = mkdtempSync(join(tmpdir(), "dissent-embed-"));
const app = dissent({
  store: sqliteStore(join(directory, "debates.db")),
  // a seat's model reference comes in, a model goes out; built-in readers need no key
  modelFor: async () => offline(),
});

/** A brief made by your program instead of read from a file. */
function buildExampleBrief(
  id: string,
  question: string,
  choices: Readonly<Record<string, string>>,
) {
  const options = Object.entries(choices).map(([letter, text]) => {
    const [label = "", ...rest] = text.split(". ");
    return { id: letter, label, description: rest.join(". ") };
  });
  return { id, question, options, sources: [], featureName: null, featureDir: null };
}

const cache = buildExampleBrief("cache", "Where should the session cache live?", {
  A: "In each process. It needs no new server, and a restart logs every customer out.",
  B: "In a shared Redis. A restart loses nothing, and three of five people have never run one.",
});
const release = buildExampleBrief("release", "When do we release?", {
  A: "On Friday evening. The campaign starts on Saturday, and nobody is on call at the weekend.",
  B: "On Monday morning. Everyone is there, and the campaign runs for two days without it.",
});

const ids = await Promise.all(
  [cache, release].map(async (brief) => {
    // throws a SetupError before anything is spent
    const plan = app.plan("judges", { brief, limits: { calls: 20 } });
    const debate = await app.open(plan, "example");
    const heard: string[] = [];
    const result = await app.run({
      debate,
      onEvent({ fact }) {
        if (fact.type === "reply-recorded") heard.push(fact.key);
      },
    });
    assert.equal(result.status, "settled");
    assert.ok(heard.length >= 3, "every judge was heard");
    return debate;
  }),
);

for (const id of ids) {
  const { lines, text, events } = await app.read(id);
  const { question, outcome } = buildTranscript(events);
  const findProtocolById = (name: string) => PROTOCOLS.find((protocol) => protocol.id === name);
  const { ok, fault } = await verify({ lines, text, findProtocolById });
  assert.ok(ok, fault?.what);
  // two debates in one process never meet: nothing of the one is in the other's journal
  const other = id.startsWith("cache") ? release : cache;
  assert.ok(!lines.some((line) => line.includes(other.question)));
  console.log(`${question} ${outcome?.label}: ${outcome?.summary}`);
}

await app.close();
rmSync(directory, { recursive: true });
