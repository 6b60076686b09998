/** What people do on a team's server: in their name, with their money, and with nothing of the server's machine. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { Event } from "../../src/domain/journal/event.ts";
import type { SeatQuestion } from "../../src/page/page-payload.ts";
import { DRAFT_A, DRAFT_B } from "../support/documents/drafts.ts";
import { type Answer, START } from "../support/page/page-server.ts";
import { type ServedTeam, servedTeam } from "../support/team/team-server.ts";

const read = ({ body }: Answer): { id: string; error: { code: string; message: string } } =>
  JSON.parse(body) as { id: string; error: { code: string; message: string } };
const codeIn = (answer: Answer): string => read(answer).error.code;

async function readFacts({ app }: ServedTeam, id: string): Promise<Event["fact"][]> {
  return (await app.read(id)).events.map(({ fact }) => fact);
}

async function openedIn(all: ServedTeam, id: string) {
  const [opened] = await readFacts(all, id);
  if (opened?.type !== "debate-opened") throw new Error("There is no beginning.");
  return opened;
}

/** Starts a debate and lets the fleet end it. */
async function held(all: ServedTeam, token: string, request: object = START): Promise<string> {
  const { id } = read(await all.post(token, "/api/debates", request));
  await all.fleet.idle(id);
  return id;
}

const PRICED = `
endpoints:
  team:
    baseUrl: http://127.0.0.1:9/v1
    price: { inputPerMillion: 10, outputPerMillion: 10 }
  strange:
    baseUrl: http://127.0.0.1:9/v1
agents:
  ours: { command: cat }
confirmAbove: 100
`;
const KEYS = { TEAM_API_KEY: "k-0123456789", STRANGE_API_KEY: "k-9876543210" };
const PAID = { ...START, seats: { risk: "team/large" } };

async function priced(): Promise<ServedTeam> {
  const all = await servedTeam({ env: KEYS });
  writeFileSync(join(all.desk.root, "dissent.yaml"), PRICED);
  return all;
}

describe("who acts", () => {
  test("is the token's person, in the journal and in the log, and never the machine's user", async () => {
    const all = await servedTeam();
    const { token: ann } = all.team.give({
      person: "Ann",
      scopes: ["read", "run"],
      budgetUsd: null,
      expiresMs: null,
    });
    const { token: bob } = all.team.give({
      person: "Bob",
      scopes: ["decide"],
      budgetUsd: null,
      expiresMs: null,
    });
    const id = await held(all, ann);
    const decision = { choice: "B", reason: "the valleys" };
    expect((await all.post(bob, `/api/debates/${id}/decision`, decision)).status).toBe(200);

    expect(await openedIn(all, id)).toMatchObject({ by: "Ann" });
    expect((await readFacts(all, id)).at(-1)).toMatchObject({
      type: "decision-recorded",
      by: "Bob",
    });
    expect(
      all.team.log.map(({ by, act, debate, detail }) => [by?.person, act, debate, detail]),
    ).toEqual([
      ["Bob", "decided", id, "B"],
      ["Ann", "started", id, "judges"],
    ]);
    expect(JSON.stringify(all.team.log)).not.toContain("Mara");
    expect(await all.get(ann, "/api/home")).toMatchObject({ person: "Ann" });
  });

  test("everything that changes something is recorded, once", async () => {
    const all = await servedTeam();
    const token = all.token();
    const id = await held(all, token);
    const facts = ["The conflict rate was 0.3 % in the pilot."];
    const next = read(await all.post(token, `/api/debates/${id}/ask`, { facts })).id;
    await all.fleet.idle(next);
    const fork = read(await all.post(token, `/api/debates/${id}/fork`, { at: "openings" })).id;
    await all.fleet.idle(fork);
    await all.post(token, `/api/debates/${id}/pause`, { drop: true });
    await all.post(token, `/api/debates/${id}/resume`, {});

    expect(all.team.log.map(({ act, debate }) => [act, debate]).toReversed()).toEqual([
      ["started", id],
      ["asked", next],
      ["forked", fork],
      ["paused", id],
      // resuming what has ended is refused, and nothing was done
    ]);
  });

  test("a person's seat is answered by whoever may decide, and the debate is sent again", async () => {
    const all = await servedTeam();
    const token = all.token();
    const id = await held(all, token, { ...START, seats: { risk: "person" } });
    const form = await all.get<SeatQuestion>(token, `/api/debates/${id}/form?seat=risk`);
    const reply = { seat: "risk", reply: form.blank };
    expect((await all.post(token, `/api/debates/${id}/answer`, reply)).status).toBe(200);
    await all.fleet.idle(id);

    expect(all.fleet.sent.map(({ debate }) => debate)).toEqual([id, id]);
    expect((await readFacts(all, id)).find(({ type }) => type === "person-answered")).toMatchObject(
      {
        by: "ann",
      },
    );
    expect(all.team.log[0]).toMatchObject({ act: "answered", detail: "risk" });
  });

  test("nothing is written into the project", async () => {
    const all = await servedTeam();
    const token = all.token();
    const id = await held(all, token);
    await all.post(token, `/api/debates/${id}/decision`, { choice: "B", reason: "why" });

    expect(existsSync(join(all.desk.root, ".dissent", "debates"))).toBe(false);
  });
});

