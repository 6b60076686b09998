import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { writeResults } from "../../src/app/results/write-results.ts";
import type { Event } from "../../src/domain/journal/event.ts";
import type {
  PageFindings,
  SentPageDebate,
  PageHome,
  PagePanelProposal,
  PagePlan,
  SeatQuestion,
} from "../../src/page/page-payload.ts";
import { DRAFT_A, DRAFT_B } from "../support/documents/drafts.ts";
import {
  type Answer,
  heldDebate,
  type Served,
  served,
  START,
} from "../support/page/page-server.ts";
import { BIN, followed } from "../support/processes/cli.ts";

const read = ({ body }: Answer): unknown => JSON.parse(body);
const codeIn = (answer: Answer): string => (read(answer) as { error: { code: string } }).error.code;
const idIn = (answer: Answer): string => (read(answer) as { id: string }).id;
const planIn = (answer: Answer): PagePlan => read(answer) as PagePlan;

/** What the records that debates left in the project say. */
function recordsIn({ desk: { root } }: Served): string[] {
  const paths = readdirSync(root, { recursive: true }) as string[];
  return paths
    .filter(
      (path) => /(?:^|\/)debate-(?!transcript)[^/]+\.md$/.test(path) && !path.includes("sadd/"),
    )
    .map((path) => readFileSync(join(root, path), "utf8"));
}

async function readFacts({ app }: Served, id: string): Promise<Event["fact"][]> {
  return (await app.read(id)).events.map(({ fact }) => fact);
}

const DEAR = `
endpoints:
  team:
    baseUrl: http://127.0.0.1:9/v1
    price: { inputPerMillion: 1000, outputPerMillion: 1000 }
participants:
  risk: { model: team/large }
`;

const PANEL_PLACE = {
  "dissent.yaml": "panel: [scripted/script.json]\n",
  "script.json": JSON.stringify({
    "panel/draft": {
      reply: {
        preset: null,
        add: ["Tax law", "Crews"].map((id) => ({
          id,
          name: id,
          asks: `Why ${id}?`,
          why: "Ten years.",
        })),
      },
    },
    "*": { crash: "nobody is there" },
  }),
};

async function servedWithPanel(): Promise<Served> {
  const all = await served({ env: { DISSENT_OFFLINE: "" } });
  for (const [name, text] of Object.entries(PANEL_PLACE))
    writeFileSync(join(all.desk.root, name), text);
  return all;
}

describe("a panel that fits the question", () => {
  const BOARD = { ...START, protocol: "roundtable" };

  test("is offered with its price, proposed once, and seats only whom the person agreed to", async () => {
    const all = await servedWithPanel();
    const plan = planIn(await all.post("/api/plans", BOARD));
    const proposed = read(await all.post("/api/panels", BOARD)) as PagePanelProposal;
    const panel = { proposal: proposed.proposal, without: ["crews"] };
    const agreed = planIn(await all.post("/api/plans", { ...BOARD, panel }));
    const id = idIn(await all.post("/api/debates", { ...BOARD, panel }));
    const [opened] = await readFacts(all, id);

    expect(plan.panel).toEqual({ by: "scripted/script.json", price: null, usd: 0 });
    expect(proposed).toMatchObject({
      by: "scripted/script.json",
      seats: [{ id: "tax-law", asks: "Why Tax law?", why: "Ten years." }, { id: "crews" }],
    });
    expect(agreed.panel).toBeNull();
    expect(agreed.seats.map((seat) => seat.id)).toContain("tax-law");
    expect(opened).toMatchObject({
      panel: {
        proposedBy: "scripted/script.json",
        agreedBy: "Mara",
        seats: [{ id: "tax-law", why: "Ten years." }],
      },
    });
  });

  test("is not offered where seats are fixed or no model could propose one", async () => {
    const all = await servedWithPanel();
    const offline = await served();

    expect(planIn(await all.post("/api/plans", START)).panel).toBeNull();
    expect(codeIn(await all.post("/api/panels", START))).toBe("usage");
    expect(planIn(await offline.post("/api/plans", BOARD)).panel).toBeNull();
  });

  test("cannot be made up: only what was proposed here can be agreed to", async () => {
    const all = await servedWithPanel();
    const panel = { proposal: "0".repeat(24), without: [] };

    expect(codeIn(await all.post("/api/debates", { ...BOARD, panel }))).toBe("usage");
    expect(await all.app.list()).toEqual([]);
  });
});

