/** The host's own model in a seat: the prompt goes out, the reply comes in, and nothing else is seen meanwhile. */
import { expect, test } from "vitest";

import { mcpPlace, type McpPlace, type Told } from "../../test/support/processes/mcp.ts";
import { createTestBrief, recommends, rounds, votes } from "../../test/support/protocols/judges.ts";
import { readDebateRecord } from "../app/project/project-debates.ts";
import { verify } from "../audit/verify/verify.ts";
import { PROTOCOLS } from "../dissent.ts";

const { question, options, sources } = createTestBrief();

const START = {
  question,
  options: options.map(({ id, label }) => `${id}: ${label}`),
  context: sources[0]?.text ?? "",
};

/** The others answer by script, so that what they say is known. */
const scriptedOthers = (): McpPlace =>
  mcpPlace({
    "script.json": JSON.stringify(rounds(votes("A", "A", "A"))),
    "dissent.yaml":
      "participants:\n  value: scripted/script.json\n  effort: scripted/script.json\n  risk: scripted/script.json\n",
  });

const reply = (seat: string, option: string): string =>
  JSON.stringify(recommends(seat, option).reply);

test("KP1 KP2 MS2 a host answers for its seat from the prompt alone, is sent back once, and the record says who it was", async () => {
  const place = scriptedOthers();
  const { call, client } = await place.host({ name: "some-agent" });
  const { debate } = await call("start_debate", { ...START, seats: ["risk=host"] });
  const asked = await call("check_debate", { debate });

  expect(asked).toMatchObject({ status: "waiting", waits_for: { who: "host", seat: "risk" } });
  expect(asked.next).toContain("answer_seat");
  const { prompt, reply_schema: schema } = asked.waits_for as {
    prompt: string;
    reply_schema: object;
  };
  expect(prompt).toContain(question);
  expect(schema).toMatchObject({ type: "object" });
  // the others have spoken, and nothing of it is shown
  expect(JSON.stringify(asked)).not.toContain("value.1");
  expect(asked).not.toHaveProperty("claims");
  expect(asked["positions"]).toEqual([
    { seat: "risk", name: expect.any(String) },
    { seat: "value", name: expect.any(String) },
    { seat: "effort", name: expect.any(String) },
  ]);
  for (const file of ["record.md", "adr.md", "journal.jsonl"])
    await expect(
      client.readResource({ uri: `dissent://debates/${debate}/${file}` }),
    ).rejects.toThrow("kept back");

  const again = await call("answer_seat", { debate, seat: "risk", reply: '{"option":"Z"}' });
  expect(again).toMatchObject({ status: "waiting", waits_for: { seat: "risk" } });
  expect(again.waits_for?.["problems"]).not.toEqual([]);
  const settled = await call("answer_seat", { debate, seat: "risk", reply: reply("risk", "A") });

  expect(settled).toMatchObject({ status: "settled", outcome: { choice: "A" } });
  expect(settled).toHaveProperty("claims");
  expect(settled["notices"]).toEqual(
    expect.arrayContaining([expect.stringContaining("host: the calling program's own model")]),
  );
  const { lines, events, text } = await readDebateRecord(place.desk, debate);
  const spoken = events.flatMap(({ fact }) =>
    fact.type === "reply-recorded" && fact.by === "risk" ? [fact.speaker] : [],
  );
  expect(spoken).toEqual([
    { provider: "host", requested: "host", served: "some-agent 1.0", version: null },
  ]);
  expect(await verify({ lines, text, findProtocolById: () => PROTOCOLS[0] })).toMatchObject({
    ok: true,
  });
});

test("a host has one seat; several only where that is allowed, and then they count once", async () => {
  const place = scriptedOthers();
  const { call, refused } = await place.host();
  const seats = ["risk=host", "value=host"];

  expect(await refused("start_debate", { ...START, seats })).toContain(
    "The host cannot have several seats: risk, value.",
  );
  const { debate, ...started } = await call("start_debate", { ...START, seats, share_host: true });
  expect(started["notices"]).toEqual(
    expect.arrayContaining([expect.stringContaining("count as one voice")]),
  );
  // one at a time: the second prompt is not seen before the first is answered
  const first = await call("check_debate", { debate });
  expect(first.waits_for).toMatchObject({ seat: "risk" });
  const second = await call("answer_seat", { debate, seat: "risk", reply: reply("risk", "A") });
  expect(second.waits_for).toMatchObject({ seat: "value" });
  const told = await call("answer_seat", { debate, seat: "value", reply: reply("value", "A") });

  expect(told.outcome).toMatchObject({
    because: expect.stringContaining("the panel counts as about 1.4 independent votes") as unknown,
  });
});

test("K11 a host does not answer for a person, nor for a seat that nobody waits for", async () => {
  const place = scriptedOthers();
  const { call, refused } = await place.host();
  const { debate } = await call("start_debate", { ...START, seats: ["risk=person"] });
  const told: Told = await call("check_debate", { debate });

  expect(told.waits_for).toEqual({
    who: "person",
    seat: "risk",
    step: "openings/risk",
    command: `dissent resume ${debate} --answer --seat risk`,
  });
  const words = await refused("answer_seat", { debate, seat: "risk", reply: reply("risk", "A") });
  expect(words).toContain("is a person's seat");
  expect(await refused("answer_seat", { debate, seat: "value", reply: "{}" })).toContain(
    'is not waiting for an answer of "value"',
  );
});

test("a long prompt comes in parts", async () => {
  const place = scriptedOthers();
  const { call } = await place.host();
  const context = `${START.context}\n\n${"The export takes three hours every night. ".repeat(2_000)}`;
  const { debate } = await call("start_debate", { ...START, context, seats: ["risk=host"] });

  const first = (await call("check_debate", { debate })).waits_for ?? {};
  const from = first["prompt_goes_on_from"];
  expect(from).toBe(40_000);
  let whole = String(first["prompt"]);
  for (let at: unknown = from; typeof at === "number";) {
    const part = (await call("check_debate", { debate, prompt_from: at })).waits_for ?? {};
    whole += String(part["prompt"]);
    at = part["prompt_goes_on_from"];
  }
  expect(whole.length).toBeGreaterThan(84_000);
  expect(whole).toContain(context.trim().slice(-2_000));
});