describe("nothing of the server's machine can be named", () => {
  test("no file: a context is refused in one line", async () => {
    const all = await servedTeam();
    writeFileSync(join(all.desk.root, "notes.md"), "what the server knows");
    for (const context of [["notes.md"], ["/etc/passwd"], ["debate:x-1"]]) {
      const answer = await all.post(all.token(), "/api/plans", { ...START, context });

      expect(answer.status).toBe(400);
      expect(read(answer).error.message).toContain("context names files");
      expect(answer.body).not.toContain("what the server knows");
    }
  });

  test.each([
    "scripted/dissent.yaml",
    "SCRIPTED//etc/passwd",
    "host",
    "claude",
    "codex/x",
    "ollama/llama",
    "nobody/model",
    "team/--dangerous",
    "ours/-x",
    "../x",
    "team/a b",
  ])("no model that was not set up there: %s", async (model) => {
    const all = await priced();
    for (const path of ["/api/plans", "/api/debates"]) {
      const answer = await all.post(all.token(), path, { ...START, seats: { risk: model } });

      expect(answer.status, answer.body).toBe(400);
      expect(["unknown-model", "bad-request"]).toContain(codeIn(answer));
    }
    expect(await all.app.list()).toEqual([]);
  });

  test.each(["offline", "person", "team/large"])("what was set up is seated: %s", async (model) => {
    const all = await priced();
    const answer = await all.post(all.token(), "/api/plans", { ...START, seats: { risk: model } });

    expect(answer.status, answer.body).toBe(200);
    expect(answer.body).toContain(`"model":"${model}"`);
  });

  test("a vendor without a key is not there, and a fork seats nobody else either", async () => {
    const all = await priced();
    const token = all.token();
    const seats = { risk: "anthropic/claude-x" };
    expect(codeIn(await all.post(token, "/api/plans", { ...START, seats }))).toBe("missing-key");
    const id = await held(all, token);
    const models = { risk: "ollama/qwen3" };
    const answer = await all.post(token, `/api/debates/${id}/fork`, { at: "openings", models });

    expect(codeIn(answer)).toBe("unknown-model");
  });
});

