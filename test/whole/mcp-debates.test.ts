/** Debates through a host, from the first call to the record; both eras of the protocol, in this process. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { loadStrengthCalibration } from "../../src/app/project/audit-record.ts";
import { readDebateRecord } from "../../src/app/project/project-debates.ts";
import { renderReport } from "../../src/app/results/render-report.ts";
import { type Clock, systemClock } from "../../src/clock.ts";
import type { Fact } from "../../src/domain/journal/event.ts";
import { type Era, mcpPlace, type McpPlace, type Told } from "../support/processes/mcp.ts";

const QUESTION = {
  question: "Should the nightly export run from a queue or from cron?",
  options: ["A: A queue with workers", "B: One cron job"],
  context:
    "The export takes three hours. A failed night is noticed by customers. One person is on call. " +
    "The queue needs a broker that nobody here has run. Cron has no retries.",
};

async function readFacts({ look }: McpPlace, debate: string): Promise<Fact[]> {
  return look(async (app) => (await app.read(debate)).events.map(({ fact }) => fact));
}

const listFactTypes = (facts: readonly Fact[]): string[] => facts.map(({ type }) => type);

test("what the brief lacks is among the remarks", async () => {
  const { call } = await mcpPlace().host({ era: "modern" });
  const started = await call("start_debate", { ...QUESTION, question: "Nightly export" });

  expect(started["remarks"]).toContainEqual(expect.stringContaining("is a title, not a question"));
});

describe.each<Era>(["legacy", "modern"])("a host of the %s era", (era) => {
  test("starts a debate, follows it, and its user decides in the host's own form", async () => {
    const place = mcpPlace();
    const forms: string[] = [];
    const { client, call } = await place.host({
      era,
      user(form) {
        forms.push(form.message);
        return { action: "accept", content: { choice: "B", reason: "one person on call" } };
      },
    });

    const started = await call("start_debate", QUESTION);
    expect(started).toMatchObject({ protocol: "judges", estimate: { words: "free" } });
    expect(started["remarks"]).toEqual([expect.stringContaining("Offline: the built-in reader")]);
    const checked = await call("check_debate", { debate: started.debate });
    expect(checked).toMatchObject({ debate: started.debate, status: "settled" });
    const decided = await call("decide", { debate: started.debate });

    expect(forms).toHaveLength(1);
    expect(forms[0]).toContain("A: A queue with workers\nB: One cron job");
    expect(decided).toMatchObject({ decided: true, decided_by: "human" });
    const facts = await readFacts(place, started.debate);
    expect(facts[0]).toMatchObject({ type: "debate-opened", by: "Mara over MCP" });
    expect(facts.at(-1)).toEqual({
      type: "decision-recorded",
      choice: "B",
      reason: "one person on call",
      by: "Mara",
    });

    const { contents } = await client.readResource({ uri: String(decided["record"]) });
    const record = await readDebateRecord(place.desk, started.debate);
    const text = await renderReport(record, "md", await loadStrengthCalibration(place.desk));
    expect(contents[0]).toMatchObject({ text });
    const folder = join(place.desk.root, ".dissent", "debates", started.debate);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(["sadd"]));
    expect(place.logged).toEqual([]);
  });

  test("has a position attacked: claims with ids, verdicts and what stands come back at once", async () => {
    const place = mcpPlace();
    const { call } = await place.host({ era });
    const told = await call("challenge_position", {
      position:
        "We move the export to a queue next week.\n\nRisks:\n\n- The broker is new to us.\n" +
        "- A failed night is noticed by customers.\n- One engineer has to do it in five days.",
    });

    expect(told).toMatchObject({ status: "settled", protocol: "challenge" });
    expect(told["claims"]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: expect.stringMatching(/^[a-z]+-\d+$/),
          attacks: "proponent",
        }),
      ]),
    );
    expect(told["positions"]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ seat: "adversary", quoted: expect.any(String) }),
      ]),
    );
    expect(told.outcome).toMatchObject({
      position_now: { quoted: expect.stringContaining("queue") },
    });
  });
});

test("K4 K20 that nobody judged and who was missing is said before everything else", async () => {
  const place = mcpPlace({
    "dead.yaml": "'*': { crash: no route to host }",
    "dissent.yaml": "participants: { risk: scripted/dead.yaml }",
  });
  const { call } = await place.host();
  const { debate } = await call("start_debate", QUESTION);
  const told = await call("check_debate", { debate });

  expect(Object.keys(told).slice(0, 2)).toEqual(["nobody_judged", "degraded"]);
  expect(told["degraded"]).toBe("Degraded: 2 of 3 answered. Risk was unavailable (openings).");
  expect(told["positions"]).toEqual(
    expect.arrayContaining([
      { seat: "risk", name: "Risk", absent: "unavailable", why: { quoted: "no route to host" } },
    ]),
  );
});

test("K4 a debate that failed is not told as one that ended", async () => {
  const seats = ["risk", "value", "effort"].map((seat) => `${seat}: scripted/dead.yaml`);
  const place = mcpPlace({
    "dead.yaml": "'*': { crash: no route to host }",
    "dissent.yaml": `participants: {${seats.join(", ")}}`,
  });
  const { call } = await place.host();
  const { debate } = await call("start_debate", QUESTION);
  const told = await call("check_debate", { debate });

  expect(told["degraded"]).toContain("Degraded: 0 of 3 answered.");
  expect(told.next).toContain("It failed");
});

test("K18 an outcome says what the debate was worth beyond its blind vote, and what is to be noted", async () => {
  const { call } = await mcpPlace().host();
  const { outcome } = await call("challenge_position", {
    position:
      "We move all billing to a queue.\n\nRisks:\n\n- One person is on call.\n- No rollback.",
  });

  expect(outcome).toMatchObject({
    worth: { quoted: expect.stringContaining("At first they stood at") },
    notes: [{ quoted: expect.stringContaining("nothing new was said in rounds 1 and 2") }],
  });
});

test("a call that takes too long comes back with the id and what is known; the debate goes on", async () => {
  const asked: number[] = [];
  const hurried: Clock = {
    nowMs: () => systemClock.nowMs(),
    after(ms, act) {
      asked.push(ms);
      return systemClock.after(ms / 200, act);
    },
  };
  const seats = ["architect", "operator", "adversary"].map((seat) => `${seat}: scripted/s.yaml`);
  const place = mcpPlace(
    { "s.yaml": "'*': { hang: true }", "dissent.yaml": `participants: {${seats.join(", ")}}` },
    hurried,
  );
  const { call } = await place.host();
  const told = await call("challenge_position", { position: "We move the export to a queue." });

  expect(told).toMatchObject({
    status: "running",
    protocol: "challenge",
    claims: [1, 2, 3, 4].map((number) => ({ id: `proponent-${number}` })),
  });
  expect(told.next).toContain("check_debate");
  expect(place.station.runner.isRunningHere(told.debate)).toBe(true);
  // hosts lose patience after a minute, some sooner
  expect(Math.max(...asked)).toBeLessThanOrEqual(45_000);
  await call("check_debate", { debate: told.debate });
  expect(Math.max(...asked)).toBeLessThanOrEqual(45_000);
});

test("progress says who was heard and what was reached, in no one's words", async () => {
  const { client, call } = await mcpPlace().host();
  const { debate } = await call("start_debate", QUESTION);
  const heard: (string | undefined)[] = [];
  await client.callTool(
    { name: "check_debate", arguments: { debate } },
    { onprogress: ({ message }) => heard.push(message) },
  );

  expect(heard.length).toBeGreaterThan(0);
  for (const message of heard)
    expect(message).toMatch(
      /^(?:[a-z0-9-]+\/[a-z-]+ answered|[a-z0-9-]+ is complete|it has ended)$/,
    );
});

test("MD1 without a form the question goes back for the user, and nothing is recorded", async () => {
  const place = mcpPlace();
  const { call, refused } = await place.host();
  const { debate } = await settledDebate(place);
  const before = await readFacts(place, debate);

  const told = await call("decide", { debate });

  expect(told).toMatchObject({
    decided: false,
    next: `Show the user the question. They decide by: dissent decide ${debate} A|B -m "why"`,
    waits_for: { who: "person", choices: [{ id: "A" }, { id: "B" }] },
  });
  expect(await refused("decide", { debate, choice: "A", reason: "I know" })).toContain("choice");
  expect(await readFacts(place, debate)).toEqual(before);
});

test.each(["decline", "cancel"] as const)(
  "a user who answers with %s has not decided",
  async (action) => {
    const place = mcpPlace();
    const { call } = await place.host({ user: () => ({ action }) });
    const { debate } = await settledDebate(place);
    const before = await readFacts(place, debate);

    expect(await call("decide", { debate })).toMatchObject({
      decided: false,
      remarks: ["The user did not decide."],
    });
    expect(await readFacts(place, debate)).toEqual(before);
  },
);

test("MD2 an answer counts once, for the question it was given to, and only where it was asked for", async () => {
  const place = mcpPlace();
  const { client } = await place.host({ era: "modern", byHand: true });
  const { debate } = await settledDebate(place);
  const other = await settledDebate(place);
  const put = async (name: string, more: object = {}): Promise<Record<string, unknown>> =>
    client.callTool(
      { name: "decide", arguments: { debate: name }, ...more },
      { allowInputRequired: true },
    );
  const inputResponses = {
    decision: { action: "accept", content: { choice: "A", reason: "because" } },
  };

  // nobody asked
  expect(await put(debate, { inputResponses })).toMatchObject({ resultType: "input_required" });
  const { requestState } = await put(debate);
  expect(typeof requestState).toBe("string");
  // of another debate
  expect(await put(other.debate, { inputResponses, requestState })).toMatchObject({
    resultType: "input_required",
  });
  // made up
  await expect(put(debate, { inputResponses, requestState: `${requestState}x` })).rejects.toThrow(
    "requestState",
  );
  expect(listFactTypes(await readFacts(place, debate))).not.toContain("decision-recorded");

  const { requestState: asked } = await put(debate);
  expect(await put(debate, { inputResponses, requestState: asked })).toMatchObject({
    structuredContent: { decided: true },
  });
  // once more
  expect(await put(debate, { inputResponses, requestState: asked })).toMatchObject({
    resultType: "input_required",
  });
  const recorded = (await readFacts(place, debate)).filter(
    ({ type }) => type === "decision-recorded",
  );
  expect(recorded).toHaveLength(1);
});

test("an escalation is answered by the user, and the debate goes on", async () => {
  const example = join(import.meta.dirname, "../../examples/session-store.md");
  const place = mcpPlace({ "session.md": readFileSync(example, "utf8") });
  const { call } = await place.host({
    user: () => ({
      action: "accept",
      content: { choice: "majority", reason: "two weeks are left" },
    }),
  });
  const { debate } = await call("start_debate", {
    question: "Where do sessions live?",
    options: ["A: In memory", "B: In Redis"],
    protocol: "roundtable",
    paths: ["session.md"],
  });
  const waiting = await untilRest(call, debate);
  expect(waiting).toMatchObject({ status: "waiting", waits_for: { who: "person" } });
  const choices = waiting.waits_for?.["choices"] as { id: string }[];
  expect(choices.map(({ id }) => id)).toContain("majority");

  expect(await call("decide", { debate })).toMatchObject({ decided: true });
  expect(await untilRest(call, debate)).toMatchObject({ status: "settled" });
  expect(listFactTypes(await readFacts(place, debate))).toContain("escalation-answered");
});

test("K20 decisions are found again by their words, once somebody judged", async () => {
  const place = mcpPlace();
  const { call } = await place.host();
  const { debate } = await settledDebate(place);

  const find = async () => (await call("find_decisions", { words: "nightly export" }))["decisions"];
  const unjudged = await find();
  expect(unjudged).toMatchObject([{ debate, status: "settled", nobody_judged: true }]);
  expect(JSON.stringify(unjudged)).not.toContain("decided_by");
  const decision = { choice: "A", reason: "We have run a broker before.", by: "me" };
  await place.look((app) => app.decide(debate, decision));
  expect(await find()).toMatchObject([{ debate, status: "settled", decided_by: "person" }]);
  expect((await call("find_decisions", { words: "elephants" }))["decisions"]).toEqual([]);
  const again = await call("start_debate", QUESTION);
  expect(again["remarks"]).toEqual(
    expect.arrayContaining([expect.stringContaining(`Decided before: ${debate}`)]),
  );
  await call("check_debate", { debate: again.debate });
});

test("drafts are merged with the share of each, and nothing is written among the project's files", async () => {
  const place = mcpPlace({ "a.md": DRAFT_A, "b.md": DRAFT_B });
  const { call } = await place.host();
  const before = readdirSync(place.desk.root);
  const told = await call("merge_documents", { paths: ["a.md", "b.md"] });

  expect(told).toMatchObject({ status: "settled", protocol: "merge" });
  const merged = told["merged"] as { path: string; quoted: string; provenance: object[] };
  expect(merged.path).toBe(`.dissent/debates/${told.debate}/merged.md`);
  expect(existsSync(join(place.desk.root, merged.path))).toBe(true);
  expect(merged.quoted).toContain("Rollback");
  expect(merged.provenance).toMatchObject([{ draft: "a.md" }, { draft: "b.md" }]);
  expect(readdirSync(place.desk.root)).toEqual([...before, ".dissent"].toSorted());

  const texts = await call("merge_documents", { texts: [DRAFT_A, DRAFT_B] });
  expect(texts["merged"]).toMatchObject({ provenance: [{ draft: "draft-1.md" }, {}] });
});

test("a merge that failed a check is told as partial, with its text and its path", async () => {
  // one side refers to an anchor, the other one removes it: both changes are taken
  const old = '# Plan\n\n## Steps\n\nBuild it.\n\n## Notes\n\n<a id="note"></a>\n\nA note.\n';
  const refers = old.replace("Build it.", "Build it, see [the note](#note).");
  const removes = old.replace('<a id="note"></a>\n\n', "");
  const place = mcpPlace({ "a.md": refers, "b.md": removes });
  const git = (...args: string[]) => execFileSync("git", args, { cwd: place.desk.root });
  git("init", "-q", "-b", "main");
  const commit = (text: string): void => {
    writeFileSync(join(place.desk.root, "plan.md"), text);
    git("add", "plan.md");
    git("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-q", "-m", "plan");
  };
  commit(old);
  git("checkout", "-q", "-b", "other");
  commit(removes);
  git("checkout", "-q", "main");
  commit(refers);
  const { call } = await place.host();

  const { debate, merged } = await call("merge_documents", { paths: ["a.md", "b.md"] });

  expect(merged).toMatchObject({
    path: `.dissent/debates/${debate}/merged.partial.md`,
    partial: true,
    quoted: expect.stringContaining("see [the note]"),
  });
});

async function settledDebate(place: McpPlace): Promise<Told> {
  const { call } = await place.host();
  const { debate } = await call("start_debate", QUESTION);
  const told = await call("check_debate", { debate });
  expect(told.status).toBe("settled");
  return told;
}

async function untilRest(
  call: (name: string, input: Record<string, unknown>) => Promise<Told>,
  debate: string,
): Promise<Told> {
  for (;;) {
    const told = await call("check_debate", { debate });
    if (told.status !== "running") return told;
  }
}

const DRAFT_A = `# Plan

## Steps

The index is built at night. It takes two hours.

## Rollback

The old index is kept for a week.
`;

const DRAFT_B = `# Plan

## Steps

The index is built on Sundays. It takes two hours, and the team is told before.

## Tests

Five hundred queries are compared by hand.
`;