describe("starting", () => {
  test("a plan says who sits, what is sent and what it costs, and leaves nothing behind", async () => {
    const all = await served();
    const plan = planIn(await all.post("/api/plans", START));

    expect(plan).toMatchObject({ protocol: "judges", price: null, similar: [] });
    expect(plan.seats.map(({ model }) => model)).toEqual(["offline", "offline", "offline"]);
    expect(plan.sends).toEqual([{ title: "brief", bytes: Buffer.byteLength(START.body) }]);
    expect(plan.notices.join(" ")).toContain("built-in readers");
    expect(await all.app.list()).toEqual([]);
  });

  test("a plan says what the brief lacks", async () => {
    const all = await served();
    const leading = { ...START, question: "Shouldn't we ship offline sync?" };

    expect(planIn(await all.post("/api/plans", START)).briefNotes).toEqual([]);
    expect(planIn(await all.post("/api/plans", leading)).briefNotes).toEqual([
      expect.stringContaining("suggests its answer"),
    ]);
  });

  test("a debate is opened by the person and goes on by itself", async () => {
    const all = await served();
    const id = await heldDebate(all);
    const page = await all.get<SentPageDebate>(`/api/debates/${id}`);
    const events = page.lines.map((line) => JSON.parse(line) as Event);
    const [first] = events;

    expect(first?.fact).toMatchObject({ type: "debate-opened", by: "Mara" });
    expect(events.at(-1)?.fact.type).toBe("debate-settled");
    expect(page).toMatchObject({ id, held: false, rules: { id: "judges" } });
    expect(page.findings?.verification).toMatchObject({ holds: true, fault: null });
    expect(Object.values(page.texts)[0]).toBe(START.body);
    expect(Object.keys(page.texts).length).toBeGreaterThan(1);
    expect((await all.get<PageHome>("/api/home")).debates.map((one) => one.id)).toEqual([id]);
    expect(existsSync(join(all.desk.root, ".dissent", "debates"))).toBe(false);
  });

  test("words that would be markup in a brief stay words", async () => {
    const all = await served();
    const question = "---\nlimits: { usd: 1 } # or not?";
    const body = "---\nprotocol: board\n---\nA text.";
    const id = idIn(await all.post("/api/debates", { ...START, question, body }));
    const [opened] = await readFacts(all, id);

    expect(opened).toMatchObject({ protocol: "judges", limits: { usd: null } });
    expect(opened?.type === "debate-opened" && opened.brief.question).toBe(question);
    await all.place.runner.waitUntilFree(id);
  });

  test("a challenge attacks the person's own words", async () => {
    const all = await served();
    const request = { ...START, protocol: "challenge", options: [] };
    const id = idIn(await all.post("/api/debates", request));
    await all.place.runner.waitUntilFree(id);
    const [opened] = await readFacts(all, id);

    expect(opened?.type === "debate-opened" && opened.settings).toMatchObject({ opening: "user" });
  });

  test("an earlier decision on a like question is offered", async () => {
    const all = await served();
    const id = await heldDebate(all);
    await all.post(`/api/debates/${id}/decision`, { choice: "C", reason: "two crews first" });

    expect(planIn(await all.post("/api/plans", START)).similar).toMatchObject([
      { debate: id, choice: "C" },
    ]);
  });

  test("what looks like a secret is not sent", async () => {
    const all = await served();
    const body = "The key is AKIAIOSFODNN7EXAMPLE, for all of it.";
    const answer = await all.post("/api/debates", { ...START, body });

    expect(answer.status).toBe(409);
    expect(codeIn(answer)).toBe("needs-confirmation");
    expect(await all.app.list()).toEqual([]);
  });

  test("one of the person's own keys is not sent, nor repeated", async () => {
    const key = "team-secret-0123456789";
    const all = await served({ env: { TEAM_API_KEY: key } });
    const answer = await all.post("/api/plans", { ...START, body: `It is ${key}.` });

    expect(codeIn(answer)).toBe("own-key");
    expect(answer.body).not.toContain(key);
  });

  test("K20 where no model is connected nothing is started, and the plan says why", async () => {
    const all = await served({ env: { DISSENT_OFFLINE: "" } });
    const plan = planIn(await all.post("/api/plans", START));
    const refused = await all.post("/api/debates", START);
    const { seating } = await all.get<PageHome>("/api/home");

    expect(plan.notices[0]).toBe("No language model was found.");
    expect(refused.status).toBe(503);
    expect(codeIn(refused)).toBe("no-model");
    expect(refused.body).toContain("give the seats to offline");
    expect(seating).toBe("no model is connected");
    expect(await all.app.list()).toEqual([]);
  });

  test("what costs more than was agreed to is not started", async () => {
    const all = await served({ env: { TEAM_API_KEY: "k-0123456789" } });
    writeFileSync(join(all.desk.root, "dissent.yaml"), DEAR);
    const plan = planIn(await all.post("/api/plans", START));
    const most = plan.estimate.usd?.max ?? 0;
    const silent = await all.post("/api/debates", START);
    const less = await all.post("/api/debates", { ...START, agreedUsd: most / 2 });

    expect(plan.price).not.toBeNull();
    expect(codeIn(silent)).toBe("needs-confirmation");
    expect(codeIn(less)).toBe("price-changed");
    expect(await all.app.list()).toEqual([]);
  });

  test("a merge is not started from words", async () => {
    const all = await served();
    const { protocols } = await all.get<PageHome>("/api/home");

    expect(protocols.map(({ id }) => id)).toEqual(["judges", "challenge", "board", "roundtable"]);
    expect((await all.post("/api/plans", { ...START, protocol: "merge" })).status).toBe(400);
  });
});