describe("a merge", () => {
  const [A, B] = [DRAFT_A, DRAFT_B];
  const MERGE = {
    protocol: "merge",
    question: "",
    options: [],
    body: "",
    variants: [
      { name: "draft-ops.md", text: A },
      { name: "draft-data.md", text: B },
    ],
  };

  function drafts(): string[] {
    return readdirSync(tmpdir()).filter((name) => name.startsWith("dissent-drafts-"));
  }

  test("takes its drafts as texts, and leaves none of them behind", async () => {
    const all = await servedTeam();
    const before = drafts();
    const id = await held(all, all.token(), MERGE);
    const opened = await openedIn(all, id);

    expect(opened.brief.sources.map(({ title }) => title)).toEqual([
      "draft-ops.md",
      "draft-data.md",
    ]);
    expect(opened.brief).toMatchObject({ featureDir: null, featureName: "merged.md" });
    expect(JSON.stringify(opened)).not.toContain(tmpdir());
    expect((await readFacts(all, id)).at(-1)?.type).toBe("debate-settled");
    expect(drafts()).toEqual(before);
  });

  test("is reverted without anyone being asked", async () => {
    const all = await servedTeam();
    const token = all.token();
    // each side changed something alone, which is taken without a vote
    const variants = [
      { name: "ancestor.md", text: A },
      { name: "one.md", text: `${A}\nOne more line of the first.\n` },
      { name: "two.md", text: `A first line of the second.\n\n${A}` },
    ];
    const id = await held(all, token, { ...MERGE, variants });
    const settled = (await readFacts(all, id)).at(-1);
    const { changes = [] } = (settled?.type === "debate-settled" ? settled.outcome.result : {}) as {
      changes?: { number: number }[];
    };
    const number = changes[0]?.number ?? 0;
    const answer = await all.post(token, `/api/debates/${id}/revert`, { changes: [number] });
    const next = read(answer).id;

    expect(answer.status, answer.body).toBe(200);
    expect(all.fleet.sent.map(({ debate }) => debate)).toEqual([id]);
    expect(await openedIn(all, next)).toMatchObject({ by: "ann", settings: { without: [number] } });
    expect(all.team.log[0]).toMatchObject({ act: "reverted", debate: next });
  });

  test.each([
    ["one draft", [{ name: "a.md", text: A }]],
    ["none", undefined],
    ["the same name twice", ["a.md", "A.md"].map((name) => ({ name, text: A }))],
    ["a path", ["../a.md", "b.md"].map((name) => ({ name, text: A }))],
    ["a hidden file", [".env", "b.md"].map((name) => ({ name, text: A }))],
    ["a name that ends early", ["a\0.md", "b.md"].map((name) => ({ name, text: A }))],
    ["code", ["a.ts", "b.ts"].map((name) => ({ name, text: "export const a = 1;\n" }))],
    [
      "an empty one",
      [
        { name: "a.md", text: A },
        { name: "b.md", text: " \n" },
      ],
    ],
    ["more than ten", Array.from({ length: 11 }, (_, at) => ({ name: `${at}.md`, text: A }))],
    [
      "a secret",
      [
        { name: "a.md", text: `${A}\nAKIAIOSFODNN7EXAMPLE\n` },
        { name: "b.md", text: B },
      ],
    ],
  ])("with %s is refused in words that name no place", async (_, variants) => {
    const all = await servedTeam();
    const before = drafts();
    const answer = await all.post(all.token(), "/api/debates", { ...MERGE, variants });

    expect([400, 409]).toContain(answer.status);
    expect(read(answer).error.message).not.toBe("");
    expect(answer.body).not.toContain(tmpdir());
    expect(drafts()).toEqual(before);
    expect(await all.app.list()).toEqual([]);
    expect(all.defects).toEqual([]);
  });

  test("takes at most a megabyte, and nothing else takes drafts", async () => {
    const all = await servedTeam();
    const variants = ["a.md", "b.md"].map((name) => ({ name, text: `${A}${"x".repeat(600_000)}` }));
    expect((await all.post(all.token(), "/api/plans", { ...MERGE, variants })).status).toBe(413);
    const other = { ...START, variants: MERGE.variants };
    expect(codeIn(await all.post(all.token(), "/api/plans", other))).toBe("usage");
  });
});

describe("CA1 a budget", () => {
  test("caps every debate, sets that aside before it is opened, and binds it to the token", async () => {
    const all = await priced();
    const { token, grant } = all.team.give({
      person: "ann",
      scopes: ["read", "run"],
      budgetUsd: 5,
      expiresMs: null,
    });
    const { id } = read(await all.post(token, "/api/debates", PAID));
    const { usd } = (await openedIn(all, id)).limits;

    expect(usd).toBeGreaterThan(0);
    expect(usd).toBeLessThan(5);
    expect(all.team.bound.get(id)).toEqual({ token: grant.id, usd });
    expect(await all.get(token, "/api/me")).toMatchObject({ leftUsd: 5 - (usd ?? 0) });
    const own = read(await all.post(token, "/api/debates", { ...PAID, budgetUsd: 2 })).id;
    expect((await openedIn(all, own)).limits.usd).toBe(2);
  });

  test("is never left by a larger wish, and once it is spent only what is free is started", async () => {
    const all = await priced();
    const token = all.token(["read", "run"], 0.5);
    const { id } = read(await all.post(token, "/api/debates", { ...PAID, budgetUsd: 100 }));
    expect((await openedIn(all, id)).limits.usd).toBe(0.5);
    const second = await all.post(token, "/api/debates", PAID);
    expect(second.status).toBe(402);
    expect(codeIn(second)).toBe("budget-spent");
    expect((await all.post(token, "/api/plans", PAID)).status).toBe(402);
    const free = await held(all, token);
    expect((await readFacts(all, free)).at(-1)?.type).toBe("debate-settled");
  });

  test("that does not suffice for what was wished refuses before anything is opened", async () => {
    const all = await priced();
    const token = all.token(["read", "run"], 1);
    const before = (await all.app.list()).length;
    all.team.allowance = async () => 10;
    const answer = await all.post(token, "/api/debates", { ...PAID, budgetUsd: 5 });

    expect(answer.status).toBe(402);
    expect(codeIn(answer)).toBe("budget-spent");
    expect((await all.app.list()).length).toBe(before);
  });

  test("CA2: under one, a model of unknown price is refused, also where the server allows it", async () => {
    const all = await priced();
    writeFileSync(join(all.desk.root, "dissent.yaml"), `${PRICED}limits: { usd: 3 }\n`);
    const seats = { risk: "strange/model" };
    const answer = await all.post(all.token(["run"], 5), "/api/debates", { ...START, seats });

    expect(answer.status).toBe(400);
    expect(codeIn(answer)).toBe("unpriced-model");
  });

  test("caps forks, whatever the debate they come from may cost", async () => {
    const all = await priced();
    const rich = all.token();
    const { id } = read(await all.post(rich, "/api/debates", { ...PAID, agreedUsd: 50 }));
    await all.fleet.idle(id);
    expect((await openedIn(all, id)).limits.usd).toBeNull();
    const poor = all.token(["read", "run"], 0.25);
    const fork = read(await all.post(poor, `/api/debates/${id}/fork`, { at: "openings" })).id;

    expect((await openedIn(all, fork)).limits.usd).toBeLessThanOrEqual(0.25);
    expect(all.team.bound.get(fork)?.usd).toBeLessThanOrEqual(0.25);
    expect((await openedIn(all, fork)).forkedFrom).toMatchObject({ debate: id });
  });

  test("is asked again when a debate may cost more, and caps what had no cap", async () => {
    const all = await priced();
    writeFileSync(join(all.desk.root, "dissent.yaml"), `${PRICED}limits: { calls: 1 }\n`);
    const rich = all.token();
    const { id } = read(await all.post(rich, "/api/debates", START));
    await all.fleet.idle(id);
    const poor = all.token(["run"], 1);
    const dear = await all.post(poor, `/api/debates/${id}/resume`, {
      limits: { usd: 2, calls: 9 },
    });
    expect(codeIn(dear)).toBe("budget-spent");
    const answer = await all.post(poor, `/api/debates/${id}/resume`, { limits: { calls: 2 } });
    await all.fleet.idle(id);

    expect(answer.status, answer.body).toBe(200);
    expect(all.fleet.sent.at(-1)?.limits).toEqual({ calls: 2, usd: 1, unpriced: false });
  });

  test("gives back what was set aside for what could not be opened", async () => {
    const all = await priced();
    const token = all.token(["run"], 5);
    const { app } = all.place;
    Object.assign(app, { open: () => Promise.reject(new Error("full")) });
    const answer = await all.post(token, "/api/debates", PAID);

    expect(answer.status).toBe(500);
    expect([...all.team.bound]).toEqual([]);
    expect(all.defects).toHaveLength(1);
    expect(answer.body).not.toContain("full");
  });
});

test("a record that fails is told to whoever runs the server, and what was done stays done", async () => {
  const all = await servedTeam();
  Object.assign(all.team, { record: () => Promise.reject(new Error("no room")) });
  const answer = await all.post(all.token(), "/api/debates", START);
  await all.fleet.idle(read(answer).id);

  expect(answer.status).toBe(200);
  expect(all.defects).toMatchObject([{ message: "no room" }]);
});