describe("deciding", () => {
  test("a decision stands beside the outcome, with its reason and whether it was blind", async () => {
    const all = await served();
    const id = await heldDebate(all);
    const decision = { choice: "B", reason: "the valleys", blind: true };
    const answer = await all.post(`/api/debates/${id}/decision`, decision);

    expect(read(answer)).toEqual({ what: "decided" });
    expect((await readFacts(all, id)).at(-1)).toEqual({
      type: "decision-recorded",
      ...decision,
      by: "Mara",
    });
  });

  test("what a debate left on disk says it too; what was not there is not written", async () => {
    const all = await served();
    const id = await heldDebate(all);
    const decide = (reason: string): Promise<Answer> =>
      all.post(`/api/debates/${id}/decision`, { choice: "B", reason });

    await decide("nothing is there yet");
    expect(recordsIn(all)).toEqual([]);
    await writeResults(all.desk, await all.app.read(id), { outs: [] });
    await decide("the valleys");

    expect(recordsIn(all)).toEqual([expect.stringContaining("the valleys")]);
  });

  test("what a merge left on disk says it too, and its document stays as a person left it", async () => {
    const all = await served();
    const { root: cwd, homeDir: HOME } = all.desk;
    // a reference to nothing leaves it to a person
    const broken = "\nSee Section 9.9 for more.\n";
    writeFileSync(join(cwd, "a.md"), DRAFT_A + broken);
    writeFileSync(join(cwd, "b.md"), DRAFT_B + broken);
    const args = [BIN, "merge", "a.md", "b.md", "-o", "out/plan.md", "-q"];
    const merging = followed(
      spawn(process.execPath, args, { cwd, env: { ...process.env, HOME, DISSENT_OFFLINE: "1" } }),
    );
    expect((await merging.ended).code).toBe(10);
    writeFileSync(join(cwd, "out", "plan.partial.md"), "My own words.\n");
    const [merge] = await all.app.list();

    const decision = { choice: "accept", reason: "the valleys" };
    const answer = await all.post(`/api/debates/${merge?.id}/decision`, decision);

    expect(read(answer)).toEqual({ what: "decided" });
    expect(recordsIn(all)).toEqual([expect.stringContaining("the valleys")]);
    expect(readFileSync(join(cwd, "out", "plan.partial.md"), "utf8")).toBe("My own words.\n");
  });

  test("no reason, no decision; no option, no decision", async () => {
    const all = await served();
    const id = await heldDebate(all);
    const path = `/api/debates/${id}/decision`;

    expect((await all.post(path, { choice: "B" })).status).toBe(400);
    for (const reason of ["", " "]) {
      expect(codeIn(await all.post(path, { choice: "B", reason }))).toBe("not-decidable");
    }
    expect(codeIn(await all.post(path, { choice: "Z", reason: "why" }))).toBe("bad-option");
    expect((await readFacts(all, id)).at(-1)?.type).toBe("debate-settled");
  });

  test("results that were written are made to say it; none are written that were not", async () => {
    const all = await served();
    const id = await heldDebate(all);
    const path = `/api/debates/${id}/decision`;
    const folder = join(all.desk.root, ".dissent", "debates", id);
    await all.post(path, { choice: "B", reason: "the valleys" });
    expect(existsSync(folder)).toBe(false);

    const [opened] = await readFacts(all, id);
    const brief = opened?.type === "debate-opened" ? opened.brief.id : "";
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `debate-${brief}.md`), "old");
    await all.post(path, { choice: "C", reason: "drafts first" });
    expect(readFileSync(join(folder, `debate-${brief}.md`), "utf8")).toContain("drafts first");
  });
});

describe("a seat that a person holds", () => {
  test("is asked on the page, answered there, and the debate goes on", async () => {
    const all = await served();
    const start = { ...START, seats: { risk: "person" } };
    const id = idIn(await all.post("/api/debates", start));
    await all.place.runner.waitUntilFree(id);
    const form = await all.get<SeatQuestion>(`/api/debates/${id}/form?seat=risk`);

    expect(form).toMatchObject({ seat: "risk", key: "openings/risk", problems: [] });
    expect(form.prompt).toContain(START.question);
    expect(form.schema).toMatchObject({ type: "object" });
    // what is not filled in is sent back with what is wrong, as with any seat
    const answer = await all.post(`/api/debates/${id}/answer`, { seat: "risk", reply: form.blank });
    expect(read(answer)).toEqual({});
    await all.place.runner.waitUntilFree(id);
    const again = await all.get<SeatQuestion>(`/api/debates/${id}/form?seat=risk`);
    expect(again.problems).not.toEqual([]);
    expect((await all.ask(`/api/debates/${id}/form?seat=value`)).status).toBe(409);
  });

  test("nobody answers for a seat that was not asked", async () => {
    const all = await served();
    const id = await heldDebate(all);
    const answer = await all.post(`/api/debates/${id}/answer`, { seat: "risk", reply: {} });

    expect(codeIn(answer)).toBe("not-decidable");
  });
});

describe("going on", () => {
  test("a limit pauses a debate, and a higher one lets it go on to its end", async () => {
    const all = await served();
    const id = await heldDebate(all);
    writeFileSync(join(all.desk.root, "dissent.yaml"), "limits: { calls: 2 }\n");
    const limited = idIn(await all.post("/api/debates", START));
    await all.place.runner.waitUntilFree(limited);
    expect((await readFacts(all, limited)).at(-1)).toMatchObject({
      type: "debate-paused",
      reason: "limit",
    });

    const answer = await all.post(`/api/debates/${limited}/resume`, { limits: { calls: 50 } });
    await all.place.runner.waitUntilFree(limited);
    expect(read(answer)).toEqual({});
    expect((await readFacts(all, limited)).at(-1)?.type).toBe("debate-settled");
    expect(codeIn(await all.post(`/api/debates/${id}/resume`, {}))).toBe("not-resumable");
  });

  test("a new fact reopens an ended debate as another one", async () => {
    const all = await served();
    const id = await heldDebate(all);
    const facts = ["The conflict rate was 0.3 % in the pilot."];
    const next = idIn(await all.post(`/api/debates/${id}/ask`, { facts }));
    await all.place.runner.waitUntilFree(next);
    const [opened] = await readFacts(all, next);

    expect(next).not.toBe(id);
    expect(opened).toMatchObject({ forkedFrom: { debate: id } });
    expect((await readFacts(all, next)).at(-1)?.type).toBe("debate-settled");
    expect((await all.post(`/api/debates/${id}/ask`, { facts: [" "] })).status).toBe(400);
  });

  test("a fork holds a step again", async () => {
    const all = await served();
    const id = await heldDebate(all);
    const fork = await all.post(`/api/debates/${id}/fork`, { at: "openings" });
    const next = idIn(fork);
    await all.place.runner.waitUntilFree(next);

    expect((await readFacts(all, next))[0]).toMatchObject({
      forkedFrom: { debate: id, sequence: 1 },
    });
    expect((await all.post(`/api/debates/${id}/fork`, { at: "nowhere" })).status).toBe(400);
  });
});

describe("what is held elsewhere", () => {
  test("is not paused, decided or taken up from here", async () => {
    const all = await served();
    const id = await heldDebate(all);
    const elsewhere: Served["app"] = {
      ...all.app,
      list: async (query) => (await all.app.list(query)).map((one) => ({ ...one, held: true })),
    };
    const other = { ...all.place, app: elsewhere };
    const { createBackgroundRunner } = await import("../../src/app/commands/background-runner.ts");
    const held = createBackgroundRunner({ app: elsewhere, hub: other.hub, redact: (text) => text });

    await expect(held.pause(id, { drop: false })).rejects.toMatchObject({ code: "held-elsewhere" });
    await expect(held.waitUntilFree(id)).rejects.toMatchObject({ code: "held-elsewhere" });
  });

  test("a debate that nobody holds is paused without a word", async () => {
    const all = await served();
    const id = await heldDebate(all);

    expect(await all.post(`/api/debates/${id}/pause`, {})).toMatchObject({
      status: 200,
      body: "{}",
    });
  });
});

describe("looking", () => {
  test("a prompt is rendered again and has the hash that was committed", async () => {
    const all = await served();
    const id = await heldDebate(all);
    const found = await all.get<{ prompt: string; matches: boolean }>(
      `/api/debates/${id}/prompts?key=openings/risk`,
    );

    expect(found.matches).toBe(true);
    expect(found.prompt).toContain(START.question);
    expect((await all.ask(`/api/debates/${id}/prompts?key=openings/nobody`)).status).toBe(404);
  });

  test("findings are those of the command line", async () => {
    const all = await served();
    const id = await heldDebate(all);
    const found = await all.get<PageFindings>(`/api/debates/${id}/findings`);
    const { renderReport } = await import("../../src/app/results/render-report.ts");
    const record = await all.app.read(id);

    expect(found.record).toBe(await renderReport(record, "md"));
    expect(found.adr).toBe(await renderReport(record, "adr"));
    expect(found.at).toBe(record.events.length - 1);
  });

  test.each([
    ["md", "text/markdown"],
    ["adr", "text/markdown"],
    ["json", "application/json"],
    ["yaml", "application/yaml"],
    ["jsonl", "application/x-ndjson"],
  ])("a report as %s is a download that no browser runs", async (format, type) => {
    const all = await served();
    const id = await heldDebate(all);
    const { headers, body } = await all.ask(`/api/debates/${id}/report?format=${format}`);

    expect(headers["content-type"]).toContain(type);
    expect(headers["content-disposition"]).toMatch(
      new RegExp(`^attachment; filename="${id}\\.[a-z.]+"$`),
    );
    expect(headers["content-security-policy"]).toContain("sandbox");
    expect(body.length).toBeGreaterThan(100);
  });

  test("a list is searched by words and status", async () => {
    const all = await served();
    const id = await heldDebate(all);
    const found = await all.get<PageHome>("/api/debates?search=offline&status=settled&limit=5");
    const none = await all.get<PageHome>("/api/debates?search=billing");

    expect(found.debates.map((one) => one.id)).toEqual([id]);
    expect(none.debates).toEqual([]);
    expect((await all.ask("/api/debates?search=%22%20OR%20*&limit=-1&status=x")).status).toBe(200);
  });

  test("a debate that is not there is refused in words", async () => {
    const all = await served();
    for (const path of ["", "/findings", "/prompts?key=x", "/form?seat=x", "/report?format=md"]) {
      const answer = await all.ask(`/api/debates/none-1${path}`);

      expect(answer.status, path).toBe(404);
      expect(codeIn(answer)).toBe("unknown-debate");
    }
    expect(all.defects).toEqual([]);
  });
});
